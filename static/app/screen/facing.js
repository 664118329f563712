// On a tablet each seat has a direction of its own, and the board faces whoever acts.
import { findBoard } from "../board/find.js";
import { showStart } from "../board/start.js";
import { local } from "../browser/storage.js";
import { there } from "../browser/there.js";
import * as styles from "./styles.js";

const { dataset, classList } = document.documentElement;
const isTablet = matchMedia("(min-width: 37.5em) and (min-height: 37.5em)"),
  key = `facing ${location.pathname.replace(/[^/]+\/$/, "")}`;

// By seat, in degrees. Where the screen was turned before, that is how the others have it.
/** @returns {Record<string, number>} */
const readChosen = () => {
  try {
    return JSON.parse(local[key] ?? "{}");
  } catch {
    return {};
  }
};
const usual = local.turned === "1" ? 180 : 0;
let now = usual; // at the end of a game it stays as it was
const findSeat = () => findBoard()?.querySelector(".turn")?.dataset.seatOf;

// On its side a screen is as wide as it is high, for all conditions of the style too.
/** @type {Record<string, string>} */
const OTHER = { width: "height", height: "width", portrait: "landscape", landscape: "portrait" };
const swapped = new Set(); // it holds them: a rule is another object once it was let go
/**
 * @param {CSSStyleSheet | CSSMediaRule} within
 * @param {boolean} isOnSide
 */
const swap = ({ cssRules }, isOnSide) => {
  for (const rule of /** @type {Iterable<CSSMediaRule>} */ (cssRules ?? [])) {
    if (rule.media && swapped.has(rule) !== isOnSide) {
      const { mediaText } = rule.media;
      rule.media.mediaText = mediaText.replace(
        /width|height|portrait|landscape/g,
        (at) => OTHER[at]
      );
      swapped[isOnSide ? "add" : "delete"](rule);
    }
    swap(rule, isOnSide);
  }
};

/** @param {Element} form */
const isOut = (form) => {
  const own = form.getBoundingClientRect(),
    around = there(form.parentElement).getBoundingClientRect();
  return (
    own.width &&
    (own.left < around.left - 1 ||
      own.top < around.top - 1 ||
      own.right > around.right + 1 ||
      own.bottom > around.bottom + 1)
  );
};
// A board that does not fit on its side is drawn smaller; a page may be scrolled.
const SMALLEST = 0.5;
/** @param {boolean} isOnSide */
const fit = (isOnSide) => {
  const main = there(document.getElementById("main"));
  for (let size = 1; size >= SMALLEST; size -= 0.05) {
    main.style.setProperty("--fit", size);
    if (!isOnSide || !findBoard()?.matches(".board")) return;
    if (main.scrollHeight > main.clientHeight + 1) continue;
    if (![...main.querySelectorAll("form.entry")].some(isOut)) return;
  }
};

const face = () => {
  const seat = findSeat();
  if (seat !== undefined) now = readChosen()[seat] ?? usual;
  const facing = isTablet.matches ? now : usual,
    isOnSide = facing % 180 > 0;
  dataset.facing = `${facing}`;
  classList.toggle("turned", facing === 180);
  for (const sheet of document.styleSheets) swap(sheet, isOnSide);
  fit(isOnSide);
};
/** @param {MouseEvent} event */
const turn = (event) => {
  if (!isTablet.matches || !event.target.closest('[data-screen="turn"]')) return;
  event.stopImmediatePropagation();
  now = (now + 90) % 360;
  const seat = findSeat();
  if (seat !== undefined) local[key] = JSON.stringify({ ...readChosen(), [seat]: now });
  face();
  showStart();
};

export const connect = () => {
  if (!findBoard() || dataset.table) return;
  const style = document.createElement("style");
  style.textContent = styles.facing;
  document.head.append(style);
  addEventListener("click", turn, true);
  document.addEventListener("htmx:afterSwap", face);
  addEventListener("resize", face);
  face();
};
