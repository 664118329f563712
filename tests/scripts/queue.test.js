// The queue: nothing entered is lost or entered twice, in whatever order things fail.
const { seat, same, each, GAME, answer, assert, test } = require("./table.js");
const { Evening } = require("./evening.js");

const SEEDS = Number(process.env.EVENINGS ?? 120);

test(`no evening of ${SEEDS} goes wrong`, async () => {
  let taps = 0,
    entries = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const evening = new Evening(seed);
    same(await evening.play(40), [], `seed ${seed}, with ${evening.breaks} broken`);
    taps += evening.taps.length;
    entries += evening.server.log.length;
  }
  assert.ok(taps > 5 * SEEDS && entries > 4 * SEEDS, `${taps} taps, ${entries} entries`);
});

test("a tap is sent before the disk has it, and its answer may come before that too", async () => {
  const { server, browser, world, page, enters, ids } = await seat();
  let there = null;
  server.fate = () => {
    there = each(browser.disk.records);
    return "ok";
  };
  browser.latency = () => 500;
  await enters("a", 900); // three steps of the disk
  same([there, ids(), each(page.queue.all)], [[], ["a"], ["a"]]);
  await world.run(5_000);
  same([ids(), page.queue.all, browser.disk.records], [["a"], [], []]);
});

test("what a page keeps has this shape, which pages that come after it take", async () => {
  const { server, browser, world, page, enters } = await seat();
  server.fate = () => "lost";
  await enters("a", 1_000);
  const [{ tab, at, ...kept }] = browser.disk.records;
  same([tab, at], [page.queue.tab, world.wall + world.time - 1_000]);
  same(kept, {
    ...{ id: "a", game: GAME, url: `${GAME}entries`, says: "a", title: "The Game" },
    ...{ values: { kind: "card-played", seen: "0", era: "era-1" }, n: 1, tried: true }
  });
});

test("an answer that is lost makes no second entry", async () => {
  const { server, enters, ids } = await seat();
  const fates = ["unanswered", "cut", "unanswered"];
  server.fate = () => fates.shift() ?? "ok";
  await enters("a", 120_000);
  same(ids(), ["a"]);
  // Half an answer that says recorded is enough.
  same(each(each(server.requests, "form")), ["a", "a"]);
});

for (const fate of ["broken", "silent", "busy", "lost", "held"]) {
  test(`a game of which nothing comes but ${fate} holds up no other`, async () => {
    const { server, world, page, enters, ids } = await seat();
    const other = { game: "/t/a/h/", url: "/t/a/h/entries" };
    server.fate = ({ url }) => (url.startsWith(GAME) ? fate : "ok");
    await enters(["a", "b"], 1_000);
    await enters(["c", "d"], 2_000, other);
    same(ids(), ["c", "d"]);
    same(page.queue.shown("/t/a/h/"), []);
    assert.equal(page.queue.shown(GAME).length, 2);
    server.fate = () => "ok";
    if (fate === "held") page.queue.wake();
    await world.run(60_000);
    same(ids(), ["c", "d", "a", "b"]);
  });
}

test("a verdict counts in the head of a page that could not be made", async () => {
  const { server, page, enters, ids, shown } = await seat();
  const says = server.enter.bind(server);
  server.enter = (url, form) => ({ ...says(url, form), status: 500, text: "<p>sorry" });
  server.judge = ({ id }) => (id === "b" ? "refused" : "recorded");
  await enters(["a", "b"], 5_000);
  same(ids(), ["a"]);
  same([each(page.queue.all), each(page.queue.all, "said")], [["b"], ["refused"]]);
  same(shown, []);
});

test("tables of the server and of this phone hold up each other in nothing", async () => {
  const games = { server: "/t/a/g/", phone: "/here/t/b/g/" };
  for (const [side, more] of Object.entries({ server: {}, phone: { root: "/here", here: "" } })) {
    const { server, world, adds, ids } = await seat({ at: games[side], ...more });
    server.fate = ({ url }) => (url.startsWith(games[side]) ? "ok" : "lost");
    for (const id of ["server-1", "phone-1", "server-2", "phone-2"]) {
      const game = games[id.split("-")[0]];
      adds(id, { game, url: `${game}entries` });
    }
    await world.run(5_000);
    same(ids(), [`${side}-1`, `${side}-2`]);
  }
});

test("a browser that never opens what it keeps loses no tap", async () => {
  const { adds, enters, ids } = await seat({ set: { indexedDB: { open: () => ({}) } } });
  adds("a");
  await enters("b", 120_000);
  same(ids(), ["a", "b"]);
});

for (const [name, bad] of [
  ["a bad gateway", { status: 502, text: "<html>\n502" }],
  ["a portal", { text: "<p>Please\nlog in</p>" }],
  ["an error of ours", { status: 503, headers: { Companion: "1" }, text: "<p>\naway</p>" }],
  ["nothing", null]
]) {
  test(`${name} in place of a token is none, and another is asked for`, async () => {
    const { server, browser, world, enters, ids } = await seat(),
      { fetch } = browser;
    const fates = ["session", "session"],
      tokens = [bad];
    server.fate = ({ options }) => (options.method === "POST" && fates.shift()) || "ok";
    browser.fetch = (request) => {
      try {
        new Headers(request.options.headers); // as a browser does
      } catch (error) {
        return request.fail(error);
      }
      if (!request.url.endsWith("/token") || !tokens.length) return fetch(request);
      const said = tokens.shift();
      if (said) world.later(20, () => request.done(answer(said)));
    };
    await enters("a", 60_000);
    same(ids(), ["a"]);
    assert.equal(server.requests[0].headers["X-CSRFToken"], "token-1");
  });
}

