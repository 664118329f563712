// The piles: what is entered on them, and their next cards where a card waits that goes on one.
(() => {
  document.addEventListener("entry:says", ({ detail: { facts } }) => {
    const { pile, card } = facts;
    facts.pile = `${pile?.startsWith("up") ? "▲" : "▼"} ${pile?.slice(-1)}`;
    facts.card = parseInt(card, 10);
  });

  const moved = new Map(); // the chips, as the server drew them
  const deck = () => JSON.parse(document.getElementById("board").dataset.deck ?? "null");

  // They go on from that card, by as much as it is further on.
  const move = (pile, by) =>
    pile.querySelectorAll(".chips button").forEach((button) => {
      moved.set(button, [button.value, button.innerHTML]);
      const card = parseInt(button.value, 10) + by,
        known = deck()?.[card];
      button.value = known ? `${card} ${known}` : card;
      button.firstChild.data = card;
      button.classList.toggle("beyond", card < 2 || card > 99);
      if (deck())
        button
          .querySelector("small")
          ?.replaceChildren(...button.querySelectorAll("small .tens"), known ? "" : "?");
    });
  document.addEventListener("waiting", ({ detail: waiting }) => {
    moved.forEach(([value, html], button) => {
      [button.value, button.innerHTML] = [value, html];
      button.classList.remove("beyond");
    });
    moved.clear();
    document.querySelectorAll("#board .face[data-pile]").forEach((face) => {
      const last = waiting.findLast(
        ({ values }) =>
          values.kind === "card-played" &&
          values.pile === face.dataset.pile &&
          !values.change &&
          !values.before
      );
      if (!last) return;
      const card = parseInt(last.values.card, 10);
      face.append(
        Object.assign(document.createElement("i"), { className: "then", textContent: `→ ${card}` })
      );
      move(face.parentElement, card - Number(face.querySelector("b").textContent));
    });
  });
})();
