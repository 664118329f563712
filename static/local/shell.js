// The page around the tables of this phone: it has the Worker they live in, unless another tab has,
// and shows their pages in a frame, under their own addresses.
import { makeLine } from "./line.js";
import { find, note, show, showStart } from "./notices.js";
import { makeOwner } from "./owner.js";
import { makeShown, print, region } from "./shown.js";

/** @import { Answer, Asks, Stage, Told } from "./owner.js" */

const { dataset } = document.documentElement,
  { root } = dataset,
  folder = new URL("./", import.meta.url).pathname,
  HERE = `${root}/here/`,
  NEXT = 500, // ms after which a newer service worker is looked at again
  SOON = 10_000, // ms that a newer service worker may take
  UNHEARD = 5000, // ms after which a page is asked for again that nobody was asked for
  MOST = 2, // times that a page may not come in a row
  REST = 300, // ms after something was done, until the shelf of the server hears of it
  LONG = 3000; // and until the log of a game is kept with it
if (localStorage.hereTheme) dataset.theme = localStorage.hereTheme;

const frame = document.createElement("iframe");
let owed = ""; // what is said with the next page, so that nothing moves under a finger
let isShown = false; // a page that the app has made
/**
 * @param {Stage} what
 * @param {string} [why]
 */
const shows = (what, why = "") => {
  if (what === "full") note("full");
  if (what === "failed") return fail(why);
  if (what === "starting" && !isShown && document.body.dataset.state !== "opening") showStart();
  if (what === "started" && isShown) show("shown");
};
/** @param {string} why */
const fail = async (why) => {
  if (await fallBack()) return;
  find("why").textContent = why;
  show("failed");
};
const place = { root, origin: location.origin, server: dataset.server !== undefined };
let owner = makeOwner(folder, place, (what, why) => shows(what, why)),
  isOlder = false;
const shown = makeShown(HERE, folder);
// The edition before stays on the phone until a newer one has opened the tables.
const fallBack = async () => {
  const before = localStorage.hereFolder;
  if (isOlder || !before || before === folder || !(await caches.has(`local ${before}`)))
    return false;
  isOlder = true;
  owner = makeOwner(before, place, (what, why) => shows(what, why));
  note("older");
  if (!isShown) ask();
  return true;
};

// What was chosen before there was an app to choose it in.
const choose = () => {
  const { hereChosen: chosen } = localStorage;
  if (!chosen) return;
  /** @type {Asks} */
  const asks = {
    method: "POST",
    url: `${HERE}phone`,
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    body: new TextEncoder().encode(chosen)
  };
  owner.ask(asks, ({ answer }) => answer && localStorage.removeItem("hereChosen"));
};
const line = makeLine({
  own: () => {
    choose();
    if (document.visibilityState === "visible") owner.begin();
    navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ owns: true }));
  },
  lose: () => owner.stop(true)
});

// What was done is on the shelf, too, and in the log of its game: both are drawn while nobody asks.
/** @type {ReturnType<typeof setTimeout> | undefined} */
let renewal;
/**
 * @param {string} url
 * @param {(html: string) => void} [does]
 */
const draw = (url, does) => {
  /** @type {Asks} */
  const asks = { method: "GET", url, headers: [] };
  owner.ask(asks, ({ answer }) => {
    if (!answer) return;
    keep(asks, answer);
    does?.(new TextDecoder().decode(answer.body));
  });
};
/** @param {string} entered */
const draws = (entered) => {
  draw(HERE, (html) => {
    const list = new DOMParser().parseFromString(html, "text/html").getElementById("here-tables");
    if (list) localStorage.here = list.textContent;
  });
  if (entered.endsWith("/entries"))
    renewal = setTimeout(draw, LONG, entered.replace(/entries$/, "log/"));
};
/**
 * @param {Asks} asks
 * @param {Answer} answer
 */
const keep = (asks, answer) => isOlder || shown.keep(asks, answer);

// What the service worker hands on, with a port for the answer. What it has asked already, before
// another tab was found, is not asked again.
/** @type {Map<string, MessagePort>} */
const known = new Map();
let isHeard = false; // what the frame asks
navigator.serviceWorker.addEventListener(
  "message",
  async ({ data: { id, asks, silent }, ports: [port] }) => {
    if (silent && !line.isOwner && document.visibilityState === "visible") return line.steal();
    if (asks) isHeard = true;
    if (!asks || !line.isOwner) return;
    port.postMessage({ taken: true });
    const before = known.get(id);
    known.set(id, port);
    if (before) return;
    /** @param {Told | { answer: object }} told */
    const tell = (told) => {
      known.get(id)?.postMessage(told);
      known.delete(id);
    };
    const kept = !owner.hasStarted && !isOlder && (await shown.find(asks).catch(() => {}));
    if (kept) return tell({ answer: kept });
    if (asks.method !== "GET") clearTimeout(renewal);
    owner.ask(asks, (told) => {
      tell(told);
      if (!told.answer) return;
      keep(asks, told.answer);
      if (asks.method !== "GET") renewal = setTimeout(draws, REST, asks.url);
    });
  }
);

