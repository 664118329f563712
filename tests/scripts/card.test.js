// The pad of The Game: two digits at most, and only what is within its bounds is entered.
const { seat, same, Event, test } = require("./table.js");

const pad = (low, high) => `<dialog id="sheet"></dialog>
  <dialog id="pad" open><form class="entry pad" method="post">
    <input type="hidden" name="card" data-number data-low="${low}" data-high="${high}" disabled>
    <b data-digit></b><b data-digit></b><span data-wrong hidden></span>
    <button type="button" data-send hidden>Enter</button></form></dialog>`;

for (const [typed, entered, low = 2, high = 99] of [
  ["2", ["2"]],
  ["99", ["99"]],
  ["100", ["10"]],
  ["1", []],
  ["99", [], 0, 98]
]) {
  test(`on a pad from ${low} to ${high} ${typed} enters ${entered.join() || "nothing"}`, async () => {
    const { page } = await seat({ scripts: ["games/the_game/pad.js"], html: pad(low, high) });
    for (const key of [...typed, "Enter"])
      page.document.body.dispatchEvent(new Event("keydown", { key }));
    same(
      page.document.posted.map(({ elements }) => elements.card.value),
      entered
    );
    same(page.document.querySelector("[data-wrong]").hidden, entered.length > 0);
  });
}
