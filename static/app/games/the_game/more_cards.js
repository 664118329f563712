// Two more of its next cards on each pile: the style shows them where there is room. What is covered,
// and what a card carries, only the server knows.

const MORE = 2;
/**
 * @param {HTMLButtonElement} last
 * @param {number} step
 * @param {number[]} tops
 */
const addBehind = (last, step, tops) => {
  for (let by = MORE; by > 0; by -= 1) {
    const card = Number(last.value) + by * step;
    if (card < 2 || card > 99) continue;
    const button = /** @type {HTMLButtonElement} */ (last.cloneNode(true));
    button.classList.add("more");
    button.value = `${card}`;
    button.classList.toggle("lies", tops.includes(card));
    /** @type {Text} */ (button.firstChild).data = `${card}`;
    last.after(button);
  }
};
/** @param {Document} page */
const grow = (page) => {
  const board = page.querySelector("#board"),
    tops = [...page.querySelectorAll("#board .face b")].map(({ textContent }) =>
      Number(textContent)
    ),
    grows = board && !board.matches(".marked") && !board.querySelector('[href$="/aids"]');
  for (const form of page.querySelectorAll("#board .chips:not(.grown)")) {
    const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (
        form.querySelectorAll(".chip:not(.back)")
      ),
      last = buttons[buttons.length - 1],
      step = Math.sign(Number(last?.value) - Number(buttons[0]?.value)),
      isGrown = Boolean(grows && step); // there are none behind the last card
    form.classList.toggle("grown", isGrown);
    if (isGrown) addBehind(last, step, tops);
  }
};
export const connect = () => {
  // A newer board has them before it is compared with what is there.
  document.addEventListener("board", ({ detail }) => grow(detail));
  document.addEventListener("htmx:afterSwap", () => grow(document));
  grow(document);
};