// A page outside is no page of the frame, and a file goes through the app like everything.
/** @param {HTMLAnchorElement} link */
const save = async (link) => {
  const answer = await fetch(link.href),
    said = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "");
  if (!answer.ok) throw new Error(`${answer.status} for ${link.href}`);
  const href = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), {
    href,
    download: said?.[1] ?? link.download
  }).click();
};
/** @param {MouseEvent} event */
const follow = (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented) return;
  if (!link.pathname.startsWith(HERE) && link.origin === location.origin) link.target = "_top";
  else if (link.matches("[download]")) {
    event.preventDefault();
    save(link).catch(() => note("download"));
  }
};
// A page that did not come is asked for again; where it never does, that is said. The first one may
// be the answer to a form.
const posted = document.querySelector('meta[name="posted"]')?.getAttribute("content");
const post = () => {
  const form = Object.assign(document.createElement("form"), {
    method: "post",
    action: location.href,
    target: "here",
    hidden: true
  });
  for (const [name, value] of new URLSearchParams(decodeURIComponent(posted ?? "")))
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
};
const ask = () => {
  if (posted && !isShown) post();
  else frame.src = location.href;
};
const frameWindow = () => /** @type {Window & typeof globalThis} */ (frame.contentWindow);
let losses = 0;
const askAgain = () => {
  losses += 1;
  if (document.body.dataset.state === "failed") return;
  return losses > MOST ? fail(frame.src) : ask();
};
// What was kept stands until the app has made it anew, and stays where that says the same. A board
// that says something else is a newer picture, as if another phone had entered something.
/** @param {Document} page */
const renew = async (page) => {
  const contentWindow = frameWindow(),
    answer = await fetch(contentWindow.location.href, { headers: { Live: "1" } }),
    html = await answer.text();
  if (frame.contentDocument !== page) return;
  if (answer.status === 503) return askAgain();
  const { kept, ready } = page.documentElement.dataset,
    [, place, moment] = /data-seen="(\d+)" data-moment="(\d+)"/.exec(html) ?? [],
    isBoard = place && ready !== undefined && page.getElementById("board");
  if (!answer.ok || (!isBoard && print(html) !== kept)) return contentWindow.location.reload();
  const detail = { place: Number(place), moment: Number(moment), board: region(html) };
  if (isBoard) contentWindow.document.dispatchEvent(new CustomEvent("picture", { detail }));
  delete page.documentElement.dataset.kept;
  finish();
};
const finish = () => {
  losses = 0;
  if (owed) note(owed);
  owed = "";
  isShown = true;
  if (!isOlder) localStorage.hereFolder = folder; // it has shown what it can, and may be relied on
  show("shown");
};
const loaded = () => {
  const { contentDocument: page } = frame,
    contentWindow = frameWindow();
  if (page && contentWindow.location.pathname === "blank") return; // before the first one
  if (!page?.title) return askAgain();
  history.replaceState(null, "", contentWindow.location.href);
  document.title = frame.title = page.title;
  document.body.dataset.page = contentWindow.location.pathname === HERE ? "shelf" : "";
  localStorage.hereLanguage = page.documentElement.lang;
  localStorage.hereTheme = dataset.theme = page.documentElement.dataset.theme;
  page.addEventListener("click", follow);
  const list = page.getElementById("here-tables");
  if (list) localStorage.here = list.textContent;
  if ("kept" in page.documentElement.dataset) {
    show("opening");
    renew(page).catch(askAgain);
  } else finish();
  // Keys are for the page in the frame, unless somebody is at a button around it.
  if (document.activeElement === document.body) frame.focus({ preventScroll: true });
};

const open = () => {
  frame.name = "here";
  frame.onload = loaded;
  document.body.append(frame);
  ask();
  const watch = setInterval(() => (isHeard || isShown ? clearInterval(watch) : ask()), UNHEARD);
};

// Safari deletes what a site keeps after seven days without a visit, but not what is installed.
const forgets = () =>
  (("standalone" in navigator && navigator.standalone === false) || "safari" in window) &&
  !matchMedia("(display-mode: standalone)").matches;
// Some browsers ask, and wait for the answer.
const persist = async () => {
  if (localStorage.herePersists) return;
  const persists = await navigator.storage?.persist?.();
  localStorage.herePersists = persists ? "yes" : "no";
  if (!persists) owed = forgets() ? "week" : "refused";
};

find("retry").onclick = () => {
  show("starting");
  owner.retry();
  if (!isShown) ask();
};
find("tab").setAttribute("href", location.href);
// Without the service worker that hands on what the frame asks, a server would answer that.
/** @param {ServiceWorker | null} worker */
const isOurs = (worker) => worker?.scriptURL.endsWith("?here");
const settle = async () => {
  const { serviceWorker } = navigator,
    all = await serviceWorker.register(`${root}/sw.js?here`).catch(() => serviceWorker.ready),
    until = performance.now() + SOON;
  for (;;) {
    const coming = [all.installing, all.waiting, all.active].find(isOurs);
    if (!coming || coming.state === "activated") return;
    if (isOurs(all.active) && performance.now() > until) return; // the one before does as well
    await new Promise((done) => {
      coming.onstatechange = done;
      setTimeout(done, NEXT);
    });
  }
};
// Another tab has put a table onto the server: a page of it here says that by itself.
new BroadcastChannel("moved").onmessage = ({ data: table }) => {
  const { location: shown } = frame.contentWindow ?? {};
  if (shown?.pathname.startsWith(table)) shown.reload();
};
addEventListener("pageshow", ({ persisted }) => persisted && line.waitAnew());
(async () => {
  await settle();
  line.wait();
  open();
  persist().catch(() => {});
  if (!localStorage.app) return;
  import(`${root}/on-this-phone/script.js`).catch(() => {}); // a newer edition, for the next start
})();
