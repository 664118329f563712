// Where an arrow leads on a board: to what is nearest in its direction, and nowhere else.
const { opens, assert, test } = require("./table.js");

const { nearest } = opens().page.load("screen/nearest.js");

// Boxes of 10 × 10 in rows and columns 20 apart: a name each, and "." where there is none.
const laid = (...rows) =>
  rows.flatMap((row, down) =>
    [...row].flatMap((name, across) =>
      name === "."
        ? []
        : [{ name, box: [across * 20, down * 20, across * 20 + 10, down * 20 + 10] }]
    )
  );
const goes = (all, from, arrow) => {
  const found = nearest(
    all.find(({ name }) => name === from).box,
    all.map(({ box }) => box),
    arrow
  );
  return all[found]?.name ?? "";
};

test("in a grid an arrow leads to the neighbour", () => {
  const all = laid("abc", "def", "ghi");
  const from = (name) =>
    ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]
      .map((arrow) => goes(all, name, arrow))
      .join();
  assert.equal(from("e"), "d,b,f,h");
  assert.equal(from("a"), ",,b,d");
  assert.equal(from("i"), "h,f,,");
});

test("what lies straight on is nearer than what lies aside", () => {
  const all = laid("a..b", ".c..");
  assert.equal(goes(all, "a", "ArrowRight"), "b");
  assert.equal(goes(all, "c", "ArrowUp"), "a");
});

test("where nothing lies straight on it is what lies nearest aside", () => {
  const all = laid("a....", "....b", "..c..");
  assert.equal(goes(all, "a", "ArrowDown"), "c");
  assert.equal(goes(all, "b", "ArrowUp"), "a");
  assert.equal(goes(all, "b", "ArrowRight"), "");
});

test("beside a large box all that it is beside are near, the one at its middle first", () => {
  const all = [
    { name: "pile", box: [0, 0, 100, 100] },
    ...["x", "y", "z"].map((name, at) => ({ name, box: [110, at * 35, 140, at * 35 + 30] }))
  ];
  assert.equal(goes(all, "pile", "ArrowRight"), "y");
  for (const name of ["x", "y", "z"]) assert.equal(goes(all, name, "ArrowLeft"), "pile");
});

test("every box of a board is reached from every other one by some arrows", () => {
  const all = laid("a.bc", ".d..", "ef.g", "...h");
  for (const { name } of all) {
    const reached = new Set([name]);
    for (const each of reached)
      for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        const next = goes(all, each, arrow);
        if (next) reached.add(next);
      }
    assert.equal(reached.size, all.length, name);
  }
});
