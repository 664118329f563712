// What larger screens do by themselves: a remote, a scoreboard, a board that faces whoever acts, what
// stands beside it, and a chart that is read.
const { same, opens: begins, Event, answer, test } = require("./table.js");

// A page on a screen of which each of these conditions `fits`. `says` is what the server has by address.
const opens = (html, { fits = () => true, says = {}, local = {}, at, set } = {}) => {
  const media = [];
  const { world, page, document, find } = begins(html, {
    ...{ local, at },
    fetch: ({ url, done }) => done(answer({ headers: { Companion: "1" }, text: says[url] })),
    set: {
      matchMedia: (asked) => {
        const found = { addEventListener: (_, does) => (found.heard = does) };
        media.push(Object.defineProperty(found, "matches", { get: () => fits(asked) }));
        return found;
      },
      htmx: { trigger() {} },
      ...set
    }
  });
  document.activeElement = document.body;
  document.styleSheets = [];
  for (const each of [document.documentElement, ...document.documentElement.all()])
    each.style = {
      setProperty(name, value) {
        this[name] = value;
      }
    };
  document.head.insertBefore = (style) => document.head.append(style);
  page.stub("screen/styles.js", { facing: "", rules: "" });
  const presses = (way) => {
    page.happens("keydown", { key: `Arrow${way}`, target: document.activeElement });
    return document.activeElement.id;
  };
  const swaps = (target = find("#main")) => page.hears("htmx:afterSwap", { target });
  return { ...page, page, world, document, find, media, presses, swaps };
};

test("a remote goes to what is nearest that way and is seen, first to what begins", () => {
  const { page, find, presses } = opens(
    `<main class="page shelf"><a href="/" id="a"></a><button id="b"></button><a href="/" id="c"></a>
    <a href="/" id="d"></a><a class="join-table" href="/" id="e"></a><input id="f"></main>`
  );
  for (const [down, row] of ["ab.", "..c", "def"].entries())
    for (const [across, id] of [...row].entries())
      if (id !== ".")
        find(`#${id}`).box = { left: across * 90, top: down * 60, width: 80, height: 50 };
  find("#b").checkVisibility = () => false;
  page.load("screen/remote.js").connect();
  same(presses("Down"), "e");
  for (const [from, ways] of [
    ["a", "Right c, Down d, Left a"],
    ["e", "Left d, Right f, Up c"],
    ["f", "Left f, Up c"]
  ])
    for (const way of ways.split(", ")) {
      const [arrow, to] = way.split(" ");
      find(`#${from}`).focus();
      same(presses(arrow), to, `${from}: ${way}`);
    }
  // Where a table is joined its code, and then what joins it, is what Enter presses.
  for (const begins of [
    '<input class="code" id="x">',
    '<p class="dock"><a class="main" id="x"></a>'
  ]) {
    const joins = opens(`<main class="page joining"><a href="/" id="a"></a>${begins}</main>`);
    joins.page.load("screen/remote.js").connect();
    same(joins.document.activeElement.id, "x");
  }
});

const BOARD = `<main id="main"><div id="board" class="board" data-seen="1" data-spoken="1\tx\tAnn laid 2.\tBen goes on.">
  <div class="bar"><a href="/" id="back"></a></div><a href="/rule" id="rule"></a>
  <table class="sheet"><tbody><tr id="row"><td><b>10</b></td><td class="left">30</td></tr></tbody></table>
  <div class="quiet"><a href="/t/a/g/log/" id="log"><span>Log</span></a><a href="/rules/x" id="rules"><span>Rules</span></a></div>
  </div></main>`;

test("a television tells what is newest, and for a moment shows that it is new", async () => {
  const { page, world, find, document, swaps } = opens(BOARD),
    told = () => [find("#board").dataset.last, document.documentElement.classList.contains("just")];
  document.documentElement.dataset.table = "/t/a/";
  page.load("screen/television.js");
  same([told(), find("#row").style["--filled"]], [["Ann laid 2.", false], 0.25]);
  find("#board").dataset.seen = "3";
  find("#board").dataset.spoken = "2\tx\tBen laid 9.\n3\tx\tCas laid 12.\tDee goes on.";
  swaps();
  same(told(), ["Cas laid 12.", true]);
  await world.run(5000);
  same(told(), ["Cas laid 12.", false]);
});

