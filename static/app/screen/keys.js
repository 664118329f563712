// A board by its keys: letters and digits choose, arrows go to what is beside, and nothing is
// entered but by Enter. The script of a game says what digits mean on its board (`keys.digit`).
import { findBoard } from "../board/find.js";
import { there } from "../browser/there.js";
import { bringHelp, openHelp, placeHelp } from "./help.js";
import { isOn, offer } from "./letters.js";
import { ARROWS, nearest } from "./nearest.js";
import { dialog, find, focus, press } from "./shown.js";

/** @typedef {import("../types.js").Keys} Keys */

const READ = 350; // ms, as long as a tap counts for the board before
const FOCUSABLE = ":is(a[href], button, input, summary, select):not([type=hidden], [tabindex])",
  TEXT = "input:not([type=radio], [type=checkbox]), select, textarea";
/** @type {Keys} */
const keys = { find, focus, press, dialog };
let until = 0; // somebody reads a board that was pushed

/** @param {HTMLElement} element */
const labelOf = (element) => element.closest("label") ?? element;
/**
 * @param {HTMLElement} element
 * @returns {import("./nearest.js").Box}
 */
const box = (element) => {
  const { left, top, right, bottom } = labelOf(element).getBoundingClientRect();
  return [left, top, right, bottom];
};
// Nobody means what lies under something else.
/** @param {HTMLElement} element */
const isCovered = (element) => {
  const [left, top, right, bottom] = box(element),
    hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return Boolean(hit) && !labelOf(element).contains(hit);
};
/** @param {string} arrow */
const move = (arrow) => {
  const side = document.getElementById("side"),
    now = /** @type {HTMLElement} */ (document.activeElement),
    all = [...find(FOCUSABLE), ...(dialog() || !side ? [] : find(FOCUSABLE, side))].filter(
      (each) => each === now || !isCovered(each)
    );
  if (!all.includes(now)) return focus(keys.first?.() ?? all[0]);
  return focus(all[nearest(box(now), all.map(box), arrow)]);
};

// What the last button of the dock does: end the turn, close the round, play again.
/** @param {number} nth */
const findLast = (nth) =>
  find(".dock > :is(a, button), .dock > form:not(.undoes) > button").at(nth);
/** @param {boolean} again */
const focusBack = (again) => {
  const all = find(".dock form.entry").filter((form) =>
      form.querySelector('[name="kind"][value="taken-back"]')
    ),
    isOver = there(findBoard()).querySelector(".result"),
    form = all.find((each) => (isOver ? !again : each.matches(".undoes") !== again));
  return focus(form?.querySelector("button"));
};
const openLog = () => {
  const tab = find('#side .tab[data-way="/log/"]', document.body)[0];
  return press(tab ?? find('.dock ~ nav a[href*="/log/"]')[0]) && (tab ? focus(tab) : true);
};

/** @type {NonNullable<Keys["letters"]>} */
const LETTERS = {
  c: () => focus(find(".dock ~ nav > a, .dock ~ nav > form > button")[0]),
  d: () => focus(findLast(-2)),
  e: () => focus(find("form .sending .main")[0] ?? findLast(-1)),
  l: openLog,
  r: () => focusBack(true),
  u: focusBack,
  "?": openHelp,
  Escape: () => !dialog() && press(find(".question .main, .leave, .signs [data-leave]")[0])
};
const IN_SHEETS = "ek"; // which of them are for what stands over the board, too

/**
 * Whether the key did something here, so that the browser does nothing more.
 * @param {KeyboardEvent} event
 */
const does = ({ key, shiftKey, repeat, target }) => {
  if (ARROWS[key]) return !target.matches("dialog [type=radio]") && move(key);
  if (key === "Enter" || key === " ") {
    if (until > performance.now() && target.closest("#board")) return true;
    // Enter on a choice would send its form.
    return key === "Enter" && target.matches("[type=radio], [type=checkbox]") && press(target);
  }
  if (repeat || (key.length === 1 && !isOn())) return false;
  if (/^\d$/.test(key)) return keys.digit?.(Number(key));
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (dialog() && !IN_SHEETS.includes(letter)) return false;
  return (keys.letters?.[letter] ?? LETTERS[letter])?.(shiftKey);
};

export const connect = () => {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !findBoard())
      return;
    if (target.matches?.(TEXT) || key === "Shift") return;
    document.documentElement.classList.add("by-keys");
    if (does(event)) event.preventDefault();
  });
  // After an answer the focus is where play goes on: on a question, else where it was.
  document.addEventListener("htmx:afterSwap", ({ detail: { target, xhr } }) => {
    if (target.id !== "main" && target.id !== "side") return;
    placeHelp();
    if (target.id === "side") return;
    if (xhr?.status === 0) until = performance.now() + READ;
    if (dialog() || !document.documentElement.matches(".by-keys")) return;
    const question = find(".question .main")[0];
    if (question) focus(question);
    else if (document.activeElement === document.body) focus(keys.first?.());
  });
  addEventListener("resize", placeHelp);
  offer();
  if (findBoard()) bringHelp();
  return keys;
};
