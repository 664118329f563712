// What a page keeps on this phone, and where the rules are in another language.
const { same, opens, Event, test } = require("./table.js");

test("what was ticked of a set-up is so when its list opens again, and nothing else", () => {
  const session = {},
    box = (name) => `<input type="checkbox" name="${name}">`,
    html = `<div class="preparing"><p class="ticks">${box("a")}${box("b")}</p></div>`;
  const ticks = (...names) => {
    const { all } = opens(html, { session, scripts: ["entry/ticks.js"] }),
      boxes = all("input");
    const said = boxes.map(({ checked }) => checked);
    for (const each of boxes.filter(({ name }) => names.includes(name))) {
      each.checked = !each.checked;
      each.onchange();
    }
    return said;
  };
  same([ticks("a", "b"), ticks("a"), ticks()].join(" "), "false,false true,true false,true");
});

test("letters are keys unless their box says that they are not", () => {
  const html = '<dialog id="sheet"><p hidden><input name="letters" type="checkbox"></p></dialog>',
    { page, document, find } = opens(html),
    { offer, isOn } = page.load("screen/letters.js");
  offer();
  for (const on of [true, false, true]) {
    document.dispatchEvent(new Event("sheet"));
    same([find("p").hidden, find("input").checked, isOn()], [false, on, on]);
    find("input").checked = !on;
    document.dispatchEvent(new Event("change", { target: find("input") }));
  }
});

// How far below the top two paragraphs begin, what is looked for, and what is asked for then.
for (const [tops, typed, asked] of [
  [[-90, 90], "", "?lang=de#end"],
  [[-90, 300], "ten back", "?lang=de&q=ten+back#aim"],
  [[200, 300], "", "?lang=de"]
])
  test(`another language of the rules is at ${asked}`, () => {
    const { page, document, find } = opens(`<main><section id="aim"></section><h3 id="end"></h3>
      <input name="q" type="search" value="${typed}"><details class="tongue" open>
      <a hreflang="de" href="https://a.test/rules/x?lang=de&q=old#top">Deutsch</a></details></main>`);
    page.stub("entry/libraries.js", { ready: new Promise(() => {}) });
    for (const [at, id] of ["aim", "end"].entries()) find(`#${id}`).box = { top: tops[at] };
    const { querySelector } = Object.getPrototypeOf(document);
    document.querySelector = (each) =>
      each.includes(":target") ? null : querySelector.call(document, each);
    page.load("rules/reading.js");
    document.querySelector("input").click();
    same(document.querySelector("details").open, false);
    document.querySelector("a").click();
    same(document.querySelector("a").href, `https://a.test/rules/x${asked}`);
  });
