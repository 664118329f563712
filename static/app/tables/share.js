// A result goes to the phone's own sheet if it has one, or is copied.
(() => {
  if (window.sharing) return;
  window.sharing = true;
  // Without https there is no clipboard.
  /** @param {string} text */
  const copy = (text) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = text;
    field.select();
    if (!document.execCommand("copy")) throw Error();
    field.remove();
  };
  document.addEventListener("click", async (event) => {
    const target = /** @type {Element} */ (event.target);
    /** @type {HTMLAnchorElement | null} */
    const link = target.closest("[data-share]");
    if (!link) return;
    event.preventDefault();
    const { share: text = "", copied = "" } = link.dataset,
      told = [link.lastElementChild, document.getElementById("status")];
    try {
      if (navigator.share) return await navigator.share({ text });
      await copy(text);
      for (const each of told) if (each) each.textContent = copied;
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "AbortError") location.assign(link.href);
    }
  });
})();
