// @ts-nocheck
// The white cards of a round by keys: digits are the card of the player who is marked, and the next
// one follows. From ten players on a 1 waits for what comes behind it.
/** @param {import("../../types.js").Keys} keys */
export const connect = (keys) => {
  const CARDS = '[type=radio][name^="cards-"]';
  let typed = "",
    wait = 0;
  const rows = () => keys.find(".closing .player");
  const lacks = (row) => !row.querySelector(`${CARDS}:checked`);
  const row = () =>
    rows().find((each) => each.contains(document.activeElement)) ??
    rows().find(lacks) ??
    rows().find((each) => each.matches(".filled-in")) ??
    rows()[0];
  const button = () =>
    keys.find(".dock .main, .dock > :last-child").find((each) => each.matches("a, button"));

  const give = (digit) => {
    const now = row(),
      card = now?.querySelector(`${CARDS}[value="${digit}"]`);
    keys.press(card);
    if (!card) return Boolean(now);
    const all = rows(),
      at = all.indexOf(now),
      next = [...all.slice(at + 1), ...all.slice(0, at)].find(lacks);
    keys.focus(card.checked ? (next?.querySelector(CARDS) ?? button()) : card);
    return true;
  };

  const key = (number) => keys.find(`[data-white="${number}"]`)[0];
  const enter = () => {
    clearTimeout(wait);
    keys.press(key(Number(typed)));
    typed = "";
    if (!keys.find(".holders [data-card]").some((each) => !each.textContent)) keys.focus(button());
  };
  // On the pad a number is whole as soon as no other one begins with it.
  const type = (digit) => {
    clearTimeout(wait);
    typed = key(Number(typed + digit)) ? typed + digit : String(digit);
    if (!key(Number(typed))) typed = "";
    else if (key(Number(`${typed}0`))) wait = setTimeout(enter, 1200);
    else enter();
    return true;
  };

  keys.first = () => row()?.querySelector(CARDS) ?? button();
  keys.digit = (digit) => (keys.find("[data-pad]").length ? type(digit) : give(digit));
  keys.letters = {
    k: () => keys.press(keys.find("[data-crown]")[0] ?? row()?.querySelector('[name="rik"]'))
  };
};
