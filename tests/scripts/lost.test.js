// What a server that was put back has lost is offered, and goes in once, in its order.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { answer } = require("./world.js");
const { seat, same, each, PAGE, GAME } = require("./table.js");

const LEAVES = `<form class="leaves" method="post" action="/leave" data-forget="/t/a/"></form>`;
const HTML = `${PAGE}<dialog id="sheet"><div></div></dialog>`;
const says = (lost, head) => `
  <main class="lost" data-era="era-1" data-head="${head}" data-lost="${lost.join(" ")}">
    <button type="button" data-close></button>
    <p data-first>Put back</p><p data-others hidden>Others</p><p data-by-hand hidden>By hand</p>
    <ol data-list></ol>
    <button type="button" data-enter>Enter</button>
    <button type="button" data-anyway hidden>Anyway</button>
    <button type="button" data-let-go>Leave</button>
    <template><li></li></template>
  </main>
`;
const entered = (id, place, more = {}) => ({
  ...{
    id,
    game: GAME,
    url: `${GAME}entries`,
    says: id,
    title: "The Game",
    at: Date.UTC(2026, 10, 22)
  },
  ...{
    values: { kind: "card-played", seen: String(place - 1), era: "era-0" },
    said: "recorded",
    place
  },
  ...more
});

const sits = async (
  submissions,
  { lost = each(submissions), head = 0, status = 200, html = HTML } = {}
) => {
  const table = await seat({ html });
  const { browser, world, page } = table,
    { fetch, kept } = browser;
  const asked = [];
  for (const submission of submissions)
    kept.local[`entered era-0 ${submission.id}`] = JSON.stringify(submission);
  browser.fetch = (request) => {
    if (!request.url.endsWith("known")) return fetch(request);
    asked.push(request.options.body.getAll("id"));
    const headers = { Companion: "1" };
    world.later(10, () => request.done(answer({ status, headers, text: says(lost, head) })));
  };
  page.load("lost.js");
  await world.run(1_000);
  const sheet = page.document.getElementById("sheet");
  const taps = async (name) => {
    sheet.querySelector(`[data-${name}]`).click();
    await world.run(10_000);
  };
  const list = () => sheet.querySelectorAll("[data-list] li").map(({ textContent }) => textContent);
  const names = () => Object.keys(kept.local).filter((name) => name.startsWith("entered"));
  return { ...table, asked, sheet, taps, list, names };
};

test("what is lost goes in again under its old ids, in its order", async () => {
  const { asked, sheet, list, taps, ids, names, server } = await sits([
    entered("b", 2),
    entered("a", 1)
  ]);
  same(asked, [["a", "b"]]);
  same(list(), ["a", "b"]);
  assert.equal(sheet.open, true);
  await taps("enter");
  same(ids(), ["a", "b"]);
  same(each(server.log, "seen"), ["0", "1"]);
  same(names(), ["entered era-1 a", "entered era-1 b"]);
  assert.equal(sheet.open, false);
});

test("what the server knows belongs to its era from now on, and nothing is shown", async () => {
  const { sheet, names, page, ids } = await sits([entered("a", 1)], { lost: [], head: 1 });
  same(names(), ["entered era-1 a"]);
  assert.ok(!sheet.open);
  same([page.queue.all, ids()], [[], []]);
});

test("on a page of the server nothing is asked about a table of this phone", async () => {
  const html = HTML.replace('id="board"', "");
  const { asked, names } = await sits([entered("a", 1, { game: "/here/t/b/g/" })], { html });
  same(asked, []);
  same(names(), ["entered era-0 a"]);
});

test("it is looked through once a day, also on the same day of another week", async () => {
  const { browser, world, opens } = await sits([]);
  const { looked } = browser.kept.local;
  assert.equal(opens().queue.today, looked);
  world.wall += 7 * 86_400_000;
  assert.notEqual(opens().queue.today, looked);
});

test("what is left is forgotten, and not before", async () => {
  const { names, taps, ids, sheet } = await sits([entered("a", 1)]);
  same(names(), ["entered era-0 a"]);
  await taps("let-go");
  same([names(), ids()], [[], []]);
  assert.equal(sheet.open, false);
});

test("entries of other phones are waited for, or not", async () => {
  const { taps, ids, list, sheet } = await sits([entered("a", 1), entered("c", 5)]);
  await taps("enter");
  same(ids(), ["a"]);
  same(list(), ["c"]);
  assert.equal(sheet.querySelector("[data-others]").hidden, false);
  await taps("anyway");
  same(ids(), ["a", "c"]);
});

