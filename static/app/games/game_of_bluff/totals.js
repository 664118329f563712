// The totals of Bluff beside those with the rounds that wait: they are plain sums. Whoever has no
// card in one of them keeps their total: the server asks about it.
import { asText, there } from "../../browser/there.js";

document.addEventListener("waiting", ({ detail: { waiting } }) => {
  /** @type {Record<string, number>} */
  const shown = {},
    board = there(document.getElementById("board")),
    closed = waiting
      .map(({ values }) => values)
      .filter(({ kind, change, before }) => kind === "round-scored" && !change && !before),
    number = Number(board.dataset.round?.split("-").pop()) + closed.length;
  board.querySelectorAll("[data-of-round]").forEach((place) => {
    place.textContent = there(place.dataset.ofRound).replace("#", asText(number));
  });
  board.querySelectorAll("[data-both]").forEach((sum) => {
    sum.textContent = there(sum.dataset.both);
  });
  board.querySelectorAll("[data-seat-of] :is(.sum, td) > b").forEach((sum) => {
    const seat = there(there(sum.closest("[data-seat-of]")).dataset.seatOf),
      without = sum.textContent;
    shown[seat] = Number(without);
    if (!closed.length || closed.some((round) => !round[`cards-${seat}`])) return;
    for (const { rik, [`cards-${seat}`]: card } of closed)
      if (rik !== seat || Number(card) !== Number(board.dataset.seats)) shown[seat] += Number(card);
    sum.dataset.both = without;
    sum.textContent = asText(shown[seat]);
    sum.prepend(
      Object.assign(document.createElement("i"), {
        className: "then",
        textContent: `${without} → `
      })
    );
  });
  // Who leads follows from the totals that are shown, after the first round.
  const least = Math.min(...Object.values(shown));
  board.querySelectorAll(".star").forEach((star) => {
    const row = there(star.closest("[data-seat-of]")),
      leads = number > 1 && shown[there(row.dataset.seatOf)] === least;
    star.hidden = !leads;
    row.classList.toggle("leads", leads);
  });
});
