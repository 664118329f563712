// What a server that was put back has lost is offered, and goes in once, in its order.
const { seat, same, each, draw, World, Browser, ...table } = require("./table.js");
const { GAME, PAGE, answer, assert, test } = table;

const LEAVES = `<form class="leaves" method="post" action="/leave" data-forget="/t/a/"></form>`;
const HTML = `${PAGE}<dialog id="sheet"><div></div></dialog>`,
  BOARDLESS = HTML.replace('id="board"', "");
// What the server answers, as its template has it: of a game that is there, or is not.
const says = (lost, head, era, game) =>
  draw("lost.html", { game })
    .replace('data-era=""', `data-era="${era}"`)
    .replace('data-head=""', `data-head="${head}"`)
    .replace('data-lost=""', `data-lost="${lost.join(" ")}"`);
const entered = (id, place, more = {}) => ({
  ...{ id, game: GAME, url: `${GAME}entries`, says: id, title: "The Game" },
  ...{ at: Date.UTC(2026, 10, 22), said: "recorded", place },
  ...{ values: { kind: "card-played", seen: String(place - 1), era: "era-0" } },
  ...more
});

const sits = async (
  submissions,
  { lost = each(submissions), head = 0, status = 200, html = HTML, waits = [], ...more } = {}
) => {
  const { era = "era-1", headers = { Companion: "1" }, session = {} } = more;
  const table = await seat({ html, session });
  const { browser, world, page } = table,
    { fetch, kept } = browser;
  const asked = [],
    files = [];
  table.server.fate = ({ options }) => (options.body.get("era") === "era-1" ? "ok" : "lost");
  browser.goes(waits.length === 0);
  for (const { id, values, ...given } of waits) {
    await Promise.all([table.adds(id, given), world.run(100)]);
    const became = { kind: "card-played", seen: "5", era: "era-0", ...values };
    page.queue.change(page.queue.all.at(-1).n, (now) => ({ ...now, ...given, values: became }));
    await world.run(100);
  }
  browser.goes(true);
  page.window.URL.createObjectURL = (blob) => files.push(blob) && "blob:";
  Object.assign(kept.local, { looked: "1", removed: "3" });
  for (const submission of submissions)
    kept.local[`entered era-0 ${submission.id}`] = JSON.stringify(submission);
  browser.fetch = (request) => {
    if (!request.url.endsWith("known")) return fetch(request);
    asked.push(request.options.body.getAll("id"));
    const text = says(lost, head, era, status === 200);
    world.later(10, () => request.done(answer({ status, headers, text })));
  };
  page.connect("offline/lost.js");
  await world.run(1_000);
  const sheet = page.find("#sheet");
  const taps = async (name) => {
    sheet.querySelector(`[data-${name}]`).click();
    await world.run(10_000);
  };
  const list = () => sheet.querySelectorAll("[data-list] li").map(({ textContent }) => textContent);
  const names = () => Object.keys(kept.local).filter((name) => name.startsWith("entered"));
  const open = () =>
    ["first", "others", "by-hand", "enter", "anyway", "there"].filter(
      (name) => sheet.querySelector(`[data-${name}]`)?.hidden === false
    );
  const looked = () => kept.local.looked === page.queue.today;
  return { ...table, asked, sheet, taps, list, names, files, open, looked };
};

