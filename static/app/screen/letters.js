// Letters and digits as keys can be switched off on this phone, for whoever speaks to a computer
// (WCAG 2.1.4); the sheet of keys has the box.
import { local } from "../browser/storage.js";

export const isOn = () => local.letters !== "off";

export const offer = () => {
  /** @returns {NodeListOf<HTMLInputElement>} */
  const boxes = () => document.querySelectorAll("#sheet [name=letters]");
  document.addEventListener("sheet", () => {
    for (const box of boxes()) {
      box.checked = isOn();
      /** @type {HTMLElement} */ (box.closest("p")).hidden = false;
    }
  });
  document.addEventListener("change", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if ([...boxes()].includes(box)) local.letters = box.checked ? "on" : "off";
  });
};
