// The board follows the stream, and what is half done on it stays.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Target, Event } = require("./dom.js");
const { answer } = require("./world.js");
const { seat, same, GAME, PAGE } = require("./table.js");

const HTML = PAGE.replace('data-undo=""', 'data-undo="" data-live="/live"');
const picture = (place, moment = 1) => ({
  place,
  moment,
  board: `<div id="board" data-seen="${place}" data-moment="${moment}" data-live="/live"></div>`
});
const board = (place, more) => ({
  ...picture(place),
  board: picture(place).board.replace("</div>", `${more}</div>`)
});
const sits = async ({ hidden = false } = {}) => {
  const streams = [],
    asked = [],
    swaps = [];
  class EventSource extends Target {
    constructor(url) {
      super();
      Object.assign(this, { url, isClosed: false });
      streams.push(this);
    }

    close() {
      this.isClosed = true;
    }

    says(type, told) {
      this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(told) }));
    }
  }
  const Idiomorph = { morph: (main, next) => main.replaceChildren(next) };
  const scripts = ["queue.js", "entry.js", "kept.js", "live.js"];
  const htmx = {
    swap: () => swaps.push("swap"),
    trigger: (_, name) => swaps.push(name),
    process: () => swaps.push("process")
  };
  const set = { EventSource, Idiomorph, htmx };
  const table = await seat({ scripts, html: HTML, set, hidden });
  Object.assign(table.page.window.htmx, htmx);
  const { fetch } = table.browser;
  table.board = () => null;
  table.browser.fetch = (request) => {
    if (request.url !== "/live/board") return fetch(request);
    asked.push(request);
    const said = table.board();
    if (said) table.world.later(10, () => request.done(answer(said)));
    else table.world.later(10, () => request.fail(new TypeError("no network")));
  };
  const place = () => table.page.document.getElementById("board").dataset.seen;
  const part = (what) => table.page.document.querySelector(what);
  const pushes = async (told) => {
    streams.at(-1).says("board", told);
    await table.world.run(10);
  };
  return { ...table, table, streams, asked, swaps, place, part, pushes };
};

test("a pushed picture is shown, an older one never", async () => {
  const { world, page, streams, place } = await sits();
  assert.equal(streams[0].url, "/live?seen=0.1");
  streams[0].says("board", picture(3));
  await world.run(10);
  assert.equal(place(), "3");
  for (const older of [picture(2), picture(2, 9), picture(3)]) streams[0].says("board", older);
  await world.run(10);
  assert.equal(place(), "3");
  streams[0].says("board", picture(3, 2));
  await world.run(10);
  assert.equal(page.document.getElementById("board").dataset.moment, "2");
  assert.equal(page.document.documentElement.dataset.net, "live");
});

test("a picture waits for a finger, and then the newest is shown", async () => {
  const { world, page, streams, place } = await sits();
  page.window.dispatchEvent(new Event("pointerdown"));
  streams[0].says("board", picture(2));
  streams[0].says("board", picture(1));
  await world.run(500);
  assert.equal(place(), "0");
  page.window.dispatchEvent(new Event("pointerup"));
  await world.run(50);
  assert.equal(place(), "2");
});

test("a picture waits a second for the answer to an own entry, and no longer", async () => {
  const { world, page, streams, place } = await sits();
  const told = (name, detail) =>
    page.document.dispatchEvent(Object.assign(new Event(name), { detail }));
  told("queue:sends", "/another/game/");
  streams[0].says("board", picture(1));
  await world.run(10);
  assert.equal(place(), "1");
  told("queue:sends", GAME);
  streams[0].says("board", picture(2));
  await world.run(900);
  assert.equal(place(), "1");
  await world.run(200);
  assert.equal(place(), "2");
  told("queue:sends", GAME);
  streams[0].says("board", picture(3));
  told("queue:answer", { submission: { game: "/another/game/" } });
  await world.run(10);
  assert.equal(place(), "2");
  told("queue:answer", { submission: { game: GAME }, said: "merged" });
  await world.run(10);
  assert.equal(place(), "3");
});

