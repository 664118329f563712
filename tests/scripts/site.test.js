// A set-up of a site without a server: the app starts behind it, so that it starts sooner later.
const { same, each, opens, CustomEvent, test } = require("./table.js");

const BOX = `<section id="local"><button data-keep></button><progress></progress></section>
  <button name="theme" value="light"></button><button name="theme" value="dark"></button>`;

const keeps = async (files) => {
  const workers = [];
  class Worker {
    constructor(address) {
      workers.push(this);
      Object.assign(this, { address, terminate: () => workers.splice(0) });
    }
  }
  const caches = { open: async () => ({ keys: async () => files }) },
    local = { app: JSON.stringify({ folder: "/local/1/" }), hereTheme: "dark" },
    { world, page } = opens(BOX, { local, set: { Worker, matchMedia: () => ({}), caches } });
  page.document.documentElement.dataset.more = "/more.js";
  page.load("offline/site.js");
  const detail = { state: "here", share: 1 };
  for (let times = 0; times < 2; times += 1)
    page.document.dispatchEvent(new CustomEvent("keeping", { detail }));
  await world.run(100);
  same(world.errors, []);
  return { page, workers };
};

test("behind a set-up the app starts once, and ends with the page", async () => {
  const { page, workers } = await keeps([]);
  same(each(workers, "address"), ["/local/1/warm.mjs"]);
  page.window.dispatchEvent(new page.window.Event("pagehide"));
  same(workers, []);
});

test("the theme that was chosen there is the one that the page has and says", async () => {
  const { document } = (await keeps([])).page,
    pressed = document.querySelectorAll("[name=theme][aria-pressed=true]");
  same(
    [document.documentElement.dataset.theme, ...pressed.map(({ value }) => value)],
    ["dark", "dark"]
  );
});

test("it does not where it has started before", async () => {
  const { workers } = await keeps([{ url: "/local/1/tables-snapshot?this" }]);
  same(workers, []);
});
