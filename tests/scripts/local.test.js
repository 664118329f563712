// The app is kept on a phone: offered, fetched, checked, brought up to date, taken away again.
const { seat, same, test } = require("./table.js");
const { createHash } = require("node:crypto");
const { Caches, reply } = require("./worker.js");

const STATES = ["offered", "coming", "here", "failed", "changed", "full", "http", "old", "locked"];
const html = (more = "") => `
  <section id="local" data-none="False" data-remove="Remove" data-cancel="Cancel"
  data-again="Again" ${STATES.map((state) => `data-${state}="${state}"`).join(" ")}${more}>
  <p role="status"></p><p class="hint"></p><progress></progress>
  <button data-keep hidden>Keep</button><button data-remove hidden></button></section>`;
const FILES = {
  "app.zip": "an archive ".repeat(99),
  "page.js": "page",
  "a.wasm": "wasm".repeat(9)
};
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const edition = (number) => ({
  folder: `/local/${number}/`,
  later: "/later.js",
  files: Object.entries(FILES).map(([name, text]) => ({
    ...{ name, bytes: text.length, sha256: sha256(text), type: name === "page.js" ? "a/b" : "" }
  }))
});

// A phone and a server with this edition. `fates` says of a file that it is something else, does
// not come, or comes when the test says so; `fails` of the disk what has no room.
const phone = async () => {
  const fates = {},
    fetched = [],
    employed = [],
    table = await seat({ scripts: [], html: "<p></p>" }),
    { world, browser } = table,
    failing = new Set(),
    caches = new Caches({}, world, (what) => failing.has(what));
  caches.busy(new Promise(() => {}));
  caches.delete = async (name) => delete caches.all[name];
  let newest = edition(1);
  browser.fetch = ({ url, options, done, fail }) => {
    const name = url.split("/").at(-1),
      text = name === "list.json" ? JSON.stringify(newest) : FILES[name],
      parts = (what) => [Buffer.from(what.slice(0, 3)), Buffer.from(what.slice(3))],
      comes = (what) => done(reply(url, ReadableStream.from(parts(what))));
    if (FILES[name]) fetched.push(name);
    options.signal?.addEventListener("abort", () => fail(new DOMException("", "AbortError")));
    const fate = fates[name];
    if (fate === "lost") return fail(new TypeError("no network"));
    if (fate) fates[name] = () => comes(text);
    if (fate !== "never") comes(fate === "other" ? `${text}!` : text);
  };
  // A worker takes its time to be the one at work.
  const registered = { update: async () => {}, waiting: null };
  const register = async (address) => {
    employed.push(address);
    Object.assign(registered, { waiting: {}, active: { state: "activated", scriptURL: address } });
    world.later(500, () => Object.assign(registered, { waiting: null }));
    return registered;
  };
  const opens = async ({ at = html(), persists = false, isSo, ...more } = {}) => {
    const set = { caches, crypto, DecompressionStream, DOMException, WebAssembly: {} };
    const page = table.opens({ html: at, set: { ...set, isSecureContext: true, ...more } });
    Object.assign(page.window.navigator, {
      serviceWorker: { register },
      storage: { persisted: async () => persists, persist: async () => true }
    });
    const told = [];
    page.document.addEventListener("keeping", ({ detail: { state: now, share } }) =>
      told.push([now, now === "here" ? Boolean(registered.waiting) : Number(share)])
    );
    page.load("offline/keeper.js");
    const { find } = page;
    const state = () => find("[role=status]").textContent;
    // A moment, or until this is so: what is computed takes as long as it likes.
    const rests = async (isSo = () => true) => {
      for (let times = 0; times < 10 || (!isSo() && times < 9_999); times += 1) {
        await new Promise((done) => setImmediate(done));
        await world.run(20);
      }
    };
    await rests(isSo);
    const taps = async (what, meant) => {
      find(`button[data-${what}]`).onclick();
      await rests(() => state() === meant);
    };
    return { page, find, rests, taps, state, told };
  };
  const names = () =>
    Object.entries(caches.all)
      .filter(([name]) => name.startsWith("local "))
      .map(([name, kept]) => [name.at(-2), [...kept.keys()].map((url) => url.split("/").at(-1))]);
  const becomes = (number) => (newest = edition(number));
  const { local } = browser.kept;
  return { opens, names, becomes, fates, fetched, employed, failing, caches, local };
};
const ALL = Object.keys(FILES);

