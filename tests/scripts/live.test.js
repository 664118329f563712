// The board follows the stream, and what is half done on it stays.
const { seat, same, each, GAME, PAGE, Target, Event, answer, assert, test } = require("./table.js");

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
// As much of Idiomorph, and what it has changed so far: a part stays, with what was done to it, and becomes what is next.
const changed = [];
const morph = (main, content, { callbacks: { beforeNodeMorphed } }) => {
  const becomes = (old, next) => {
    const kids = [...old.children];
    old.replaceChildren(
      ...[...next.childNodes].map((each) => {
        const at = next.children.indexOf(each),
          was = kids[at];
        if (!was || was.name$ !== each.name$) return each;
        if (!beforeNodeMorphed(was, each)) return was;
        changed.push(was);
        was.attributes = new Map(each.attributes);
        becomes(was, each);
        return was;
      })
    );
  };
  becomes(main, content);
};
const sits = async ({ hidden = false, html = HTML } = {}) => {
  const streams = [],
    asked = [],
    swaps = [],
    statuses = [],
    pictures = [];
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
  const scripts = ["entry/entering.js", "offline/kept.js"];
  const htmx = {
    swap: () => swaps.push("swap"),
    trigger: (target, name, detail) => {
      swaps.push(name);
      statuses.push(detail.xhr.status);
      hears(name, { target, ...detail });
    },
    process: () => swaps.push("process")
  };
  const set = { EventSource, Idiomorph: { morph }, htmx };
  const table = await seat({ scripts, html, set, hidden });
  Object.assign(table.page.window.htmx, htmx);
  const kept = { picture: (text) => pictures.push(text) },
    { board: boards } = table.page.load("board/board.js");
  table.page.load("board/live.js").connect({ board: boards, kept, queue: table.page.queue });
  const { fetch } = table.browser;
  table.board = () => null;
  table.browser.fetch = (request) => {
    if (request.url !== "/live/board") return fetch(request);
    asked.push(request);
    const said = table.board();
    if (said === "never") return;
    if (said) table.world.later(10, () => request.done(answer(said)));
    else table.world.later(10, () => request.fail(new TypeError("no network")));
  };
  const { document, find: part, hears, happens } = table.page,
    place = () => part("#board").dataset.seen,
    net = () => document.documentElement.dataset.net;
  const pushes = async (told) => {
    streams.at(-1).says("board", told);
    await table.world.run(10);
  };
  const shows = (on) => {
    document.hidden = !on;
    hears("visibilitychange");
  };
  return {
    ...{ ...table, table, streams, asked, swaps, statuses, pictures, place, part, pushes },
    ...{ hears, happens, net, shows, boards }
  };
};

test("a pushed picture is shown and kept, an older one never", async () => {
  const { page, streams, place, pushes, net, pictures } = await sits();
  assert.equal(streams[0].url, "/live?seen=0.1");
  await pushes(picture(3));
  for (const older of [picture(2), picture(2, 9), picture(3)]) await pushes(older);
  same([place(), net()], ["3", "live"]);
  await pushes(picture(3, 2));
  assert.equal(page.find("#board").dataset.moment, "2");
  same(pictures, [picture(3).board, picture(3, 2).board]);
});

test("of the answers the boards of what was recorded are kept", async () => {
  const { hears, pictures } = await sits();
  for (const [said, html, status, game = GAME] of [
    ["recorded", "one", 200],
    ["recorded", "two", 500],
    ["recorded", "", 200],
    ["merged", "three", 200],
    ["recorded", "four", 200, "/t/b/g/"]
  ])
    hears("queue:answer", { submission: { game }, said, html, status });
  same(pictures, ["one"]);
});

test("a picture waits for a finger and its click, and then the newest is shown", async () => {
  const { world, streams, place, happens, page } = await sits();
  page.document.addEventListener("pointerdown", (event) => event.stopImmediatePropagation(), true);
  page.document.body.dispatchEvent(new Event("pointerdown"));
  for (const at of [2, 1]) streams[0].says("board", picture(at));
  await world.run(500);
  assert.equal(place(), "0");
  happens("pointerup");
  await world.run(25);
  assert.equal(place(), "0");
  await world.run(25);
  assert.equal(place(), "2");
});

