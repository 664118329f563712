// The service worker in a world: what it keeps, the tabs that it has, and a network that answers,
// or does not, when a test says so.
const vm = require("node:vm");
const { World, Modules } = require("./world.js");

const SITE = "https://a.test";
const OURS = { Companion: "1", "Content-Type": "text/html" };
const whole = (address) => new URL(address.url ?? address, SITE).href;
const bare = (address) => address?.replace(SITE, "");

// An answer as fetch gives it, also to whoever asks for another copy of it.
const reply = (way, text = "", { status = 200, headers = OURS, ...more } = {}) => {
  const clone = () => reply(way, text, { status, headers, ...more });
  const made = new Response(text, { status, headers });
  for (const [name, value] of Object.entries({ url: whole(way), clone, ...more }))
    Object.defineProperty(made, name, { value });
  return made;
};

// A browser knows where a relative way leads.
class Redirects extends Response {
  static redirect(way, status) {
    return Response.redirect(whole(way), status);
  }
}

// What a browser keeps: by name of a cache, by address, and the last one last.
class Caches {
  constructor(given = {}, world = { later: (_, does) => setImmediate(does) }, fails = () => false) {
    Object.assign(this, { fails, all: {}, works: 0 });
    this.moment = () => new Promise((done) => world.later(1, done));
    for (const [name, kept] of Object.entries(given)) {
      this.all[name] = new Map();
      for (const [way, text] of Object.entries(kept))
        this.all[name].set(whole(way), reply(way, text));
    }
  }

  async does(what) {
    if (this.fails(what)) throw new DOMException("no room", "QuotaExceededError");
  }

  // That takes a moment, and nothing comes of it where the browser has ended the worker by then.
  async writes(what, does) {
    await this.does(what);
    await this.moment();
    if (!this.works) return new Promise(() => {});
    does();
  }

  // As long as this goes on the browser does not end the worker.
  busy(work) {
    this.works += 1;
    const ends = () => (this.works -= 1);
    Promise.resolve(work).then(ends, ends);
  }

  async keys() {
    await this.does("keys");
    return Object.keys(this.all);
  }

  async match(asked) {
    await this.does("match");
    return Object.values(this.all)
      .map((kept) => kept.get(whole(asked)))
      .find(Boolean)
      ?.clone();
  }

  async open(name) {
    await this.does("open");
    this.all[name] ??= new Map();
    const kept = this.all[name];
    return {
      keys: async () => [...kept.keys()].map((url) => ({ url })),
      match: async (asked, { ignoreSearch = false } = {}) => {
        const path = (url) => url.split("?")[0],
          alike = ([url]) => ignoreSearch && path(url) === path(whole(asked));
        return (kept.get(whole(asked)) ?? [...kept].find(alike)?.[1])?.clone();
      },
      put: (asked, answer) => {
        const made = answer.clone();
        return this.writes("put", () => {
          kept.delete(whole(asked));
          kept.set(whole(asked), made);
        });
      },
      delete: (asked, { ignoreSearch = false } = {}) =>
        this.writes("delete", () => {
          const bare = (url) => (ignoreSearch ? url.split("?")[0] : url);
          for (const url of [...kept.keys()])
            if (bare(url) === bare(whole(asked))) kept.delete(url);
        })
    };
  }
}

// `net` says what comes of a way: an answer, nothing (there is no network), or a promise of it.
const starts = ({
  scripts = ["workers/sw.js"],
  keep,
  kept = {},
  net,
  fails = () => false
} = {}) => {
  const world = new World(),
    heard = {},
    did = [],
    fetched = [],
    tabs = [],
    caches = new Caches(kept, world, fails);
  const worker = { world, did, fetched, tabs, caches, net: net ?? ((way) => reply(way, way)) };
  function MessageChannel() {
    this.port1 = { close: () => Object.assign(this.port1, { isClosed: true }) };
    const says = (data) => this.port1.isClosed || this.port1.onmessage({ data });
    this.port2 = { postMessage: (data) => world.later(1, () => says(data)) };
    did.push(this.port1);
  }
  const does = (name) => (given) => did.push(given ? [name, given] : name);
  const context = vm.createContext({
    KEEP: { root: "/x", version: "1", files: [], rules: [], ...keep },
    ...{ URL, Response: Redirects, MessageChannel, caches },
    fetch: async (asked, options) => {
      const { pathname, search } = new URL(whole(asked));
      fetched.push(options ? [pathname + search, options] : pathname + search);
      const answer = await worker.net(pathname + search);
      if (!answer) throw new TypeError("no network");
      return answer;
    },
    setTimeout: (then, ms) => world.later(ms, then),
    setInterval: (then, ms) => {
      const clock = { next: 0 },
        ticks = () => {
          clock.next = world.later(ms, ticks);
          then();
        };
      clock.next = world.later(ms, ticks);
      return clock;
    },
    clearInterval: (clock) => world.forget(clock.next),
    crypto: { randomUUID: () => `id-${world.number}` },
    location: new URL(`${SITE}/x/sw.js`),
    clients: {
      claim: async () => does("claim")(),
      matchAll: async ({ type, includeUncontrolled }) => {
        await caches.moment();
        return type === "window" && includeUncontrolled ? [...tabs] : [];
      },
      get: async (id) => tabs.find((tab) => tab.id === id)
    },
    registration: { waiting: null },
    skipWaiting: does("skipWaiting"),
    addEventListener: (name, then) => {
      heard[name] = [...(heard[name] ?? []), then];
    }
  });
  context.self = context;
  const modules = new Modules(context, {});
  for (const name of scripts) modules.load(name);
  // Something happens to the worker; what it has to do with it is said.
  const hears = (name, event = {}) => {
    const ends = { stopImmediatePropagation: () => Object.assign(ends, { isOver: true }) },
      works = [],
      told = { ...ends, waitUntil: (work) => works.push(work) && caches.busy(work), ...event };
    for (const then of heard[name]) if (!ends.isOver) then(told);
    return works;
  };
  const tells = async (data, ms = 1_000, source = null) => {
    hears("message", { data, source });
    await world.run(ms);
  };
  // What becomes of a request by then: an answer, null while there is none, or "" where the worker
  // leaves it alone.
  const asks = async (
    way,
    { ms = 100, sheet, headers = sheet ? { "HX-Request": "true" } : {}, ...more } = {}
  ) => {
    const given = { url: whole(way), method: "GET", destination: "document" },
      at = { mode: sheet ? "cors" : "navigate", referrer: `${SITE}/` },
      body = async () => new TextEncoder().encode(more.body).buffer,
      request = { ...given, ...at, text: async () => more.body, arrayBuffer: body, ...more };
    let said = "";
    const respondWith = (answer) => {
      said = null;
      caches.busy(answer);
      Promise.resolve(answer).then(
        (is) => (said = is),
        (error) => (said = { status: error.name })
      );
    };
    hears("fetch", { request: { ...request, headers: new Headers(headers) }, respondWith });
    await world.run(ms);
    return said;
  };
  // The same, in words: the text of the answer, or where it leads, or its status.
  const shows = async (way, given) => {
    const answer = await asks(way, given),
      text = await answer?.text?.();
    return answer && (text || bare(answer.headers?.get("Location")) || answer.status);
  };
  // The ways that are kept under this name.
  const names = (name) => [...(caches.all[name]?.keys() ?? [])].map(bare);
  return Object.assign(worker, { context, hears, tells, asks, shows, names });
};

module.exports = { starts, reply, Caches, SITE };
