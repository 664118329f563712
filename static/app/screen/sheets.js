// The sheets over a board: those that it brought along, else as the server has them.
import { there } from "../browser/there.js";
import { ready } from "../entry/libraries.js";

const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));

const show = () => {
  document.dispatchEvent(new Event("sheet"));
  if (!sheet.open) sheet.showModal();
};
/**
 * @param {HTMLTemplateElement} within
 * @param {string | null} seat
 */
const open = (within, seat) => {
  const body = there(sheet.firstElementChild);
  body.replaceChildren(within.content.cloneNode(true));
  body.querySelector("title")?.remove(); // the sheet of keys was fetched and has one
  if (seat)
    body.querySelectorAll("details").forEach((each, at) => {
      each.open = at === Number(seat);
    });
  htmx.trigger(body, "htmx:afterSwap", { target: body });
  show();
};
/** @type {Promise<void> | undefined} one after the other: of two at once htmx forgets who asked */
let last;
/** @param {HTMLAnchorElement} link */
const bring = async ({ href, hash }) => {
  await last;
  const before = there(sheet.firstElementChild).firstChild;
  await htmx.ajax("GET", href, { target: "#sheet-body", swap: "innerHTML" }).catch(() => {});
  if (there(sheet.firstElementChild).firstChild === before) return; // nothing came: kept.js says so
  show();
  if (hash) sheet.querySelector(hash)?.scrollIntoView();
};

/** @param {HTMLAnchorElement} link */
const follow = (link) => {
  link.closest("dialog:not(#sheet)")?.close();
  /** @type {HTMLTemplateElement | null} */
  const within = document.querySelector(`[data-within="${link.pathname}"]`);
  ready.then(() => {
    if (!window.htmx) location.assign(link.href);
    else if (within) open(within, new URLSearchParams(link.search).get("seat"));
    else last = bring(link);
  });
};

document.addEventListener("click", (event) => {
  const { target } = event,
    link = target.closest("a[data-sheet]"),
    leave = target.closest("[data-leave]"),
    close = target.closest("dialog [data-close], dialog .bar a") || target.matches("dialog");
  if (link) follow(link);
  else if (leave) there(leave.closest("form")).remove();
  else if (close) there(target.closest("dialog")).close();
  else return;
  event.preventDefault();
});
