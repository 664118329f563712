// @ts-nocheck
// The sheets over a board: those that it brought along, else as the server has them.
import { ready } from "../entry/libraries.js";

(() => {
  const sheet = document.getElementById("sheet");

  const opened = () => {
    document.dispatchEvent(new Event("sheet"));
    if (!sheet.open) sheet.showModal();
  };
  const open = (within, seat) => {
    const body = sheet.firstElementChild;
    body.replaceChildren(within.content.cloneNode(true));
    body.querySelector("title")?.remove(); // the sheet of keys was fetched and has one
    if (seat)
      body.querySelectorAll("details").forEach((each, at) => {
        each.open = at === Number(seat);
      });
    htmx.trigger(body, "htmx:afterSwap", { target: body });
    opened();
  };
  let last; // one after the other: of two at once htmx forgets who asked
  const fetched = async ({ href, hash }) => {
    await last;
    const before = sheet.firstElementChild.firstChild;
    await htmx.ajax("GET", href, { target: "#sheet-body", swap: "innerHTML" }).catch(() => {});
    if (sheet.firstElementChild.firstChild === before) return; // nothing came: kept.js says so
    opened();
    if (hash) sheet.querySelector(hash)?.scrollIntoView();
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-sheet]");
    if (link) {
      event.preventDefault();
      link.closest("dialog:not(#sheet)")?.close();
      const within = document.querySelector(`[data-within="${link.pathname}"]`);
      ready.then(() => {
        if (!window.htmx) location.assign(link.href);
        else if (within) open(within, new URLSearchParams(link.search).get("seat"));
        else last = fetched(link);
      });
      return;
    }
    const leave = event.target.closest("[data-leave]");
    if (leave) {
      event.preventDefault();
      leave.closest("form").remove();
      return;
    }
    const close = event.target.closest("dialog [data-close], dialog .bar a");
    if (close || event.target.matches("dialog")) {
      event.preventDefault();
      event.target.closest("dialog").close();
    }
  });
})();
