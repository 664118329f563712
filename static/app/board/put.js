// How a newer picture of the board comes in the place of the one that is shown: what is the same
// stays as it is, also under a finger, and only what changed is laid out anew.
import { there } from "../browser/there.js";
import { findBoard } from "./find.js";
import { showStart } from "./start.js";

/** @typedef {import("./board.js").Own} Own */
/** @typedef {HTMLElement & { content?: DocumentFragment }} Part */

const CHOICES = "[type=radio], [type=checkbox]";
/** @param {HTMLInputElement} choice */
const nameOf = ({ form, name, value }) =>
  [form?.className, form?.querySelector("[data-keep]")?.dataset.keep, name, value].join();
/** @param {HTMLInputElement} choice */
const isChanged = ({ checked, defaultChecked }) => checked !== defaultChecked;

// What is half done goes over into the newer picture, as far as there is a place for it there.
/** @param {HTMLElement} main */
const carry = (main) => {
  const changed = [...main.querySelectorAll(CHOICES)].filter(isChanged),
    chosen = new Map(changed.map((each) => [nameOf(each), each.checked])),
    opened = [...main.querySelectorAll("details")].map((details) => details.open);
  for (const each of changed) each.checked = each.defaultChecked; // equal parts stay as they are
  return () => {
    for (const on of [false, true])
      for (const each of main.querySelectorAll(CHOICES))
        if (chosen.get(nameOf(each)) === on) each.checked = on;
    main.querySelectorAll("details").forEach((details, at) => {
      details.open = opened[at] ?? false;
    });
  };
};

// A question stays until it is answered, a notice until the next own entry; signs that were left
// stay left.
/**
 * @param {HTMLElement} main
 * @param {DocumentFragment} next
 */
const keep = (main, next) => {
  const question = main.querySelector("section.question"),
    notice = main.querySelector("#board > .notice"),
    place = next.querySelector(".piles, .play-area, .asking"),
    isSame = findBoard()?.dataset.seen === next.querySelector("#board")?.dataset.seen;
  if (question || (isSame && !main.querySelector(".signs"))) next.querySelector(".signs")?.remove();
  if (question && place) {
    place.classList.toggle("asking", place.matches(".piles"));
    place.append(question.cloneNode(true));
  }
  if (notice) next.querySelector(".owed, .result")?.after(notice.cloneNode(true));
};

// Its place in the log is written into each form first, or none would be the same.
/**
 * @param {HTMLElement} main
 * @param {string} [place]
 */
const writePlace = (main, place) => {
  const sheets = [...main.querySelectorAll("template")].map(({ content }) => content);
  for (const part of [main, ...sheets])
    for (const field of part.querySelectorAll("[name=seen]")) field.value = there(place);
};
/** @param {HTMLFormElement} form */
const isUsed = ({ elements }) =>
  [.../** @type {Iterable<HTMLInputElement>} */ (elements)].some(isChanged);

/**
 * After an own entry each of these forms that changed, or was begun, begins anew.
 * @param {HTMLElement} main
 * @param {DocumentFragment} content
 * @param {HTMLElement[]} forms
 */
const morph = (main, content, forms) => {
  writePlace(main, content.querySelector("#board")?.dataset.seen);
  /**
   * @param {Part} old
   * @param {Part} next
   */
  const beforeNodeMorphed = (old, next) => {
    if ((old.content ?? old).isEqualNode(next.content ?? next)) return false;
    if (forms.includes(old)) old.replaceChildren();
    return true;
  };
  Idiomorph.morph(main, content, { morphStyle: "innerHTML", callbacks: { beforeNodeMorphed } });
};

/**
 * `own` says which answer to an own entry the board is; else it was pushed. One that `carries` what
 * was begun since comes in the place of a board that the phone has drawn.
 * @param {string} html
 * @param {Own} [own]
 */
export const put = (html, own) => {
  const main = there(document.getElementById("main")),
    { content } = Object.assign(document.createElement("template"), { innerHTML: html }),
    title = content.querySelector("title"),
    shown = own ?? { target: main, xhr: { status: 0 } },
    isAnew = own && !own.carries;
  // What was tapped goes. Without the focus: to remove what has it would lay out the page.
  if (isAnew) main.querySelector(".echo:focus")?.blur();
  // What scripts have drawn on the old one goes; what they add is on the new one from the start.
  document.dispatchEvent(new CustomEvent("board", { detail: content }));
  if (title) document.title = title.textContent;
  title?.remove();
  if (!content.querySelector(".result") !== !main.querySelector(".result")) {
    htmx.swap(main, html, { swapStyle: "innerHTML" }, { eventInfo: shown });
    return showStart(); // an ending begins with what came of it
  }
  const forms = isAnew ? [...main.querySelectorAll("form")] : [],
    back = isAnew ? () => {} : carry(main);
  for (const form of forms) if (isUsed(form)) form.replaceChildren();
  if (own)
    content.querySelector(".fresh")?.classList.remove("fresh"); // it lies there already
  else keep(main, content);
  morph(main, content, forms);
  back();
  if (main.querySelector("[hx-get]")) htmx.process(main);
  htmx.trigger(main, "htmx:afterSwap", shown);
  if (!own) return;
  if (isAnew) main.querySelector("[autofocus]")?.focus();
  htmx.trigger(main, "htmx:afterSettle", shown);
};