test("a remote finds the ways out of a television, and nothing else can be tapped", async () => {
  const { page, world, document, find, presses } = opens(BOARD);
  page.load("screen/television.js");
  const all = ["Down", "Down", "Right", "Down", "Up", "Left"].map(presses);
  same(all, ["back", "log", "rules", "back", "rules", "log"]);
  const stirs = () => document.documentElement.classList.contains("stirred");
  same(stirs(), true);
  await world.run(4000);
  same([stirs(), document.activeElement.id], [false, ""]);
  const goes = ["rule", "back", "rules"].map((id) => find(`#${id}`).click());
  same(goes, [false, true, true]);
});

const OVER = BOARD.replace("<table", `<p class="result"></p><table`),
  table = (now, text = "") => `<div id="main"><main data-now="${now}">${text}</main></div>`;

test("a television goes to the game that is on, and once to another version", async () => {
  for (const [now, went, html = BOARD] of [
    ["", []],
    ["/t/a/g/", []],
    ["/t/a/h/", ["/t/a/h/"]],
    ["/t/a/h/", [], OVER],
    ["/t/a/h/", ["/t/a/h/"], table("")]
  ]) {
    const { page, world, document } = opens(html, { says: { "/t/a/": table(now) } });
    Object.assign(document.documentElement.dataset, { table: "/t/a/", edition: "1" });
    page.load("screen/television.js");
    await world.run(10);
    same([page.went, page.loads], [went, 0]);
  }
  const { page, world, document } = opens(BOARD);
  Object.assign(document.documentElement.dataset, { table: "/t/a/", edition: "0" });
  page.load("screen/television.js");
  await world.run(900_000);
  same([page.went, page.loads], [[], 1]);
});

test("a television goes along with what begins, as soon as it hears of it", async () => {
  for (const [html, hears] of [
    [OVER, ({ swaps }) => swaps()],
    [OVER, ({ world }) => world.run(300_000)],
    [table(""), ({ world }) => world.run(5000)],
    [OVER, ({ nets }) => nets("again", "live")]
  ]) {
    const says = { "/t/a/": table("", "2 games") },
      opened = opens(html, { says }),
      { page, world, document, find } = opened,
      { dataset } = document.documentElement;
    Object.assign(dataset, { table: "/t/a/", edition: "1" });
    page.load("screen/television.js");
    await world.run(10);
    same([find("#main").textContent === "2 games", page.went], [html !== OVER, []]);
    says["/t/a/"] = table("/t/a/h/");
    const nets = (...each) => {
      for (const net of each) {
        dataset.net = net;
        page.hears("queue");
      }
    };
    nets("live");
    await world.run(10);
    same(page.went, []);
    await hears({ ...opened, nets });
    await world.run(10);
    same(page.went, ["/t/a/h/"], `${hears}`);
  }
});

test("a tablet faces each seat as it was turned for that one", () => {
  const local = {},
    rule = { media: { mediaText: "(min-width: 9em) and (orientation: portrait)" } };
  const sits = (seat, fits) => {
    const turn = `<p class="turn" data-seat-of="${seat}"></p><button data-screen="turn"></button>`,
      made = opens(BOARD.replace("<table", `${turn}<table`), { local, fits });
    made.document.styleSheets = [{ cssRules: [rule] }];
    made.page.load("screen/facing.js").connect();
    return {
      faces: () => made.document.documentElement.dataset.facing,
      turns: () => made.find("[data-screen]").click(),
      goes: (next) => {
        made.find(".turn").dataset.seatOf = next;
        made.swaps();
      }
    };
  };
  const { faces, turns, goes } = sits(0),
    said = [faces()];
  turns();
  same(rule.media.mediaText, "(min-height: 9em) and (orientation: landscape)");
  said.push(faces());
  goes(1);
  said.push(faces());
  turns();
  turns();
  said.push(faces());
  same(rule.media.mediaText, "(min-width: 9em) and (orientation: portrait)");
  for (const next of [0, 1, 2]) {
    goes(next);
    said.push(faces());
  }
  same(said, ["0", "90", "0", "180", "90", "180", "0"]);
  same([sits(0).faces(), sits(1).faces(), sits(0, () => false).faces()], ["90", "180", "0"]);
});

