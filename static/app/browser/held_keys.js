// A key that is held down is one press, whatever it enters: of all that repeats by itself nothing
// but text is taken. It stands before all other scripts.
addEventListener(
  "keydown",
  (event) => {
    const typed = event.key === "Enter" ? "textarea" : "textarea, input, body";
    const { key, repeat } = event,
      target = /** @type {Element} */ (event.target);
    if (!repeat || (key !== "Enter" && key !== " ")) return;
    if (target.matches(typed) && !target.matches("[type=radio], [type=checkbox]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true
);
