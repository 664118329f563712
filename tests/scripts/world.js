// A world for the scripts of static/: a clock, browsers with a disk and tabs, and what is between
// them and a server. Nothing happens by itself: `run` does what is due, one task after the other,
// and a seed says how long each takes and what goes wrong.
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const { Storage, Factory } = require("./disk.js");
const { Document, Event, CustomEvent, FormData, Target } = require("./dom.js");

const STATIC = path.join(__dirname, "..", "..", "static");
const APP = path.join(STATIC, "app"),
  LOCAL = path.join(STATIC, "local");
const BESIDE = { "storage.js": "browser/storage.js", "times.js": "screen/times.js" };
const texts = new Map(),
  compiled = new Map();
const textOf = (file) => {
  if (!texts.has(file)) texts.set(file, fs.readFileSync(file, "utf8"));
  return texts.get(file);
};
const fileOf = (name) => path.join(name.startsWith("local/") ? STATIC : APP, name);
// From now on this script says something else in this one place.
const plant = (name, old, anew) => {
  const file = fileOf(name),
    text = fs.readFileSync(file, "utf8");
  if (text.split(old).length !== 2) throw new Error(`${name} does not say once: ${old}`);
  texts.set(file, text.replace(old, anew));
  compiled.delete(file);
};
// A module as a function of what it imports: a real one would be read anew for each page. Scripts import
// and export by name alone, at the beginning of a line.
const compile = (file) => {
  if (compiled.has(file)) return compiled.get(file);
  const names = [];
  const text = textOf(file)
    .replace(/^import (?:\* as (\w+)|(\{[^}]*\})) from (".+");$/gm, (_, all, some, from) => {
      return `const ${all ?? some.replaceAll(" as ", ": ")} = $load(${from});`;
    })
    .replace(/^import (".+");$/gm, "$$load($1);")
    .replace(
      /^export (\{[^}]*\}) from (".+");$/gm,
      "const $1 = $$load($2), $$all = $1; Object.assign($$exports, $$all);"
    )
    .replace(/^export ((?:async )?(?:const|function|class)) (\w+)/gm, (_, kind, name) => {
      names.push(name);
      return `${kind} ${name}`;
    })
    .replace(/\bimport\(/g, "$$bring(")
    .replaceAll("import.meta", "$$meta");
  const code = `"use strict"; (($load, $exports, $meta, $bring) => { ${text}
    Object.assign($exports, { ${names} }); })`;
  compiled.set(file, new vm.Script(code, { filename: file }));
  return compiled.get(file);
};
// What a module imports, by its file. The files of the app on the phone lie beside each other there.
const where = (from, said) => {
  const file = path.resolve(path.dirname(from), said),
    isBeside = path.dirname(file) === LOCAL && BESIDE[path.basename(file)];
  return isBeside ? path.join(APP, isBeside) : file;
};
// The modules of one page or worker: each of them runs once.
class Modules {
  constructor(context, { brings }) {
    Object.assign(this, { context, brings, known: new Map() });
  }

  run(file) {
    if (!this.known.has(file)) {
      const exports = {},
        url = `https://companion.test/${path.basename(file)}`,
        // Bundles have none; the app on the phone is served as modules.
        meta = path.dirname(file) === LOCAL ? { url } : {};
      this.known.set(file, exports);
      compile(file).runInContext(this.context)(
        (said) => this.run(where(file, said)),
        exports,
        meta,
        (address) => this.brings(address)
      );
    }
    return this.known.get(file);
  }

  // What this module exports to whoever imports it.
  load(name) {
    return this.run(fileOf(name));
  }
}
const PRELUDE = new vm.Script(`
  Math.random = random;
  Date = class extends Date {
    constructor(...given) { super(...(given.length ? given : [now()])); }
    static now() { return now(); }
  };
`);

// Numbers from 0 to 1, the same ones for the same seed.
const seeded = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

const settled = () => new Promise((done) => setImmediate(done));

class World {
  constructor(seed = 1) {
    this.random = seeded(seed);
    this.time = 0; // ms, and never back
    this.wall = Date.UTC(2026, 10, 23); // what clocks on walls say beyond that
    this.tasks = [];
    this.number = 0;
    this.errors = [];
    this.ends = [];
  }

  // Does this when all is done that follows from what is going on now.
  after(does) {
    this.ends.push(does);
  }