test("what is half done goes over into the newer picture", async () => {
  const { world, page, streams } = await sits();
  const choices = (place, more = "") =>
    Object.assign(picture(place), {
      board: `<div id="board" data-seen="${place}" data-moment="1" data-live="/live">${more}
        <form class="entry"><input type="radio" name="card" value="1" checked>
        <input type="radio" name="card" value="2"></form><details></details></div>`
    });
  streams[0].says("board", choices(1));
  await world.run(10);
  const two = page.document.querySelector('[value="2"]'),
    details = page.document.querySelector("details");
  two.checked = true;
  details.open = true;
  streams[0].says("board", choices(2, "<b>new</b>"));
  await world.run(10);
  assert.equal(page.document.querySelector("#board").dataset.seen, "2");
  assert.equal(page.document.querySelector('[value="2"]').checked, true);
  assert.equal(page.document.querySelector("details").open, true);
});

test("a question stays on the newer picture, and a notice behind what is owed", async () => {
  const { part, pushes } = await sits();
  await pushes(
    board(1, '<p class="owed"></p><i class="notice"></i><section class="question"></section>')
  );
  const piles = '<div class="piles"></div><p class="owed"></p><b class="signs"></b>';
  await pushes(board(2, piles));
  assert.equal(part(".piles").className, "piles asking");
  assert.ok(part(".piles > .question"));
  assert.ok(part(".owed + .notice"));
  assert.equal(part(".signs"), null);
  await pushes(board(3, '<div class="play-area asking"></div>'));
  assert.equal(part(".play-area").className, "play-area");
});

test("signs that were left stay left until the next entry", async () => {
  const { part, pushes } = await sits();
  const signs = '<b class="signs"></b>';
  await pushes({ ...board(0, signs), moment: 2 });
  assert.equal(part(".signs"), null);
  await pushes(board(1, signs));
  assert.ok(part(".signs"));
  await pushes({ ...board(1, signs), moment: 2 });
  assert.ok(part(".signs"));
});

test("a picture brings its title, and what listens hears of it once", async () => {
  const { page, part, swaps, pushes } = await sits();
  const heard = [];
  page.document.addEventListener("board", ({ detail }) => heard.push(detail));
  await pushes(board(1, '<title>Ann plays</title><a hx-get="x"></a>'));
  assert.equal(page.document.title, "Ann plays");
  same([part("title"), heard.length], [null, 1]);
  same(swaps, ["process", "htmx:afterSwap"]);
  await pushes(board(2, '<p class="result"></p>'));
  same(swaps.slice(2), ["swap"]); // the end is another page
});

test("after an own entry what was begun begins anew, and the next step has the focus", async () => {
  const { page, part, swaps } = await sits();
  const form = (more) => `<form class="used"><input type="radio" name="a" value="1"${more}></form>`,
    own = { target: part("main"), xhr: { status: 200 } },
    next = `${form(" autofocus")}<b class="fresh"></b>`;
  page.window.putBoard(board(1, form("")).board, own);
  part(".used input").checked = true;
  page.window.putBoard(board(2, next).board, { ...own, carries: true });
  assert.equal(part(".used input").checked, true);
  assert.notEqual(page.document.activeElement, part(".used input"));
  page.window.putBoard(board(3, next).board, own);
  assert.equal(part(".used input").checked, false);
  assert.equal(page.document.activeElement, part(".used input"));
  assert.equal(part("b").className, "");
  same(swaps, Array(3).fill(["htmx:afterSwap", "htmx:afterSettle"]).flat());
});

test("a phone that is seen again, or online again, looks at once and has one stream", async () => {
  const { world, page, streams, asked } = await sits();
  const returns = [
    () => page.window.dispatchEvent(new Event("online")),
    () => page.window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }))
  ];
  for (const [times, comes] of returns.entries()) {
    comes();
    await world.run(100);
    same([asked.length, streams.length], [times + 1, times + 2]);
    same(streams.filter(({ isClosed }) => !isClosed).length, 1);
  }
  page.window.dispatchEvent(new Event("pageshow"));
  await world.run(100);
  assert.equal(asked.length, 2);
});

