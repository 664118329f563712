// @ts-nocheck
// Two more of its next cards on each pile: the style shows them where there is room. Which ones are
// out, and what a card carries, only the server knows.
export const connect = () => {
  const MORE = 2;
  /** @param {Document} page */
  const grow = (page) => {
    const board = page.querySelector("#board"),
      grows = board && !board.matches(".marked") && !board.querySelector("[href$='/aids']");
    for (const form of page.querySelectorAll("#board .chips:not(.grown)")) {
      const buttons = [...form.querySelectorAll(".chip:not(.back)")],
        [first, last] = [buttons[0], buttons.at(-1)],
        step = Math.sign(last?.value - first?.value);
      form.classList.toggle("grown", grows && Boolean(step)); // there are none behind the last card
      if (!form.matches(".grown")) continue;
      for (let by = MORE; by > 0; by -= 1) {
        const card = Number(last.value) + by * step;
        if (card < 2 || card > 99) continue;
        const button = last.cloneNode(true);
        button.classList.add("more");
        button.value = card;
        button.firstChild.data = card;
        last.after(button);
      }
    }
  };
  // A newer board has them before it is compared with what is there.
  document.addEventListener("board", ({ detail }) => grow(detail));
  document.addEventListener("htmx:afterSwap", () => grow(document));
  grow(document);
};
