// On the shelf, the games that something entered here still waits for.
const { seat, same, each, draw, assert, test } = require("./table.js");

const SHELF = { scripts: ["offline/left.js"], html: draw("shelf.html"), at: "/" };

test("a row says how many wait or are to be sorted out, and stays until then", async () => {
  const { world, server, page, enters } = await seat(SHELF);
  const says = () => each(page.all("#left li span"), "textContent");
  const rows = () => page.all("#left li");
  server.fate = () => "held";
  await enters("a", 2_000);
  const [before] = rows();
  assert.equal(before.querySelector("button").hidden, false);
  page.hears("queue");
  assert.ok(rows()[0] === before);
  await enters("b", 2_000);
  same(says(), ["2 waiting, Closed."]);
  Object.assign(server, { judge: () => "refused", fate: () => "ok" });
  page.queue.wake();
  await world.run(60_000);
  same(says(), ["2 to sort out"]);
  server.fate = () => "lost";
  await enters("c", 60_000);
  same(says(), ["1 waiting, 2 to sort out"]);
});
