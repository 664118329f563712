// A board by its keys. Where an arrow leads: to what is nearest in its direction, and nowhere else.
const { opens, same, each, Event, answer, test } = require("./table.js");

const { nearest, ARROWS } = opens().page.load("screen/nearest.js");

// Boxes of 10 × 10 in rows and columns 20 apart: a name each, and "." where there is none.
const laid = (...rows) =>
  rows.flatMap((row, down) =>
    [...row].flatMap((name, across) => {
      const [left, top] = [across * 20, down * 20];
      return name === "." ? [] : [{ name, box: [left, top, left + 10, top + 10] }];
    })
  );
// The names of what is nearest to the left, to the right, above and below: "." for none.
const around = (all, from) => {
  const { box } = all.find(({ name }) => name === from);
  const found = Object.keys(ARROWS).map((arrow) => nearest(box, each(all, "box"), arrow));
  return found.map((at) => all[at]?.name ?? ".").join("");
};

const BESIDE = ["x", "y", "z"].map((name, at) => ({
  name,
  box: [110, at * 35, 140, at * 35 + 30]
}));
for (const [what, all, meant] of [
  ["the neighbour in a grid", laid("abc", "def", "ghi"), { a: ".b.d", e: "dfbh", i: "h.f." }],
  ["what lies straight on before what is aside", laid("a..b", ".c.."), { a: ".b.c", c: "aba." }],
  ["what is nearest aside", laid("a....", "....b", "..c.."), { a: ".b.c", b: "c.ac" }],
  [
    "the middle of what is beside",
    [{ name: "P", box: [0, 0, 100, 100] }, ...BESIDE],
    { P: ".yxz", x: "P..y", y: "P.xz", z: "P.y." }
  ]
])
  test(`an arrow leads to ${what}`, () => {
    for (const [from, ways] of Object.entries(meant)) same(around(all, from), ways, from);
  });

test("every box of a board is reached from every other one by some arrows", () => {
  const all = laid("a.bc", ".d..", "ef.g", "...h");
  for (const { name } of all) {
    const reached = new Set([name]);
    for (const each of reached)
      for (const next of around(all, each).replaceAll(".", "")) reached.add(next);
    same(reached.size, all.length, name);
  }
});

const BACK = '<input type="hidden" name="kind" value="taken-back">',
  NAV = '<nav><a href="/c" id="correct"></a><a href="/t/a/g/log/" id="log"></a></nav>',
  DOCK = `<div class="dock"><form class="entry undoes">${BACK}<button id="undo"></button></form>
    <form class="entry">${BACK}<button id="redo"></button></form>
    <button id="report"></button><button id="end"></button></div>`,
  ASKED = '<p class="question"><button class="main" id="enter"></button></p>',
  PILES = `<p class="pile"><a class="face" href="/" data-pile="up-1" id="A"></a><button id="a"></button></p>
    <p class="pile"><a class="face" href="/" data-pile="up-2" id="B"></a><input type="text" id="text"></p>`,
  NUMBERS = '<p class="laid-numbers"><button value="2" class="chosen" id="two"></button></p>',
  CLOSING = `<form class="closing">${["Ann", "Ben"]
    .map(
      (name) => `<p class="player ${name === "Ben" ? "filled-in" : ""}"><input type="radio"
      name="cards-${name}" value="1" id="${name}-1"><input type="radio" name="cards-${name}"
      value="2" id="${name}-2" checked></p>`
    )
    .join("")}</form>`,
  SIDE =
    '<p id="side"><i class="tabs"><button class="tab" data-way="/log/" id="tab"></button></i></p>',
  PAD = `<dialog id="pad"><form><input type="radio" name="pile" id="pile" checked><p class="sending">
    <button class="main" id="send"></button></p></form></dialog><dialog id="sheet"></dialog>`;

const boxAt = (at) => ({ left: at * 60, right: at * 60 + 50, top: 0, bottom: 50 });
// A board on which these keys are pressed, and what they came to: what is pressed (!), then what has the focus.
const types = async (html, { game = "the_game", local } = {}) => {
  const within = answer({ headers: { Companion: "1" }, text: "<title>Keys · The Game</title>" }),
    board = `<div id="board"><p class="bar"></p>${html}${DOCK}${NAV}</div>`,
    fetch = ({ done }) => done(within),
    made = opens(`<main id="main">${board}</main>${PAD}`, { local, fetch }),
    { page, world, document, find } = made,
    keys = page.load("screen/keys.js").connect(),
    pressed = [];
  document.activeElement = document.body;
  page.load(`games/${game}/keys.js`).connect(keys);
  await world.run(10);
  document.addEventListener("click", ({ target }) => pressed.push(target.id || target.className));
  document.addEventListener("typed", ({ detail }) => pressed.push(detail.digit ?? detail.sign));
  const press = (key, given) => {
    const event = new Event("keydown", { key, target: document.activeElement, ...given });
    document.dispatchEvent(event);
    const hit = pressed.splice(0).map((each) => `${each}!`),
      all = [...hit, document.activeElement.id].join(" ").trim();
    return event.defaultPrevented ? all : `(${all})`;
  };
  const swaps = (status = 200, target = find("#main")) =>
    page.hears("htmx:afterSwap", { target, xhr: { status } });
  return { ...made, press, swaps };
};

