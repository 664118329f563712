// An app below a path registers its worker there, and keeps its pages there.
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const { test } = require("node:test");
const { World, Browser } = require("./world.js");
const { same } = require("./table.js");

const LINKS = `<p id="unsent"></p><a href="/x/rules/brain">here</a><a href="/rules/brain">no</a>`;

test("a page below a path registers the worker of its app, and tells it of its pages", async () => {
  const world = new World(),
    browser = new Browser(world),
    said = [],
    active = { postMessage: (message) => said.push(message) };
  const page = browser.open([], { html: LINKS, at: "/x/t/a/g/" });
  const workers = {
    register: async (address) => said.push(address),
    ready: Promise.resolve({ active })
  };
  page.window.navigator.serviceWorker = workers;
  page.window.isSecureContext = true;
  page.document.documentElement.dataset.root = "/x";
  for (const name of ["queue.js", "kept.js"]) page.load(name);
  page.window.dispatchEvent(new page.window.Event("load"));
  await world.run(100);
  same(said[0], "/x/sw.js");
  same(said[1].keep, ["/x/t/a/g/", "/x/", "/x/rules/brain"]);
});

test("below a path the worker keeps the pages that are below it, and no others", async () => {
  const kept = new Map(),
    cache = {
      put: async (address) => kept.set(address, true),
      keys: async () => [],
      match: async () => undefined
    },
    heard = {};
  const fetch = async (address) => ({
    url: `https://a.test${address}`,
    status: 200,
    headers: new Headers({ Companion: "1", "Content-Type": "text/html" }),
    text: async () => "<p>"
  });
  const KEEP = { root: "/x", version: "1", files: [], rules: ["/x/rules/"] };
  const context = vm.createContext({
    KEEP,
    URL,
    Response,
    fetch,
    Promise,
    location: new URL("https://a.test/x/sw.js"),
    caches: { open: async () => cache, match: async () => undefined },
    addEventListener: (name, does) => {
      heard[name] = does;
    }
  });
  const file = path.join(__dirname, "..", "..", "static", "sw.js");
  vm.runInContext(fs.readFileSync(file, "utf8"), context);
  let gathered = null;
  heard.message({
    data: { keep: ["/x/t/a/g/", "/t/b/g/", "/x/live"], language: "en", theme: "dark" },
    waitUntil: (work) => {
      gathered = work;
    }
  });
  await gathered;
  same([...kept.keys()], ["/x/t/a/g/", "/x/rules/", "/x/sw.js"]);
});
