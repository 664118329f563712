// How a card is said: by two digits on the pad of The Game, by its name on the grid of One Brain.
const { seat, same, each, Event, test } = require("./table.js");

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

test("a card is named by one tap, with what it is known to do, and unnamed by the next", async () => {
  const { page } = await seat({
    scripts: ["games/one_brain/card.js"],
    html: `<div id="board" data-deck="{&quot;red zombie&quot;:&quot;cover&quot;}"></div>
      <form class="entry play"><div class="actions" data-hand="2" data-domain="0"></div>
      <input type="radio" name="from" value="hand" checked><input type="radio" name="action" value="cover">
      <details class="naming"><b data-named-card="Which card?"></b><label class="cell">
        <input type="radio" name="card" data-card="red zombie" aria-label="red zombie, Cover"></label>
      </details><small data-card-here></small></form>`
  });
  const find = (selector) => page.document.querySelector(selector),
    card = find("[name=card]");
  const taps = () => {
    card.checked = true;
    card.click();
    if (card.checked) card.dispatchEvent(new Event("change"));
    const says = [find("[data-named-card]"), find("[data-card-here]")];
    return [...each(says, "textContent"), card.checked, find("[name=action]").checked];
  };
  same(taps(), ["red zombie", "red zombie", true, true]);
  same(taps(), ["Which card?", "", false, true]);
  same(taps(), ["red zombie", "red zombie", true, true]);
});
