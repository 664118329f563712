// A command chosen on the page of the deck stays chosen, whatever older answer comes in.
(() => {
  let brush = null;
  document.addEventListener("change", (event) => {
    if (event.target.matches(".palette input")) brush = event.target.value;
  });
  document.addEventListener("htmx:afterSwap", () => {
    const chosen = brush && document.querySelector(`.palette input[value="${brush}"]`);
    if (chosen) chosen.checked = true;
  });
})();
