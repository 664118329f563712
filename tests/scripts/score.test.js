// A score pad: what is typed is for one player in one round, whatever board comes meanwhile.
const { seat, same, each, assert, test } = require("./table.js");

// Three players in this round, those in `done` with a number.
const rows = (round, ...done) =>
  [0, 1, 2]
    .map(
      (number) => `<div class="player" data-seat-of="${number}"
          ${done.includes(number) ? "data-done" : ""}>
        <p class="sum"><b data-total="10">10</b></p>
        <span class="chip" data-waits-here hidden></span>
        <div data-open ${done.includes(number) ? "hidden" : ""}>
          <form class="entry" method="post" data-says="{number}">
            <input type="hidden" name="kind" value="number-entered">
            <input type="hidden" name="round" value="${round}">
            <input type="hidden" name="player" value="${number}">
            <input name="number" value="" data-number data-due="${number}"></form></div></div>`
    )
    .join("");
// The second step of a round, in which everybody has a number of the first.
const tricks = (...done) =>
  board(1, ...done)
    .replaceAll("number-entered", "tricks-entered")
    .replaceAll('<input name="number"', '<input name="tricks"')
    .replaceAll("></form>", '><input name="bonus" data-number data-free></form>')
    .replace("data-plain", "");
const board = (round, ...done) =>
  `<div id="board" data-of-pad="${round}" data-plain><h1 data-of-round="Round #"></h1>
    ${rows(round, ...done)}</div>`;
const KEYS = `<div data-numpad><button type="button" data-type="4">4</button>
  <button type="button" data-type="-">±</button><button type="button" data-type="">⌫</button>
  <button type="button" data-enter>Enter</button></div>`;

const sits = async (...done) => {
  const html = `<main>${board(1, ...done)}</main>${KEYS}`,
    { world, page } = await seat({ scripts: ["games/pad/score.js"], html }),
    { document } = page;
  const { all: find } = page;
  const swaps = async (html, status = 200) => {
    document.querySelector("main").innerHTML = html;
    page.hears("htmx:afterSwap", { xhr: { status } });
    await world.run(1);
  };
  const facts = ({ elements: { round, player, number } }) =>
    [round, player, number].map(({ value }) => Number(value));
  return {
    page,
    world,
    pushed: (...given) => swaps(board(...given), 0),
    answered: (...given) => swaps(board(...given)),
    swaps,
    goes: (player) => find(".player")[player].click(),
    taps: (...keys) => {
      for (const key of keys) find(`[data-type="${key}"]`)[0].click();
    },
    enters: () => find("[data-enter]")[0].click(),
    sent: () => document.posted.map(facts),
    said: () => each(find("[data-number]"), "value"),
    marked: () => find(".marked").map(({ form }) => Number(form.elements.player.value)),
    waits: (...values) => {
      const detail = { waiting: values.map((each) => ({ values: each })), pending: [] };
      page.hears("waiting", detail);
    },
    echoes: (player) => {
      const submission = { values: { kind: "number-entered", round: "1", player } };
      page.hears("echo", { submission });
    },
    totals: () => each(find(".sum b"), "textContent"),
    title: () => find("h1")[0].textContent
  };
};

test("a board that somebody else's number brings takes nothing that is being typed", async () => {
  const { taps, pushed, said, marked, enters, sent } = await sits();
  taps("-", "4");
  await pushed(1, 1);
  same(said(), ["-4", "", ""]);
  same(marked(), [0]);
  taps("4");
  enters();
  same(sent(), [[1, 0, -44]]);
});

test("what is typed for a player whom somebody else enters goes to nobody", async () => {
  const { world, goes, taps, pushed, said, marked, enters, sent } = await sits();
  goes(1);
  taps("4");
  goes(0);
  taps("4");
  await pushed(1, 0);
  same(marked(), [1]);
  for (const ms of [0, 340, 690]) {
    await world.run(ms);
    taps("4"); // the later digits of one number
    enters();
  }
  same([said()[1], sent()], ["4", []]);
  await world.run(700);
  taps("4");
  enters();
  same([said()[1], sent()], ["44", [[1, 1, 44]]]);
});

