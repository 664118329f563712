// The piles: what is entered on them, and their next cards where a card waits that goes on one.
import { there } from "../../browser/there.js";

/** @type {Record<string, string>} */
const SIGNS = { "up-1": "▲ A", "up-2": "▲ B", "down-1": "▼ C", "down-2": "▼ D" };

document.addEventListener("entry:says", ({ detail: { facts } }) => {
  const { pile, card } = facts;
  facts.pile = SIGNS[pile];
  facts.card = parseInt(card, 10);
});

/** @typedef {[value: string, html: string, now: string, lay: boolean]} Moved */
/** @type {Map<HTMLButtonElement, Moved>} */
const moved = new Map(); // the chips, as the server drew them and as they are now
const deck = () => JSON.parse(there(document.getElementById("board")).dataset.deck ?? "null");

// They go on from that card, by as much as it is further on.
/**
 * @param {HTMLElement} pile
 * @param {number} by
 */
const move = (pile, by) => {
  const tops = [...document.querySelectorAll("#board .face b")].map((top) => top.textContent);
  pile.querySelectorAll(".chips button").forEach((button) => {
    const { value, innerHTML, classList } = button,
      card = parseInt(button.value, 10) + by,
      known = deck()?.[card];
    button.value = known ? `${card} ${known}` : `${card}`;
    /** @type {Text} */ (button.firstChild).data = `${card}`;
    const lay = classList.contains("lies");
    classList.toggle("beyond", card < 2 || card > 99);
    classList.toggle("lies", tops.includes(String(card)));
    if (deck())
      button
        .querySelector("small")
        ?.replaceChildren(...button.querySelectorAll("small .tens"), known ? "" : "?");
    moved.set(button, [value, innerHTML, button.value, lay]);
  });
};
/**
 * @param {HTMLElement} top
 * @param {string} text
 */
const say = (top, text) => {
  top.textContent = text;
  top.classList.toggle("long", text.length > 2);
  top.classList.toggle("unknown", text === "?");
};
const clear = () => {
  moved.forEach(([value, html, now, lay], button) => {
    if (button.value === now) {
      [button.value, button.innerHTML] = [value, html];
      button.classList.toggle("lies", lay);
    }
    button.classList.remove("beyond");
  });
  moved.clear();
  document.querySelectorAll("#board .face [data-was]").forEach((top) => {
    there(top.parentElement).classList.remove("echo", "late");
    say(top, there(top.dataset.was));
    delete top.dataset.was;
  });
};

document.addEventListener("board", clear);

// A card stands on its pile at once; the chips go on from it where it waits for longer.
document.addEventListener("waiting", ({ detail: { waiting, pending } }) => {
  clear();
  document.querySelectorAll("#board .face[data-pile]").forEach((face) => {
    const last = pending.findLast(
      ({ values }) =>
        values.kind === "card-played" &&
        values.pile === face.dataset.pile &&
        !values.change &&
        !values.before
    );
    if (!last) return;
    const top = there(face.querySelector("b")),
      card = parseInt(last.values.card, 10);
    top.dataset.was = top.textContent;
    say(top, String(card));
    face.classList.add("echo");
    if (!waiting.includes(last)) return;
    face.classList.add("late");
    move(there(face.parentElement), card - Number(top.dataset.was));
  });
});
