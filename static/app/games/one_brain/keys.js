// One Brain by keys: a digit is one of the actions, or what its panel has, counted from the first.
/** @param {import("../../types.js").Keys} keys */
export const connect = (keys) => {
  const choices = () => keys.find(".panel :is(.target input, button.target, .names-of button)");
  keys.first = () => choices()[0] ?? keys.find(".actions :is(input, button)")[0];
  /** @param {number} digit */
  keys.digit = (digit) => {
    if (keys.dialog()) return false;
    const inPanel = choices(),
      chosen = (inPanel.length ? inPanel : keys.find(".actions :is(input, button)"))[digit - 1];
    keys.focus(chosen);
    // What only opens a panel, or ticks a column, enters nothing.
    if (chosen?.matches("input")) keys.press(chosen);
    if (chosen?.matches("[name=action]")) keys.focus(choices()[0] ?? keys.find(".without")[0]);
    return true;
  };
  keys.letters = {
    n: () => {
      const naming = keys.find("form.play .naming summary").at(-1);
      keys.press(naming);
      const { parentElement: open } = naming ?? {};
      return keys.focus(open?.querySelector("input:checked") ?? open?.querySelector("input"));
    }
  };
};