  async settle() {
    await settled();
    for (const does of this.ends.splice(0)) does();
  }

  later(ms, does) {
    const task = { at: this.time + Math.max(0, Number(ms) || 0), number: ++this.number, does };
    this.tasks.push(task);
    return task.number;
  }

  forget(number) {
    this.tasks = this.tasks.filter((task) => task.number !== number);
  }

  // What is due next, and all that follows from it at once; false where nothing is due by then.
  async step(until = Infinity) {
    let next = null; // of those that are due at once the one that was begun first
    for (const task of this.tasks) if (!next || task.at < next.at) next = task;
    if (!next || next.at > until) return false;
    this.tasks.splice(this.tasks.indexOf(next), 1);
    this.time = next.at;
    try {
      next.does();
    } catch (error) {
      this.errors.push(error);
    }
    await this.settle();
    return true;
  }

  async run(ms) {
    const until = this.time + ms;
    await this.settle();
    while (await this.step(until));
    this.time = until;
  }
}

// What one browser keeps, for all its tabs. `fails(what)` says whether that goes wrong now.
class Browser {
  constructor(world, { fails = () => false, fetch, online = true } = {}) {
    Object.assign(this, { world, fails, fetch, online });
    this.disk = new Storage(this);
    this.kept = { local: {} };
    this.locks = new Map();
    this.pages = [];
    this.channels = new Set();
  }

  latency() {
    return this.world.random() * 4;
  }

  // A tab with this page, on which these scripts of static/ run.
  open(scripts, options = {}) {
    const page = new Page(this, options);
    this.pages.push(page);
    for (const name of scripts) page.load(name);
    return page;
  }

  goes(online) {
    if (this.online === online) return;
    this.online = online;
    for (const page of this.pages) page.happens(online ? "online" : "offline");
  }

  wait(page, name, does) {
    return new Promise((done, fail) => {
      const line = this.locks.get(name) ?? [];
      this.locks.set(name, line);
      line.push({ page, does, done, fail, isHeld: false });
      this.grant(name);
    });
  }

  grant(name) {
    const [first] = this.locks.get(name);
    if (!first || first.isHeld) return;
    first.isHeld = true;
    this.world.later(this.latency(), async () => {
      if (!first.page.alive) return;
      const free = (does) => (said) => {
        if (!first.page.alive) return;
        this.release(name, first);
        does(said);
      };
      Promise.resolve(first.does()).then(free(first.done), free(first.fail));
    });
  }

  release(name, lock) {
    const line = this.locks.get(name);
    line.splice(line.indexOf(lock), 1);
    this.grant(name);
  }

  close(page) {
    page.alive = false;
    this.pages = this.pages.filter((each) => each !== page);
    this.disk.leave(page);
    for (const [name, line] of this.locks) {
      for (const lock of line.filter((each) => each.page === page)) this.release(name, lock);
    }
    for (const channel of this.channels) if (channel.page === page) this.channels.delete(channel);
  }
}

const HEAD = `
  <meta name="csrf-token" content="token-0"><meta name="phone" content="phone-1">
`;

