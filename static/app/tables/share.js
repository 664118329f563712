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
// As a picture, by a script that comes with the first one.
/** @param {HTMLElement} button */
const picture = async (button) => {
  const { by = "", saved } = button.dataset;
  const { send } = await import(by);
  if (await send(button)) say(button, saved);
};
/**
 * @param {Element} by
 * @param {string} [text]
 */
const say = (by, text) => {
  for (const each of [by.lastElementChild, document.getElementById("status")])
    if (each) each.textContent = there(text);
};
// An end may bring this script once more: a tap that is taken is not taken again.
document.addEventListener("click", async (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = event.target.closest("[data-share], [data-picture]");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  const { share: text, copied } = link.dataset;
  try {
    if (text === undefined) return await picture(link);
    if (navigator.share) return await navigator.share({ text });
    await copy(text);
    say(link, copied);
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") location.assign(link.href);
  }
});
