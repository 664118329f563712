// An app below a path registers its worker there, and keeps its pages there.
const { same, opens, test } = require("./table.js");

const LINKS = `<p id="unsent"></p><p data-offer></p><a href="/x/rules/brain">here</a><a href="/rules/brain">no</a>`;

// A page whose browser has service workers like these, and what it registered and said.
const begins = (workers = {}, more = {}) => {
  const said = [],
    { world, page } = opens(LINKS, more);
  const register = async (address) => said.push(address),
    all = { register, ready: new Promise(() => {}), ...workers };
  page.window.navigator.serviceWorker = all;
  page.window.isSecureContext = true;
  for (const name of ["entry/entering.js", "offline/kept.js"]) page.load(name);
  page.happens("load");
  return { world, page, said, workers: all };
};

test("a page below a path registers the worker of its app, and tells it of its pages", async () => {
  const told = [],
    active = { postMessage: ({ keep }) => told.push(keep) },
    place = { at: "/x/t/a/g/", root: "/x" };
  const { world, said } = begins({ ready: Promise.resolve({ active }) }, place);
  await world.run(100);
  same([said, told], [["/x/sw.js"], [["/x/t/a/g/", "/x/", "/x/rules/brain"]]]);
});

test("a board offers to keep the app unless it is kept", async () => {
  for (const localStorage of [{}, { app: "{}" }]) {
    const { world, page } = begins({}, { set: { localStorage } });
    await world.run(100);
    same(page.find("[data-offer]").hidden, "app" in localStorage);
  }
});

test("a worker that takes over from another one is told of the page too", async () => {
  const told = [],
    names = (name) => ({ postMessage: ({ keep }) => told.push(`${name}: ${keep[0]}`) }),
    all = { active: names("older") };
  // This page was not under the older one, as when that one had just come too.
  const { world, workers } = begins({ controller: null, ready: Promise.resolve(all) });
  await world.run(100);
  all.active = names("newer");
  workers.oncontrollerchange();
  await world.run(100);
  same(told, ["older: /t/a/g/", "newer: /t/a/g/"]);
});

test("a page that is never idle, as nothing is drawn any more, begins all the same", async () => {
  const { world, page, said } = begins({}, { set: { requestIdleCallback: () => {} } });
  page.load("entry/libraries.js").ready.then(() => said.push("ready"));
  await world.run(1000);
  same(said.toSorted(), ["/sw.js", "ready"]);
});

test("a worker that cannot be fetched or installed is tried again until there is one", async () => {
  const tried = [],
    registered = { active: null },
    outcomes = [Promise.reject(new TypeError("no network")), {}, registered];
  outcomes[0].catch(() => {});
  const register = async (address) => outcomes[tried.push(address) - 1];
  const { world } = begins({ register });
  await world.run(25_000);
  registered.active = {};
  await world.run(100_000);
  same(tried, ["/sw.js", "/sw.js", "/sw.js"]);
});
