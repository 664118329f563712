// A score pad by keys: what is typed goes to the player with the frame, and Enter enters it.
(() => {
  const field = () => keys.find("[data-number].marked")[0];
  const type = (sign) => {
    keys.focus(field());
    score.type(sign);
    return Boolean(field());
  };
  keys.first = field;
  keys.digit = (digit) => type(String(digit));
  keys.letters = { "-": () => type("-"), Backspace: () => type("") };
})();
