// Pictures of the board as they come. One waits while a finger is on the glass, and a moment for the
// answer to an own entry; whatever is not newer than what is shown is dropped.
import { findBoard } from "./find.js";

/** @import { Parts } from "../types.js" */
/** @typedef {{ place: number, moment: number }} Age */
/** @typedef {Age & { board: string }} Picture */

/** @type {Picture | null} */
let held = null;
let isTouched = false,
  until = 0;
/** @type {Parts} */
let parts;

/** @returns {Age} */
export const readAge = () => {
  const { seen = -1, moment = -1 } = findBoard()?.dataset ?? {};
  return { place: Number(seen), moment: Number(moment) };
};
/**
 * @param {Age} told
 * @param {Age} than
 */
const isNewer = (told, than = readAge()) =>
  told.place > than.place || (told.place === than.place && told.moment > than.moment);
/**
 * Whether nothing that is here is as new.
 * @param {Age} told
 */
export const isAhead = (told) => isNewer(told) && !held;

const show = () => {
  if (!held || isTouched || until > performance.now() || !findBoard()) return;
  const told = held;
  held = null;
  if (!isNewer(told)) return;
  parts.kept.picture(told.board);
  parts.board.put?.(told.board);
};
/** @param {Picture} told */
export const take = (told) => {
  if (!held || isNewer(told, held)) held = told;
  show();
};
/** @param {number} ms */
const rest = (ms) => {
  until = performance.now() + ms;
  setTimeout(show, ms);
};

/** @param {Parts} given */
export const connect = (given) => {
  parts = given;
  for (const name of ["pointerdown", "pointerup", "pointercancel"])
    addEventListener(
      name,
      () => {
        isTouched = name === "pointerdown";
        setTimeout(show, 30); // after the click
      },
      true
    );
  document.addEventListener("queue:sends", ({ detail }) => {
    if (detail === location.pathname) rest(1000);
  });
  // What is around the tables of this phone has a newer one than that which stood at first.
  document.addEventListener("picture", ({ detail }) => take(detail));
  document.addEventListener("queue:answer", ({ detail: { submission, said, status, html } }) => {
    if (submission.game !== location.pathname) return;
    rest(0);
    if (said === "recorded" && html && status < 500) parts.kept.picture(html);
  });
};