test("it is kept once, said to be here on each page, and taken away again", async () => {
  const { opens, names, fetched, employed, caches, local } = await phone();
  const { page, find, rests, taps, state, told } = await opens();
  const keep = find("[data-keep]");
  same([keep.hidden, keep.textContent, find("button[data-remove]").hidden], [false, "Keep", true]);
  await taps("keep", "here");
  same([state(), names(), fetched], ["here", [["1", ALL]], ALL]);
  same(told.slice(-2).join(" "), "coming,1 here,false");
  same([find("progress").hidden, find(".hint").hidden], [true, false]);
  same(JSON.parse(local.app), { folder: "/local/1/", later: "/later.js" });
  same([find("[data-keep]").hidden, find("button[data-remove]").textContent], [true, "Remove"]);
  const kept = await caches.match("/local/1/page.js");
  same([kept.headers.get("Content-Type"), await kept.text()], ["a/b", "page"]);
  for (const persists of [true, false]) {
    const next = await opens({ persists });
    same([next.state(), next.find(".hint").hidden], ["here", persists]);
    next.page.again("offline/keeper.js"); // what keeps it up to date on other pages
    await next.rests();
    same(next.told, [["here", false]]);
  }
  await caches.open("mirrors");
  await taps("remove", "offered");
  await rests(() => !names().length);
  same([state(), names(), "app" in local, fetched], ["offered", [], false, ALL]);
  same([employed, "mirrors" in caches.all], [["/sw.js?here", "/sw.js"], false]);
  same([page.went, find(".hint").hidden], [[], true]);
});

test("a download goes on where it stopped, on any page", async () => {
  const { opens, names, fates, fetched, local } = await phone();
  const offer = await opens();
  fates["page.js"] = "other";
  await offer.taps("keep", "changed");
  same([offer.state(), names(), local.app], ["changed", [["1", ["app.zip"]]], "{}"]);
  Object.assign(fates, { "page.js": null, "a.wasm": "lost" });
  await offer.taps("keep", "failed");
  same([offer.state(), names()], ["failed", [["1", ["app.zip", "page.js"]]]]);
  same(offer.find("[data-keep]").textContent, "Again");
  fates["a.wasm"] = "never";
  offer.page.happens("online");
  await offer.rests(() => fates["a.wasm"] !== "never");
  same([offer.state(), offer.find("button[data-remove]").textContent], ["coming", "Cancel"]);
  const [first, second, third] = Object.values(FILES).map(({ length }) => length),
    share = (first + second) / (first + second + third);
  same(offer.told.at(-1), ["coming", share]);
  same(offer.find("progress").hidden, false);
  fates["a.wasm"] = null;
  offer.page.browser.close(offer.page);
  fetched.length = 0;
  await opens({ at: "<p></p>", isSo: () => local.app !== "{}" });
  same([names(), fetched], [[["1", ALL]], ["a.wasm"]]);
  same((await opens()).state(), "here");
});

test("what is cancelled while a file comes leaves nothing behind", async () => {
  const { opens, names, fates, fetched, local } = await phone();
  const { taps, rests, state } = await opens();
  fates["page.js"] = "never";
  await taps("keep", "coming");
  await rests(() => fates["page.js"] !== "never");
  same(names(), [["1", ["app.zip"]]]);
  await taps("remove", "offered");
  fates["page.js"]();
  await rests(() => !names().length);
  same([state(), names(), fetched], ["offered", [], ["app.zip", "page.js"]]);
  Object.assign(fates, { "page.js": null, "a.wasm": "never" });
  await taps("keep", "coming");
  await rests(() => fates["a.wasm"] !== "never");
  fates["a.wasm"](); // the last one, too late to be stopped
  await taps("remove", "offered");
  await rests(() => !names().length);
  same([state(), names(), "app" in local], ["offered", [], false]);
});

test("a newer edition is fetched behind any page, and the older one goes at the next", async () => {
  const { opens, names, becomes, local } = await phone();
  await (await opens()).taps("keep", "here");
  becomes(2);
  await opens({ at: "<p></p>", isSo: () => local.app.includes("/2/") });
  same([JSON.parse(local.app).folder, names().map(([name]) => name)], ["/local/2/", ["1", "2"]]);
  await opens({ at: "<p></p>", isSo: () => names().length === 1 });
  same(names(), [["2", ALL]]);
});

// What a browser lacks, what is said of it, and whether it is offered; and where nobody taps.
const BEGINS = html(" data-begins");
for (const [what, given, said] of [
  ["room", { full: true }, "full"],
  ["WebAssembly", { WebAssembly: undefined }, "locked"],
  ["https", { caches: undefined }, "http"],
  ["nothing, on a site", { at: BEGINS }, "here"],
  ["room, on a site", { at: BEGINS, full: true }, "full"],
  ["what unpacks, on a site", { at: BEGINS, DecompressionStream: undefined }, "old"],
  ["https, on a site", { at: BEGINS, caches: undefined, isSecureContext: false }, "http"]
])
  test(`where a browser lacks ${what} it says ${said}`, async () => {
    const { opens, failing, fetched } = await phone();
    const { full, ...more } = given;
    if (full) failing.add("put");
    const { find, taps, rests, state } = await opens(more);
    if (full && !more.at) await taps("keep", said);
    await rests(() => state() === said);
    same(state(), said);
    same(find("[data-keep]").hidden, said !== "full");
    if (!["full", "here"].includes(said)) same(fetched, []);
  });

test("where WebAssembly is switched off nothing that was begun goes on", async () => {
  const { opens, fetched, local } = await phone();
  local.app = "{}";
  await opens({ at: "<p></p>", WebAssembly: undefined });
  same(fetched, []);
});
