// Nobody reads a new picture in less than 350 ms: a tap that soon was meant for the old one. If that
// says something else there by now the tap is let go, and the bar says so; else it goes in as made on
// the older picture. Who opened something since has looked at what is there.
import { session } from "../browser/storage.js";
import { there } from "../browser/there.js";
import { findBoard } from "./find.js";

/** @typedef {HTMLButtonElement | HTMLLabelElement} Spot */
/** @typedef {{ until: number, isOwn: boolean, seen: string, spots: [DOMRect, string][] }} Past */

const SPOT = ".entry button, .entry label";
/** @type {Past[]} what was there before, the oldest first, and until when somebody may mean it */
let pasts = [];
/** When the finger came down that clicks next. */
let down = 0;

/** @param {Spot} spot */
const say = (spot) =>
  [
    ...there(spot.closest("form")).querySelectorAll("[type=hidden]:not([name=seen])"),
    spot.querySelector("input") ?? /** @type {HTMLButtonElement} */ (spot)
  ]
    .map(({ name, value }) => `${name}=${value}`)
    .join();
const remember = () => {
  const main = there(document.getElementById("main")),
    spots = [.../** @type {NodeListOf<Spot>} */ (main.querySelectorAll(SPOT))],
    until = performance.now() + 350,
    seen = findBoard()?.dataset.seen ?? "";
  pasts = pasts.filter((each) => each.until > performance.now());
  pasts.push({
    ...{ until, seen, isOwn: false },
    spots: spots.map((spot) => [spot.getBoundingClientRect(), say(spot)])
  });
};

// Who taps once more at the same place, or Undo, means what came of the own entry.
/**
 * @param {MouseEvent} event
 * @param {Spot} spot
 */
const isAfterOwn = ({ clientX, clientY }, spot) => {
  const [left, top] = JSON.parse(session.tap ?? "[-99, -99]");
  return Math.hypot(clientX - left, clientY - top) < 24 || !!spot.closest(".undoes");
};
/** @param {MouseEvent} event */
const judge = (event) => {
  const { target, detail, clientX: x, clientY: y } = event;
  if (detail && target.closest?.("summary")) pasts = [];
  const at = down || performance.now(),
    meant = pasts.filter(({ until }) => detail && until > at),
    spot = /** @type {Spot | null | undefined} */ (target.closest?.(`#main :is(${SPOT})`));
  down = 0;
  if (!spot || !meant[0] || (meant.every(({ isOwn }) => isOwn) && isAfterOwn(event, spot))) return;
  const [{ seen, spots }] = meant,
    was = spots.find(([box]) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  if (was?.[1] !== say(spot)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (spot.matches("button")) there(there(spot.form).elements.seen).value = seen;
};

/** @param {(name: string) => void} tell  says in the bar what this is called in the page */
export const connect = (tell) => {
  document.addEventListener("board", remember);
  document.addEventListener("htmx:afterSwap", ({ detail: { xhr } }) => {
    const last = pasts.at(-1);
    if (last && xhr?.status) last.isOwn = true;
  });
  addEventListener(
    "pointerdown",
    () => {
      down = performance.now();
    },
    true
  );
  addEventListener(
    "click",
    (event) => {
      judge(event);
      const isLate = event.defaultPrevented,
        isEntry = event.target.closest?.(`#main :is(${SPOT})`);
      setTimeout(() => {
        if (isEntry && event.defaultPrevented) tell(isLate ? "late" : "twice");
      });
    },
    true
  );
};
