// @ts-nocheck
// A wide screen: the style for it, which later pages bring along, and the log or the rules beside
// a board.
import { local } from "../browser/storage.js";
import * as styles from "./styles.js";

export const connect = ({ queue, ready }) => {
  const { dataset } = document.documentElement,
    board = () => document.getElementById("board");
  const lay = (part, text, before = null) => {
    const made = document.createElement("style");
    made.dataset[part] = "";
    made.textContent = text;
    document.head.insertBefore(made, before);
  };
  const style = () => document.querySelector("style[data-wide]");

  // The next page is told, but for those of a site without a server: it has nobody to tell.
  const begin = () => {
    if (style()) return;
    lay("wide", styles.wide);
    const { content: token } = document.querySelector('meta[name="csrf-token"]');
    if (!token || !matchMedia("(min-width: 37.5em) and (min-height: 35em)").matches) return;
    const body = new URLSearchParams({ csrf_token: token, wide: "y" });
    fetch(`${dataset.root}/phone`, { method: "POST", body, redirect: "manual" }).catch(() => {});
  };
  begin();
  if (!board()) return;

  // What stands beside the board: as its links call it, and as new as the board.
  const REST = 300, // ms after a board, in which the next tap goes first
    // On a television the whole screen is the board.
    most = dataset.table ? " and (max-width: 74.9375em)" : "",
    isBeside = matchMedia(`(min-width: 62.5em) and (min-height: 35em)${most}`),
    side = Object.assign(document.createElement("aside"), { id: "side", hidden: true });
  const links = () =>
    ["/log/", "/rules/"].flatMap((way) =>
      [...board().querySelectorAll(`.quiet > a[href*="${way}"]:not([data-sheet])`)].map((link) => ({
        way,
        link
      }))
    );
  const chosen = (all) => all.find(({ way }) => way === local.side) ?? all[0];
  let shown = "", // what it was made of
    rest = 0,
    last = 0;

  const makeTabs = (all) => {
    const tabs = document.createElement("nav");
    tabs.className = "tabs";
    tabs.append(
      ...all.map(({ way, link }) => {
        const tab = document.createElement("button");
        tab.type = "button";
        tab.className = "tab";
        tab.dataset.way = way;
        tab.append(...[...link.children].map((part) => part.cloneNode(true)));
        return tab;
      })
    );
    const before = side.querySelector(".tabs");
    tabs.append(...(before?.querySelectorAll("a") ?? [])); // what another script has put there
    before?.remove();
    side.prepend(tabs);
  };
  const drawTabs = (all, now) => {
    const there = [...side.querySelectorAll(".tab")].map(({ dataset: { way } }) => way);
    // They stay as long as the same ones are wanted: one of them may have the focus.
    if (String(there) !== String(all.map(({ way }) => way))) makeTabs(all);
    for (const tab of side.querySelectorAll(".tab"))
      tab.setAttribute("aria-pressed", tab.dataset.way === now.way);
    side.ariaLabel = now.link.innerText.trim() || now.link.textContent.trim();
  };

  // Of the page, without what only a page has.
  const read = async (href) => {
    const answer = await fetch(href, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok || !answer.headers.has("Companion")) return null;
    const all = Object.assign(document.createElement("template"), {
      innerHTML: await answer.text()
    });
    const main = all.content.querySelector("main"),
      made = document.createElement("section");
    if (!main) return null;
    main
      .querySelectorAll(".bar, .look-up, #found, noscript, .dock:not(.stacked)")
      .forEach((part) => {
        part.remove();
      });
    made.className = main.className;
    made.lang = main.lang;
    made.append(...main.childNodes);
    return made;
  };

  const show = async () => {
    if (!board()) return;
    const all = links(),
      now = isBeside.matches && !board().querySelector(".result") && chosen(all);
    side.hidden = !now;
    if (!now) return;
    const { seen, moment } = board().dataset,
      { href } = now.link,
      made = now.way === "/log/" ? `${href} ${seen} ${moment}` : href;
    drawTabs(all, now);
    const isSame = shown.split(" ")[0] === href;
    // Who reads the rules goes on where they are.
    if (
      shown === made ||
      (now.way === "/rules/" && shown.includes("/rules/") && side.scrollTop > 40)
    )
      return;
    // Without network a log that was kept is older than the board.
    if (now.way === "/log/" && queue.off) return;
    const turn = ++last,
      page = await read(href);
    if (turn !== last || !page) return;
    if (now.way === "/rules/" && !document.querySelector("style[data-rules]"))
      lay("rules", styles.rules, style());
    shown = made;
    side.querySelector("section.page")?.remove();
    side.append(page);
    if (!isSame) side.scrollTop = 0;
    htmx.trigger(side, "htmx:afterSwap", { target: side });
  };
  const soon = () => {
    clearTimeout(rest);
    rest = setTimeout(show, REST);
  };

  side.addEventListener("click", (event) => {
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
  });
  document.addEventListener(
    "htmx:afterSwap",
    ({ detail }) => detail.target.id === "main" && soon()
  );
  isBeside.addEventListener("change", show);
  document.body.append(side);
  ready.then(show);
};
