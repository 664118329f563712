// How a card is said: by two digits on the pad of The Game, by its name on the grid of One Brain. And
// the cards of The Game that are one tap away.
const { seat, opens, same, each, Event, test } = require("./table.js");

const pad = (low, high, more = "") => `<dialog id="sheet"></dialog>
  <p id="board" data-deck="{&quot;47&quot;:&quot;stop&quot;}"></p>
  <a class="face" data-pile="up-1"><b>30</b></a><a class="face" data-pile="up-2"><b>?</b></a>
  <dialog id="pad" open><form class="entry pad" method="post">
    <input type="radio" name="pile" value="up-1" checked><span>1 <i>A</i></span>
    <input type="radio" name="pile" value="up-2"><span>1 <i>B</i></span>
    <input type="hidden" name="card" data-number data-low="${low}" data-high="${high}" ${more} disabled>
    <b data-digit></b><b data-digit></b><span data-wrong hidden></span>
    ${[..."0123456789"].map((key) => `<button data-key="${key}">${key}</button>`).join("")}
    <button type="button" data-send hidden>Enter</button></form></dialog>`;

for (const [typed, entered, low = 2, high = 99] of [
  ["2", ["2"]],
  ["99", ["99"]],
  ["100", ["10"]],
  ["1", []],
  ["1<<23", ["23"]],
  ["99", [], 0, 98]
]) {
  test(`on a pad from ${low} to ${high} ${typed} enters ${entered.join() || "nothing"}`, async () => {
    const { page } = await seat({ scripts: ["games/the_game/pad.js"], html: pad(low, high) });
    for (const key of [...typed, "Enter"])
      page.find("body").dispatchEvent(new Event("keydown", { key: key.replace("<", "Backspace") }));
    const cards = page.document.posted.map(({ elements }) => elements.card.value);
    same(cards, entered);
    same(page.find("[data-wrong]").hidden, entered.length > 0);
  });
}

for (const [taps, digits, entered = [], isWrong = false, more = ""] of [
  ["4", "4"],
  ["46", "", ["46"]],
  ["47", "", ["47 stop"]],
  ["4,", "", ["4"]],
  ["01", "", [], true],
  ["014", "4"],
  ["467", "46", [], false, "data-waits"],
  ["46,", "", ["46"], false, "data-waits"]
])
  test(`${taps} tapped on a pad ${more} enters ${entered.join() || "nothing"}`, async () => {
    const { page } = await seat({ scripts: ["games/the_game/pad.js"], html: pad(2, 99, more) }),
      { all } = page;
    page.find("#pad").close();
    all(".face")[1].click();
    same(each(all("#pad span"), "textContent").slice(0, 2), ["30 A", "? B"]);
    same([all("[value=up-2]")[0].checked, all("#pad")[0].open], [true, true]);
    for (const key of taps) all(key === "," ? "[data-send]" : `[data-key="${key}"]`)[0].click();
    const { value, disabled } = all("[data-number]")[0];
    same(each(all("[data-digit]"), "textContent").join(""), digits);
    same(each(all("[data-wrong], [data-send]"), "hidden"), [!isWrong, digits === ""]);
    same([disabled, page.document.posted.length ? [value] : []], [true, entered]);
  });

// A pile with this card on top and these chips, and another one with a card.
const piles = (top, chips, { lies = 90, deck = "", ...more } = {}) => {
  const made = opens(`<div id="board" ${deck && `data-deck="${deck}"`}><section>
    <a class="face" data-pile="up-1"><b>${top}</b></a><form class="chips">${chips
      .map((card) => `<button class="chip" value="${card}">${card}<small></small></button>`)
      .join("")}<button class="chip back" value="${top - 10}">${top - 10}</button></form></section>
    <section><a class="face" data-pile="up-2"><b>${lies}</b></a></section>${more.within ?? ""}</div>`);
  const says = ({ textContent, value, classList }) =>
    [textContent, value, ...classList.all()]
      .filter((each, at, all) => each && each !== all[at - 1] && !["chip", "face"].includes(each))
      .join(" ");
  const shows = () => made.all("[data-pile=up-1], [data-pile=up-1] b, .chips button").map(says);
  return { ...made, shows };
};

for (const [why, top, chips, meant, more] of [
  ["go on behind the last one", 30, [31, 32], "31, 32, 33 more, 34 more, 20 back"],
  ["go down", 30, [29, 28], "29, 28, 27 more, 26 more lies, 20 back", { lies: 26 }],
  ["end at 99", 97, [98, 99], "98, 99, 87 back"],
  ["begin at 2", 5, [4, 3], "4, 3, 2 more, -5 back"],
  ["are none behind the only one", 98, [99], "99, 88 back"],
  ["are none beside aids", 30, [31, 32], "31, 32, 20 back", { within: '<a href="/aids"></a>' }]
])
  test(`more cards ${why}`, () => {
    const { page, document, shows } = piles(top, chips, more);
    page.load("games/the_game/more_cards.js").connect();
    for (const type of ["board", "htmx:afterSwap"]) page.hears(type, document);
    same(shows().slice(2).join(", "), meant);
  });

test("a card stands on its pile at once, and where it waits the chips go on from it", () => {
  const deck = "{&quot;99&quot;:&quot;stop&quot;}",
    { page, find, shows } = piles(95, [96, 97], { lies: 98, deck }),
    before = shows().join(", ");
  page.load("games/the_game/piles.js");
  const lays = (card, isWaiting, more) => {
    const entry = { values: { kind: "card-played", pile: "up-1", card, ...more } },
      detail = { pending: [entry], waiting: isWaiting ? [entry] : [] };
    page.hears("waiting", detail);
    return shows().join(", ");
  };
  same(lays("97 stop", false), "97 echo, 97, 96, 97, 85 back");
  same(lays("97", true), "97 echo late, 97, 98? 98 lies, 99 99 stop, 87 back");
  same(lays("99", true), "99 echo late, 99, 100? 100 beyond, 101? 101 beyond, 89 back");
  for (const more of [{ change: "1" }, { before: "1" }, { kind: "x" }, { pile: "up-2" }])
    same(lays("97", true, more), before);
  find("b").textContent = "?";
  find("b").className = "unknown";
  lays("98", true);
  same(find("b").className, "");
  find(".chip").value = "11"; // a newer board has another card there
  page.hears("board");
  same(shows().join(", "), "?, ? unknown, NaN? 11, 97, 85 back");
});

test("a card is named by one tap, with what it is known to do, and unnamed by the next", async () => {
  const { page } = await seat({
    scripts: ["games/one_brain/card.js"],
    html: `<div id="board" data-deck="{&quot;red zombie&quot;:&quot;cover&quot;}"></div>
      <form class="entry play"><div class="actions" data-hand="2" data-domain="0"></div>
      <input type="radio" name="from" value="hand" checked><input type="radio" name="action" value="cover">
      <details class="naming"><b data-named-card="Which card?"></b><label class="cell">
        <input type="radio" name="card" data-card="red zombie" aria-label="red zombie, Cover"></label>
      </details><small data-card-here></small></form>`
  });
  const { find } = page,
    card = find("[name=card]");
  const taps = () => {
    card.checked = true;
    card.click();
    if (card.checked) card.dispatchEvent(new Event("change"));
    const says = [find("[data-named-card]"), find("[data-card-here]")];
    return [...each(says, "textContent"), card.checked, find("[name=action]").checked];
  };
  same(taps(), ["red zombie", "red zombie", true, true]);
  same(taps(), ["Which card?", "", false, true]);
  same(taps(), ["red zombie", "red zombie", true, true]);
});
