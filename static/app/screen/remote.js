// The arrows of a remote lead from the first page to a table, on a large screen.
import { ARROWS } from "./nearest.js";
import { isVisible } from "./visible.js";

const FIRST = ["input.code", ".dock .main", ".names-of button", ".continue", ".join-table"];
const ALL = "a[href], button, input:not([type=hidden]), select, summary";

/** @param {HTMLElement | null | undefined} thing */
const focus = (thing) => {
  document.documentElement.style.setProperty("--ring", "6px");
  thing?.focus({ focusVisible: true });
};
const findFirst = () => FIRST.map((each) => document.querySelector(each)).find(Boolean);

/** @param {Element} thing */
const middle = (thing) => {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};
/**
 * The nearest that way; what lies aside is further than it looks.
 * @param {Element} from
 * @param {[right: number, down: number]} step
 */
const findNext = (from, [right, down]) => {
  const [x, y] = middle(from);
  /** @type {HTMLElement | undefined} */
  let nearest,
    least = Infinity;
  for (const thing of document.querySelectorAll(ALL)) {
    const [at, under] = middle(thing),
      ahead = (at - x) * right + (under - y) * down,
      far = ahead + 2 * (Math.abs((at - x) * down) + Math.abs((under - y) * right));
    if (ahead <= 1 || far >= least || thing === from || !isVisible(thing)) continue;
    nearest = thing;
    least = far;
  }
  return nearest;
};

/** @param {KeyboardEvent} event */
const step = (event) => {
  const way = ARROWS[event.key],
    from = document.activeElement;
  if (!from || !way || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (from.matches("[type=radio], select") || (way[0] && from.matches("input"))) return;
  const to = from === document.body ? findFirst() : findNext(from, way);
  if (!to) return;
  event.preventDefault();
  focus(to);
};

export const connect = () => {
  if (!matchMedia("(min-width: 75em) and (min-height: 37.5em)").matches) return;
  const joins = document.querySelector(".page.joining");
  if (!joins && !document.querySelector(".page.shelf")) return;
  addEventListener("keydown", step);
  if (joins && document.activeElement === document.body) focus(findFirst());
};
