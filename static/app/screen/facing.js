// @ts-nocheck
// On a tablet each seat has a direction of its own, and the board faces whoever acts.
import { local } from "../browser/storage.js";
import * as styles from "./styles.js";

export const connect = () => {
  const { dataset, classList } = document.documentElement,
    board = () => document.getElementById("board");
  if (!board() || dataset.table) return;
  const isTablet = matchMedia("(min-width: 37.5em) and (min-height: 37.5em)"),
    key = `facing ${location.pathname.replace(/[^/]+\/$/, "")}`;
  const style = document.createElement("style");
  style.textContent = styles.facing;
  document.head.append(style);

  // By seat, in degrees. Where the screen was turned before, that is how the others have it.
  const chosen = () => {
    try {
      return JSON.parse(local[key] ?? "{}");
    } catch {
      return {};
    }
  };
  const usual = local.turned === "1" ? 180 : 0;
  const seat = () => board()?.querySelector(".turn")?.dataset.seatOf;

  // On its side a screen is as wide as it is high, for all conditions of the style too.
  const OTHER = { width: "height", height: "width", portrait: "landscape", landscape: "portrait" };
  const swapped = new Set(); // it holds them: a rule is another object once it was let go
  const swap = ({ cssRules }, isOnSide) => {
    for (const rule of cssRules ?? []) {
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
  const lay = (isOnSide) => {
    for (const sheet of document.styleSheets) swap(sheet, isOnSide);
  };

  // A board that does not fit on its side is drawn smaller; a page may be scrolled.
  const SMALLEST = 0.5;
  const fit = (isOnSide) => {
    const main = document.getElementById("main");
    const isOut = (form) => {
      const own = form.getBoundingClientRect(),
        around = form.parentElement.getBoundingClientRect();
      return (
        own.width &&
        (own.left < around.left - 1 ||
          own.top < around.top - 1 ||
          own.right > around.right + 1 ||
          own.bottom > around.bottom + 1)
      );
    };
    for (let size = 1; size >= SMALLEST; size -= 0.05) {
      main.style.setProperty("--fit", size);
      if (!isOnSide || !board()?.matches(".board")) return;
      if (main.scrollHeight > main.clientHeight + 1) continue;
      if (![...main.querySelectorAll("form.entry")].some(isOut)) return;
    }
  };

  let now = usual; // at the end of a game it stays as it was
  const face = () => {
    const at = seat();
    if (at !== undefined) now = chosen()[at] ?? usual;
    dataset.facing = isTablet.matches ? now : usual;
    classList.toggle("turned", dataset.facing === "180");
    const isOnSide = dataset.facing % 180 > 0;
    lay(isOnSide);
    fit(isOnSide);
  };
  const turn = () => {
    now = (now + 90) % 360;
    const at = seat();
    if (at !== undefined) local[key] = JSON.stringify({ ...chosen(), [at]: now });
    face();
  };
  addEventListener(
    "click",
    (event) => {
      if (!isTablet.matches || !event.target.closest('[data-screen="turn"]')) return;
      event.stopImmediatePropagation();
      turn();
    },
    true
  );
  document.addEventListener("htmx:afterSwap", face);
  addEventListener("resize", face);
  face();
};