test("a picture waits a second for the answer to an own entry, and no longer", async () => {
  const { world, streams, place, pushes, hears } = await sits();
  hears("queue:sends", "/another/game/");
  await pushes(picture(1));
  assert.equal(place(), "1");
  hears("queue:sends", GAME);
  streams[0].says("board", picture(2));
  await world.run(900);
  assert.equal(place(), "1");
  await world.run(200);
  assert.equal(place(), "2");
  hears("queue:sends", GAME);
  streams[0].says("board", picture(3));
  hears("queue:answer", { submission: { game: "/another/game/" } });
  await world.run(10);
  assert.equal(place(), "2");
  hears("queue:answer", { submission: { game: GAME }, said: "merged" });
  await world.run(10);
  assert.equal(place(), "3");
});

test("what is half done goes over into the newer picture, and all else is as it says", async () => {
  const { page, part, pushes } = await sits();
  const choices = (place, more = "") =>
    board(
      place,
      `${more}<form class="entry"><input type="hidden" name="seen" value="${place}">
      <input type="radio" name="card" value="1" checked><input type="radio" name="card" value="2">
      <input type="checkbox" name="all" checked></form><details></details>`
    );
  await pushes(choices(1));
  const form = part("form"),
    [, one, two, all] = form.elements;
  Object.assign(two, { checked: true });
  for (const each of [one, all]) each.checked = false;
  part("details").open = true;
  changed.length = 0;
  await pushes(choices(2));
  assert.ok(part("form") === form && !changed.includes(form), "what is the same stays");
  same([form.elements.seen.value, part("#board").dataset.seen], ["2", "2"]);
  same(each([one, two, all], "checked"), [false, true, false]);
  await pushes(choices(3, "<form class='x'></form><details open></details>"));
  const { document } = page;
  const boxes = document.querySelectorAll("[name=card], [name=all]");
  same(each(boxes, "checked"), [false, true, false]);
  same(each(document.querySelectorAll("details"), "open"), [true, false]);
});

test("signs that were left stay left until the next entry", async () => {
  const { part, pushes } = await sits();
  const signs = '<b class="signs"></b>';
  await pushes({ ...board(0, signs), moment: 2 });
  assert.equal(part(".signs"), null);
  for (const moment of [1, 2]) {
    await pushes({ ...board(1, signs), moment });
    assert.ok(part(".signs"));
  }
});

test("a question stays on the newer picture, and a notice behind what is owed", async () => {
  const { world, part, pushes } = await sits();
  await pushes(board(1, '<div class="piles"></div>'));
  const question = '<section class="question"><b>Really?</b></section>';
  await pushes(board(2, `<p class="owed"></p><i class="notice"><b>!</b></i>${question}`));
  const piles = '<div class="piles"></div><p class="owed"></p><b class="signs"></b>';
  await pushes(board(3, piles));
  assert.equal(part(".piles").className, "piles asking");
  const said = [part(".piles > .question"), part(".owed + .notice")];
  same(each(said, "textContent"), ["Really?", "!"]);
  assert.equal(part(".signs"), null);
  await pushes(board(4, '<div class="play-area asking"></div>'));
  assert.equal(part(".play-area").className, "play-area");
  await pushes(board(5, ""));
  same([part(".question"), world.errors], [null, []]);
});

test("a picture brings its title, and what listens hears of it once", async () => {
  const { page, part, swaps, statuses, pushes } = await sits();
  const heard = [];
  page.document.addEventListener("board", ({ detail }) => heard.push(detail));
  await pushes(board(1, '<title>Ann plays</title><a hx-get="x"></a>'));
  assert.equal(page.document.title, "Ann plays");
  same([part("title"), heard.length], [null, 1]);
  same(swaps, ["process", "htmx:afterSwap"]);
  same(statuses, [0]); // it is no answer
  await pushes(board(2, '<p class="result"></p>'));
  same(swaps.slice(2), ["swap"]); // the end is another page
});

