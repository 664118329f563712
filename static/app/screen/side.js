// The log or the rules beside a board: as its links call them, and as new as the board.
import { findBoard } from "../board/find.js";
import { local } from "../browser/storage.js";
import { findWide, layStyle } from "./lay.js";
import { fetchPart } from "./part.js";
import * as styles from "./styles.js";

/** @typedef {{ way: string, link: HTMLAnchorElement }} Way */

const REST = 300; // ms after a board, in which the next tap goes first
const LOG = "/log/",
  RULES = "/rules/";
// On a television the whole screen is the board.
const most = document.documentElement.dataset.table ? " and (max-width: 74.9375em)" : "",
  isBeside = matchMedia(`(min-width: 62.5em) and (min-height: 35em)${most}`),
  side = Object.assign(document.createElement("aside"), { id: "side", hidden: true });
/** @type {import("../types.js").Parts["queue"]} */
let queue;
let shown = "", // what it was made of
  rest = 0,
  last = 0;

/**
 * @param {HTMLElement} board
 * @returns {Way[]}
 */
const findWays = (board) =>
  [LOG, RULES].flatMap((way) =>
    [...board.querySelectorAll(`.quiet > a[href*="${way}"]:not([data-sheet])`)].map((link) => ({
      way,
      link
    }))
  );

/** @param {Way} way */
const makeTab = ({ way, link }) => {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.className = "tab";
  tab.dataset.way = way;
  tab.append(...[...link.children].map((part) => part.cloneNode(true)));
  return tab;
};
/** @param {Way[]} ways */
const makeTabs = (ways) => {
  const tabs = document.createElement("nav"),
    before = side.querySelector(".tabs");
  tabs.className = "tabs";
  // What another script has put there goes along.
  tabs.append(...ways.map(makeTab), ...(before?.querySelectorAll("a") ?? []));
  before?.remove();
  side.prepend(tabs);
};
/**
 * @param {Way[]} ways
 * @param {Way} now
 */
const drawTabs = (ways, now) => {
  const there = [...side.querySelectorAll(".tab")].map(({ dataset: { way } }) => way);
  // They stay as long as the same ones are wanted: one of them may have the focus.
  if (String(there) !== String(ways.map(({ way }) => way))) makeTabs(ways);
  for (const tab of side.querySelectorAll(".tab"))
    tab.setAttribute("aria-pressed", tab.dataset.way === now.way);
  side.ariaLabel = now.link.innerText.trim() || now.link.textContent.trim();
};

/**
 * Of the page, without what only a page has.
 * @param {string} href
 */
const read = async (href) => {
  const main = (await fetchPart(href))?.content.querySelector("main"),
    made = document.createElement("section");
  if (!main) return null;
  main.querySelectorAll(".bar, .look-up, #found, noscript, .dock:not(.stacked)").forEach((part) => {
    part.remove();
  });
  made.className = main.className;
  made.lang = main.lang;
  made.append(...main.childNodes);
  return made;
};

const show = async () => {
  const board = findBoard();
  if (!board) return;
  const ways = findWays(board),
    now =
      isBeside.matches &&
      !board.querySelector(".result") &&
      (ways.find(({ way }) => way === local.side) ?? ways[0]);
  side.hidden = !now;
  if (!now) return;
  drawTabs(ways, now);
  const { seen, moment } = board.dataset,
    { href } = now.link,
    isLog = now.way === LOG,
    made = isLog ? `${href} ${seen} ${moment}` : href,
    isSame = shown.split(" ")[0] === href;
  // Who reads the rules goes on where they are.
  if (shown === made || (!isLog && shown.includes(RULES) && side.scrollTop > 40)) return;
  // Without network a log that was kept is older than the board.
  if (isLog && queue.off) return;
  const turn = ++last,
    page = await read(href);
  if (turn !== last || !page) return;
  if (!isLog && !document.querySelector("style[data-rules]"))
    layStyle("rules", styles.rules, findWide());
  shown = made;
  side.querySelector("section.page")?.remove();
  side.append(page);
  if (!isSame) side.scrollTop = 0;
  htmx.trigger(side, "htmx:afterSwap", { target: side });
};

/** @param {MouseEvent} event */
const tap = (event) => {
  const tab = event.target.closest(".tab"),
    link = event.target.closest('a[href^="#"]');
  if (tab) {
    local.side = tab.dataset.way;
    shown = "";
    show();
  } else if (link) {
    event.preventDefault();
    side.querySelector(`[id="${link.hash.slice(1)}"]`)?.scrollIntoView();
  }
};

/** @param {import("../types.js").Parts} parts */
export const connect = (parts) => {
  ({ queue } = parts);
  side.addEventListener("click", tap);
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id !== "main") return;
    clearTimeout(rest);
    rest = setTimeout(show, REST);
  });
  isBeside.addEventListener("change", show);
  document.body.append(side);
  parts.ready.then(show);
};
