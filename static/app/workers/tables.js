// A part of the service worker of phones that keep the app: the tab that owns the tables of this
// phone answers for them. It hears first. What is around their pages is kept with their app,
// in the newest edition that is whole.
import { asText } from "../browser/there.js";
import { here, isFile, put, root, soon, told, within } from "./ways.js";

/**
 * What is asked of the owner: a request.
 * @typedef {{ method: string, url: string, headers: [string, string][], body: ArrayBuffer | null }} Asks
 * @typedef {{ status: number, headers: [string, string][], body: BodyInit | null }} Answer
 * What became of that: an answer, or why there is none.
 * @typedef {{ answer?: Answer, failed?: boolean, gone?: boolean }} Heard
 */

const HERE = `${root}/here/`,
  TURN = 500, // ms, after which it is looked who is there
  SILENCE = 4, // turns without an owner, after which another tab is to be it
  TURNS = 240; // until nobody waits any more
const shell = async () => {
  for (const name of (await caches.keys()).reverse()) {
    if (!name.startsWith(`local ${root}/local/`)) continue;
    const kept = await (await caches.open(name)).match(`${name.slice(6)}shell.html`);
    if (kept) return kept;
  }
};
// Any site can post a form, and only a page of ours names one as where it comes from.
/** @param {Request} request */
const isForeign = ({ mode, method, referrer }) =>
  mode === "navigate" && method === "POST" && !referrer.startsWith(`${location.origin}/`);
// What a form of a page outside has posted goes in with it.
/** @param {Request} request */
const around = async (request) => {
  const kept = await shell();
  if (!kept) {
    const answer = await soon(fetch(request));
    return answer ?? caches.match(`${root}/offline`);
  }
  if (request.method !== "POST" || isForeign(request)) return kept;
  const posted = encodeURIComponent(await request.text()),
    text = await kept.text();
  return new Response(
    text.replace('name="posted" content="', (start) => start + posted),
    { headers: kept.headers }
  );
};
// Whoever has just become the owner is asked what nobody has taken yet.
/** @type {Set<(client: Client) => void>} */
const untaken = new Set();
addEventListener("message", (event) => {
  if (!event.data.owns) return;
  event.stopImmediatePropagation(); // it says nothing of what to keep
  for (const offer of untaken) offer(/** @type {Client & ServiceWorker} */ (event.source));
});
/**
 * @param {string} id
 * @param {Asks} asks
 * @returns {Promise<Heard>}
 */
const askOwner = async (id, asks) => {
  const all = (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter(
    ({ frameType, url }) => frameType !== "nested" && new URL(url).pathname.startsWith(HERE)
  );
  if (!all.length) return { failed: true };
  return new Promise((done) => {
    let owner = "",
      turns = 0;
    /** @type {MessagePort[]} */
    const ports = [];
    /** @param {Heard} heard */
    const end = (heard) => {
      clearInterval(watch);
      untaken.delete(offer);
      for (const port of ports) port.close();
      done(heard);
    };
    const watch = setInterval(async () => {
      turns += 1;
      if (owner) return (await clients.get(owner)) || end({ gone: true });
      if (turns < SILENCE) return;
      for (const client of all) client.postMessage({ silent: true });
      end({});
    }, TURN);
    /** @param {Client} client */
    const offer = (client) => {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1);
      port1.onmessage = ({ data }) => {
        if (!data.taken) return end(data);
        owner = client.id;
        untaken.delete(offer);
      };
      client.postMessage({ id, asks }, [port2]);
    };
    untaken.add(offer);
    all.forEach(offer);
  });
};
/** @param {Answer} answer */
const tell = ({ status, headers, body }) => {
  const to = headers.find(([name]) => name.toLowerCase() === "location");
  if (to && status > 300 && status < 400)
    return Response.redirect(new URL(to[1], asText(location)), status);
  return new Response([204, 304].includes(status) ? null : body, { status, headers });
};
/** @param {number} status */
const fail = (status) =>
  new Response("", {
    status,
    headers: { Companion: told.version, "Content-Type": "text/html" }
  });
/** @param {Request} request */
const answer = async (request) => {
  if (isForeign(request)) return fail(403);
  const { method, headers } = request,
    { pathname, search } = new URL(request.url),
    isOwnFile = /^(static|scripts)\//.test(pathname.slice(HERE.length));
  for (const address of isOwnFile ? [request.url, request.url.replace(HERE, `${root}/`)] : []) {
    const kept = await caches.match(address);
    if (kept) return kept;
  }
  const isSafe = method === "GET" || method === "HEAD",
    id = crypto.randomUUID(),
    asks = {
      method,
      url: pathname + search,
      headers: [...headers],
      body: isSafe ? null : await request.arrayBuffer()
    };
  for (let turn = 0; turn < TURNS; turn += SILENCE) {
    const heard = await askOwner(id, asks);
    if (heard.answer) {
      const made = tell(heard.answer);
      if (isOwnFile && made.ok) await put("files", request.url, made.clone()).catch(() => {});
      return made;
    }
    if (heard.failed || (heard.gone && !isSafe)) break;
  }
  return fail(503);
};

// The pages of a site without a server say no header, and once the app is kept it shows its own.
const SITE = new RegExp(`^/(?:(?:${told.site?.join("|")})/(.*))?$`);
/**
 * @param {Request} request
 * @param {string} way
 */
const ofSite = async (request, way) => {
  if (!(await shell())) return fetch(request);
  const lead = () =>
    Response.redirect(HERE + (way === "rules/" ? way : way.replace(/\/$/, "")), 302);
  if (!way.startsWith("rules/")) return lead();
  const answer = await soon(fetch(request));
  return answer ?? lead();
};

here.tables = {
  routes: [{ condition: { urlPattern: { pathname: `${HERE}*` } }, source: "fetch-event" }],
  answers: (event, { pathname }) => {
    const { request } = event,
      isPage = request.mode === "navigate";
    if (pathname.startsWith(HERE)) {
      const isTop = isPage && request.destination === "document";
      event.respondWith(isTop ? around(request) : answer(request));
      return true;
    }
    if (!told.site || isFile(pathname)) return false;
    const found = isPage && SITE.exec(within(pathname));
    if (found) event.respondWith(ofSite(request, found[1] ?? ""));
    return true;
  },
  // Without network a game is set up here.
  begins: ({ pathname }) => pathname.startsWith(`${root}/new/`),
  begin: async ({ pathname, search }) =>
    (await shell())
      ? Response.redirect(HERE + pathname.slice(root.length + 1) + search, 302)
      : ((await caches.match(`${root}/offline`)) ?? Response.error())
};