test("what was typed in a round that is over stands in no other one", async () => {
  const { world, taps, pushed, said } = await sits(1, 2);
  taps("4");
  await pushed(2);
  await world.run(350);
  same(said(), ["", "", ""]);
  taps("4");
  await pushed(1, 1, 2); // that was undone
  same(said(), ["", "", ""]);
});

test("after an own number the next one is typed at once, whoever answers first", async () => {
  for (const comes of ["answered", "pushed"]) {
    const { echoes, taps, said, ...shows } = await sits();
    taps("4");
    echoes("0");
    await shows[comes](1, 0);
    taps("4");
    same(said(), ["", "4", ""]);
    await shows[comes](1); // that was undone
    same(said(), ["", "4", ""]);
  }
});

test("numbers that wait count, and the next round begins, until there is a board", async () => {
  const { world, waits, totals, title, marked, answered } = await sits(1, 2);
  const sent = { kind: "number-entered", round: "1", player: "0", number: "−4" };
  waits(sent);
  same([totals(), title(), marked()], [["6", "10", "10"], "Round 2", [0]]);
  waits();
  same([totals(), title()], [["6", "10", "10"], "Round 2"]); // in, but not on the board yet
  await world.run(1_500);
  same([totals(), title()], [["10", "10", "10"], "Round 1"]);
  waits({ ...sent, change: "3" });
  same([totals(), title()], [["10", "10", "10"], "Round 1"]);
  waits(sent);
  await answered(2);
  same([totals(), title()], [["10", "10", "10"], "Round 2"]);
});

test("a number of the step before stands in no field of the next, nor does a bonus come first", async () => {
  const { page, waits, totals, swaps } = await sits(),
    { all: find } = page,
    bids = ["0", "1", "2"].map((player) => ({
      ...{ kind: "number-entered", round: "1", player, number: "4" }
    }));
  waits(...bids);
  await swaps(tricks());
  waits();
  same(each(find("[data-open]"), "hidden"), [false, false, false]);
  same(totals(), ["10", "10", "10"]);
  await swaps(tricks(0));
  const [{ name, form }, ...others] = find(".marked");
  same([name, form.elements.player.value, others], ["tricks", "1", []]);
});

test("a number that is refused stands nowhere, and the frame is back at its player", async () => {
  const { waits, echoes, swaps, marked, totals } = await sits();
  waits({ kind: "number-entered", round: "1", player: "0", number: "4" });
  echoes("0");
  same(totals(), ["14", "10", "10"]);
  waits();
  await swaps(board(1), 422);
  same([marked(), totals()], [[0], ["10", "10", "10"]]);
});

test("Enter without a number enters nothing, and is called by its print with one", async () => {
  const { page, taps, enters, sent } = await sits();
  enters();
  taps("-");
  enters();
  same(sent(), []);
  taps("4");
  const detail = { form: page.find("form"), facts: {} };
  page.hears("entry:says", detail);
  assert.equal(detail.facts.number, "−4");
});

test("keys of a keyboard type where the frame is", async () => {
  const { page, said } = await sits(0);
  const keys = { find: page.all, focus: (field) => field.focus() };
  page.load("games/pad/keys.js").connect(keys);
  assert.ok(keys.digit(4));
  keys.digit(0);
  keys.letters["-"]();
  same([said()[1], page.document.activeElement === keys.first()], ["-40", true]);
  keys.letters.Backspace();
  same(said()[1], "-4");
});

test("a number that is put right begins anew with its first digit", async () => {
  const { swaps, taps, said, goes } = await sits();
  await swaps(board(1).replaceAll('name="number" value=""', 'name="number" value="50"'));
  taps("4", "4");
  goes(1);
  taps("-", "4", "4");
  goes(2);
  taps("-", "");
  same(said(), ["44", "-44", "-5"]);
  await swaps(board(2).replaceAll('name="number" value=""', 'name="number" value="50"'));
  taps("-");
  goes(1);
  taps("4");
  goes(0);
  taps("4");
  same(said(), ["-4", "4", "50"]);
});
