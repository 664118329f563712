// What another phone corrected further back is said on the board, until somebody has seen it.
const { seat, same, each, draw, assert, test } = require("./table.js");

const html = `
  <main id="main"><div id="board" data-seen="3" data-facts="Ann, Ben\tBegan\t1700000000"><header class="bar"></header></div></main>
  ${draw("_waits.html")}<p id="status"></p>`;
const CORRECTED = "4\t12345678\tBen changed: 4 → 5 on ▲ A\t2";
const sits = async () => {
  const { page, world } = await seat({ scripts: [], html });
  page.window.navigator.languages = ["en-GB"];
  page.document.documentElement.lang = "en";
  const { connect, tell } = page.load("board/corrected.js");
  connect();
  return {
    ...{ page, world, tell },
    comes: (place, corrected, facts = "Ann, Ben\tBegan\t1700000000") => {
      Object.assign(page.find("#board").dataset, { seen: place, corrected, facts });
      page.hears("htmx:afterSwap", { target: { id: "main" } });
    },
    taps: () => page.hears("echo", { submission: {} }),
    enters: (id) => page.hears("queue:answer", { submission: { id } }),
    lines: () => each(page.all(".corrected"), "textContent")
  };
};

test("a correction stays through boards that come, and goes with an own entry", async () => {
  const { page, comes, taps, lines } = await sits();
  comes(4, CORRECTED);
  comes(5, CORRECTED);
  same(lines(), ["Ben changed: 4 → 5 on ▲ AShow"]);
  assert.equal(page.find(".corrected a").href, "/t/a/g/log/2");
  taps();
  comes(6, CORRECTED);
  same(lines(), []);
});

test("it goes with a tap, is nothing of one's own, and nothing for who looks on", async () => {
  const { page, comes, enters, lines } = await sits();
  comes(4, CORRECTED);
  page.find(".corrected").click();
  same(lines(), []);
  enters("1234567890abcdef1234567890abcdef");
  comes(5, CORRECTED.replace("4", "5"));
  same(lines(), []);
  page.document.documentElement.className = "looks-on";
  comes(6, CORRECTED.replace("4\t1", "6\t9"));
  same(lines(), []);
});

test("players who are others, and another time, are told once, with the page of the game", async () => {
  const { page, comes, lines } = await sits(),
    others = "Ann, Bea\tBegan\t1700000000";
  comes(3, "", others);
  comes(3, "", others);
  same(lines(), ["Ann, BeaShow"]);
  assert.equal(page.find(".corrected a").href, "/t/a/g/about/");
  page.find(".corrected").click();
  comes(4, "", others);
  same(lines(), []);
  comes(5, "", others.replace("17000", "16999"));
  assert.match(lines()[0], /^Began 1[34] Nov 2023, ..:..Show$/);
});

test("that a tap was not taken is said for 4 s, whatever comes meanwhile", async () => {
  const { page, world, comes, taps, tell, lines } = await sits();
  tell("twice");
  same(lines(), ["Not entered: second tap came too soonShow"]);
  await world.run(2_000);
  tell("late");
  taps();
  comes(4, "");
  const late = "Not entered: the board had just changed";
  same([lines(), page.find("#status").textContent], [[`${late}Show`], late]);
  assert.ok(page.find(".corrected a").hidden);
  await world.run(3_900);
  same(lines(), [`${late}Show`]);
  await world.run(100);
  same(lines(), []);
  comes(5, CORRECTED);
  taps();
  same(lines(), []);
});
