// @ts-nocheck
// The screen of who only looks on, where it is large: a scoreboard that goes on by itself.
import { session } from "../browser/storage.js";

(() => {
  const root = document.documentElement,
    { classList, dataset } = root;
  dataset.runs = "1"; // else static/still.js loads the page anew, now and then
  const isLarge = matchMedia("(min-width: 75em) and (min-height: 37.5em)");
  const OUT = 5000,
    STIRRED = 4000,
    BEFORE = 5000,
    CHECK = 300_000,
    MOVE = 60_000; // ms
  const board = () => document.getElementById("board");
  const isOver = () => Boolean(document.querySelector("#board .result"));

  // A class of the document for so long, from the last time on.
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
  const standsOut = wears("just", OUT),
    stirs = wears(
      "stirred",
      STIRRED,
      () => board()?.contains(document.activeElement) && document.activeElement.blur()
    );
  addEventListener("pointermove", stirs);

  // The arrows of a remote go from one way out to the next; no other key does anything here.
  const ways = () => [...document.querySelectorAll("#board > .bar > a, #board > .quiet > a")];
  addEventListener(
    "keydown",
    (event) => {
      stirs();
      if (!isLarge.matches || !board() || /^(Enter|Tab)$/.test(event.key)) return;
      event.stopImmediatePropagation();
      if (!event.key.startsWith("Arrow")) return;
      const all = ways().filter(
          (way) => way.checkVisibility?.({ visibilityProperty: true }) ?? true
        ),
        step = /Left|Up/.test(event.key) ? -1 : 1,
        at = all.indexOf(document.activeElement);
      all.at((Math.max(at, step < 0 ? 0 : -1) + step) % all.length)?.focus();
    },
    true
  );

  // Nothing on the board leads anywhere, also for a remote that finds every link.
  addEventListener(
    "click",
    (event) => {
      if (!isLarge.matches || !event.target.closest("#board")) return;
      if (event.target.closest(".bar a, .quiet a")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true
  );

  // Where it would stand still for hours it moves on a little circle of 16 places.
  let turn = 0;
  const move = () => {
    turn = (turn + 1) % 16;
    const at = (turn * Math.PI) / 8;
    root.style.setProperty("--aside", `${(6 * Math.cos(at)).toFixed(1)}px`);
    root.style.setProperty("--down", `${(6 * Math.sin(at)).toFixed(1)}px`);
  };
  setInterval(move, MOVE);

  // What the newest entry was, as the board says it aloud: the first of its sentences.
  const tell = () => {
    const [newest] = board()?.dataset.spoken?.split("\n").slice(-1) ?? [];
    if (newest) board().dataset.last = newest.split("\t")[2] ?? "";
  };

  // Totals without bars of their own say how far it is to the limit.
  const fill = () => {
    for (const row of document.querySelectorAll("#board .sheet tbody tr")) {
      const total = Number(row.querySelector("td > b")?.textContent),
        left = row.querySelector(".left")?.textContent.slice(1) || "0";
      row.style.setProperty("--filled", total / (total + Number(left)) || 0);
    }
  };

  // The page of the table says which game is on; whoever was here before it began goes along. A
  // page of another version is loaded anew, once.
  let known = board() && !isOver() ? location.pathname : null;
  const look = async () => {
    if (document.hidden || !isLarge.matches) return;
    const answer = await fetch(dataset.table).catch(() => null);
    const edition = answer?.headers.get("Companion");
    if (!edition) return; // nobody, or somebody else
    if (edition !== dataset.edition && edition !== session.edition) {
      session.edition = edition;
      location.reload();
      return;
    }
    if (!answer.ok) {
      if (!board()) location.reload(); // the page says by itself why
      return;
    }
    const main = new DOMParser()
      .parseFromString(await answer.text(), "text/html")
      .getElementById("main");
    const now = main?.querySelector("[data-now]")?.dataset.now ?? "";
    const isNew = known !== null && now && now !== known;
    known = now || (known ?? "");
    if (isNew || (now && !board())) location.assign(now);
    else if (!board()) keep(main);
  };
  const keep = (main) => {
    const shown = document.getElementById("main");
    if (!main || main.textContent === shown.textContent) return;
    shown.replaceChildren(...main.childNodes);
    const detail = { target: shown, xhr: { status: 0 } }; // times are of this zone
    document.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail }));
  };

  let age = board()?.dataset.seen,
    wasAway = false;
  document.addEventListener("htmx:afterSwap", () => {
    if (!board()) return;
    const { seen } = board().dataset;
    if (seen !== age) standsOut();
    else look(); // something else about the table is new
    age = seen;
    tell();
    fill();
  });
  document.addEventListener("queue", () => {
    const { net } = dataset;
    if (net === "live" && wasAway) look();
    wasAway = net === "again";
  });

  // Boards keep the screen on by themselves.
  const hold = () =>
    board() ||
    document.hidden ||
    !isLarge.matches ||
    navigator.wakeLock?.request("screen").catch(() => null);
  document.addEventListener("visibilitychange", hold);

  hold();
  tell();
  fill();
  look();
  setInterval(look, board() ? CHECK : BEFORE);
})();
