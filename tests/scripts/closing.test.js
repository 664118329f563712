// A round of Bluff on the pad: a tap for each player, and the last one's card needs none.
const { seat, same, assert, test } = require("./table.js");

const count = (seats) => [...Array(seats).keys()];
const pad = (seats, keep = "g-1", away = -1) => `
  <form class="entry closing one-pad" method="post" action="/t/a/g/entries">
    <input type="hidden" name="kind" value="round-scored">
    <div data-keep="${keep}" data-highest="${seats - (away >= 0)}" data-filled="filled in"
      data-cards="[${count(seats).map((seat) => -(seat === away))}]"
      data-rik="holds Rik" data-rik-pays="holds Rik: 0 points" data-of="# of ${seats}" hidden></div>
    <ol class="holders">${count(seats)
      .map((number) =>
        number === away
          ? `<input type="hidden" name="cards-${number}" value="0">`
          : `<li data-seat="${number}">
          <button class="holder" type="button" data-holder hidden><b data-card></b>
            <span>P${number + 1}</span><span data-said></span></button>
          <input class="list" name="cards-${number}" value="">
          <input type="checkbox" name="rik" value="${number}"></li>`
      )
      .join("")}</ol>
    <div data-pad hidden>${count(seats)
      .map((card) => `<button type="button" data-white="${card + 1}">${card + 1}</button>`)
      .join("")}<button type="button" data-crown></button></div>
    <p data-told></p><button class="main"><small data-lacking></small></button>
  </form>`;

const sits = async (seats, session, away) => {
  const { page } = await seat({
    scripts: ["games/game_of_bluff/closing.js"],
    html: `<div id="board"></div>${pad(seats, "g-1", away)}`,
    session
  });
  const { all: find } = page;
  return {
    page,
    taps: (...cards) => {
      for (const card of cards) find(`[data-white="${card}"]`)[0].click();
    },
    cards: () => find("[name^=cards-]").map(({ value }) => Number(value)),
    filled: () => find(".filled-in").map(({ dataset }) => Number(dataset.seat)),
    now: () => find("[aria-current=true] span").map(({ textContent }) => textContent)[0],
    used: () => find(".gone").map(({ dataset }) => Number(dataset.white))
  };
};

for (const order of [
  [3, 5, 1, 7, 2, 6, 4],
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
]) {
  const players = order.length;
  test(`the last number of ${players} players may be tapped as well, and again`, async () => {
    const { taps, cards, filled, now } = await sits(players);
    taps(...order.slice(0, -1));
    same(cards(), order);
    same(filled(), [players - 1]);
    assert.equal(now(), `P${players}`);
    taps(order.at(-1));
    same(cards(), order);
    same(filled(), []);
    taps(order.at(-1));
    same(cards(), order);
  });
}

test("what is worked out follows what is chosen, and is not kept", async () => {
  const { page, taps, cards, filled, used } = await sits(7);
  taps(3, 5, 1, 7, 2, 6);
  page.all("[data-holder]")[0].click();
  taps(4);
  same(cards(), [4, 5, 1, 7, 2, 6, 3]);
  same(filled(), [6]);
  same(used(), [1, 2, 3, 4, 5, 6, 7]);
  same(JSON.parse(page.window.localStorage["round g-"]).chosen, [4, 5, 1, 7, 2, 6, 0]);
  taps(6);
  same(cards(), [4, 5, 1, 7, 2, 3, 6]);
  const others = await sits(4, undefined, 1); // of whom one has left and needs no card
  others.taps(3, 1);
  same([others.cards(), others.filled()], [[3, 0, 1, 2], [3]]);
});

test("a round half entered stands on each page of its game until any phone closes it", async () => {
  const given = { scripts: ["games/game_of_bluff/closing.js"], html: pad(3) };
  const { page, opens } = await seat(given);
  page.find('[data-white="2"]').click();
  const cards = (keep) => {
    const { document, window } = opens({ html: `<p data-round="${keep}"></p>${pad(3, keep)}` });
    const found = document.querySelectorAll("[name^=cards-]").map(({ value }) => Number(value));
    return [found, window.localStorage["round g-"] !== undefined];
  };
  same(cards("g-1"), [[2, 0, 0], true]);
  same(cards("h-1"), [[0, 0, 0], true]);
  same(cards("g-2"), [[0, 0, 0], false]);
});
