// The totals of Bluff beside those with the rounds that wait: they are plain sums. Whoever has no
// card in one of them keeps their total: the server asks about it.
import { there } from "../../browser/there.js";

/** @typedef {Record<string, any>[]} Rounds  the fields of those that wait */

/** @param {HTMLElement} part */
const seatOf = (part) => there(part.closest("[data-seat-of]")).dataset.seatOf ?? "";
/**
 * @param {HTMLElement} sum
 * @param {Rounds} closed
 * @param {number} seats
 */
const drawSum = (sum, closed, seats) => {
  const seat = seatOf(sum),
    without = sum.textContent,
    isKnown = closed.every((round) => round[`cards-${seat}`]);
  let total = Number(without);
  for (const { rik, [`cards-${seat}`]: card } of isKnown ? closed : [])
    if (rik !== seat || Number(card) !== seats) total += Number(card);
  if (isKnown && closed.length) {
    sum.dataset.both = without;
    sum.textContent = `${total}`;
    sum.prepend(
      Object.assign(document.createElement("i"), {
        className: "then",
        textContent: `${without} → `
      })
    );
  }
  return total;
};
// Who leads follows from the totals that are shown, after the first round.
/**
 * @param {HTMLElement} board
 * @param {Record<string, number>} shown
 * @param {boolean} isLater
 */
const drawStars = (board, shown, isLater) => {
  const least = Math.min(...Object.values(shown));
  board.querySelectorAll(".star").forEach((star) => {
    const leads = isLater && shown[seatOf(star)] === least;
    star.hidden = !leads;
    there(star.closest("[data-seat-of]")).classList.toggle("leads", leads);
  });
};
document.addEventListener("waiting", ({ detail: { waiting } }) => {
  const board = there(document.getElementById("board"));
  const closed = waiting
    .map(({ values }) => values)
    .filter(({ kind, change, before }) => kind === "round-scored" && !change && !before);
  const number = Number(board.dataset.round?.split("-").pop()) + closed.length;
  board.querySelectorAll("[data-of-round]").forEach((place) => {
    place.textContent = there(place.dataset.ofRound).replace("#", `${number}`);
  });
  board.querySelectorAll("[data-both]").forEach((sum) => {
    sum.textContent = there(sum.dataset.both);
  });
  /** @type {Record<string, number>} */
  const shown = {};
  board.querySelectorAll("[data-seat-of] :is(.sum, td) > b").forEach((sum) => {
    shown[seatOf(sum)] = drawSum(sum, closed, Number(board.dataset.seats));
  });
  drawStars(board, shown, number > 1);
});
