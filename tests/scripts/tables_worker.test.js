// What the service worker hands on to the tables of this phone, and what is around them.
const { same, each, test } = require("./table.js");
const { starts, reply, SITE } = require("./worker.js");

const SHELL = 'shell <meta name="posted" content="">',
  EDITION = { "local /x/local/2/": { "/x/local/2/shell.html": SHELL } },
  OFFLINE = { rules: { "/x/offline": "offline" } };
const begins = ({ kept = OFFLINE, ...more } = {}) =>
  starts({ scripts: ["workers/sw_here.js"], kept, ...more });
const network = (way) => reply(way, "network");
const never = () => new Promise(() => {});

// A tab that says this each time that it is asked: that it takes it, what comes of it and when, and
// whether it is closed then.
const opens = (worker, does, more = {}) => {
  const id = `tab-${worker.tabs.length}`,
    tab = { id, url: `${SITE}/x/here/t/`, asked: [], silent: 0, times: 0 };
  tab.postMessage = (data, ports) => {
    tab.silent += Number(data.silent ?? 0);
    if (data.silent) return;
    const [takes, told, ms = 0, ends] = does[tab.times++] ?? [];
    tab.asked.push(data);
    if (takes) ports[0].postMessage({ taken: true });
    if (told) worker.world.later(ms, () => ports[0].postMessage(told));
    if (ends) worker.world.later(2, () => worker.tabs.splice(worker.tabs.indexOf(tab), 1));
  };
  worker.tabs.push(Object.assign(tab, { frameType: "top-level" }, more));
  return tab;
};
const says = (answer) => [true, { answer: { status: 200, headers: [], body: "done", ...answer } }],
  TAKEN = says(),
  AGAIN = [true, { again: true }],
  FAILS = [true, { failed: true }],
  DIES = [true, null, 0, true];
const GET = { mode: "cors", destination: "iframe", referrer: "", ms: 20 },
  POST = { ...GET, method: "POST", body: "a=1" };

// What tabs say to what they are asked, what its answer is by then, how often each was asked, and
// how often each was told that nobody takes it.
const HEAD = { ...GET, method: "HEAD" };
for (const [what, given, tabs, ms, said, asked, silent = 0] of [
  ["a tab that answers", GET, [[TAKEN]], 20, "done", [1]],
  ["no tab", GET, [], 20, 503, []],
  ["one that has failed", GET, [[FAILS, TAKEN]], 20, 503, [1]],
  ["one that has lost them", POST, [[AGAIN, AGAIN, TAKEN]], 20, "done", [3]],
  ["one of two", POST, [[], [TAKEN]], 20, "done", [1, 1]],
  ["one that takes its time", POST, [[[...TAKEN, 9_100]]], 9_000, null, [1]],
  ["one that took its time", POST, [[[...TAKEN, 9_100]]], 9_200, "done", [1]],
  ["one that is closed", GET, [[DIES], [[], TAKEN]], 490, null, [1, 1]],
  ["another a turn later", GET, [[DIES], [[], TAKEN]], 520, "done", [1, 2]],
  ["another a turn later, for its head", HEAD, [[DIES], [[], TAKEN]], 520, "done", [1, 2]],
  ["one that is closed with an entry", POST, [[DIES], [[], TAKEN]], 520, 503, [1, 1]],
  ["one that takes nothing", GET, [[]], 1_990, null, [1]],
  ["one that takes it in time", GET, [[[], TAKEN]], 2_010, "done", [2], 1],
  ["two that never take it", GET, [[], []], 119_900, null, [60, 60], 59],
  ["one that never took it", POST, [[]], 120_100, 503, [60], 60],
  ["one that lost them again and again", GET, [Array(99).fill(AGAIN)], 900, 503, [60]]
])
  test(`what is asked of ${what} is ${said} after ${ms} ms`, async () => {
    const worker = begins(),
      all = tabs.map((does) => opens(worker, does));
    same(await worker.shows("/x/here/t/a/", { ...given, ms }), said);
    same(each(all, "times"), asked);
    for (const tab of all) same(tab.silent, silent);
    const ids = new Set(all.flatMap((tab) => each(tab.asked)));
    same(ids.size, tabs.length && 1);
    const areClosed = worker.did.every(({ isClosed }) => isClosed);
    same(areClosed, said !== null);
  });

