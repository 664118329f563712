// What the service worker keeps, and what it shows of that.
const { same, assert, test } = require("./table.js");
const { starts, reply } = require("./worker.js");

const BOARD = "/x/t/a/g/",
  OFFLINE = { "/x/offline": "offline" },
  MIRROR = { mirrors: { "/x/t/b/": "{}", "/x/t/a/h/": "{}" } }, // under the address of its board
  HTML = '<title>T</title><i>around</i><div id="main">kept</div><!-- end of main --></i>';
const never = () => new Promise(() => {});
const says = (more) => (way) => reply(way, "network", more);
const fates = {
  leads: (way) =>
    Object.defineProperty(reply(way, "network", { headers: {} }), "status", { value: 0 }),
  portal: says({ headers: {} }),
  none: () => null,
  silent: never
};

// Of a page that is kept, a sheet of it, a page that is not, and a sheet of that.
for (const line of [
  "200     network  network  network  network",
  "404     network  network  network  network",
  "500     network  network  network  network",
  "429     kept     region   network  network",
  "502     kept     region   network  network",
  "503     kept     region   network  network",
  "504     kept     region   network  network",
  "leads   network  network  network  network",
  "portal  kept     region   offline  network",
  "none    kept     region   offline  failed",
  "silent  kept     region   offline  waits"
]) {
  const [fate, ...meant] = line.split(/ +/);
  test(`where the network is ${fate} what is kept is shown: ${meant.join(", ")}`, async () => {
    const words = new Map([
      ...Object.entries({ [HTML]: "kept", "<title>T</title>kept": "region" }),
      ...[0, null].map((said, at) => [said, ["failed", "waits"][at]])
    ]);
    const found = [];
    for (const way of [BOARD, "/x/t/a/h/"])
      for (const sheet of [false, true]) {
        const net = fates[fate] ?? says({ status: Number(fate) });
        const kept = { ...MIRROR, rules: OFFLINE, pages: { [BOARD]: HTML } };
        const { asks, shows } = starts({ net, kept });
        const asked = { sheet, ms: 2_900 };
        if (fate === "silent") same(await asks(way, asked), null);
        const said = await shows(`${way}?b=3`, { ...asked, ms: 3_100 });
        found.push(words.get(said) ?? said);
      }
    same(found, meant);
  });
}

test("a page that came too late is shown the next time, and once", async () => {
  const waits = [],
    late = () => new Promise((done) => waits.push(done)),
    worker = starts({ kept: { rules: OFFLINE }, net: late }),
    ms = 3_100;
  for (const way of ["/x/history", "/x/new"]) same(await worker.shows(way, { ms }), "offline");
  waits[0](reply("/x/history", "late"));
  waits[1](reply("/x/new", "late", { headers: {} })); // somebody on the way
  for (const [way, given, said] of [
    ["/x/new", {}, "offline"],
    ["/x/history", { sheet: true }, 0],
    ["/x/history", {}, "late"],
    ["/x/history", {}, "offline"]
  ]) {
    worker.net = given.sheet ? () => null : late;
    same(await worker.shows(way, { ms, ...given }), said);
  }
});

test("where no page is kept, nor one for that, the network alone answers", async () => {
  const fails = (what) => what === "open";
  for (const [given, said, way = BOARD] of [
    [{ net: fates.portal }, "network"],
    [{ net: fates.portal, kept: { rules: OFFLINE } }, "network", "/x/login"], // none of ours
    [{ net: fates.none }, 0],
    [{ fails }, BOARD]
  ])
    same(await starts(given).shows(way), said);
});

// What is asked, by which way, and whether the worker has to do with it.
for (const [way, given, isAnswered] of [
  [BOARD, {}, true],
  [BOARD, { method: "POST" }, false],
  [BOARD, { mode: "cors" }, false],
  [BOARD, { mode: "cors", sheet: true }, true],
  ["/x/live", {}, false],
  ["/x/t/a/token/more", {}, false],
  ["/x/t/a/g/all.csv", {}, false],
  ["/x/tokens", {}, true],
  ["/x/static/a.css", { mode: "no-cors" }, true],
  ["/x/static/a.css", { method: "POST" }, false],
  ["/static/a.css", { mode: "no-cors" }, false],
  ["https://b.test/x/static/a.css", {}, false],
  ["https://b.test/x/t/", {}, false]
])
  test(`${way} with ${JSON.stringify(given)} is ${isAnswered ? "" : "not "}answered`, async () => {
    same((await starts().asks(way, given)) !== "", isAnswered);
  });

