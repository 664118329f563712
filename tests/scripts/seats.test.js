// What is typed and chosen at the set-up, and that it stands again after another page, until it is sent.
const { seat, same, Event, assert, test } = require("./table.js");

const html = (first = "") => `<main class="setup"><form>
  <input type="hidden" name="csrf_token" value="${Math.random()}">
  <input type="radio" name="players" value="2" checked><input type="radio" name="players" value="3">
  <input type="text" name="name" value="${first}"><input type="text" name="name" value="">
  <button name="sit" value="Cas" type="button">Cas</button>
  <details><summary data-usual="Base game"><span></span></summary>
    <input type="checkbox" name="expert" data-says="Expert">
    <p data-needs-cards="on_fire"></p><input type="checkbox" name="on_fire" data-says="On Fire">
    <input type="radio" name="depth" value="cards" data-says="Every card" checked>
    <input type="radio" name="depth" value="turns" data-says="Every turn">
    <input type="text" name="limit" value="" data-says="to #"></details>
  <div class="dock"><button class="main"></button></div></form></main>`;
const session = () => {
  const kept = {};
  return async ({ type = "navigate", first, at = "/new/the-game", without } = {}) => {
    const performance = { now: () => 0, getEntriesByType: () => [{ type }] };
    const given = {
      scripts: ["entry/seats.js"],
      html: html(first).replace(without, ""),
      session: kept,
      at
    };
    const { page } = await seat({ ...given, set: { performance } });
    const { all: find } = page;
    return {
      find,
      types: (...names) => {
        for (const [at, name] of names.entries()) find("[name=name]")[at].value = name;
      },
      names: () => find("[name=name]").map(({ value }) => value),
      leaves: () => page.happens("pagehide")
    };
  };
};

for (const [where, without] of [
  ["with choices", undefined],
  ["where there is nothing to choose", /<details>.*<\/details>/s]
])
  test(`names stand again after a reload and after another page, ${where}`, async () => {
    const opens = session();
    const first = await opens({ without });
    first.types("Ann", "Ben");
    first.find('[value="3"]')[0].checked = true;
    first.leaves();
    for (const type of ["reload", "navigate"]) {
      const again = await opens({ type, without });
      same(again.names(), ["Ann", "Ben"]);
      assert.equal(again.find('[value="3"]')[0].checked, true);
      again.leaves();
    }
    same((await opens({ at: "/new/one-brain", without })).names(), ["", ""]);
    same((await opens({ first: "Cas", without })).names(), ["Cas", ""]);
  });

test("what was sent stands again only on the way back", async () => {
  const opens = session();
  const first = await opens();
  first.types("Ann", "Ben");
  first.find("button").at(-1).click();
  first.leaves();
  same((await opens({ type: "back_forward" })).names(), ["Ann", "Ben"]);
  same((await opens()).names(), ["", ""]);
});

test("what the line opens comes into sight", async () => {
  const { find } = await session()();
  const [details] = find("details");
  let came = false;
  details.children[1].scrollIntoView = () => (came = true);
  for (const open of [false, true]) {
    details.open = open;
    details.dispatchEvent(new Event("toggle"));
    assert.equal(came, open);
  }
});

test("one line says what is chosen", async () => {
  const { find } = await session()();
  const line = () => find("summary span")[0].textContent;
  const chooses = (name, what, at = 0) => {
    Object.assign(find(`[name=${name}]`)[at], what);
    find(`[name=${name}]`)[at].dispatchEvent(new Event("input", { bubbles: true }));
  };
  assert.equal(line(), "Base game · Every card");
  chooses("expert", { checked: true });
  chooses("limit", { value: "30" });
  assert.equal(line(), "Expert · to 30 · Every card");
  chooses("depth", { checked: false });
  chooses("depth", { checked: true }, 1);
  assert.equal(line(), "Expert · to 30 · Every turn");
  chooses("on_fire", { checked: true });
  assert.equal(line(), "Expert · On Fire · to 30 · Every card");
});

test("Enter goes from name to name, and then to the button that starts", async () => {
  const { find } = await session()();
  const [ann, ben] = find("[name=name]"),
    start = find(".main").at(-1);
  let held;
  for (const each of [ann, ben, start])
    Object.assign(each, { offsetParent: {}, focus: () => (held = each) });
  ann.focus();
  for (const next of [ben, start]) {
    held.dispatchEvent(new Event("keydown", { key: "Enter", bubbles: true }));
    assert.ok(held === next);
  }
});

test("somebody known takes a free seat, and is not offered again", async () => {
  const { find, names } = await session()({ first: "Ann" });
  find("[name=sit]")[0].click();
  same([names(), find("[name=sit]")[0].hidden], [["Ann", "Cas"], true]);
});
