// On the shelf, the games that something entered here still waits for.
const { seat, same, each, draw, assert, test } = require("./table.js");

const SHELF = { scripts: ["offline/left.js"], html: draw("shelf.html"), at: "/" };

const says = (page) => each(page.all("#left li span"), "textContent");

test("a row stays what it is until it says something else", async () => {
  const { world, server, page, adds } = await seat(SHELF);
  const rows = () => page.all("#left li");
  server.fate = () => "held";
  adds("a");
  await world.run(2_000);
  const [before] = rows();
  assert.equal(before.querySelector("button").hidden, false);
  page.hears("queue");
  assert.ok(rows()[0] === before);
  adds("b");
  await world.run(2_000);
  same(says(page), ["2 waiting, Closed."]);
});

test("it says how many wait and how many are to be sorted out, where there are any", async () => {
  const { world, server, page, adds } = await seat(SHELF);
  server.judge = () => "refused";
  adds("a");
  await world.run(60_000);
  same(says(page), ["1 to sort out"]);
  server.fate = () => "lost";
  adds("b");
  await world.run(60_000);
  same(says(page), ["1 waiting, 1 to sort out"]);
});
