// What waits is seen on the board and on its sheet, and so is what was refused.
const { seat, same, each, draw, PAGE, assert, test } = require("./table.js");

const HTML = `${PAGE.replace(
  '<form class="entry" ',
  '<a class="hears"><small></small></a><p class="turn"></p><p class="owed"></p><form class="entry" '
)}${draw("_waits.html")}`;
const sits = async () => {
  const table = await seat({ html: HTML });
  table.page.connect("board/waiting.js");
  return table;
};
const words = (page, selector) => each(page.all(selector), "textContent");

test("what waits stands on the board in its order, and goes when it is in", async () => {
  const { server, heals, page, enters } = await sits();
  server.fate = () => "lost";
  await enters(["a", "b"], 2_000);
  same(words(page, ".waits .wait"), ["a", "b"]);
  same(words(page, ".hears small"), ["Offline: 2 waiting"]);
  same(words(page, ".less"), ["Not counted yet: 2"]);
  assert.equal(page.find(".owed").hidden, true);
  await heals(60_000);
  same(words(page, ".waits .wait"), []);
  assert.equal(page.find(".owed").hidden, false);
});

test("what is answered soon draws no word of the board anew", async () => {
  const { page, enters, ids } = await sits(),
    drawn = [];
  page.find(".hears small").replaceChildren = (word) => drawn.push(word);
  await enters("a", 2_000);
  same([ids(), drawn], [["a"], []]);
});

test("the sheet closes once all is sorted out and nothing waits", async () => {
  const { world, browser, server, heals, page, adds, enters } = await sits(),
    sheet = page.find("#waits");
  server.judge = () => "asked";
  server.fate = () => "lost";
  await enters("a", 12_000);
  await heals(60_000);
  sheet.showModal();
  browser.goes(false);
  server.judge = () => "recorded";
  adds("b");
  const leave = page.find("[data-asked] [data-leave-it]");
  await Promise.all([leave.onclick(), world.run(2_000)]);
  same([words(page, "[data-asked] [data-says]"), sheet.open], [[], true]);
  browser.goes(true);
  await world.run(60_000);
  assert.equal(sheet.open, false);
});

test("an Undo without the network waits on the board, and a chip that is tapped is removed", async () => {
  const { world, browser, page, enters } = await sits();
  page.find("#board").dataset.undo = "1";
  browser.goes(false);
  page.find(".undoes button").click();
  await enters("a", 2_000);
  same(words(page, ".waits .wait"), ["Undo", "a"]);
  page.find(".waits .wait").click();
  await world.run(100);
  same(words(page, ".waits .wait"), ["a"]);
});

for (const [verdict, hidden] of Object.entries({ asked: [false, true], refused: [true, false] })) {
  test(`what was ${verdict} stands on the sheet until somebody decides`, async () => {
    const { world, server, heals, page, enters, ids } = await sits();
    server.judge = () => verdict;
    server.fate = () => "lost";
    await enters("a", 12_000);
    await heals(60_000);
    same(words(page, ".hears small"), ["1 to sort out"]);
    same(words(page, "[data-asked] [data-says]"), ["a"]);
    same(words(page, "[data-asked] [data-why]"), [`${verdict} a`]);
    const ways = page.all("[data-asked] [data-enter-it]");
    same(each(ways, "hidden"), hidden);
    server.judge = () => "recorded";
    const sheet = page.find("#waits");
    sheet.showModal();
    await Promise.all([ways.find((way) => !way.hidden).onclick(), world.run(2_000)]);
    await world.run(2_000);
    assert.equal(ids().length, 1);
    assert.equal(server.log[0].confirmed, verdict === "asked" ? "1" : undefined);
    same([words(page, "[data-asked] [data-says]"), sheet.open], [[], false]);
  });
}

test("a game that takes nothing says why, and tries when it is told to", async () => {
  const { world, server, page, enters, ids } = await sits();
  server.fate = () => "held";
  await enters("a", 2_000);
  same(words(page, "[data-about]"), ["Closed."]);
  server.fate = () => "ok";
  const send = page.find("[data-send]");
  assert.equal(send.hidden, false);
  send.click();
  await world.run(2_000);
  same(ids(), ["a"]);
});

test("what this phone cannot save is said so, and nobody leaves its page unasked", async () => {
  const { server, heals, failing, page, enters } = await sits();
  server.fate = () => "lost";
  failing.add("quota");
  await enters("a", 2_000);
  same(words(page, ".hears small"), ["1 not saved"]);
  same(words(page, "[data-about]"), [
    "This phone cannot save your entries. Keep this page open until all of them are sent."
  ]);
  assert.ok(page.window.onbeforeunload());
  await heals(60_000);
  assert.equal(page.window.onbeforeunload(), null);
});