test("what a tab is asked is the request, and only what enters has a body", async () => {
  const worker = begins(),
    tab = opens(worker, [TAKEN, TAKEN]);
  await worker.asks("/x/here/t/a/?b=1", { ...GET, headers: { a: "b" } });
  await worker.asks("/x/here/t/a/", POST);
  const [get, post] = each(tab.asked, "asks");
  same(get, { method: "GET", url: "/x/here/t/a/?b=1", headers: [["a", "b"]], body: null });
  same([post.method, new TextDecoder().decode(post.body)], ["POST", "a=1"]);
});

test("a page that has the app is asked, and no frame and no other page", async () => {
  for (const [more, said] of [
    [{ frameType: "auxiliary" }, "done"],
    [{ frameType: "nested" }, 503],
    [{ url: `${SITE}/x/t/here/` }, 503]
  ]) {
    const worker = begins();
    opens(worker, [TAKEN], more);
    same(await worker.shows("/x/here/t/a/", POST), said);
  }
});

test("who gets the tables is asked at once what nobody has taken, and once", async () => {
  const worker = begins(),
    owner = opens(worker, [[], [], TAKEN, [true]]),
    other = opens(worker, []);
  for (const way of ["/x/here/1", "/x/here/2"]) same(await worker.asks(way, GET), null);
  await worker.tells({ keep: ["/x/"] });
  for (let times = 0; times < 2; times += 1)
    await worker.tells({ owns: true, keep: ["/x/t/"] }, 20, owner);
  same([owner.times, other.times], [4, 2]);
  same(worker.did.filter(({ isClosed }) => isClosed).length, 3); // of the first, which has an answer
  same(worker.fetched.length, 1); // it says nothing of what to keep
});

test("a form of our own pages is handed on, and one of another site is not", async () => {
  const worker = begins(),
    tab = opens(worker, Array(9).fill(TAKEN));
  for (const [given, said] of [
    [{ referrer: `${SITE}/x/here/t/a/g/` }, "done"],
    [{ referrer: "", method: "GET" }, "done"],
    [{ referrer: "", mode: "cors" }, "done"],
    ...["", `${SITE}.evil/`, "https://evil/here/"].map((referrer) => [{ referrer }, 403])
  ])
    same(await worker.shows("/x/here/t/", { ...POST, mode: "navigate", ...given }), said);
  same(tab.times, 3);
  const { status, headers } = await worker.asks("/x/here/", { ...POST, mode: "navigate" });
  same([status, ...headers], [403, ["companion", "1"], ["content-type", "text/html"]]);
});

// What a tab answers, and what comes of it: the status, where it leads, and its text.
for (const [answer, meant] of [
  [{ status: 302, headers: [["Location", "/x/here/t/"]] }, [302, `${SITE}/x/here/t/`, ""]],
  [{ status: 301, headers: Object.entries({ a: "", location: "t/" }) }, [301, `${SITE}/x/t/`, ""]],
  [{ status: 200, headers: [["Location", "/t/"]] }, [200, "/t/", "done"]],
  [{ status: 300, headers: [["Location", "/t/"]] }, [300, "/t/", "done"]],
  [{ status: 400, headers: [["Location", "/t/"]] }, [400, "/t/", "done"]],
  [{ status: 303 }, [303, null, "done"]],
  [{ status: 204 }, [204, null, ""]],
  [{ status: 304 }, [304, null, ""]]
])
  test(`a tab that answers ${JSON.stringify(answer)} is heard so`, async () => {
    const worker = begins();
    opens(worker, [says(answer)]);
    const said = await worker.asks("/x/here/t/", GET);
    same([said.status, said.headers.get("Location"), await said.text()], meant);
  });

// A file: what is kept of it, what its tab says, what is shown, and what is kept then.
const FILE = "/x/here/static/a.js";
for (const [kept, answer, said, files] of [
  [{ a: { [FILE]: "here" }, b: { "/x/static/a.js": "there" } }, {}, "here", []],
  [{ a: { "/x/static/a.js": "there" } }, {}, "there", []],
  [{}, {}, "done", [FILE]],
  [{}, { status: 404 }, "done", []],
  [null, {}, "done", []]
])
  test(`of a file ${JSON.stringify(kept)} is kept: ${said}`, async () => {
    const fails = (what) => !kept && what === "put",
      worker = begins({ kept: { pages: { "/x/here/t/": "no" }, ...kept }, fails });
    opens(worker, [says(answer), TAKEN, TAKEN]);
    same(await worker.shows(FILE, GET), said);
    same(worker.names("files"), files);
    for (const way of ["/x/here/t/", "/x/here/t/static/a.js"])
      same(await worker.shows(way, GET), "done");
    same(worker.names("files"), files);
  });

