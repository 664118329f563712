// What the pages of a server lead to on this phone: its own tables, and a game that begins there.
/** @import { Parts } from "../app/types.d.ts" */

/** @typedef {{ address: string, name: string, says?: string }} Row */

/**
 * @param {HTMLElement} list
 * @param {Row} table
 * @param {boolean} [isOpen]  it has a game that goes on
 */
const makeRow = (list, { address, name, says = "" }, isOpen) => {
  const { content } = /** @type {HTMLTemplateElement} */ (list.querySelector("template")),
    row = /** @type {HTMLElement} */ (content.firstElementChild?.cloneNode(true)),
    [title, line] = row.querySelectorAll("b, span");
  row.querySelector("a")?.setAttribute("href", address);
  title.textContent = name;
  line.textContent = (isOpen && list.dataset.open) || says;
  return row;
};

/** @param {Parts} parts */
export const connect = ({ queue }) => {
  const list = document.querySelector("section[data-to-here]"),
    begin = document.querySelector("button[data-to-here]"),
    along = document.querySelector("a[data-to-here]");

  if (list) {
    const { tables = [], open } = JSON.parse(localStorage.here ?? "{}");
    const rows = tables.map((/** @type {Row} */ table) => makeRow(list, table));
    list
      .querySelector("ul")
      ?.replaceChildren(...(open ? [makeRow(list, open, true)] : []), ...rows);
    list.hidden = false;
  }
  if (along) along.hidden = false;
  if (begin?.parentElement) {
    const [start] = begin.parentElement.children;
    const draw = () => {
      begin.classList.toggle("main", queue.off);
      start.classList.toggle("main", !queue.off);
      begin.classList.toggle("plain", !queue.off);
      start.classList.toggle("plain", queue.off);
    };
    begin.hidden = false;
    document.addEventListener("queue", draw);
    draw();
  }
};