class Page {
  constructor(browser, { html = "", at = "/t/a/g/", root = "", session = {}, ...more } = {}) {
    const { era = "era-1", here, set = {} } = more,
      { world } = browser;
    Object.assign(this, { browser, world, alive: true, loads: 0, went: [] });
    const document = new Document(HEAD + html);
    document.documentElement.dataset.era = era;
    document.documentElement.dataset.root = root;
    if (here !== undefined) document.documentElement.dataset.here = here;
    document.documentElement.dataset.lost = "/lost.js";
    const url = new URL(at, "https://companion.test");
    const location = {
      pathname: url.pathname,
      search: url.search,
      href: url.href,
      toString: () => url.href,
      assign: (where) => this.went.push(where),
      replace: (where) => this.went.push(where),
      reload: () => {
        this.loads += 1;
      }
    };
    const task = (ms, does) => world.later(ms, () => this.alive && does());
    const keeps = (values, name) =>
      new Proxy(values, {
        set: (all, key, value) => {
          if (!this.alive) return true;
          if (browser.fails(name)) throw new DOMException("no room", "QuotaExceededError");
          all[key] = String(value);
          return true;
        }
      });
    const events = new Target(document);
    document.above = events;
    this.document = document;
    this.window = Object.assign(events, {
      document,
      location,
      localStorage: keeps(browser.kept.local, "local"),
      sessionStorage: keeps(session, "session"),
      indexedDB: new Factory(browser.disk, this),
      random: () => world.random(),
      now: () => Math.floor(world.wall + world.time),
      performance: { now: () => world.time, timeOrigin: world.wall + world.time },
      setTimeout: (does, ms, ...given) => task(ms, () => does(...given)),
      clearTimeout: (number) => world.forget(number),
      setInterval: (does, ms) => {
        const again = () => task(ms, () => again() && does());
        return again();
      },
      requestAnimationFrame: (does) => task(16, does),
      scrollTo() {},
      matchMedia: () => ({ matches: false }),
      fetch: (...asked) => this.fetches(...asked),
      DOMParser: class {
        parseFromString(text) {
          return new Document(text);
        }
      },
      console,
      structuredClone,
      queueMicrotask,
      URL: class extends URL {
        static createObjectURL = () => "blob:";
      },
      Blob,
      URLSearchParams,
      AbortController,
      Response,
      Event,
      CustomEvent,
      FormData,
      navigator: {
        get onLine() {
          return browser.online;
        },
        locks: { request: (name, does) => browser.wait(this, name, does) }
      }
    });
    this.window.BroadcastChannel = this.channel();
    Object.assign(this.window, set);
    this.window.window = this.window;
    for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) {
      this.window[name] = Target.prototype[name].bind(events);
    }
    this.context = vm.createContext(this.window);
    PRELUDE.runInContext(this.context);
    this.modules = new Modules(this.context, { brings: async (address) => this.brings(address) });
  }

  // What is on it, and what happens there: find("#main"), hears("queue:sends", "/t/a/g/").
  find = (selector) => this.document.querySelector(selector);
  all = (selector) => this.document.querySelectorAll(selector);
  hears = (type, detail = 0) => this.document.dispatchEvent(new CustomEvent(type, { detail }));
  happens = (type, more) => this.window.dispatchEvent(new Event(type, more));

  load(name) {
    return this.modules.load(name);
  }

  // What a script brings along by this address: nothing, but where a test says so.
  brings(address) {
    throw new TypeError(`nothing at ${address}`);
  }

  // In the place of this module there is another one, that exports this.
  stub(name, exports) {
    this.modules.known.set(fileOf(name), exports);
  }

  // A script that is not yet on this page, or is once more, as when its element comes again.
  again(name) {
    return new Modules(this.context, this.modules).load(name);
  }

  // What this script exports to be begun with what others have, begun.
  connect(name) {
    const { queue } = this,
      names = ["board/board.js", "browser/bring.js", "browser/storage.js", "entry/libraries.js"],
      parts = names.map((each) => this.load(each));
    return this.load(name).connect(Object.assign({ queue }, ...parts));
  }

  get queue() {
    return this.load("queue/queue.js").queue;
  }

  fetches(url, options = {}) {
    return new Promise((done, fail) => {
      const { signal } = options;
      const isLive = (does) => (said) => this.alive && !signal?.aborted && does(said);
      signal?.addEventListener("abort", () => fail(new DOMException("aborted", "AbortError")));
      if (!this.alive) return;
      this.browser.fetch({ page: this, url, options, done: isLive(done), fail: isLive(fail) });
    });
  }

  channel() {
    const { browser } = this,
      page = this;
    return class {
      constructor(name) {
        Object.assign(this, { name, page });
        browser.channels.add(this);
      }

      postMessage(data) {
        for (const other of browser.channels) {
          if (other === this || other.name !== this.name) continue;
          browser.world.later(
            browser.latency(),
            () => other.page.alive && other.onmessage?.({ data })
          );
        }
      }
    };
  }
}

// What a server says, as fetch gives it.
const answer = ({ status = 200, headers = {}, text = "", cut = false }) => ({
  status,
  ok: status < 400,
  headers: new Headers(headers),
  text: () => (cut ? Promise.reject(new TypeError("cut short")) : Promise.resolve(text)),
  json: () => (cut ? Promise.reject(new TypeError("cut short")) : Promise.resolve(JSON.parse(text)))
});

module.exports = { World, Browser, Modules, answer, plant };
