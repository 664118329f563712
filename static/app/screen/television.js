// The screen of who only looks on, where it is large: a scoreboard that goes on by itself.
import { findBoard } from "../board/find.js";
import { session } from "../browser/storage.js";
import { there } from "../browser/there.js";
import { isVisible } from "./visible.js";

const { classList, dataset, style } = document.documentElement;
const isLarge = matchMedia("(min-width: 75em) and (min-height: 37.5em)");
const OUT = 5000,
  STIRRED = 4000,
  BEFORE = 5000,
  CHECK = 300_000,
  MOVE = 60_000; // ms

/**
 * A class of the document for so long, from the last time on.
 * @param {string} name
 * @param {number} time
 * @param {() => void} [after]
 */
const wears = (name, time, after) => {
  let ends = 0;
  return () => {
    classList.add(name);
    clearTimeout(ends);
    ends = setTimeout(() => {
      classList.remove(name);
      after?.();
    }, time);
  };
};
const findFocus = () => /** @type {HTMLAnchorElement} */ (document.activeElement);
const standOut = wears("just", OUT),
  stir = wears("stirred", STIRRED, () => {
    if (findBoard()?.contains(findFocus())) findFocus().blur();
  });

// The arrows of a remote go from one way out to the next; no other key does anything here.
/** @param {KeyboardEvent} event */
const step = (event) => {
  const { key } = event;
  stir();
  if (!isLarge.matches || !findBoard() || /^(Enter|Tab)$/.test(key)) return;
  event.stopImmediatePropagation();
  if (!key.startsWith("Arrow")) return;
  const ways = document.querySelectorAll("#board > .bar > a, #board > .quiet > a"),
    all = [...ways].filter(isVisible),
    by = /Left|Up/.test(key) ? -1 : 1,
    at = all.indexOf(findFocus());
  all.at((Math.max(at, by < 0 ? 0 : -1) + by) % all.length)?.focus();
};

// Nothing on the board leads anywhere, also for a remote that finds every link.
/** @param {MouseEvent} event */
const stop = (event) => {
  if (!isLarge.matches || !event.target.closest("#board")) return;
  if (event.target.closest(".bar a, .quiet a")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

// Where it would stand still for hours it moves on a little circle of 16 places.
let turn = 0;
const move = () => {
  turn = (turn + 1) % 16;
  const at = (turn * Math.PI) / 8;
  style.setProperty("--aside", `${(6 * Math.cos(at)).toFixed(1)}px`);
  style.setProperty("--down", `${(6 * Math.sin(at)).toFixed(1)}px`);
};

const draw = () => {
  // What the newest entry was, as the board says it aloud: the first of its sentences.
  const { dataset } = findBoard() ?? document.body,
    [newest] = dataset.spoken?.split("\n").slice(-1) ?? [];
  if (newest) dataset.last = newest.split("\t")[2] ?? "";
  // Totals without bars of their own say how far it is to the limit.
  for (const row of document.querySelectorAll("#board .sheet tbody tr")) {
    const total = Number(row.querySelector("td > b")?.textContent),
      left = row.querySelector(".left")?.textContent ?? 0;
    row.style.setProperty("--filled", total / (total + Number(left)) || 0);
  }
};

// The page of the table says which game is on; whoever was here before it began goes along. A
// page of another version is loaded anew, once.
let known = findBoard() && !document.querySelector("#board .result") ? location.pathname : null;
const look = async () => {
  if (document.hidden || !isLarge.matches) return;
  const answer = await fetch(there(dataset.table)).catch(() => null),
    edition = answer?.headers.get("Companion");
  if (!answer || !edition) return; // nobody, or somebody else
  if (edition !== dataset.edition && edition !== session.edition) {
    session.edition = edition;
    location.reload();
  } else if (answer.ok) follow(await answer.text());
  else if (!findBoard()) location.reload(); // the page says by itself why
};
/** @param {string} html */
const follow = (html) => {
  const main = new DOMParser().parseFromString(html, "text/html").getElementById("main"),
    now = main?.querySelector("[data-now]")?.dataset.now ?? "",
    isNew = known !== null && now && now !== known;
  known = now || (known ?? "");
  if (isNew || (now && !findBoard())) location.assign(now);
  else if (main && !findBoard()) show(main);
};
/** @param {HTMLElement} main */
const show = (main) => {
  const shown = there(document.getElementById("main"));
  if (main.textContent === shown.textContent) return;
  shown.replaceChildren(...main.childNodes);
  const detail = { target: shown, xhr: { status: 0 } }; // times are of this zone
  document.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail }));
};

// Boards keep the screen on by themselves.
const hold = () =>
  findBoard() ||
  document.hidden ||
  !isLarge.matches ||
  navigator.wakeLock?.request("screen").catch(() => null);

let age = findBoard()?.dataset.seen,
  wasAway = false;
document.addEventListener("htmx:afterSwap", () => {
  const { seen } = findBoard()?.dataset ?? {};
  if (!seen) return;
  if (seen !== age) standOut();
  else look(); // something else about the table is new
  age = seen;
  draw();
});
document.addEventListener("queue", () => {
  const { net } = dataset;
  if (net === "live" && wasAway) look();
  wasAway = net === "again";
});
document.addEventListener("visibilitychange", hold);
addEventListener("pointermove", stir);
addEventListener("keydown", step, true);
addEventListener("click", stop, true);
dataset.runs = "1"; // else pages/still.js loads the page anew, now and then
hold();
draw();
look();
setInterval(move, MOVE);
setInterval(look, findBoard() ? CHECK : BEFORE);