test("what is asked for says which picture is there, and an error is doubt", async () => {
  const { world, page, table, streams, asked } = await sits();
  const headers = { Companion: "1", ETag: '"7"' };
  table.board = () => ({ headers, text: JSON.stringify(picture(1)) });
  streams[0].says("beat", { place: 1, moment: 1 });
  await world.run(100);
  table.board = () => ({ headers, status: 304 });
  streams[0].says("beat", { place: 2, moment: 1 });
  await world.run(5_000);
  assert.equal(new Headers(asked[1].options.headers).get("If-None-Match"), '"7"');
  assert.equal(page.document.documentElement.dataset.net, "live");
  table.board = () => ({ headers, status: 400 });
  streams[0].says("beat", { place: 3, moment: 1 });
  await world.run(5_000);
  assert.equal(page.document.documentElement.dataset.net, "again");
});

test("a phone that has too many streams asks now and then instead", async () => {
  const { world, streams, asked } = await sits();
  streams[0].says("enough", {});
  assert.ok(streams[0].isClosed);
  await world.run(7_000);
  assert.ok(asked.length > 1, `${asked.length}`);
});

test("a stream that says nothing for 40 s is opened anew, and the doubt is told", async () => {
  const { world, page, streams } = await sits();
  streams[0].says("beat", picture(0));
  await world.run(39_000);
  assert.equal(streams.length, 1);
  assert.equal(page.document.documentElement.dataset.net, "live");
  await world.run(20_000);
  assert.ok(streams.length > 1 && streams[0].isClosed);
  assert.equal(page.document.documentElement.dataset.net, "again");
});

test("a page that nobody sees has no stream", async () => {
  const { world, page, streams } = await sits({ hidden: true });
  await world.run(60_000);
  assert.equal(streams.length, 0);
  const shows = (on) => {
    page.document.hidden = !on;
    page.document.dispatchEvent(new Event("visibilitychange"));
  };
  shows(true);
  assert.equal(streams.length, 1);
  shows(false);
  await world.run(60_000);
  same([streams.length, streams[0].isClosed], [1, true]);
});

test("a beat that is ahead fetches the picture", async () => {
  const { world, table, streams, asked, place } = await sits();
  table.board = () => ({ headers: { Companion: "1" }, text: JSON.stringify(picture(5)) });
  streams[0].says("beat", { place: 5, moment: 1 });
  await world.run(100);
  same([asked.length, place()], [1, "5"]);
  streams[0].says("beat", { place: 5, moment: 1 });
  await world.run(100);
  assert.equal(asked.length, 1);
});

test("where nothing can be pushed it is asked for, also through bad answers", async () => {
  const { world, table, streams, asked, place } = await sits();
  const bad = [null, { text: "<p>log in</p>" }, { headers: { Companion: "1" }, cut: true }];
  table.board = () =>
    bad.shift() ?? { headers: { Companion: "1" }, text: JSON.stringify(picture(7)) };
  const breaks = () => streams.at(-1).isClosed || streams.at(-1).onerror();
  for (let times = 0; times < 20; times += 1) {
    breaks();
    await world.run(2_000);
  }
  assert.ok(asked.length > 4, `${asked.length}`);
  assert.equal(place(), "7");
});

test("a page of another era, or of a game that is gone, loads itself anew", async () => {
  const one = await sits();
  one.streams[0].says("gone", {});
  assert.equal(one.page.loads, 1);
  const other = await sits();
  other.table.board = () => ({ status: 404, headers: { Companion: "1" } });
  other.streams[0].says("beat", { place: 5, moment: 1 });
  await other.world.run(100);
  assert.equal(other.page.loads, 1);
});

test("a tap that was meant for what was there before is let go", async () => {
  const { world, page, streams, ids } = await sits();
  const button = page.document.querySelector('[value="4"]');
  button.box = { left: 0, right: 10, top: 0, bottom: 10 };
  const next = picture(1);
  next.board = next.board.replace(
    "</div>",
    `${PAGE.match(/<form class="entry" [\s\S]*?<\/form>/)[0]}</div>`
  );
  streams[0].says("board", next);
  await world.run(10);
  const now = page.document.querySelector('[value="5"]');
  assert.equal(now.click({ detail: 1, clientX: 5, clientY: 5 }), false);
  await world.run(1_000);
  same(ids(), []);
  now.click({ detail: 1, clientX: 5, clientY: 5 });
  await world.run(1_000);
  assert.equal(ids().length, 1);
});