test("what takes back a lost entry is not entered twice where places have changed", async () => {
  const back = entered("back", 2);
  Object.assign(back.values, { kind: "taken-back", target: "1" });
  const { taps, ids } = await sits([entered("a", 1), back, entered("c", 5)], { head: 0 });
  await taps("enter");
  await taps("anyway");
  same(ids(), ["a", "back", "c"]);
});

test("what is said of lost entries goes into them, and the rest is for hands", async () => {
  const of = (id, place, values) => {
    const submission = entered(id, place);
    Object.assign(submission.values, values);
    return submission;
  };
  const { taps, ids, list, sheet, server, names } = await sits([
    of("a", 5, { card: "1" }),
    of("change", 6, { change: "5", card: "2" }),
    of("before", 7, { before: "5", card: "3" }),
    of("stray", 8, { kind: "taken-back", target: "77" })
  ]);
  await taps("enter");
  same(list(), ["a", "change", "before", "stray"]);
  await taps("anyway");
  same(ids(), ["before", "a"]);
  same(each(server.log, "card"), ["3", "2"]);
  same(list(), ["stray"]);
  const shown = (name) => !sheet.querySelector(`[data-${name}]`).hidden;
  same(["first", "by-hand", "anyway", "enter"].map(shown), [false, true, false, false]);
  same(names().sort(), ["entered era-1 a", "entered era-1 before"]);
  await taps("let-go");
  assert.equal(sheet.open, false);
});

test("what others entered meanwhile is not entered again, and a refusal stops none", async () => {
  const merged = await sits([entered("a", 1, { said: "merged" }), entered("b", 2)]);
  merged.page.document.getElementById("board").dataset.seen = "1";
  await merged.taps("enter");
  same(merged.ids(), ["b"]);
  const refused = await sits([entered("a", 1), entered("b", 2)]);
  refused.server.judge = ({ id }) => (id === "a" ? "refused" : "recorded");
  await refused.taps("enter");
  same(refused.ids(), ["b"]);
});

test("after three days what was entered is forgotten", async () => {
  const { asked, names } = await sits([entered("old", 1, { at: Date.UTC(2026, 10, 1) })]);
  same([asked, names()], [[], []]);
});

test("what waited goes in behind it, in the era of the server", async () => {
  const table = await seat({ html: HTML });
  const { browser, world, page, server, adds, ids, opens } = table;
  server.fate = () => "lost";
  adds("w");
  await world.run(1_000);
  browser.close(page);
  const record = browser.disk.stores.get("wishes").records.get(1);
  record.values.era = "era-0";
  const { fetch } = browser;
  browser.fetch = (request) => {
    if (!request.url.endsWith("known")) return fetch(request);
    world.later(10, () => request.done(answer({ headers: { Companion: "1" }, text: says([], 3) })));
  };
  const again = opens();
  server.fate = () => "ok";
  server.judge = ({ era }) => (era === "era-1" ? "recorded" : assert.fail(era));
  again.load("lost.js");
  server.fate = ({ options }) => (options.body.get("era") === "era-1" ? "ok" : "held");
  await world.run(60_000);
  same(ids(), ["w"]);
  same(browser.disk.records, []);
});

for (const [said, status, headers, left] of [
  ["the table is gone", 404, { Companion: "1" }, ["b"]],
  ["the table is deleted", 410, { Companion: "1" }, ["b"]],
  ["the table is there", 200, { Companion: "1" }, ["a", "b"]],
  ["it is busy", 503, { Companion: "1" }, ["a", "b"]],
  ["somebody else answers", 404, {}, ["a", "b"]]
]) {
  test(`who leaves a table forgets what waits there if the server agrees: ${said}`, async () => {
    const session = {};
    const { world, server, browser, page, opens, adds } = await seat({
      html: HTML + LEAVES,
      scripts: ["queue.js", "entry.js", "kept.js"],
      session
    });
    server.fate = () => "lost";
    adds("a");
    adds("b", { game: "/t/b/g/" });
    await world.run(1_000);
    page.document.querySelector(".leaves").requestSubmit();
    await world.run(1_000);
    assert.equal(page.queue.all.length, 2, "nothing is forgotten before there is an answer");
    browser.close(page);
    const { fetch } = browser;
    browser.fetch = (request) =>
      request.url === "/t/a/"
        ? world.later(10, () => request.done(answer({ status, headers })))
        : fetch(request);
    const next = opens({ at: "/" });
    next.load("lost.js");
    await world.run(1_000);
    same(each(next.queue.all), left);
  });
}