test("what was meant behind an own entry has seen it, if nothing stands between", async () => {
  const { server, heals, enters } = await seat();
  server.fate = () => "lost";
  await enters(["a", "b"], 2_000);
  await heals(60_000);
  same(each(server.log, "seen"), ["0", "1"]);
  server.fate = () => "lost";
  await enters(["c", "d"], 2_000, { values: { kind: "card-played", seen: "2" } });
  server.hearsAnother();
  await heals(60_000);
  same(each(server.log.slice(3), "seen"), ["2", "2"]);
});

test("without network nothing is sent for 30 s, and then it is tried", async () => {
  const { server, browser, world, enters, ids } = await seat();
  browser.online = false; // and says so for ever
  await enters("a", 29_000);
  assert.equal(server.under.size + server.requests.length, 0);
  await world.run(10_000);
  same(ids(), ["a"]);
  await enters("b", 2_000);
  same(ids(), ["a", "b"]);
});

for (const [when, wakes, everOffline] of [
  ["the server is heard by other ways", ({ queue }) => queue.hears(), true],
  ["its page is seen again", (page) => page.hears("visibilitychange")],
  ["its page is gone back to", (page) => page.happens("pageshow")],
  ["the network is back", (page) => page.happens("online")]
])
  test(`what had no answer is sent at once when ${when}`, async () => {
    for (let seed = 1; seed < 9; seed += 1) {
      const { server, browser, world, page, enters, ids } = await seat({ seed });
      browser.online = !everOffline || seed % 2 === 0;
      server.fate = () => "lost";
      await enters("a", 100_000); // the next try is up to 30 s away
      server.fate = () => "ok";
      wakes(page);
      await world.run(1_000);
      same(ids(), ["a"]);
    }
  });

test("what waits survives its disk, and lies on the new one", async () => {
  for (const how of ["wipe", "cut"]) {
    const { server, heals, browser, world, opens, page, enters, ids } = await seat();
    server.fate = () => "lost";
    await enters(["a", "b"], 1_000);
    browser.disk[how]();
    await world.run(100);
    same(each(browser.disk.records), ["a", "b"], how);
    browser.close(page);
    opens();
    await heals(60_000);
    same(ids(), ["a", "b"], how);
  }
});

test("a connection that is closed again and again loses nothing", async () => {
  for (let times = 1; times < 8; times += 1) {
    let left = 0;
    const { browser, world, page, enters, server } = await seat();
    server.fate = () => "lost";
    browser.fails = (what) => what === "transaction" && left-- > 0;
    left = times;
    await enters("a", 1_000);
    same(each(page.queue.all), ["a"], `${times} times`);
    // What was kept in memory lies on the disk with the next tap, in its order.
    left = 0;
    await enters("b", 100);
    same(each(browser.disk.records), ["a", "b"], `${times} times`);
    page.queue.remove(page.queue.all[0]);
    left = times;
    await world.run(1_000);
    same(each(page.queue.waiting()), ["b"], `${times} times`);
  }
});

test("where nothing can be noted a submission can be removed, and tapped anew", async () => {
  const { browser, world, page, failing, enters } = await seat();
  browser.goes(false);
  await enters("a", 100);
  failing.add("local");
  const removed = page.queue.removals();
  page.queue.remove(page.queue.all[0]);
  await world.run(100);
  same(page.queue.all, []);
  assert.equal(page.queue.removals(), removed + 1);
});

test("what takes back an entry twice asks the server once, and not for ever", async () => {
  const { server, heals, world, page, enters, ids } = await seat();
  server.fate = ({ options }) => (options.body.get("id") === "a" ? "unanswered" : "lost");
  await enters("a", 1_000);
  page.queue.add({
    ...page.queue.all[0],
    id: "a-back",
    values: { kind: "taken-back", target: "1", seen: "1" }
  });
  await world.run(100);
  page.queue.remove(page.queue.all[0]);
  await heals(60_000);
  same(ids(), ["a", "a-back"]);
  assert.ok(server.requests.length < 10, `${server.requests.length} requests`);
});

test("a digest is 128 bits, the same for the same text", async () => {
  const { page } = await seat();
  const all = ["", "a", "b", "ab", "ba", "a\u{1f0a1}"].map((text) => page.queue.digest(text));
  assert.equal(new Set(all).size, all.length);
  for (const each of all) assert.match(each, /^[0-9a-f]{32}$/);
  assert.equal(page.queue.digest("ab"), all[3]);
});

test("what is no entry is sent once until its page comes back", async () => {
  const html = `<form method="post" action="/new"><button>Start</button></form>`;
  const { page } = await seat({ scripts: ["entry/sent_once.js"], html });
  const [start, sent] = [page.find("button"), page.document.posted];
  start.click();
  start.click();
  assert.equal(sent.length, 1);
  page.happens("pageshow");
  start.click();
  assert.equal(sent.length, 2);
});
