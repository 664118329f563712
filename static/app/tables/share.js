// A result goes to the phone's own sheet if it has one, or is copied.
import { there } from "../browser/there.js";

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
// An end may bring this script once more: a tap that is taken is not taken again.
document.addEventListener("click", async (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = event.target.closest("[data-share]");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  const { share: text = "", copied } = link.dataset,
    told = [link.lastElementChild, document.getElementById("status")];
  try {
    if (navigator.share) return await navigator.share({ text });
    await copy(text);
    for (const each of told) if (each) each.textContent = there(copied);
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") location.assign(link.href);
  }
});