test("beside a board stands what was chosen, as new as the board", async () => {
  const says = { "/t/a/g/log/": "<main>log 1</main>", "/rules/x": "<main>rules</main>" },
    local = {};
  let isWide = false;
  const { page, world, document, find, media, swaps } = opens(BOARD, {
      says,
      local,
      fits: () => isWide
    }),
    shown = async () => {
      await world.run(400);
      const { hidden, children, ariaLabel } = find("#side");
      return hidden
        ? ""
        : `${find("#side [aria-pressed=true]").dataset.way} ${ariaLabel}: ${children.at(-1).textContent}`;
    };
  document.documentElement.dataset.table = "";
  page.load("screen/side.js").connect({ queue: {}, ready: Promise.resolve() });
  const said = [await shown()];
  isWide = true;
  media.find(({ heard }) => heard).heard();
  said.push(await shown());
  says["/t/a/g/log/"] = "<main>log 2</main>";
  find("#board").dataset.seen = "2";
  swaps();
  said.push(await shown());
  find("#side").scrollTop = 99; // who has read on in the log comes to the rules all the same
  find("#side [data-way='/rules/']".replaceAll("'", '"')).click();
  said.push(await shown(), local.side);
  const again = opens(BOARD, { says, local });
  again.document.documentElement.dataset.table = "";
  again.page.load("screen/side.js").connect({ queue: {}, ready: Promise.resolve() });
  await again.world.run(400);
  said.push(again.find("#side [aria-pressed=true]").dataset.way);
  swaps();
  said.push(await shown());
  find("#board").append(Object.assign(document.createElement("p"), { className: "result" }));
  swaps();
  said.push(await shown());
  const [log, rules] = ["/log/ Log: log", "/rules/ Rules: rules"];
  same(said, ["", `${log} 1`, `${log} 2`, rules, "/rules/", "/rules/", rules, ""]);
});

test("each of two thumbs at once is heard once, but not one that slides or stays", () => {
  const { page, find, document } = opens(
    `<main id="main"><form class="entry"><button type="button" id="a"></button></form>
    <form class="entry"><label id="b"></label></form></main>`,
    { set: { MouseEvent: Event } }
  );
  let heard = "";
  document.addEventListener("click", ({ target }) => {
    heard += target.id;
  });
  page.load("screen/thumbs.js").connect();
  const does = (type, pointerId, more) => {
    const where = { clientX: 0, clientY: 0, pointerType: "touch", isTrusted: true, detail: 1 };
    find(`#${pointerId}`).dispatchEvent(new Event(type, { pointerId, ...where, ...more }));
  };
  for (const [start, last, more, hears] of [
    [0, "b", {}, "ba"],
    [2_000, "b", { clientY: 13 }, "a"], // it slid
    [4_000, "b", { timeStamp: 4_701 }, "a"], // it stayed
    [6_000, "a", {}, "a"] // alone: of that the browser makes a click by itself
  ]) {
    heard = "";
    for (const each of new Set(["a", last])) does("pointerdown", each, { timeStamp: start });
    if (last === "b") does("pointerup", last, { timeStamp: start + 90, ...more });
    does("pointerup", "a", { timeStamp: start + 99 });
    does("click", "a", { timeStamp: start + 100 }); // the one of the browser, if it makes any
    same(heard, hears, `${start}`);
  }
});

