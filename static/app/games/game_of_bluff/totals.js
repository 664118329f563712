// @ts-nocheck
// The totals of Bluff beside those with the rounds that wait: they are plain sums. Whoever has no
// card in one of them keeps their total: the server asks about it.
document.addEventListener("waiting", ({ detail: { waiting } }) => {
  const board = document.getElementById("board"),
    seats = Number(board.dataset.seats);
  const closed = waiting
    .map(({ values }) => values)
    .filter(({ kind, change, before }) => kind === "round-scored" && !change && !before);
  const number = Number(board.dataset.round?.split("-").pop()) + closed.length;
  board.querySelectorAll("[data-of-round]").forEach((place) => {
    place.textContent = place.dataset.ofRound.replace("#", number);
  });
  board.querySelectorAll("[data-both]").forEach((sum) => {
    sum.textContent = sum.dataset.both;
  });
  const seatOf = (part) => part.closest("[data-seat-of]").dataset.seatOf,
    shown = {};
  board.querySelectorAll("[data-seat-of] :is(.sum, td) > b").forEach((sum) => {
    const seat = seatOf(sum),
      without = sum.textContent,
      isKnown = closed.every((round) => round[`cards-${seat}`]);
    let total = Number(without);
    for (const { rik, [`cards-${seat}`]: card } of isKnown ? closed : [])
      if (rik !== seat || Number(card) !== seats) total += Number(card);
    shown[seat] = total;
    if (!isKnown || !closed.length) return;
    sum.dataset.both = without;
    sum.textContent = total;
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
    const leads = number > 1 && shown[seatOf(star)] === least;
    star.hidden = !leads;
    star.closest("[data-seat-of]").classList.toggle("leads", leads);
  });
});