test("after an own entry what was begun begins anew, and the next step has the focus", async () => {
  const { page, part, swaps, boards } = await sits();
  const field = (name, more) => `<input type="radio" name="${name}" value="1"${more}>`,
    next = (place, more = "", other = more) =>
      board(
        place,
        `<form class="used">${field("a", more)}
      ${field("b", "")}</form><form class="other">${field("c", other)}</form>
      <b class="fresh"></b>`
      ).board,
    own = { target: part("main"), xhr: { status: 200 } };
  boards.put(next(1), own);
  const [used, other] = [".used", ".other"].map((form) => part(`${form} input`)),
    left = []; // what has the focus as the board comes
  page.document.addEventListener("board", () => left.push(page.document.activeElement));
  other.className = "echo";
  other.focus();
  used.checked = true;
  boards.put(next(2, " autofocus"), { ...own, carries: true });
  assert.equal(part(".used input"), used);
  assert.equal(used.checked, true);
  assert.notEqual(page.document.activeElement, used);
  used.className = "echo";
  used.focus();
  boards.put(next(3, " autofocus"), own);
  assert.deepEqual([left[0] === other, left[1] === page.document.body], [true, true]);
  same([part(".used input").checked, part(".used input") === used], [false, false]);
  assert.equal(part(".other input"), other, "nothing was begun there, and it is the same");
  assert.equal(page.document.activeElement, part(".used input"));
  assert.equal(part(".fresh"), null);
  boards.put(next(4, " autofocus", ""), own);
  assert.notEqual(part(".other input"), other);
  same(swaps, Array(4).fill(["htmx:afterSwap", "htmx:afterSettle"]).flat());
});

test("a phone that is seen again, or online again, looks at once and has one stream", async () => {
  const { world, page, streams, asked, happens } = await sits();
  const returns = [["online"], ["pageshow", { persisted: true }]];
  for (const [times, comes] of returns.entries()) {
    happens(...comes);
    await world.run(100);
    same([asked.length, streams.length], [times + 1, times + 2]);
    same(streams.filter(({ isClosed }) => !isClosed).length, 1);
  }
  happens("pageshow");
  await world.run(100);
  assert.equal(asked.length, 2);
  happens("offline");
  assert.ok(streams.at(-1).isClosed);
  page.document.hidden = true;
  for (let times = 0; times < 3; times += 1) happens("offline");
  await world.run(100);
  assert.equal(asked.length, 2, "nobody sees it");
  const other = await sits();
  other.happens("pagehide");
  await other.world.run(90_000);
  same([other.streams.length, other.streams[0].isClosed], [1, true]);
});

test("a beat that is ahead asks for the picture, by that which is there; an error is doubt", async () => {
  const { world, page, table, streams, asked, net, place } = await sits();
  let at = 0;
  const beats = async (said, headers = {}) => {
    at += 1;
    table.board = () => ({ ...said, headers: { Companion: "1", ...headers } });
    streams[0].says("beat", { place: at, moment: 1 });
    await world.run(5_000);
    return new Headers(asked.at(-1).options.headers).get("If-None-Match");
  };
  same(await beats({ cut: true }, { ETag: '"5"' }), null);
  same(await beats({ text: JSON.stringify(picture(2)) }, { ETag: '"7"' }), null);
  streams[0].says("beat", picture(2)); // which is there by now
  await world.run(100);
  same([place(), asked.length], ["2", 2]);
  same(await beats({ status: 304 }), '"7"');
  same([net(), page.loads], ["live", 0]);
  await beats({ status: 400 });
  same([net(), page.loads, asked.length], ["again", 0, 4]);
});

