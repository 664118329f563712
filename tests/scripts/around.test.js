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
  page.hears("htmx:afterSwap");
  same([find("[value=a]").checked, find("[value=b]").checked], [false, true]);
});

test("letters are keys unless their box says that they are not", () => {
  const html = '<dialog id="sheet"><p hidden><input name="letters" type="checkbox"></p></dialog>',
    { page, document, find } = opens(html),
    { offer, isOn } = page.load("screen/letters.js");
  offer();
  for (const on of [true, false, true]) {
    page.hears("sheet");
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
      here = () => page.find("#here"),
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

// Where somebody has been: each place is its state. Back is heard by the page that it leads to.
const placed = (html, states = [null]) => {
  const history = {
    get state() {
      return states.at(-1);
    },
    pushState: (state) => states.push(state),
    replaceState: (state) => states.splice(-1, 1, state),
    back() {
      states.pop();
      made.window.dispatchEvent(new Event("popstate", { state: states.at(-1) ?? null }));
    }
  };
  const session = {},
    made = opens(html, { session, set: { history } });
  return { ...made, history, states, session };
};

test("Back closes what lies on a board, and then leaves the board once", () => {
  const { page, window, find, history, states } = placed(
    '<dialog id="a"></dialog><dialog id="b"></dialog>',
    ["shelf", null]
  );
  find("#a").showModal(); // the page came with it
  page.load("screen/on_top.js").connect();
  const opensIt = (id) => {
    find(id).showModal();
    find(id).dispatchEvent(new Event("toggle"));
  };
  const seen = () => [find("#a").open, find("#b").open, states.length];
  same(seen(), [true, false, 3]);
  opensIt("#b");
  same(seen(), [true, true, 3]);
  history.back();
  same(seen(), [true, false, 2]);
  find("#a").close();
  opensIt("#b"); // it has its place again
  find("#b").close();
  history.back();
  same(seen(), [false, false, 1]); // nothing lies there any more: this Back is for the board
  opensIt("#a");
  window.location.href = "https://companion.test/other";
  history.back();
  same(seen(), [true, false, 1]);
});

for (const [kind, online, again] of [
  ["fills", true, true],
  ["fills", false, false],
  ["other", true, false]
])
  test(`Back ${again ? "passes" : "comes to"} a form of ${kind}, sent ${online ? "" : "not "}online`, () => {
    const { page, find, browser, history, states } = placed(`<form class="${kind}"></form>`, [
      "shelf",
      { at: 1 }
    ]);
    page.load("entry/filled_in.js");
    const shows = () => page.happens("pageshow");
    shows();
    same([states[1].at, typeof states[1].page], [1, "string"]);
    browser.online = online;
    find("form").requestSubmit();
    history.pushState({ page: "board" });
    shows();
    history.back();
    shows();
    same(states.length, again ? 1 : 2);
  });
