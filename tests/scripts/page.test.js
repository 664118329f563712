// The board as this phone works it out: what it counts.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { answer } = require("./world.js");
const { seat, same, PAGE } = require("./table.js");

const HTML = `${PAGE}<dialog id="waits" data-undone="Undone: #"></dialog>`;

// A phone at a table of whose game it has a mirror. `laid` is what each board was drawn from, by
// ids.
const sits = async (caches = {}) => {
  const table = await seat({ html: HTML }),
    { world, server, page } = table,
    laid = [],
    pages = { isOpen: false, go: () => {}, back: () => {}, renew: () => {}, reopen: () => {} };
  const mirror = { epoch: "era-1", since: 0, game: { log: [] } };
  server.gives = ({ done }) =>
    world.later(1, () =>
      done(answer({ headers: { Companion: "1" }, text: JSON.stringify(mirror) }))
    );
  const show = (waiting) => {
    laid.push(waiting.map(({ id }) => id));
    const counted = Object.fromEntries(waiting.map(({ id }, at) => [id, at + 1]));
    return JSON.stringify({ html: `<p id="drawn">`, counted, asked: false });
  };
  class Worker {
    postMessage({ number, does, said }) {
      const told = does === "show" ? show(JSON.parse(said).waiting) : "";
      world.later(1, () => this.onmessage({ data: { number, answer: told } }));
    }
  }
  const kept = { match: async () => {}, put: async () => {}, keys: async () => [], ...caches };
  Object.assign(page.window, {
    Worker,
    caches: { open: async () => kept },
    putBoard: () => {},
    makePages: () => pages
  });
  page.load("local/page.js");
  await world.run(1000);
  return { ...table, laid };
};

test("a board counts what takes an entry back that was just recorded", async () => {
  const { world, server, page, adds, ids, laid } = await sits();
  adds("a");
  await world.run(20); // it is under way
  page.document.addEventListener("queue:answer", () => {
    server.fate = () => "lost";
  });
  page.queue.remove(page.queue.all[0]);
  await world.run(3000);
  same(ids(), ["a"]);
  same(laid.at(-1), ["a", "a-back"]);
});

test("a phone without room for its mirror counts all the same", async () => {
  const full = () => Promise.reject(new DOMException("no room", "QuotaExceededError"));
  for (const what of ["match", "put"]) {
    const { world, browser, page, adds, laid } = await sits({ [what]: full });
    assert.equal(page.document.documentElement.dataset.counts, "", what);
    browser.goes(false);
    adds("a");
    await world.run(2000);
    same(laid.at(-1), ["a"]);
    browser.goes(true);
    page.window.putBoard("<p>"); // the mirror follows, now and in a while
    await world.run(5000);
  }
});
