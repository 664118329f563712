// Forms become submissions, and answers are shown.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { seat, same, each, GAME } = require("./table.js");

const button = (page, card) => page.document.querySelector(`[value="${card}"]`);
const touch = (element, x = 0) => element.click({ detail: 1, clientX: x, clientY: 0 });
const undo = (page) => page.document.querySelector(".undoes button");
// A newer picture comes in, as the stream brings it.
const shows = ({ document }, seen, lines) => {
  const { dataset } = document.getElementById("board");
  Object.assign(dataset, { seen, undo: lines });
  for (const field of document.querySelectorAll("[name=seen]")) field.value = seen;
};

test("a tap is a submission with what its form says, and no token", async () => {
  const { server, world, page } = await seat();
  touch(button(page, 4));
  await world.run(1_000);
  const [{ id, kind, card, seen, era, ...more }] = server.log;
  assert.match(id, /^[0-9a-f]{32}$/);
  same([kind, card, seen, era, more.url], ["card-played", "4", "0", "era-1", `${GAME}entries`]);
  assert.ok(!("csrf_token" in more || "page" in more));
  assert.equal(JSON.parse(Object.values(page.browser.kept.local)[0]).says, "4");
  assert.equal(page.document.posted.length, 0);
});

test("two taps on one spot are one, two on two spots are two", async () => {
  const { world, page, ids, server } = await seat();
  server.fate = () => "lost";
  touch(button(page, 4));
  await world.run(200);
  touch(button(page, 4));
  touch(button(page, 5), 100);
  await world.run(400);
  touch(button(page, 5), 100);
  await world.run(100);
  same(each(page.queue.all, "says"), ["4", "5", "5"]);
  server.fate = () => "ok";
  await world.run(60_000);
  assert.equal(new Set(ids()).size, 3);
});

test("the same tap on the same picture has the same id, also after a reload", async () => {
  const { world, browser, page, opens, ids, server } = await seat();
  server.fate = () => "unanswered";
  touch(button(page, 4));
  await world.run(60);
  const [{ id }] = page.queue.all;
  browser.disk.wipe();
  browser.close(page);
  const again = opens();
  await world.run(1_000);
  server.fate = () => "ok";
  touch(button(again, 4));
  await world.run(60_000);
  same(ids(), [id]);
});

test("an answer is shown where its tap was made, and soon", async () => {
  const { world, page, server, shown } = await seat();
  server.judge = () => "asked";
  touch(button(page, 4));
  await world.run(1_000);
  assert.equal(shown.length, 1);
  same(page.queue.all, []);
  server.fate = () => "lost";
  touch(button(page, 5), 100);
  await world.run(15_000);
  server.fate = () => "ok";
  await world.run(60_000);
  assert.equal(shown.length, 1);
  same(each(page.queue.asked(), "says"), ["5"]);
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
  touch(button(page, 4));
  shows(page, "2", "");
  await world.run(2_000);
  assert.equal(shown.length, 0);
  assert.ok(server.requests.length > 1);
  seen = 2;
  await world.run(2_000);
  assert.equal(shown.length, 1);
});

test("Undo means what waits, then what is not shown yet, then the lines of the board", async () => {
  const { world, page, server, ids } = await seat();
  shows(page, "2", "2 1");
  server.hearsAnother();
  server.hearsAnother();
  touch(button(page, 4));
  await world.run(1_000);
  assert.equal(server.log.length, 3);
  for (let times = 0; times < 4; times += 1) {
    touch(undo(page), 200);
    await world.run(1_000);
  }
  same(each(server.log.slice(3), "target"), ["3", "2", "1"]);
  assert.equal(new Set(ids()).size, 6);
});

test("Undo of what was never sent sends nothing", async () => {
  const { world, browser, page, server } = await seat();
  browser.goes(false);
  touch(button(page, 4));
  await world.run(1_000);
  touch(undo(page), 200);
  await world.run(100);
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
    const { world, server, page } = await seat({ scripts: ["queue.js", "entry.js", script], html });
    server.fate = () => "lost";
    touch(page.document.querySelector("button"));
    await world.run(60);
    return page.queue.all[0].says;
  };
  const pile = `<input type="hidden" name="pile" value="down-2">`;
  assert.equal(await says("piles.js", pile, `data-says="{card} {pile}"`), "4 ▼ 2");
  const cards = [3, 1].map((card, seat) => `<input name="cards-${seat}" value="${card}">`).join("");
  assert.equal(
    await says("closing.js", cards, `data-says="Round {round}: {cards}"`),
    "Round 3: 3 1"
  );
  const action = `<input type="radio" name="action" value="a" checked><span>Cover</span>`;
  assert.equal(await says("brain.js", action, ""), "Cover");
  assert.equal(await says("brain.js", "", "", "Draw"), "Draw");
});