test("a chart is read at a step, and says its end again once nobody reads it", () => {
  const { page, document, find } = opens(`<div><div class="plot"><div class="field">
    <svg><polyline points="0,90 50,40 100,10"></polyline><path class="at"></path><path class="at"></path></svg>
    <input type="range" value="3"></div><b data-line="0">30</b><text class="now"></text></div><table>
    <tr><th>Round</th><th>Ann</th></tr><tr><th>1</th><td>10</td></tr><tr><th>2</th><td>20</td></tr>
    <tr><th>3</th><td>30</td></tr></table></div>`);
  for (const row of document.querySelectorAll("tr")) row.cells = row.children;
  const range = Object.assign(find("input"), { min: "1", max: "3" });
  const reads = (type, value = range.value) => {
    range.value = value;
    document.dispatchEvent(new Event(type, { target: range }));
    return [find("b").textContent, find(".now").textContent, range.ariaValueText];
  };
  page.load("screen/chart.js");
  same(reads("focusin"), ["30", "3", "Round 3, Ann 30"]);
  same(reads("input", "2"), ["20", "2", "Round 2, Ann 20"]);
  same([reads("focusout"), range.value], [["30", "", "Round 3, Ann 30"], "3"]);
});

test("a sheet opens as its board brought it, else as the server has it, and closes", async () => {
  const asked = [],
    { page, find, document } = opens(
      `<a data-sheet href="/t/a/g/sheet/hands?seat=1" id="own"><b></b></a><a data-sheet href="/rules/x" id="other"></a>
    <template data-within="/t/a/g/sheet/hands"><form><i data-leave></i><i data-close></i></form>
    <details></details><details></details></template><dialog id="sheet"><div><p></p></div></dialog>`
    );
  page.stub("entry/libraries.js", { ready: Promise.resolve() });
  const body = find("#sheet").firstElementChild;
  page.window.htmx = {
    trigger() {},
    ajax: async (_, address) => {
      asked.push(address);
      if (asked.length > 1) body.replaceChildren(document.createElement("h2"));
    }
  };
  page.load("screen/sheets.js");
  const taps = async (selector) => {
    find(selector).click();
    await page.world.run(10);
    return [
      find("#sheet").open,
      body.children.map((each) => each.name$ + (each.open ? " open" : "")).join()
    ];
  };
  same(await taps("#other"), [false, "p"]); // nothing came
  same(await taps("#own b"), [true, "form,details,details open"]);
  same(await taps("[data-close]"), [false, "form,details,details open"]);
  same(await taps("#own"), [true, "form,details,details open"]);
  same(await taps("[data-leave]"), [true, "details,details open"]);
  same(await taps("#sheet"), [false, "details,details open"]);
  same(await taps("#other"), [true, "h2"]);
  same(asked, ["/rules/x", "/rules/x"]);
});

test("what is switched on this phone is so, and says so", async () => {
  const kinds = ["turn", "awake", "buzz"],
    tools = kinds
      .map((kind) => `<button data-screen="${kind}" aria-pressed="false" hidden></button>`)
      .join(""),
    local = {},
    { page, find, window, document } = opens(BOARD + tools, { local }),
    says = () =>
      kinds
        .map((kind) => find(`[data-screen="${kind}"]`))
        .map((tool) => tool.hidden || tool.getAttribute("aria-pressed"));
  let lock = null; // a browser lets it go where nobody sees the page
  const release = async () => {
    lock.released = true;
  };
  const request = async () => {
    lock = { released: false, addEventListener() {}, release };
    return lock;
  };
  Object.assign(window.navigator, { vibrate() {}, wakeLock: { request } });
  page.load("screen/tools.js");
  const taps = async (kind) => {
    if (kind === "away") {
      await release();
      page.hears("visibilitychange");
    } else if (kind) find(`[data-screen="${kind}"]`).click();
    await page.world.run(10);
    return [...says().slice(1), local[kind]];
  };
  for (const row of [
    ["", "true", "true", null],
    ["away", "true", "true", null],
    ["awake", "false", "true", "0"],
    ["away", "false", "true", null],
    ["awake", "true", "true", "1"],
    ["buzz", "true", "false", "0"],
    ["buzz", "true", "true", "1"]
  ])
    same([row[0], ...(await taps(row[0]))], row);
  same([says()[0], document.documentElement.classList.contains("turned")], ["false", false]);
  find('[data-screen="turn"]').click();
  same([local.turned, document.documentElement.classList.contains("turned")], ["1", true]);
});
