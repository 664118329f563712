// Forms become submissions, and answers are shown.
const { seat, same, each, GAME, PAGE, assert, test } = require("./table.js");

const [FOUR, FIVE, UNDO] = ['[value="4"]', '[value="5"]', ".undoes button"];
const touch = (page, what, x = 0) => page.find(what).click({ detail: 1, clientX: x, clientY: 0 });
const taps = async (page, what, ms, x) => {
  touch(page, what, x);
  await page.world.run(ms);
};
// A newer picture comes in, as the stream brings it.
const shows = ({ document }, seen, lines) => {
  const { dataset } = document.getElementById("board");
  Object.assign(dataset, { seen, undo: lines });
  for (const field of document.querySelectorAll("[name=seen]")) field.value = seen;
};

test("a tap is a submission with what its form says, and no token", async () => {
  const { server, page } = await seat();
  await taps(page, FOUR, 1_000);
  const [{ id, kind, card, seen, era, ...more }] = server.log;
  assert.match(id, /^[0-9a-f]{32}$/);
  same([kind, card, seen, era, more.url], ["card-played", "4", "0", "era-1", `${GAME}entries`]);
  assert.ok(!("csrf_token" in more || "page" in more));
  assert.equal(JSON.parse(Object.values(page.browser.kept.local)[0]).says, "4");
  assert.equal(page.document.posted.length, 0);
});

// After a tap at (50, 50): what is tapped then, how far away, how soon, and whether that is let go.
const THINGS = `<a href="/x">a</a><p>text</p><details><summary>More</summary></details>
  <input type="radio"><input type="checkbox"><div class="keys"><button type="button">1</button></div>`;
for (const [what, [x, y], ms, isLetGo, detail = 1] of [
  ["a", [0, 0], 340, true],
  ["a", [0, 0], 360, false],
  ["a", [23, 0], 340, true],
  ["a", [0, 23], 340, true],
  ["a", [20, 20], 340, false],
  ["a", [0, 25], 340, false],
  ["a", [0, 0], 340, false, 0],
  ["summary", [0, 0], 340, true],
  ["details", [0, 0], 340, true],
  ["[type=radio]", [0, 0], 340, true],
  ["[type=checkbox]", [0, 0], 340, true],
  ["p", [0, 0], 340, false],
  [".keys button", [0, 0], 340, false]
])
  test(`a tap on ${what} ${x}, ${y} px and ${ms} ms later is ${isLetGo ? "let go" : "one"}`, async () => {
    const session = {},
      { world, page, opens } = await seat({ html: PAGE + THINGS, session });
    const at = ({ window }) => world.wall + world.time - window.performance.timeOrigin;
    const touches = (on, where, left, top, more) =>
      on.document.querySelector(where).click({
        ...{ detail: 1, clientX: left, clientY: top, timeStamp: at(on), ...more }
      });
    assert.ok(touches(page, "a", 50, 50));
    const next = opens(); // another page, where that led to
    await world.run(ms);
    const heard = [];
    next.document.addEventListener("click", ({ target }) => heard.push(target));
    const goes = touches(next, what, 50 + x, 50 + y, { detail });
    same([goes, heard.length], [!isLetGo, isLetGo ? 0 : 1]);
    const isNoted = detail && what !== "p";
    same(JSON.parse(session.tap).slice(0, 2), isNoted ? [50 + x, 50 + y] : [50, 50]);
  });

test("each tap is an entry of its own once the one before is sent", async () => {
  const { world, page, ids, server, heals } = await seat();
  server.fate = () => "lost";
  for (const [card, ms] of [
    [4, 200],
    [4, 0],
    [5, 400],
    [5, 100]
  ]) {
    await taps(page, `[value="${card}"]`, ms, card * 50);
  }
  world.wall -= 3_600_000; // and a clock that is set back takes none away
  await taps(page, FIVE, 100, 250);
  same(each(page.queue.all, "says"), ["4", "5", "5", "5"]);
  await heals(60_000);
  assert.equal(new Set(ids()).size, 4);
});

