// The white cards of a round by keys: digits are the card of the player who is marked, and the next
// one follows. From ten players on a 1 waits for what comes behind it.
/** @typedef {HTMLElement | undefined} Key */
const CARDS = '[type=radio][name^="cards-"]';
/** @param {HTMLElement} row */
const lacks = (row) => !row.querySelector(`${CARDS}:checked`);
/** @typedef {import("../../types.js").Keys} Keys */
// On the pad a number is whole as soon as no other one begins with it.
/**
 * @param {Keys} keys
 * @param {() => Key} button
 */
const typing = (keys, button) => {
  let typed = 0,
    wait = 0;
  /**
   * @param {number} number
   * @returns {Key}
   */
  const key = (number) => keys.find(`[data-white="${number}"]`)[0];
  const enter = () => {
    clearTimeout(wait);
    keys.press(key(typed));
    typed = 0;
    /** @type {HTMLElement[]} */
    const cards = keys.find(".holders [data-card]");
    if (cards.every((each) => each.textContent)) keys.focus(button());
  };
  /** @param {number} digit */
  return (digit) => {
    clearTimeout(wait);
    const both = typed * 10 + digit;
    typed = [both, digit].find(key) ?? 0;
    if (key(typed * 10)) wait = setTimeout(enter, 1200);
    else if (typed) enter();
    return true;
  };
};
/** @param {Keys} keys */
export const connect = (keys) => {
  /** @returns {HTMLElement[]} */
  const rows = () => keys.find(".closing .player");
  const row = () =>
    rows().find((each) => each.contains(document.activeElement)) ??
    rows().find(lacks) ??
    rows().find((each) => each.matches(".filled-in")) ??
    rows()[0];
  /** @returns {Key} */
  const button = () => {
    /** @type {HTMLElement[]} */
    const all = keys.find(".dock .main, .dock > :last-child");
    return all.find((each) => each.matches("a, button"));
  };
  const type = typing(keys, button);
  /** @param {number} digit */
  const give = (digit) => {
    const now = row(),
      /** @type {HTMLInputElement | null | undefined} */
      card = now?.querySelector(`${CARDS}[value="${digit}"]`);
    keys.press(card);
    if (!card) return Boolean(now);
    const all = rows(),
      at = all.indexOf(now),
      next = [...all.slice(at + 1), ...all.slice(0, at)].find(lacks);
    keys.focus(card.checked ? (next?.querySelector(CARDS) ?? button()) : card);
    return true;
  };

  keys.first = () => row()?.querySelector(CARDS) ?? button();
  /** @param {number} digit */
  keys.digit = (digit) => (keys.find("[data-pad]").length ? type(digit) : give(digit));
  keys.letters = {
    k: () => keys.press(keys.find("[data-crown]")[0] ?? row()?.querySelector('[name="rik"]'))
  };
};
