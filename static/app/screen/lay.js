/**
 * Brings a style along, before another one or at the end.
 * @param {string} part
 * @param {string} text
 * @param {Element | null} before
 */
export const layStyle = (part, text, before = null) => {
  const made = document.createElement("style");
  made.dataset[part] = "";
  made.textContent = text;
  document.head.insertBefore(made, before);
};
/** The style for wide screens, where it is laid. */
export const findWide = () => document.querySelector("style[data-wide]");