// More of an entry that is not lost, and of its page; what is asked, and as what it is kept.
for (const [what, entry, given, meant] of [
  ["that the server knows belongs to its era", {}, { lost: [], head: 1 }, [[["a"]], ["era-1 a"]]],
  ["of this phone stays", { game: "/here/t/b/g/" }, { html: BOARDLESS }, [[], ["era-0 a"]]],
  ["of three days ago is forgotten", { at: Date.UTC(2026, 10, 1) }, {}, [[], []]]
])
  test(`an entry ${what}, and nothing is shown`, async () => {
    const { asked, sheet, names, page, ids } = await sits([entered("a", 1, entry)], given);
    same([asked, names()], [meant[0], meant[1].map((name) => `entered ${name}`)]);
    same([sheet.open ?? false, page.queue.all, ids()], [false, [], []]);
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
    of("stray", 8, { kind: "taken-back", target: "77" }),
    of("d", 9),
    of("undo", 10, { kind: "taken-back", target: "9" })
  ]);
  await taps("enter");
  same(list(), ["a", "change", "before", "stray", "d", "undo"]);
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
  merged.page.find("#board").dataset.seen = "1";
  await merged.taps("enter");
  same(merged.ids(), ["b"]);
  const refused = await sits([entered("a", 1), entered("b", 2)]);
  refused.server.judge = ({ id }) => (id === "a" ? "refused" : "recorded");
  await refused.taps("enter");
  same(refused.ids(), ["b"]);
});

test("it is looked through once a day, in each era, and after a table was left", async () => {
  const world = new World(),
    browser = new Browser(world);
  for (const [given, meant] of [
    [{}, ["/lost.js"]],
    [{}, []],
    [{ era: "era-2" }, ["/lost.js"]],
    [{ era: "era-2" }, []],
    [{ era: "era-2", session: { left: "/t/a/" } }, ["/lost.js"]]
  ]) {
    const page = browser.open([], given),
      brought = [];
    page.brings = (address) => ({ connect: () => brought.push(address) });
    browser.kept.local.looked = page.queue.today;
    await world.run(10);
    same(brought, meant);
  }
});

// What waits from before, and more of what it is; what goes in, made on which place; what is left.
const FROM_NOW = { era: "era-1", seen: "1" };
for (const [what, waits, meant, seen, left] of [
  ["goes in behind the rest", [{ id: "v" }, { id: "w" }], ["v", "w"], ["3", "3"], []],
  ["was made on less", [{ id: "w", values: { seen: "2" } }], ["w"], ["2"], []],
  ["was refused", [{ id: "w", said: "refused" }], [], [], ["w"]],
  ["is of now", [{ id: "w", values: FROM_NOW }], ["w"], ["1"], []],
  ["is of no era", [{ id: "w", values: { era: undefined } }], [], [], ["w"]],
  ["was taken back", [{ id: "w", withdrawn: true }], [], [], []],
  ["says something of a line that is gone", [{ id: "w", values: { target: "9" } }], [], [], []]
])
  test(`what waits and ${what} is dealt with`, async () => {
    const { world, server, page, sheet, ids, looked } = await sits([], { head: 3, waits });
    await world.run(40_000);
    same([ids(), each(server.log, "seen")], [meant, seen]);
    same(each(page.queue.all), left);
    assert.equal(looked(), !sheet.open);
  });

test("what waits is decided about until what is lost is in, and then goes in", async () => {
  const { page, taps, ids, open, list } = await sits([entered("a", 1), entered("c", 5)], {
    waits: [{ id: "w", values: { seen: "1" } }]
  });
  same([...open(), ...list()], ["first", "enter", "a", "c"]);
  await taps("enter");
  same([ids(), open()], [["a"], ["others", "anyway"]]);
  const [{ id, said, asks, why }] = page.queue.asked();
  same([id, said, asks], ["w", "conflict", false]);
  assert.match(why, /The server was restored from a backup/);
  await taps("anyway");
  same([ids(), page.queue.all], [["a", "c", "w"], []]);
});

test("who leaves what is lost has what waits entered all the same", async () => {
  const { page, taps, ids, names } = await sits([entered("a", 1)], { waits: [{ id: "w" }] });
  await taps("let-go");
  same([ids(), names(), page.queue.all], [["w"], ["entered era-1 w"], []]);
});

test("what others enter meanwhile lets the rest go in by itself", async () => {
  const { world, page, server, asked, taps, ids, sheet } = await sits([
    entered("c", 5),
    entered("a", 1)
  ]);
  same(asked, [["a", "c"]]); // in their order
  const swaps = () => page.hears("htmx:afterSwap");
  sheet.querySelector("[data-enter]").click();
  await world.run(1);
  swaps(); // one at a time
  await world.run(9_000);
  same(ids(), ["a"]);
  for (let at = 0; at < 3; at += 1) server.hearsAnother();
  page.find("#board").dataset.seen = "4";
  swaps();
  await world.run(9_000);
  same([ids().at(-1), ids().length, sheet.open], ["c", 5, false]);
  await taps("close");
});