test("a phone that has too many streams asks every 3 s instead, one at a time", async () => {
  for (const said of [null, "never"]) {
    const { world, table, streams, asked } = await sits();
    table.board = () => said;
    world.random = () => 0.9999;
    streams[0].says("enough", {});
    streams[0].onerror();
    assert.ok(streams[0].isClosed);
    await world.run(29_000);
    same([asked.length, streams.length], [said ? 2 : 11, 1]);
    await world.run(1_000);
    same(streams.length, 2); // and now and then it tries
  }
});

test("a stream that breaks is opened less and less soon, and meanwhile it is asked for", async () => {
  const { world, streams, asked, net, happens } = await sits();
  world.random = () => 0.9999;
  const waits = [];
  for (let times = 0; times < 6; times += 1) {
    const { time } = world;
    streams.at(-1).onerror();
    if (times === 0) {
      await world.run(100);
      same(asked.length, 0); // not for the first time
    } else if (times === 1) await world.run(10).then(() => same(asked.length, 1));
    while (streams.at(-1).isClosed) await world.step();
    waits.push(Math.ceil((world.time - time) / 1_000));
  }
  same(waits, [3, 6, 12, 24, 30, 30]);
  const { length } = asked;
  await world.run(29_000);
  same(asked.length - length, 10); // once in 3 s, however often it broke
  streams.at(-1).says("beat", picture(0));
  same(net(), "live");
  const { time } = world;
  happens("offline");
  while (streams.at(-1).isClosed) await world.step();
  same(Math.ceil((world.time - time) / 1_000), 3);
});

test("a doubt of 3 s is told once, and when it ends", async () => {
  const { world, page, streams, net } = await sits();
  let told = 0,
    heard = 0;
  page.document.addEventListener("queue", () => {
    told += 1;
  });
  page.queue.hears = () => {
    heard += 1;
  };
  await world.run(2_900); // its stream says nothing
  same([net() ?? "", told], ["", 0]);
  await world.run(200);
  same([net(), told], ["again", 1]);
  for (const at of [0, 0]) streams[0].says("beat", picture(at));
  same([net(), told, heard], ["live", 2, 2]);
  world.random = () => 0.9999;
  streams[0].onerror();
  await world.run(3_100);
  same([net(), told], ["again", 3]);
});

test("a stream that says nothing for 40 s is opened anew", async () => {
  const { world, streams, net } = await sits();
  for (let times = 0; times < 4; times += 1) {
    streams[0].says("beat", picture(0));
    await world.run(39_000);
    same([streams.length, net()], [1, "live"]);
  }
  await world.run(20_000);
  assert.ok(streams.length > 1 && streams[0].isClosed);
  assert.equal(net(), "again");
});

test("a page that nobody sees has no stream", async () => {
  const { world, streams, asked, shows } = await sits({ hidden: true });
  await world.run(60_000);
  assert.equal(streams.length, 0);
  shows(true);
  await world.run(10);
  same([streams.length, asked.length], [1, 1]);
  shows(false);
  await world.run(60_000);
  same([streams.length, asked.length, streams[0].isClosed], [1, 1, true]);
});

test("a page without a board has no part in this, one of one phone no stream", async () => {
  const without = await sits({ html: HTML.replace('id="board"', "") });
  same([typeof without.boards.put, without.streams], ["object", []]);
  const alone = await sits({ html: PAGE });
  await alone.world.run(60_000);
  same([typeof alone.boards.put, alone.streams.length], ["function", 0]);
});

test("where the board has made way for a refusal the next stream brings any", async () => {
  const { world, part, happens, streams } = await sits();
  part("#board").remove();
  happens("online");
  await world.run(10);
  assert.equal(streams[1].url, "/live?seen=-1.-1");
});

test("a page of another era, or of a game that is gone, loads itself anew", async () => {
  const one = await sits();
  one.streams[0].says("gone", {});
  same([one.page.loads, one.streams[0].isClosed], [1, true]);
  const other = await sits();
  other.table.board = () => ({ status: 404, headers: { Companion: "1" } });
  other.streams[0].says("beat", { place: 5, moment: 1 });
  await other.world.run(100);
  assert.equal(other.page.loads, 1);
});

