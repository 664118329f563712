// The piles by keys: two digits are a card for the pile that has the focus, on the pad.
/** @param {import("../../types.js").Keys} keys */
export const connect = (keys) => {
  let pile = ""; // the last one that had the focus, or a card
  /** @returns {HTMLElement[]} */
  const faces = () => keys.find("a.face[data-pile]", document.getElementById("main"));
  const face = () => faces().find((each) => each.dataset.pile === pile) ?? faces()[0];
  document.addEventListener("focusin", ({ target }) => {
    /** @type {HTMLElement | null} */
    const near = target.closest(".pile")?.querySelector(".face") ?? target.closest(".face");
    if (near?.dataset.pile) pile = near.dataset.pile;
  });
  document.addEventListener("echo", ({ detail: { submission } }) => {
    pile = submission.values.pile ?? pile;
  });

  // The first digit opens the pad; the pad itself hears it, and all that are typed after it.
  /** @param {string} digit */
  const type = (digit) => {
    const there = face(),
      form = document.querySelector("#pad form");
    if (!there || !form) return false;
    keys.focus(there);
    keys.press(there);
    form.querySelector('[name="pile"]:checked')?.focus();
    document.dispatchEvent(new CustomEvent("typed", { detail: { form, digit } }));
    return true;
  };
  keys.first = () => keys.find(".laid-numbers .chosen")[0] ?? face();
  /** @param {number} digit */
  keys.digit = (digit) => {
    if (keys.dialog()) return false;
    /** @type {HTMLButtonElement[]} */
    const numbers = keys.find(".laid-numbers button");
    if (numbers.length) return keys.focus(numbers.find(({ value }) => Number(value) === digit));
    return type(String(digit));
  };
};