// What comes from where, with what, and under which address that is kept.
for (const [from, more, name, as] of [
  [`${BOARD}?now=3&of=4&a=1`, {}, "pages", `${BOARD}?a=1`],
  [`${BOARD}?a=1&players=2`, {}, "pages", `${BOARD}?a=1`],
  [`${BOARD}?players=2`, {}, "pages", BOARD],
  ["/x/", {}, "pages", "/x/"],
  ["/x/rules/one?back=%2Fx", {}, "pages", "/x/rules/one?back=%2Fx"],
  ["/x/offline", {}, "rules", "/x/offline"],
  ["/x/offline/", {}, "pages", null],
  ["/x/history", {}, "pages", null],
  ["/x/t/a/live", {}, "pages", null],
  ["/t/a/g/", {}, "pages", null],
  ["/xx/t/a/", {}, "pages", null],
  ["https://b.test/x/t/a/", {}, "pages", null],
  [BOARD, { status: 203 }, "pages", null],
  [BOARD, { headers: { Companion: "1", "Content-Type": "text/plain" } }, "pages", null],
  [BOARD, { headers: { "Content-Type": "text/html" } }, "pages", null]
])
  test(`an answer from ${from} is kept as ${as}: ${JSON.stringify(more)}`, async () => {
    const { asks, names } = starts({ net: () => reply(from, "<p>", more) });
    await asks("/x/join");
    same(names(name), as ? [as] : []);
  });

test("what matters right now is not kept with its page, and a sheet is no page", async () => {
  const text = 'a<section class="matters">\nnow</section>b<section class="c">c</section>';
  const { asks, names, caches } = starts({ net: (way) => reply(way, text) });
  await asks(BOARD, { sheet: true });
  same(names("pages"), []);
  await asks(BOARD);
  const kept = await caches.match(BOARD);
  same(await kept.text(), 'ab<section class="c">c</section>');
  same(kept.headers.get("Companion"), "1");
});

const ALL = { pages: 5, mirrors: 2 },
  GAME = { pages: 3, mirrors: 1 };
for (const [what, statuses, does, meant] of [
  ["a game is gone", [403, 404, 410], ({ asks }) => asks(`${BOARD}?a=2`, { sheet: true }), GAME],
  ["a game is there", [200, 400, 503], ({ asks }) => asks(BOARD), ALL],
  ["a rule is gone", [404], ({ asks }) => asks("/x/rules/one"), ALL],
  ["nobody is there", [200], ({ tells }) => tells({ leave: "/t/a/" }), { pages: 2, mirrors: 1 }],
  ["nothing is said", [200], ({ tells }) => tells({ leave: "", keep: [] }), ALL]
])
  test(`where ${what} nothing is left of that, and all of the rest`, async () => {
    const of = (...ways) => Object.fromEntries(ways.map((way) => [`/x${way}`, "<p>"]));
    const kept = {
      pages: of("/t/a/g/", "/t/a/g/?a=1", "/t/b/?back=%2Fx%2Ft%2Fa%2Fg", "/t/b/", "/"),
      mirrors: of("/t/a/g/", "/t/b/h/")
    };
    for (const status of statuses) {
      const worker = starts({ kept, net: (way) => reply(way, "", { status }) });
      await does(worker);
      for (const [name, count] of Object.entries(meant)) same(worker.names(name).length, count);
    }
  });

// A file: what is kept of it, what comes of the network, what is shown and whether that is kept.
for (const [way, kept, net, shown, isKept] of [
  ["/x/static/a.js", "kept", "none", "kept", true],
  ["/x/static/a.js", null, {}, "network", true],
  ["/x/scripts/a.js", null, {}, "network", true],
  ["/x/local/a.js", null, {}, "network", false],
  ["/x/static/a.js", null, { status: 404 }, "network", false],
  ["/x/static/a.js", null, { headers: {} }, "network", false],
  ["/x/static/a.js", "kept", "full", "network", true],
  ["/x/static/a.js", null, "none", "TypeError", false]
])
  test(`${way}, kept: ${kept}, of the network: ${JSON.stringify(net)}, is ${shown}`, async () => {
    const { shows, names } = starts({
      kept: { any: kept ? { [way]: kept } : {} },
      net: fates[net] ?? says(net),
      fails: (what) => net === "full" && ["match", "put"].includes(what)
    });
    same(await shows(way, { mode: "no-cors" }), shown);
    same([...names("any"), ...names("files")], isKept ? [way] : []);
  });

const keeps = (keep, more) => ({ keep, language: "en", theme: "dark", ...more });
const ways = ({ fetched }) => fetched.splice(0).map(([way]) => way);

