// The pages of this phone's tables as they were shown last: they stand until the app has started.
const NAME = "pages", // where boards are kept as new as they are shown: static/app/offline/kept.js
  MOST = 30,
  REGION = /(<title>.*?<\/title>).*?<div id="main">(.*)<\/div><!-- end of main -->/s,
  ONCE = /(name="(?:csrf_token|page)") value="[^"]*"/g; // another one on each page
/** @import { Answer, Asks } from "./owner.js" */

/** @param {string} path */
const isRules = (path) => path.startsWith("rules/");
/**
 * @param {string} path
 * @param {string} html
 */
const isKept = (path, html) =>
  html.startsWith("<!doctype") &&
  (!path || isRules(path) || path.endsWith("/log/") || html.includes('id="board"'));

/**
 * What a sheet, or a newer picture, gets of a page: its title, and what is between its marks.
 * @param {string} html
 */
export const region = (html) =>
  /** @type {RegExpExecArray} */ (REGION.exec(html)).slice(1).join("");
/**
 * What tells whether two pages say the same.
 * @param {string} html
 */
export const print = (html) => {
  let sum = 0;
  for (const letter of region(html).replace(ONCE, ""))
    sum = (sum * 31 + Number(letter.codePointAt(0))) | 0;
  return String(sum);
};

/**
 * @param {string} home  the path of the shelf
 * @param {string} folder  of this edition: pages of another do not count
 */
export const makeShown = (home, folder) => {
  /** @param {string} url */
  const pathOf = (url) => new URL(url, location.href).pathname.slice(home.length);
  /**
   * @param {Cache} cache
   * @param {string} url
   * @param {string} html
   * @param {[string, string][]} headers
   */
  const put = async (cache, url, html, headers) => {
    await cache.delete(url); // it is the newest
    await cache.put(url, new Response(html, { headers: [...headers, ["Edition", folder]] }));
    const all = (await cache.keys()).filter((each) => new URL(each.url).pathname.startsWith(home));
    for (const oldest of all.slice(0, -MOST)) await cache.delete(oldest);
  };
  // An entry leaves its own board, on which it is, and the rules; all else may change all there is.
  /**
   * @param {Cache} cache
   * @param {string} entered
   */
  const forget = async (cache, entered) => {
    for (const each of await cache.keys()) {
      const path = pathOf(each.url),
        stays = entered.endsWith("/entries") && (isRules(path) || `${path}entries` === entered);
      if (!stays && new URL(each.url).pathname.startsWith(home)) await cache.delete(each);
    }
  };
  let done = Promise.resolve(); // one after the other, or an older one would come last
  /**
   * @param {Asks} asks
   * @param {Answer} answer
   */
  const keep = async ({ method, url }, { status, headers, body }) => {
    const cache = await caches.open(NAME),
      path = pathOf(url);
    if (method === "POST") return forget(cache, path);
    const html = status === 200 && method === "GET" ? new TextDecoder().decode(body) : "";
    if (isKept(path, html)) await put(cache, url, html, headers);
  };
  return {
    /**
     * What was asked and answered goes into what is kept.
     * @param {Asks} asks
     * @param {Answer} answer
     */
    keep: (asks, answer) => {
      done = done.then(() => keep(asks, answer)).catch(() => {}); // no room: it starts without
      return done;
    },
    /**
     * What the app would answer, as far as that is known without it. A page says that it is a kept
     * one, and its print; nobody comes back for what was brought into a sheet.
     * @param {Asks} asks
     */
    find: async ({ method, url, headers }) => {
      const said = new Headers(headers),
        path = pathOf(url),
        isPart = said.has("HX-Request");
      if (method !== "GET" || said.has("Live") || (isPart && !isRules(path))) return null;
      const kept = await (await caches.open(NAME)).match(url, { ignoreSearch: isRules(path) });
      if (kept?.headers.get("Edition") !== folder) return null;
      const html = await kept.text(),
        body = isPart ? region(html) : html.replace("<html", `<html data-kept="${print(html)}"`);
      return { status: 200, headers: [...kept.headers], body };
    }
  };
};
