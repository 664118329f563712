// Keeps what was open on this phone, the rules and the scripts, for when the network is gone.
// The server tells which files and rules there are, and below which path. The address of each rule is
// relative to the one before, which is shorter to send.
import { there } from "../browser/there.js";
import { here, isFile, put, root, soon, told, within } from "./ways.js";

const BUSY = [429, 502, 503, 504],
  GONE = [403, 404, 410];
const REGION = /(<title>.*?<\/title>).*?<div id="main">(.*)<\/div><!-- end of main -->/s;
const MARK = `${root}/sw.js`; // beside the rules: for which edition, language and theme they are
const NEVER = /\/(live|token)(\/|$)|\.\w+$/; // streams, secrets, and what is taken along as a file

// A captive portal, or a proxy whose app is gone, answers too, but not as we do.
/** @param {Response} answer */
const isOurs = (answer) => answer.headers.has("Companion");
/** @param {URL} url */
const isPage = ({ origin, pathname }) =>
  origin === location.origin &&
  /^\/($|offline$|rules\/|t\/)/.test(within(pathname)) &&
  !NEVER.test(pathname);

// The mirror of a game is kept under the address of its board.
/** @param {string} address */
const nameOf = (address) =>
  /^\/(offline|rules\/[^?]*)$/.test(within(address)) ? "rules" : "pages";
/** @param {string} address */
const match = async (address) => (await caches.open(nameOf(address))).match(address);

// What matters right now on a board is not kept with the rules that it opened.
const NOW = /<section class="matters".*?<\/section>/s;
/** @param {URL} url */
const lasting = ({ pathname, search }) =>
  (pathname + search).replace(/\b(now|of|players)=[^&]*&?/g, "").replace(/[?&]$/, "");

// Nothing is left of this table; of no path nothing goes.
/** @param {string} path */
const leave = async (path, names = ["pages", "mirrors"]) => {
  for (const name of path ? names : []) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (request.url.replaceAll("%2F", "/").includes(path)) await cache.delete(request);
  }
};

// Kept under the address that it came from in the end, and as an answer that was not redirected.
/**
 * @param {Response} answer
 * @returns {Promise<unknown>}
 */
const keep = async (answer) => {
  const url = new URL(answer.url),
    address = lasting(url),
    { headers, status } = answer;
  if (!isPage(url) || !isOurs(answer)) return;
  if (GONE.includes(status)) {
    await (await caches.open("pages")).delete(address, { ignoreSearch: true });
    await leave(there(/^\/t\/[^/]+\/|$/.exec(within(url.pathname)))[0], ["mirrors"]);
  }
  if (status !== 200 || !there(headers.get("Content-Type")).startsWith("text/html")) return;
  await put(
    nameOf(address),
    address,
    new Response((await answer.text()).replace(NOW, ""), { headers })
  );
};

/** @param {FetchEvent} event */
const file = async (event) => {
  const { request } = event,
    kept = await caches.match(request).catch(() => {});
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && isOurs(answer) && !request.url.includes("/local/"))
    event.waitUntil(put("files", request.url, answer.clone()).catch(() => {}));
  return answer;
};

/** @param {URL} url */
const find = async (url) => (await match(lasting(url))) ?? match(url.pathname);

// A sheet asks for the main region alone, which a page has between its marks.
/** @param {Response} page */
const region = async (page) => {
  const [, title, main] = there(REGION.exec(await page.text()));
  return new Response(title + main, page);
};

/** @type {Map<string, Response>} */
const came = new Map(); // what was too late, for the next look at its page
/**
 * @param {Promise<Response>} network
 * @param {URL} url
 * @param {boolean} isFragment
 * @returns {Promise<Response>}
 */
const page = async (network, url, isFragment) => {
  const kept = await find(url).catch(() => {}),
    answer = await (kept || !isFragment ? soon(network) : network.catch(() => {}));
  // Where a redirect leads, which has no status, is asked for next; a neighbour's page is no page of
  // ours, as where somebody signs in.
  if (
    answer &&
    (isOurs(answer)
      ? !kept || !BUSY.includes(answer.status)
      : !answer.status || (!isPage(url) && answer.ok))
  )
    return answer;
  if (kept) return isFragment ? region(kept) : kept;
  if (!isFragment) {
    const before = came.get(url.href);
    came.delete(url.href);
    if (before) return before;
    network.then((is) => isOurs(is) && came.set(url.href, is)).catch(() => {});
    if (here.tables?.begins(url)) return answer ?? here.tables.begin(url);
  }
  return (!isFragment && (await match(`${root}/offline`))) || network.catch(() => Response.error());
};

const asked = new Set(); // what somebody waits for: nothing is fetched ahead beside it
addEventListener("fetch", (event) => {
  const { request } = event,
    url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (here.tables?.answers(event, url)) return;
  if (request.method !== "GET") return;
  if (isFile(url.pathname)) return event.respondWith(file(event));
  const isFragment = request.headers.has("HX-Request");
  if ((request.mode !== "navigate" && !isFragment) || NEVER.test(url.pathname)) return;
  const network = fetch(request),
    answer = soon(network);
  asked.add(answer);
  event.waitUntil(
    network
      .then((page) => (isFragment && page.ok) || keep(page.clone()))
      .catch(() => {})
      .finally(() => asked.delete(answer))
  );
  event.respondWith(page(network, url, isFragment));
});

// One after the other; what fails is fetched for the next page that says what to keep. A newer
// worker waits until this one has nothing to do.
/** @param {{ keep: string[], language: string, theme: string }} told  by a page */
const gather = async ({ keep: pages, language, theme }) => {
  const edition = [told.version, language, theme].join(),
    isSame = (await (await caches.match(MARK))?.text()) === edition;
  /** @param {string | URL} address */
  const fetched = async (address) => {
    await Promise.allSettled(asked);
    if (registration.waiting) throw Error();
    const answer = await fetch(address, { priority: "low" });
    if (!isOurs(answer) || BUSY.includes(answer.status)) throw Error();
    return answer;
  };
  for (const address of told.files) {
    if (!(await caches.match(address))) await put("files", address, await fetched(address));
  }
  const stale = pages[0].startsWith(`${root}/t/`) && `${root}/`; // it may not know this game yet
  let url = /** @type {URL} */ (/** @type {unknown} */ (location)); // it has all that is needed
  for (const address of [...pages, ...told.rules]) {
    url = new URL(address, url);
    if (isPage(url) && !(isSame && address !== stale && (await match(lasting(url)))))
      await keep(await fetched(url));
  }
  await put("rules", MARK, new Response(edition));
};

let gathering = Promise.resolve();
addEventListener("message", (event) => {
  if (event.data.leave) return event.waitUntil(leave(event.data.leave));
  // A page that was loading while this worker began was not there yet to be taken over.
  event.waitUntil(clients.claim().catch(() => {}));
  gathering = gathering.then(() => gather(event.data)).catch(() => {});
  event.waitUntil(gathering);
});
addEventListener("install", (event) => {
  // In a private window of WebKit a cache is empty for ever once nobody has it open. The worker
  // before, which ends now, may be the only one that has.
  event.waitUntil(caches.keys().catch(() => {}));
  skipWaiting();
  // An entry need not wake a worker that lets it pass.
  event.addRoutes?.([
    ...(here.tables?.routes ?? []),
    { condition: { requestMethod: "post" }, source: "network" }
  ]);
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
