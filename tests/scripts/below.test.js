// An app below a path registers its worker there, and keeps its pages there.
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const { test } = require("node:test");
const { World, Browser } = require("./world.js");
const { same } = require("./table.js");

const LINKS = `<p id="unsent"></p><a href="/x/rules/brain">here</a><a href="/rules/brain">no</a>`;

// A page whose browser has service workers like these, and what it registered and said.
const opens = (workers, { at = "/t/a/g/", root = "", set = {} } = {}) => {
  const world = new World(),
    said = [],
    page = new Browser(world).open([], { html: LINKS, at, root, set });
  const register = async (address) => said.push(address),
    all = { register, ready: new Promise(() => {}), ...workers(said) };
  page.window.navigator.serviceWorker = all;
  page.window.isSecureContext = true;
  for (const name of ["queue.js", "entry.js", "kept.js"]) page.load(name);
  page.window.dispatchEvent(new page.window.Event("load"));
  return { world, page, said, workers: all };
};

test("a page below a path registers the worker of its app, and tells it of its pages", async () => {
  const active = (said) => ({ postMessage: (message) => said.push(message) });
  const { world, said } = opens((said) => ({ ready: Promise.resolve({ active: active(said) }) }), {
    at: "/x/t/a/g/",
    root: "/x"
  });
  await world.run(100);
  same(said[0], "/x/sw.js");
  same(said[1].keep, ["/x/t/a/g/", "/x/", "/x/rules/brain"]);
});

test("a worker that takes over from another one is told of the page too", async () => {
  const told = [],
    names = (name) => ({ postMessage: ({ keep }) => told.push([name, keep[0]]) }),
    all = { active: names("older") };
  // This page was not under the older one, as when that one had just come too.
  const { world, workers } = opens(() => ({ controller: null, ready: Promise.resolve(all) }));
  await world.run(100);
  all.active = names("newer");
  workers.oncontrollerchange();
  await world.run(100);
  same(told, [
    ["older", "/t/a/g/"],
    ["newer", "/t/a/g/"]
  ]);
});

test("a page that is never idle, as nothing is drawn any more, begins all the same", async () => {
  const { world, page, said } = opens(() => ({}), { set: { requestIdleCallback: () => {} } });
  page.window.ready.then(() => said.push("ready"));
  await world.run(1000);
  same(said.toSorted(), ["/sw.js", "ready"]);
});

test("a worker that cannot be fetched or installed is tried again until there is one", async () => {
  const tried = [],
    registered = { active: null },
    outcomes = [Promise.reject(new TypeError("no network")), {}, registered];
  outcomes[0].catch(() => {});
  const register = async (address) => outcomes[tried.push(address) - 1];
  const { world } = opens(() => ({ register }));
  await world.run(25_000);
  registered.active = {};
  await world.run(100_000);
  same(tried, ["/sw.js", "/sw.js", "/sw.js"]);
});

// What a browser keeps for a worker: `kept` has the addresses of each cache, as they came.
const keeping = (kept) => {
  const find = (name, address) => kept[name]?.get(address);
  const open = async (name) => {
    kept[name] ??= new Map();
    return {
      put: async (address, answer) => kept[name].set(address, answer),
      keys: async () => [],
      match: async (address) => find(name, address)?.clone()
    };
  };
  const match = async (asked, { cacheName } = {}) => {
    const names = cacheName ? [cacheName] : Object.keys(kept);
    return names.map((name) => find(name, asked.url ?? asked)).find(Boolean);
  };
  return { open, match };
};
// The worker of an app below this path, on these fetches, with what it heard and kept.
const starts = (KEEP, fetch, { kept = {}, ...more } = {}) => {
  const heard = {},
    self = {};
  const context = vm.createContext({
    KEEP,
    URL,
    Response,
    AbortSignal,
    fetch,
    Promise,
    self,
    setTimeout,
    location: new URL(`https://a.test${KEEP.root}/sw.js`),
    caches: keeping(kept),
    registration: { waiting: null },
    addEventListener: (name, does) => {
      heard[name] = does;
    },
    ...more
  });
  const file = path.join(__dirname, "..", "..", "static", "sw.js");
  vm.runInContext(fs.readFileSync(file, "utf8"), context);
  const gathers = async (keep) => {
    let gathered = null;
    heard.message({
      data: { keep, language: "en", theme: "dark" },
      waitUntil: (work) => {
        gathered = work;
      }
    });
    await gathered;
    return ["pages", "rules"].flatMap((name) => [...(kept[name]?.keys() ?? [])]);
  };
  return { heard, gathers };
};
const answers = async (address) => ({
  url: new URL(address, "https://a.test").href,
  status: 200,
  headers: new Headers({ Companion: "1", "Content-Type": "text/html" }),
  text: async () => "<p>"
});

