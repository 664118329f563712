// What a page keeps on this phone, and where the rules are in another language.
const { same, opens, World, Event, answer, test } = require("./table.js");

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

test("a command that was chosen for a deck stays so on the page that comes", () => {
  const palette =
      '<p class="palette"><input type="radio" value="a"><input type="radio" value="b"></p>',
    { page, document, find } = opens(`<main id="main">${palette}</main>`);
  page.load("entry/brush.js");
  document.dispatchEvent(new Event("change", { target: find("[value=b]") }));
  find("#main").innerHTML = palette;
  document.dispatchEvent(new Event("htmx:afterSwap"));
  same([find("[value=a]").checked, find("[value=b]").checked], [false, true]);
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

// What has opened, before or while the server is asked; what it has; and what the page has then.
for (const [opened, status, said, has] of [
  ["", 200, "Ann", "Ann"],
  ["", 200, "Ann Ben", "Ann Ben"],
  ["", 503, "Ann Ben", "Ann"],
  ["before", 200, "Ann Ben", "Ann"],
  ["meanwhile", 200, "Ann Ben", "Ann"],
  ["", 404, "Gone", "Ann"]
])
  test(`the phones at a table: ${said} (${status}), opened ${opened || "nothing"}`, async () => {
    const phones = (names) => `<section id="here"><details>${names}</details></section>`,
      world = new World(),
      fetch = ({ done }) => {
        if (opened === "meanwhile") open();
        done(answer({ status, text: phones(said) }));
      };
    const { page } = opens(phones("Ann"), { world, fetch }),
      here = () => page.document.getElementById("here"),
      open = () => here().querySelector("details").setAttribute("open", "");
    page.load("tables/phones.js");
    if (opened === "before") open();
    await world.run(4_500);
    same([here().textContent, page.loads], [has, Number(status === 404)]);
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
