// A command chosen on the page of the deck stays chosen, whatever older answer comes in.
(() => {
  let brush = "";
  document.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.matches(".palette input")) brush = input.value;
  });
  document.addEventListener("htmx:afterSwap", () => {
    const chosen = /** @type {HTMLInputElement | null} */ (
      document.querySelector(`.palette input[value="${brush}"]`)
    );
    if (brush && chosen) chosen.checked = true;
  });
})();