test("below a path the worker keeps the pages that are below it, and no others", async () => {
  const { gathers } = starts(
    { root: "/x", version: "1", files: [], rules: ["/x/rules/"] },
    answers
  );
  const kept = await gathers(["/x/t/a/g/", "/t/b/g/", "/x/live"]);
  same(kept, ["/x/t/a/g/", "/x/rules/", "/x/sw.js"]);
});

test("each address of the rules is relative to the one before", async () => {
  const kept = {},
    rules = ["/x/offline", "rules/", "one", "one/setup", "the-end", "/x/rules/two", "two/setup"];
  const { gathers } = starts({ root: "/x", version: "1", files: [], rules }, answers, { kept });
  await gathers(["/x/rules/one?back=%2Fx%2F", "/x/"]);
  same([...kept.pages.keys()], ["/x/rules/one?back=%2Fx%2F", "/x/"]);
  const resolved = ["", "/one", "/one/setup", "/one/the-end", "/two", "/two/setup"];
  same(
    [...kept.rules.keys()],
    ["/x/offline", ...resolved.map((way) => `/x/rules${way || "/"}`), "/x/sw.js"]
  );
});

test("a page that never comes does not keep the worker from keeping others", async () => {
  const never = new Promise(() => {});
  const { heard, gathers } = starts(
    { root: "", version: "1", files: [], rules: [] },
    (asked) => (asked.url ? never : answers(asked)),
    { setTimeout: (does) => setTimeout(does) }
  );
  heard.fetch({
    request: new Request("https://a.test/new/the-game"),
    respondWith: () => {},
    waitUntil: () => {}
  });
  same(await gathers(["/t/a/g/"]), ["/t/a/g/", "/sw.js"]);
});

// Of this board the mirror alone is kept, which has its address.
const mirrored = (fetch, more) =>
  starts({ root: "", version: "1", files: [], rules: ["/offline"] }, fetch, {
    kept: {
      mirrors: new Map([["/t/a/g/", new Response("{}")]]),
      rules: new Map([
        ["/sw.js", new Response("1,en,dark")],
        ["/offline", new Response("offline")]
      ])
    },
    ...more
  });

test("a board is kept where its mirror is kept already", async () => {
  const { gathers } = mirrored(answers);
  same(await gathers(["/t/a/g/"]), ["/t/a/g/", "/sw.js", "/offline"]);
});

test("without network a mirror is never shown for its board", async () => {
  const { heard } = mirrored(() => Promise.reject(new TypeError("no network")));
  let shown = null;
  heard.fetch({
    request: {
      url: "https://a.test/t/a/g/",
      method: "GET",
      mode: "navigate",
      headers: new Headers()
    },
    respondWith: (answer) => {
      shown = answer;
    },
    waitUntil: () => {}
  });
  same(await (await shown).text(), "offline");
});

// A server that takes each connection and says nothing, until it does.
const asks = async (world, heard, way, more = {}) => {
  let said = null;
  const headers = new Headers(more),
    mode = more["HX-Request"] ? "cors" : "navigate";
  heard.fetch({
    request: { url: `https://a.test${way}`, method: "GET", mode, headers },
    respondWith: (answer) => answer.then(async (page) => (said = await page.text())),
    waitUntil: () => {}
  });
  await world.run(2_900);
  same(said, null);
  await world.run(200);
  return said;
};
const silent = () => {
  const world = new World(),
    waits = [];
  const { heard } = mirrored(() => new Promise((done) => waits.push(done)), {
    setTimeout: (does, ms) => world.later(ms, does)
  });
  const comes = async (at, text) => {
    waits[at](new Response(text, { headers: { Companion: "1" } }));
    await world.run(10);
  };
  return { world, heard, comes };
};

test("a page is waited for no longer than 3 s, and shown the next time if it came", async () => {
  const { world, heard, comes } = silent();
  same(await asks(world, heard, "/history"), "offline");
  await comes(0, "late");
  same(await asks(world, heard, "/another"), "offline");
  same(await asks(world, heard, "/history"), "late");
  same(await asks(world, heard, "/history"), "offline");
});

test("a sheet that nobody has kept is waited for as long as it takes", async () => {
  const { world, heard } = silent();
  same(await asks(world, heard, "/history", { "HX-Request": "true" }), null);
});