test("what is said of an entry is said of the place to which it went", async () => {
  const back = entered("back", 2);
  Object.assign(back.values, { kind: "taken-back", target: "1" });
  const { server, taps } = await sits([entered("a", 1), back]);
  for (let at = 0; at < 2; at += 1) server.hearsAnother();
  await taps("enter");
  same(each(server.log.slice(2)), ["a", "back"]);
  assert.equal(server.log[3].target, "3");
});

test("two entries in one go in at the place of either", async () => {
  for (const place of [1, 2]) {
    const both = entered("a", place);
    both.values.first = "1";
    const { server, taps } = await sits([both]);
    await taps("enter");
    same(each(server.log, "first"), [place === 2 ? "1" : null]);
  }
});

test("a table that is gone takes nothing: it is shown, kept as a file, and let go", async () => {
  for (const submissions of [[entered("a", 1), entered("b", 2)], []]) {
    const waits = [{ id: "w" }, { id: "x", game: "/t/b/g/" }];
    const { page, list, taps, names, files, ids, sheet } = await sits(submissions, {
      status: 404,
      waits
    });
    const all = [...each(submissions), "w"];
    same(list(), all);
    const lines = (await files[0].text()).split("\n").map((line) => line.split("\t").slice(1));
    same(lines.join(), all.map((id) => `The Game,${id}`).join());
    assert.equal(sheet.querySelector("[data-file]").href, "blob:");
    await taps("let-go");
    same([names(), ids(), each(page.queue.all, "game")], [[], [], ["/t/b/g/"]]);
    assert.ok(!sheet.open);
  }
});

test("a server that does not say what it knows is asked another time", async () => {
  for (const given of [{ status: 500 }, { headers: {} }, { status: 404, headers: {} }]) {
    const { asked, names, sheet, world, looked } = await sits([entered("a", 1)], given);
    same([asked.length, names(), world.errors], [1, ["entered era-0 a"], []]);
    assert.ok(!sheet.open && !looked());
  }
  const known = await sits([entered("a", 1)], { lost: [], era: "era-0" });
  same([known.names(), known.looked()], [["entered era-0 a"], false]);
});

test("of other games it is asked on a page without a board, one after the other, once", async () => {
  const session = { "later /t/c/g/": "1" },
    all = ["b", "c", "d"].map((id) => entered(id, 1, { game: `/t/${id}/g/` }));
  const { asked, open, sheet, world } = await sits(all, { html: BOARDLESS, session });
  same([asked, open()], [[["b"]], ["first", "there"]]);
  sheet.close();
  await world.run(1_000);
  same([asked, session["later /t/b/g/"]], [[["b"], ["d"]], "1"]);
  sheet.close();
  await world.run(1_000);
  same(asked.length, 2);
  const other = await sits(all);
  same(other.asked, []);
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
    const { world, server, browser, page, opens, adds, enters } = await seat({
      html: HTML + LEAVES,
      scripts: ["entry/entering.js", "offline/kept.js"],
      session
    });
    server.fate = () => "lost";
    adds("a");
    await enters("b", 1_000, { game: "/t/b/g/" });
    page.find(".leaves").requestSubmit();
    await world.run(1_000);
    assert.equal(page.queue.all.length, 2, "nothing is forgotten before there is an answer");
    browser.close(page);
    const { fetch } = browser;
    browser.fetch = (request) =>
      request.url === "/t/a/"
        ? world.later(10, () => request.done(answer({ status, headers })))
        : fetch(request);
    const next = opens({ at: "/" });
    next.connect("offline/lost.js");
    await world.run(1_000);
    same(each(next.queue.all), left);
  });
}
