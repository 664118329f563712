// A set-up of a site without a server: the app starts behind it, so that it starts sooner later.
const { same, each, opens, test } = require("./table.js");

const BOX = `<section id="local"><button data-keep></button><progress></progress></section>
  <form class="preferences" action="/here/likes"><button name="theme" value="light"></button>
  <button name="theme" value="dark"></button></form><a href="/de/" data-language="de"></a>
  <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fff">
  <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000">`;

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
  for (let times = 0; times < 2; times += 1) page.hears("keeping", detail);
  await world.run(100);
  same(world.errors, []);
  return { page, workers };
};

test("behind a set-up the app starts once, unless it has before, and ends with the page", async () => {
  same((await keeps([{ url: "/local/1/tables-snapshot?this" }])).workers, []);
  const { page, workers } = await keeps([]);
  same(each(workers, "address"), ["/local/1/warm.mjs"]);
  page.happens("pagehide");
  same(workers, []);
});

test("the theme that was chosen is the one that the page has and says, and the app begins with it", async () => {
  const { document, browser, find, all } = (await keeps([])).page;
  const says = () => [
    document.documentElement.dataset.theme,
    ...each(all("[aria-pressed=true]"), "value"),
    ...each(all("[name=theme-color]"), "content")
  ];
  same(says(), ["dark", "dark", "#000", "#000"]);
  find("[value=light]").click();
  find("a").click();
  same(says(), ["light", "light", "#fff", "#fff"]);
  same([browser.kept.local.hereChosen, document.posted.length], ["language=de&theme=light", 0]);
});

const SETUP = `<section id="local" data-waits="Waiting: #" data-aside><button data-keep hidden></button>
  <progress value="0"></progress></section><form class="setup" action="/here/new"><input name="page" value="old">
  <button class="button main"><span>Start</span></button></form><a href="/here/" id="shelf"></a>
  <a href="/rules/" id="rules"></a>`;

// What is tapped before the app is here, what is heard of it then, and what begins by that.
for (const [tapped, states, has, begins, says, hides = true] of [
  ["#shelf", "", true, "/here/", "Start"],
  [".setup button", "", true, "posted", "Start"],
  ["#shelf", "coming", false, "", "Waiting: 50%"],
  [".setup button", "coming here", false, "posted", "Waiting: 50%"],
  ["#shelf", "coming here", false, "/here/", "Waiting: 50%"],
  ["#shelf", "coming failed", false, "", "Start", false],
  ["#rules", "coming", false, "", "Start"]
])
  test(`of ${tapped}, and then "${states}", comes ${begins || "nothing"}`, async () => {
    const local = { app: JSON.stringify(has ? { folder: "/local/1/" } : {}) },
      caches = { open: async () => ({ keys: async () => [] }) },
      set = { Worker: class {}, matchMedia: () => ({}), crypto, caches },
      { world, page, document, window, find } = opens(SETUP, { local, set });
    Object.assign(document.documentElement, { lang: "en" }).dataset.more = "/more.js";
    window.navigator.serviceWorker = { ready: {}, register: async () => {} };
    page.load("offline/site.js");
    page.happens("pageshow");
    const tells = (state, share) => page.hears("keeping", { state, share });
    tells("coming", 0);
    find(tapped).click();
    local.app = '{"folder":"/local/1/"}';
    for (const state of states.split(" ").filter(Boolean)) tells(state, 0.5);
    await world.run(100);
    const began = [...page.went, ...document.posted.map(() => "posted")].join();
    same([began, find("span").textContent], [begins, says]);
    same([find("#local").hidden, find("[name=page]").value === "old"], [hides, false]);
  });