// What is kept, how a page is opened, what the network does, and what is shown after 3 s.
const OLDER = { "local /x/local/1/": { "/x/local/1/shell.html": "older" } },
  HALF = { "local /x/local/3/": { "/x/local/3/other.html": "half" } },
  OTHER = { "local /y/local/1/": { "/y/local/1/shell.html": "other" } };
for (const [kept, given, net, said] of [
  [{ ...OLDER, ...EDITION, ...HALF, ...OTHER }, {}, never, SHELL],
  [{ ...EDITION, ...OLDER }, {}, never, "older"],
  [HALF, {}, network, "network"],
  [OTHER, {}, () => null, "offline"],
  [{}, {}, never, "offline"],
  [EDITION, { method: "POST", body: "a=1&b" }, never, SHELL.replace('""', '"a%3D1%26b"')],
  [EDITION, { body: "a=1" }, never, SHELL],
  [EDITION, { method: "POST", body: "a=1", referrer: "https://evil/" }, never, SHELL]
])
  test(`around the tables is ${said}, with ${JSON.stringify([kept, given])}`, async () => {
    const worker = begins({ kept: { ...OFFLINE, ...kept }, net });
    if (net === never && said === "offline")
      same(await worker.asks("/x/here/", { ms: 2_900 }), null);
    const answer = await worker.asks("/x/here/t/", { ...given, ms: 3_100 });
    same([await answer.text(), answer.headers.get("Companion")], [said, "1"]);
  });

// Where the ways of a site without a server lead: the app is kept, the same without network, and it
// is not. What is "" the worker leaves alone.
for (const [way, led, alone, before, given] of [
  ["/x/", "/x/here/", "/x/here/", "network"],
  ["/x/en/", "/x/here/", "/x/here/", "network"],
  ["/x/de/t/", "/x/here/t", "/x/here/t", "network"],
  ["/x/de/new/one/", "/x/here/new/one", "/x/here/new/one", "network"],
  ["/x/de/rules/", "network", "/x/here/rules/", "network"],
  ["/x/de/rules/one/", "network", "/x/here/rules/one", "network"],
  ["/x/fr/", "", "", ""],
  ["/x/a/de/", "", "", ""],
  ["/x/en/t/", "", "", "", { sheet: true }],
  ["/x/static/a.js", "network", null, "network"]
])
  test(`on a site without a server ${way} leads to ${led}, or ${alone}`, async () => {
    const all = [];
    const cases = [network, never].map((net) => [EDITION, net]);
    for (const [kept, net] of [...cases, [{}, network]]) {
      const worker = begins({ kept: { ...OFFLINE, ...kept }, net, keep: { site: ["en", "de"] } });
      if (net === never && led !== alone) same(await worker.asks(way, { ms: 2_900 }), null);
      all.push(await worker.shows(way, { ms: 3_100, ...given }));
    }
    same(all, [led, alone, before]);
  });

test("without network a game is set up on this phone, if it can", async () => {
  const none = () => null,
    portal = (way) => reply(way, "portal", { headers: {} });
  for (const [way, kept, net, said] of [
    ["/x/new/one?a=1", EDITION, none, "/x/here/new/one?a=1"],
    ["/x/new/one?a=1", EDITION, network, "network"],
    ["/x/new/one?a=1", EDITION, portal, "portal"],
    ["/x/new/one?a=1", OFFLINE, none, "offline"],
    ["/x/new/one?a=1", {}, none, 0],
    ["/x/news/", EDITION, none, 0]
  ])
    same(await begins({ kept, net }).shows(way), said);
});

test("what is asked of the tables wakes the worker, and no entry of a server", async () => {
  const { hears, did } = begins();
  hears("install", { addRoutes: (all) => did.push(all) });
  const here = { condition: { urlPattern: { pathname: "/x/here/*" } }, source: "fetch-event" };
  same(did.at(-1), [here, { condition: { requestMethod: "post" }, source: "network" }]);
});