// Two cards lie beside each other: which ones in the newer picture, which is tapped where and how
// soon, and as made on which picture it goes in, or what the bar says. The tap before was at 105.
for (const [what, cards, card, at, ms, meant, own = false] of [
  ["another card than before", [5, 4], 5, 105, 340, "late"],
  ["another card, later", [5, 4], 5, 105, 360, "4"],
  ["the same card at its place", [4, 5], 5, 145, 340, "3"],
  ["the same card, later", [4, 5], 5, 145, 360, "4"],
  ["what was nowhere before", [4, 6], 6, 185, 340, "late"],
  ["a summary, and then another card", [5, 4], 5, 105, 340, "4"],
  ["another card after an own entry", [5, 4], 4, 145, 340, "late", true],
  ["the same card after an own entry", [4, 5], 5, 145, 340, "3", true],
  ["the next card where one was entered", [5, 4], 5, 105, 340, "4", true],
  ["Undo after an own entry", [5, 4], 9, 265, 340, "4", true],
  ["another card by a finger that came down before", [5, 4], 4, 145, 360, "late", true],
  ["the same card after the second of two", [4, 5], 5, 145, 330, "3"],
  ["another card after the second of two", [5, 4], 4, 145, 330, "late"],
  ["the place of a tap 50 ms ago", [4, 5], 4, 105, 50, "twice"]
])
  test(`soon after a picture a tap on ${what} is ${meant > "a" ? "let go" : `made on ${meant}`}`, async () => {
    const { world, page, part, pushes, server, boards, happens } = await sits(),
      said = [],
      main = page.find("#main");
    page.load("board/early.js").connect((name) => said.push(name));
    const shows = async (place, on, isOwn) => {
      const buttons = on.map((each) => `<button name="card" value="${each}">${each}</button>`);
      const entry = `class="entry" method="post" action="${GAME}entries"`,
        seen = `<input type="hidden" name="seen" value="${place}">`;
      const told = board(
        place,
        `<details><summary>More</summary></details><form ${entry}><input type="hidden" name="kind"
          value="card-played">${seen}${buttons.join("")}<label><input type="radio" name="way"
          value="a">a</label></form><form ${entry.replace("entry", "entry undoes")}><input type="hidden"
          name="target" value="${place}">${seen}<button name="undo" value="9">Undo</button></form>`
      );
      if (isOwn) boards.put(told.board, { target: main, xhr: { status: 200 } });
      else await pushes(told);
      for (const [slot, each] of on.entries()) {
        const left = each === 6 ? 180 : 100 + slot * 40;
        part(`button[value="${each}"]`).box = { left, right: left + 10, top: 100, bottom: 110 };
      }
      part("label").box = { left: 220, right: 230, top: 100, bottom: 110 };
      part('[value="9"]').box = { left: 260, right: 270, top: 100, bottom: 110 };
    };
    const now = () => page.window.performance.now();
    const touch = (on, x) =>
      part(on).click({ detail: 1, clientX: x, clientY: 105, timeStamp: now() });
    await world.run(1_000);
    await shows(3, [4, 5]);
    await world.run(1_000);
    const tapped = page.window.performance.timeOrigin + now() - (meant === "twice" ? 0 : 1_000);
    page.window.sessionStorage.tap = JSON.stringify([105, 105, tapped]);
    await shows(4, cards, own);
    touch("label", 225); // chosen on the newer picture
    if (what.startsWith("a summary")) touch("summary", 300);
    if (what.includes("finger")) happens("pointerdown");
    await world.run(ms - 10);
    if (what.includes("second")) await shows(5, cards);
    assert.equal(touch(`button[value="${card}"]`, at), meant < "a");
    await world.run(1_000);
    same(each(server.log, "seen"), meant < "a" ? [meant] : []);
    same(said, meant < "a" ? [] : [meant]);
  });
