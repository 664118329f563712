// The white cards of a round by keys: digits are the card of the player who is marked, and the next
// one follows. From ten players on a 1 waits for what comes behind it.
/** @typedef {HTMLElement | undefined} Key */
const CARDS = '[type=radio][name^="cards-"]';
/** @param {HTMLElement} row */
const lacks = (row) => !row.querySelector(`${CARDS}:checked`);
/** @typedef {import("../../types.js").Keys} Keys */
/**
 * @param {Keys} keys
 * @returns {HTMLElement[]}
 */
const rowsOf = (keys) => keys.find(".closing .player");
/** @param {Keys} keys */
const rowOf = (keys) => {
  const rows = rowsOf(keys);
  return (
    rows.find((each) => each.contains(document.activeElement)) ??
    rows.find(lacks) ??
    rows.find((each) => each.matches(".filled-in")) ??
    rows[0]
  );
};
/**
 * @param {Keys} keys
 * @returns {Key}
 */
const buttonOf = (keys) => {
  /** @type {HTMLElement[]} */
  const all = keys.find(".dock .main, .dock > :last-child");
  return all.find((each) => each.matches("a, button"));
};
/**
 * @param {Keys} keys
 * @param {number} digit
 */
const give = (keys, digit) => {
  const now = rowOf(keys),
    /** @type {HTMLInputElement | null | undefined} */
    card = now?.querySelector(`${CARDS}[value="${digit}"]`);
  keys.press(card);
  if (!card) return Boolean(now);
  const all = rowsOf(keys),
    at = all.indexOf(now),
    next = [...all.slice(at + 1), ...all.slice(0, at)].find(lacks);
  keys.focus(card.checked ? (next?.querySelector(CARDS) ?? buttonOf(keys)) : card);
  return true;
};
// On the pad a number is whole as soon as no other one begins with it.
/** @param {Keys} keys */
const typing = (keys) => {
  let typed = "",
    wait = 0;
  /**
   * @param {number} number
   * @returns {Key}
   */
  const key = (number) => keys.find(`[data-white="${number}"]`)[0];
  const enter = () => {
    clearTimeout(wait);
    keys.press(key(Number(typed)));
    typed = "";
    /** @type {HTMLElement[]} */
    const cards = keys.find(".holders [data-card]");
    if (cards.every((each) => each.textContent)) keys.focus(buttonOf(keys));
  };
  /** @param {number} digit */
  return (digit) => {
    clearTimeout(wait);
    typed = key(Number(typed + digit)) ? typed + digit : String(digit);
    if (!key(Number(typed))) typed = "";
    else if (key(Number(`${typed}0`))) wait = setTimeout(enter, 1200);
    else enter();
    return true;
  };
};
/** @param {Keys} keys */
export const connect = (keys) => {
  const type = typing(keys);
  keys.first = () => rowOf(keys)?.querySelector(CARDS) ?? buttonOf(keys);
  /** @param {number} digit */
  keys.digit = (digit) => (keys.find("[data-pad]").length ? type(digit) : give(keys, digit));
  keys.letters = {
    k: () => keys.press(keys.find("[data-crown]")[0] ?? rowOf(keys)?.querySelector('[name="rik"]'))
  };
};