test("an entry was seen where its form stands, and a dialog of a game where its board is", async () => {
  const form = PAGE.match(/<form class="entry" [\s\S]*?<\/form>/)[0].replace(
    ">4<",
    ' aria-label="four"><'
  );
  for (const [around, seen] of Object.entries({ sheet: "0", own: "7" })) {
    const html = `${PAGE}<dialog id="${around}" open>${form.replace(' data-says="{card}"', "")}</dialog>`,
      { page, server } = await seat({ html });
    page.find("#board").dataset.seen = "7";
    const says = [];
    page.document.addEventListener("echo", ({ detail }) => says.push(detail.submission.says));
    touch(page, "dialog button");
    await taps(page, FIVE, 2_000, 100);
    same([each(server.log, "seen")[0], server.log[1].card], [seen, "5"]);
    same([page.find("dialog").open, says], [false, ["four", "5"]]);
  }
});

const GETS = '<form id="gets" method="get"></form>';
test("a form that is no entry has one token, its own or that of the page", async () => {
  const form = (id, more) => `<form id="${id}" method="post" action="/a">${more}</form>`,
    own = '<input type="hidden" name="csrf_token" value="own">',
    { page } = await seat({ html: PAGE + form("one", "") + form("other", own) + GETS });
  for (const [id, token] of [["one", "token-0"], ["other", "own"], ["gets"]]) {
    page.find(`#${id}`).requestSubmit();
    same(each(page.all(`#${id} input`), "value"), token ? [token] : []);
  }
});

// What an answer says, beside that its tap was made here and is refused, and what is done with it.
const board = (seen, moment) =>
  `<div id="board" data-seen="${seen}" data-moment="${moment}"></div>`;
for (const [what, detail, meant, page = {}] of [
  ["a refusal", {}, "shown"],
  ["an entry", { taken: true }, "shown"],
  ["another tab", { tab: "x" }, ""],
  ["another tab, at a table of this phone", { tab: "x" }, "shown", { here: "" }],
  ["another table of this phone", { tab: "x", game: "/t/b/g/" }, "", { here: "" }],
  ["a tap that was removed", { withdrawn: true }, ""],
  ["an entry that leads on", { goes: "/next", taken: true }, "goes"],
  ["a refusal that leads on", { goes: "/next" }, ""],
  ["a page that could not be made", { status: 500 }, ""],
  ["half an answer", { html: "" }, ""],
  ["a tap of long ago", { at: -10_100 }, ""],
  ["a tap of a while ago", { at: -9_900 }, "shown"],
  ["an entry of long ago", { at: -10_100, taken: true }, "shown"],
  ["a board of before", { html: board(1, 9) }, "again"],
  ["a board of the moment before", { html: board(2, 4) }, "again"],
  ["an entry with a board of before", { html: board(1, 9), taken: true }, ""],
  ["a board as it is", { html: board(2, 5) }, "shown"],
  ["a board from later on", { html: board(3, 6) }, "shown"]
])
  test(`of ${what} an answer is ${meant || "not shown"}`, async () => {
    const table = await seat(page),
      { tab = table.page.queue.tab, game = GAME, at = 0, withdrawn, ...more } = detail,
      { dataset } = table.page.find("#board");
    Object.assign(dataset, { seen: "2", moment: "5" });
    const submission = { tab, game, withdrawn, at: table.world.wall + table.world.time + at },
      told = { submission, html: "<p>", status: 422, goes: null, taken: false, ...more };
    table.page.hears("queue:answer", told);
    await table.world.run(100);
    const { shown, again } = told;
    same([shown ?? false, again ?? false], [meant === "shown", meant === "again"]);
    same([table.shown.length, table.page.went.length], [+(meant === "shown"), +(meant === "goes")]);
  });

test("a board that was asked for is shown unless it is older, or could not be made", async () => {
  const { page } = await seat();
  Object.assign(page.find("#board").dataset, { seen: "2", moment: "5" });
  for (const [id, status, serverResponse, isShown] of [
    ["main", 200, board(2, 5), true],
    ["main", 200, board(1, 9), false],
    ["main", 500, board(2, 5), false],
    ["sheet", 500, board(1, 1), true]
  ]) {
    const detail = { target: { id }, xhr: { status }, serverResponse, shouldSwap: true };
    page.hears("htmx:beforeSwap", detail);
    same(detail.shouldSwap, isShown);
  }
});

test("the same tap on the same picture has the same id, also after a reload", async () => {
  const { world, browser, page, opens, ids, server } = await seat();
  server.fate = () => "unanswered";
  await taps(page, FOUR, 60);
  const [{ id }] = page.queue.all;
  browser.disk.wipe();
  browser.close(page);
  const again = opens();
  await world.run(1_000);
  server.fate = () => "ok";
  await taps(again, FOUR, 60_000);
  same(ids(), [id]);
});

