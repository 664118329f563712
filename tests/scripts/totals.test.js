// The totals of Bluff with the rounds that wait on this phone, and who leads by them.
const { seat, same, each, test } = require("./table.js");

const board = (round, totals, leader) => `
  <div id="board" data-round="g-${round}" data-seats="3">${totals
    .map(
      (total, number) => `<fieldset data-seat-of="${number}">
        <span class="star"${number === leader ? "" : " hidden"}></span>
        <p class="sum"><b>${total}</b></p></fieldset>`
    )
    .join("")}</div>`;
const scored = (...cards) => {
  const said = cards.map((card, number) => [`cards-${number}`, String(card)]);
  return { values: { kind: "round-scored", ...Object.fromEntries(said) } };
};
const sits = async (...said) => {
  const scripts = ["queue/queue.js", "games/game_of_bluff/totals.js"],
    { page } = await seat({ scripts, html: board(...said) });
  const { all: find } = page;
  return {
    waits: (...waiting) => page.hears("waiting", { waiting }),
    totals: () => each(find(".sum b"), "textContent"),
    stars: () => find(".star").map(({ hidden }) => !hidden)
  };
};

test("who leads follows from the totals that are shown, and back", async () => {
  const { waits, totals, stars } = await sits(2, [1, 2, 3], 0);
  const { values } = scored(3, 2, 1); // of rounds that count already
  waits(
    scored(3, 1, 2),
    { values: { ...values, change: "1" } },
    { values: { ...values, before: "1" } }
  );
  same(totals(), ["1 → 4", "2 → 3", "3 → 5"]);
  same(stars(), [false, true, false]);
  waits();
  same(totals(), ["1", "2", "3"]);
  same(stars(), [true, false, false]);
  const first = await sits(1, [0, 0, 0]); // before which nobody leads, and then several
  first.waits();
  same(first.stars(), [false, false, false]);
  first.waits(scored(1, 2, 3), scored(2, 1, 3));
  same(first.stars(), [true, true, false]);
});
