// A score pad by keys: what is typed goes to the player with the frame, and Enter enters it.
/** @param {import("../../types.js").Keys} keys */
export const connect = (keys) => {
  const field = () => keys.find("[data-number].marked")[0];
  /** @param {string} sign */
  const type = (sign) => {
    keys.focus(field());
    document.dispatchEvent(new CustomEvent("typed", { detail: { sign } }));
    return Boolean(field());
  };
  keys.first = field;
  /** @param {number} digit */
  keys.digit = (digit) => type(String(digit));
  keys.letters = { "-": () => type("-"), Backspace: () => type("") };
};