test("the same tap in another game is another one, whatever became of the first", async () => {
  const { world, server, page, opens } = await seat();
  server.judge = () => "refused";
  await taps(page, FOUR, 60_000);
  server.judge = () => "recorded";
  const next = opens({ html: PAGE.replaceAll(GAME, "/t/a/h/") });
  await world.run(50);
  await taps(next, FOUR, 1_000);
  same(each(server.log, "kind"), ["card-played"]);
});

test("a tap that was removed is another one when it is made again", async () => {
  const { world, page, server, heals, ids } = await seat();
  server.fate = () => "lost";
  await taps(page, FOUR, 60);
  const [first] = page.queue.all;
  page.queue.remove(first);
  await world.run(400);
  await taps(page, FOUR, 60);
  await heals(60_000);
  same([ids().length, ids().includes(first.id)], [1, false]);
});

test("an answer older than the picture is not shown, and is asked for again", async () => {
  const { world, page, server, shown } = await seat();
  const enters = server.enter.bind(server);
  let seen = 1;
  server.enter = (url, form) => ({
    ...enters(url, form),
    text: `<div id="board" data-seen="${seen}" data-moment="1"></div>`
  });
  server.judge = () => "refused";
  touch(page, FOUR);
  shows(page, "2", "");
  await world.run(2_000);
  assert.equal(shown.length, 0);
  assert.ok(server.requests.length > 1);
  seen = 2;
  await world.run(2_000);
  assert.equal(shown.length, 1);
  same(page.queue.all, []);
});

test("Undo means what waits, then what is not shown yet, then the lines of the board", async () => {
  const { page, server, ids } = await seat();
  shows(page, "2", "2 1");
  server.hearsAnother();
  server.hearsAnother();
  await taps(page, FOUR, 1_000);
  assert.equal(server.log.length, 3);
  for (let times = 0; times < 4; times += 1) {
    await taps(page, UNDO, 1_000, 200);
  }
  same(each(server.log.slice(3), "target"), ["3", "2", "1"]);
  assert.equal(new Set(ids()).size, 6);
});

test("Undo of what was never sent sends nothing", async () => {
  const { world, browser, page, server } = await seat();
  browser.goes(false);
  await taps(page, FOUR, 1_000);
  await taps(page, UNDO, 100, 200);
  same(page.queue.all, []);
  browser.goes(true);
  await world.run(60_000);
  assert.equal(server.requests.length, 0);
});

test("the script of a game knows more of what its forms say", async () => {
  const says = async (script, fields, form, text = "4") => {
    const html = `<main id="main"><div id="board" data-seen="0" data-moment="1" data-undo="">
      <b data-of-round="Close round #">Close round 3</b><form class="entry" method="post"
        action="${GAME}entries" ${form}>${fields}<button name="card" value="4 none">${text}</button>
      </form></div></main><p id="status"></p><p id="unsent" data-waits="Waiting" hidden></p>`;
    const { server, page } = await seat({
      scripts: ["entry/entering.js", `games/${script}`],
      html
    });
    server.fate = () => "lost";
    await taps(page, "button", 60);
    return page.queue.all[0].says;
  };
  const pile = `<input type="hidden" name="pile" value="down-2">`;
  assert.equal(await says("the_game/piles.js", pile, `data-says="{card} {pile}"`), "4 ▼ D");
  const cards = [3, 1].map((card, seat) => `<input name="cards-${seat}" value="${card}">`).join("");
  const round = `data-says="Round {round}: {cards}"`;
  assert.equal(await says("game_of_bluff/closing.js", cards, round), "Round 3: 3 1");
  const action = `<input type="radio" name="action" value="a" checked><span>Cover</span>`;
  assert.equal(await says("one_brain/card.js", action, ""), "Cover");
  assert.equal(await says("one_brain/card.js", "", "", "Draw"), "Draw");
});

test("Undo leaves what is asked on the board, and enters nothing where there is no line", async () => {
  for (const asks of [true, false]) {
    const { page, server } = await seat(),
      question = '<section class="question"><a hx-get="/leave">Leave</a></section>';
    page.find("#board").append(page.document.createElement("p"));
    if (asks) page.find("#board p").innerHTML = question;
    shows(page, "1", asks ? "1" : "");
    let left = 0;
    page.find(".question a")?.addEventListener("click", () => {
      left += 1;
    });
    await taps(page, UNDO, 1_000);
    same([left, server.requests.length], [Number(asks), 0]);
  }
});