test("a page says what to keep, which is fetched once for each edition", async () => {
  const given = ["/x/offline", "rules/", "one", "one/setup", "end"],
    keep = { files: ["/x/f1", "/x/f2"], rules: given };
  const worker = starts({ keep, kept: { ...MIRROR, any: { "/x/f1": "f1" } } });
  const pages = [BOARD, "/x/", "/t/b/", "/x/live"],
    below = ["", "one", "one/setup", "one/end"].map((way) => `/x/rules/${way}`),
    rules = ["/x/offline", ...below];
  await worker.tells(keeps(pages));
  same(worker.fetched[0], ["/x/f2", { priority: "low" }]);
  same(ways(worker), ["/x/f2", BOARD, "/x/", ...rules]);
  const kept = [["/x/f2"], [BOARD, "/x/"], [...rules, "/x/sw.js"]];
  same(["files", "pages", "rules"].map(worker.names), kept);
  await worker.tells(keeps(pages));
  same(ways(worker), ["/x/"]); // it may not know of a game that is new
  await worker.tells(keeps(["/x/", BOARD, "/x/t/b/"]));
  same(ways(worker), ["/x/t/b/"]);
  await worker.tells(keeps(["/x/"], { theme: "light" }));
  same(ways(worker), ["/x/", ...rules]);
  await worker.tells(keeps(["/x/"], { theme: "light", language: "de" }));
  same(ways(worker), ["/x/", ...rules]);
});

test("what fails while it is gathered is fetched for the next page that says so", async () => {
  for (const [net, isOver] of [
    [fates.none, true],
    [fates.portal, true],
    ...[429, 502, 503, 504].map((status) => [says({ status }), true]),
    [says({ status: 500 }), false],
    ["waiting", true]
  ]) {
    const worker = starts({ keep: { rules: ["/x/rules/"] } });
    if (net === "waiting") worker.context.registration.waiting = {};
    else worker.net = net;
    await worker.tells(keeps([BOARD]));
    same(worker.names("rules"), isOver ? [] : ["/x/sw.js"]);
    worker.context.registration.waiting = null;
    worker.net = (way) => reply(way, way);
    await worker.tells(keeps([BOARD]));
    same(worker.names("rules"), ["/x/rules/", "/x/sw.js"]);
  }
});

test("nothing is fetched ahead beside what somebody waits for, but for 3 s", async () => {
  const worker = starts({ net: never });
  await worker.asks("/x/history");
  worker.net = (way) => reply(way, way);
  await worker.asks("/x/tokens", { ms: 1_400 });
  await worker.tells(keeps([BOARD]), 1_400);
  same(worker.fetched.length, 2);
  await worker.world.run(200);
  same(worker.names("pages"), [BOARD]);
  let comes;
  worker.net = () => new Promise((done) => (comes = done));
  await worker.asks("/x/history");
  worker.net = (way) => reply(way, way);
  comes(reply("/x/history"));
  await worker.tells(keeps([BOARD, "/x/"]), 100);
  same(worker.names("pages"), [BOARD, "/x/"]);
});

test("one page after the other says what to keep", async () => {
  const waits = [];
  const net = (way) => new Promise((done) => waits.push(() => done(reply(way))));
  const worker = starts({ net });
  for (const way of ["/x/t/1/", "/x/t/2/"]) await worker.tells(keeps([way]));
  same(waits.length, 1);
  waits[0]();
  await worker.world.run(10);
  same(ways(worker), ["/x/t/1/", "/x/t/2/"]);
});

test("of files, pages and rules so many are kept, and the newest", async () => {
  const all = (count, start) => Array.from({ length: count }, (_, at) => `${start}${at + 1}`);
  const files = all(82, "/x/static/"),
    pages = all(62, "/x/t/"),
    rules = all(100, "/x/rules/");
  const { tells, names } = starts({ keep: { files, rules } });
  await tells(keeps(pages));
  same(names("files"), files.slice(2));
  same(names("pages"), pages.slice(2));
  same(names("rules"), [...rules.slice(2), "/x/sw.js"]);
});

test("a worker that comes takes over at once, and lets entries pass", async () => {
  const routes = [{ condition: { requestMethod: "post" }, source: "network" }];
  const { hears, did, caches } = starts({ fails: () => true });
  const opened = [];
  caches.does = async () => opened.push("keys") && assert.fail();
  const works = [
    ...hears("install", { addRoutes: (all) => did.push(all) }),
    ...hears("install"), // a browser that knows no routes
    ...hears("activate")
  ];
  await Promise.all(works); // nothing of it fails
  same(did, ["skipWaiting", routes, "skipWaiting", "claim"]);
  same(opened.length, 2);
});

test("a page that came while the worker began is taken over once it says what to keep", async () => {
  const worker = starts();
  await worker.tells(keeps([BOARD]));
  same(worker.did, ["claim"]);
  worker.context.clients.claim = async () => assert.fail(); // a newer worker is there by now
  await worker.tells(keeps(["/x/"]));
  same(worker.names("pages"), [BOARD, "/x/"]);
});
