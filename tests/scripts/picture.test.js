// The picture of a result: all of it lies on the picture, and nothing on something else.
const { opens, assert, test } = require("./table.js");

const { draw, WIDTH, HEIGHT } = opens().page.load("picture/draw.js");
const LONG = "Wilhelmina-Konstanze van",
  NAMES = ["Ann", "Ben", "Cas", "Dee", "Eva", ...Array.from({ length: 10 }, (_, at) => `N${at}`)];
const LOOK = { letters: "sans-serif", onFill: "on fill" };

// As much of a canvas as says where each text lies; a letter is half as wide as it is high.
const draws = (told) => {
  const texts = [];
  let [right, down] = [0, 0];
  const ctx = {
    textAlign: "left",
    measureText: (text) => ({ width: (text.length * Number(/(\d+)px/.exec(ctx.font)[1])) / 2 }),
    fillText(says, x, y) {
      const { width } = ctx.measureText(says),
        from = right + x - (ctx.textAlign === "right" ? width : 0),
        size = Number(/(\d+)px/.exec(ctx.font)[1]),
        high = { top: down + y - size * 0.75, bottom: down + y + size * 0.22 };
      texts.push({ says, left: from, right: from + width, ...high });
    },
    translate: (x, y) => ([right, down] = [x, y]),
    restore: () => ([right, down] = [0, 0])
  };
  for (const name of ["Rect", "roundRect", "moveTo", "lineTo", "arc", "beginPath", "fill", "clip"])
    ctx[name] = ctx[`fill${name}`] = () => {};
  for (const name of ["save", "rotate", "stroke", "setLineDash"]) ctx[name] = () => {};
  draw(ctx, told, LOOK, "29 November 2026");
  return texts;
};
const sheet = (names, more = {}) => ({
  title: "Game of Bluff",
  variant: "",
  length: "2 rounds",
  names,
  figure: "3",
  of: "",
  says: `${names[0]} wins`,
  why: `${names.at(-1)} has more than 45 points.`,
  won: true,
  figures: names.map((_, at) => 3 + at),
  called: "",
  ranks: names.map((_, at) => at + 1),
  rows: [names.map(() => 0), names.map(() => 2), names.map((_, at) => 3 + at)],
  ends: names,
  loud: [0],
  low: 0,
  high: 0,
  limit: { at: 45, says: "limit 45" },
  ...more
});
const together = { figures: [], ranks: [], ends: [""], rows: [[0], [1], [7]], of: "/7" };

for (const [what, told] of [
  ...[1, 2, 5, 6, 11, 15].map((many) => [`${many} players`, sheet(NAMES.slice(0, many))]),
  ["long names", sheet(NAMES.map((name) => LONG.slice(0, -name.length) + name))],
  ["cards laid", sheet(NAMES.slice(0, 5), { ranks: [], called: "cards laid", limit: null })],
  ["all together", sheet(NAMES.slice(0, 7), together)],
  ["only the result", sheet(NAMES.slice(0, 5), { rows: [], length: "", why: "" })],
  ["a winner of two names", sheet(NAMES.slice(0, 11), { says: "Wilhelmina Konstanze wins" })],
  [
    "a long sentence",
    sheet(["Ann"], { says: `${LONG} und ${LONG} teilen sich den Sieg`, why: LONG })
  ]
])
  test(`of ${what} it says all, and nothing lies on something else`, () => {
    const texts = draws(told),
      has = (said) => texts.some(({ says }) => says === said);
    for (const { says, left, right, top, bottom } of texts)
      assert.ok(left >= 0 && right <= WIDTH && top > 20 && bottom < HEIGHT, says);
    const begins = (name, says) => says.length > 3 && name.startsWith(says.replace("…", ""));
    for (const name of told.names)
      assert.ok(has(name) || texts.some(({ says }) => begins(name, says)), name);
    for (const said of [told.title, told.figure, ...told.figures.map(String)])
      assert.ok(has(said), said);
    const day = texts.find(({ says }) => says.startsWith("29 November"));
    for (const { says, top } of texts.slice(texts.indexOf(day) + 1))
      assert.ok(top >= day.bottom + 30, `${says} is close to the day`);
    texts.forEach((one, at) => {
      for (const other of texts.slice(at + 1)) {
        const beside = one.right <= other.left || other.right <= one.left,
          apart = Math.max(one.top - other.bottom, other.top - one.bottom) >= 2;
        assert.ok(beside || apart, `${one.says} on ${other.says}`);
      }
    });
  });

test("a minus is that of print, and isolates are not drawn", () => {
  const told = sheet(["\u2068Ann\u2069"], { figures: [-12], figure: "−12" });
  assert.equal(draws(told).filter(({ says }) => says === "−12").length, 2);
  assert.ok(draws(told).some(({ says }) => says === "Ann"));
});