// A key, how it is pressed, and what comes of it; in brackets what stays the browser's.
for (const [what, rows, html = PILES, given = {}] of [
  ["of a board", "u: undo, U+shiftKey: redo, r: redo, d: report, e: end, c: correct, x: ()"],
  ["that press", "l: log!, 4: A! 4! pile, ?: tool help!"],
  ["of a question", "Escape: enter!, u: undo", ASKED + PILES],
  ["of an end", "u: undo, r: ()", `<p class="result"></p>${PILES}`],
  ["of the browser", "u+ctrlKey: (), u+altKey: (), u+metaKey: (), u+repeat: (), ArrowUp: A"],
  ["that are off", "u: (), 4: (), Escape: enter!", ASKED, { local: { letters: "off" } }],
  ["of a pad that is open", "u: (), 4: (), e: send, Escape: ()", PILES, { opens: "#pad" }],
  ["in a field", "u: (text), 4: (text)", PILES, { at: "#text" }],
  ["on a pile", "4: B! 4! pile, ArrowLeft: A, ArrowRight: (B)", PILES, { at: "#B" }],
  ["on a choice", "Enter: pile! pile, ArrowUp: (pile)", PILES, { opens: "#pad", at: "#pile" }],
  ["of numbers", "2: two, 5: (), ArrowUp: two", NUMBERS],
  ["of a card that is filled in", "1: Ben-1! Ben-1", CLOSING, { game: "game_of_bluff" }],
  ["beside a board", "l: tab! tab, ?: tool help!", SIDE]
])
  test(`keys ${what}`, async () => {
    const { document, find, press } = await types(html, given);
    for (const [at, id] of ["A", "B"].entries())
      Object.assign(find(`#${id}`) ?? {}, { box: boxAt(at) });
    if (given.opens) find(given.opens).showModal();
    for (const row of rows.split(", ")) {
      const [pressed, meant] = row.split(": "),
        [key, how] = pressed.split("+");
      find(given.at ?? "")?.focus();
      document.dispatchEvent(new Event("focusin", { target: document.activeElement }));
      same(press(key, { [how]: true }), meant, row);
      document.activeElement = document.body;
    }
  });

test("keys of One Brain choose an action, then what its panel has", async () => {
  const input = (id) => `<input type="radio" name="action" id="${id}">`,
    { find, press } = await types(
      `<form class="play"><p class="actions">${input("cover")}${input("donate")}<button id="draw"></button></p>
      <p class="panel"></p><details class="naming"><summary id="name"></summary><input id="card"></details></form>`,
      { game: "one_brain" }
    );
  same([press("2"), press("3"), press("n")], ["donate! donate", "draw", "name! card"]);
  find("#card").blur();
  find(".panel").innerHTML =
    `<button class="target" id="ann"></button><label class="target">${input("ben")}</label>`;
  same([press("1"), press("2"), press("ArrowUp")], ["ann", "ben! ann", "(ann)"]);
});

test("the focus goes on with the board, and Enter waits for a board that comes by itself", async () => {
  const { world, page, document, find, press, swaps } = await types(PILES + ASKED);
  const goes = (status, target) => {
    swaps(status, target);
    return document.activeElement.id;
  };
  same([goes(0), press("Shift"), goes()], ["", "()", ""]); // nobody has used keys
  await world.run(400);
  press("u");
  document.activeElement = document.body;
  same([goes(200, find("#sheet")), goes()], ["", "enter"]);
  find(".question").remove();
  find("#B").focus();
  same([goes(), press("Enter")], ["B", "(B)"]);
  page.hears("echo", { submission: { values: { pile: "up-2" } } });
  document.activeElement = document.body;
  same([goes(0), press("Enter")], ["B", "B"]);
  await world.run(400);
  same(press("Enter"), "(B)");
  same([find(".bar .help").href, find(".help").ariaLabel], ["/t/a/g/keys", "Keys"]);
  find("#board").innerHTML = `<p class="bar"></p>${PILES}`; // a new one, of which A is covered
  for (const [at, id] of ["A", "B"].entries()) find(`#${id}`).box = boxAt(at);
  document.elementFromPoint = (x, y) => find(x === 25 && y === 25 ? "#text" : "#B");
  swaps();
  find("#B").focus();
  same([press("ArrowLeft"), find(".bar .help").href], ["(B)", "/t/a/g/keys"]);
  document.elementFromPoint = (x, y) => find(x === 25 && y === 25 ? "#A" : "#B");
  same(press("ArrowLeft"), "A");
});
