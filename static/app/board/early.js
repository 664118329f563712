// Nobody reads a new picture in less than 350 ms: a tap that soon was meant for the old one. If that
// says something else by now it is let go, else it goes in as made on the older picture. Who opened
// something since has looked at what is there.
import { there } from "../browser/there.js";
import { findBoard } from "./find.js";

/** @typedef {HTMLButtonElement | HTMLLabelElement} Spot */

const SPOT = "#main .entry :is(button, label)";
/** What was there before, and until when. */
let until = 0,
  seen = "";
/** @type {[box: DOMRect, says: string][]} */
let spots = [];

/** @param {Spot} spot */
const say = (spot) =>
  [
    ...there(spot.closest("form")).querySelectorAll("[type=hidden]:not([name=seen])"),
    spot.querySelector("input") ?? /** @type {HTMLButtonElement} */ (spot)
  ]
    .map(({ name, value }) => `${name}=${value}`)
    .join();
export const remember = () => {
  until = performance.now() + 350;
  seen = there(there(findBoard()).dataset.seen);
  spots = [.../** @type {NodeListOf<Spot>} */ (document.querySelectorAll(SPOT))].map((spot) => [
    spot.getBoundingClientRect(),
    say(spot)
  ]);
};

export const connect = () =>
  addEventListener(
    "click",
    (event) => {
      const { target, detail, clientX: x, clientY: y } = event;
      if (detail && target.closest?.("summary")) until = 0;
      if (!detail || performance.now() >= until) return;
      const spot = /** @type {Spot | null | undefined} */ (target.closest?.(SPOT));
      if (!spot) return;
      const was = spots.find(
        ([box]) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
      );
      if (was?.[1] !== say(spot)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (spot.matches("button")) there(there(spot.form).elements.seen).value = seen;
    },
    true
  );
