// What of the page keys reach, and what they do to it.
import { isVisible } from "./visible.js";

export const dialog = () => [...document.querySelectorAll("dialog[open]")].pop();

/** @param {HTMLElement & { disabled?: boolean }} each */
const isShown = (each) => isVisible(each) && each.getClientRects().length > 0 && !each.disabled;
/**
 * @template {HTMLElement} E
 * @param {string} selector
 * @param {ParentNode | null} where
 */
export const find = (selector, where = dialog() ?? document.getElementById("main")) =>
  /** @type {E[]} */ ([.../** @type {ParentNode} */ (where).querySelectorAll(selector)]).filter(
    isShown
  );
/** @param {HTMLElement | null} [element] */
export const focus = (element) => {
  element?.focus();
  element?.scrollIntoView({ block: "nearest" });
  return Boolean(element);
};
/** @param {HTMLElement | null} [element] */
export const press = (element) => {
  element?.click();
  return Boolean(element);
};
