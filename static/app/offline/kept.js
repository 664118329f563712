// What stays on this phone: the worker is told what to keep, and the kept board is the newest one.

import { local, session } from "../browser/storage.js";
import { there } from "../browser/there.js";
import { ready } from "../entry/libraries.js";
import { queue } from "../queue/queue.js";
import { whenWide } from "../screen/when_wide.js";
import { workerType } from "./worker_type.js";

// The board that is kept is the newest one. One picture comes after the other, or an older one would
// come last.
const keepPictures = () => {
  const START = '<div id="main">',
    END = "</div><!-- end of main -->";
  /**
   * @param {string} html
   * @param {string} page
   */
  const put = async (html, page) => {
    const pages = await caches.open("pages"),
      title = /<title>.*?<\/title>/s;
    for (const request of await pages.keys(page, { ignoreSearch: true })) {
      const answer = there(await pages.match(request)),
        text = await answer.text(),
        said = html.match(title);
      const whole =
        text.slice(0, text.indexOf(START) + START.length) +
        html.replace(title, "") +
        text.slice(text.lastIndexOf(END));
      await pages.put(
        request,
        new Response(said ? whole.replace(title, () => said[0]) : whole, answer)
      );
    }
  };
  /** @type {Promise<unknown>} */
  let done = Promise.resolve();
  /** @param {string} html */
  return (html) => {
    const page = location.pathname;
    if (window.caches) done = done.then(() => put(html, page)).catch(() => {});
    return done;
  };
};

const widen = whenWide(there(document.documentElement.dataset.more), { queue, ready });
const start = () => {
  const workers = navigator.serviceWorker, // there is none without https
    { lang: language, dataset } = document.documentElement,
    { root, here } = dataset;
  widen();
  document.querySelectorAll("[data-offer]").forEach((line) => {
    line.hidden = local.app;
  });
  if (!workers || here !== undefined) return; // all of it is here
  // A worker that could not be fetched, or not be installed, is tried again while the page is open.
  const register = async () => {
    const known = await workers
      .register(`${root}/sw.js${local.app ? "?here" : ""}`, { type: workerType })
      .catch(() => {});
    setTimeout(() => known?.active ?? register(), 10_000);
  };
  register();
  if (local.app) import(`${root}/on-this-phone/script.js`).catch(() => {});
  const links = [
    ...document.querySelectorAll(
      `a[href^="${root}/rules/"]:not([hreflang], [data-sheet]), a.continue`
    )
  ].map((link) => link.pathname + link.search);
  const gather = async () =>
    (await workers.ready).active?.postMessage({
      keep: [...new Set([location.pathname + location.search, `${root}/`, ...links])],
      language,
      theme: dataset.theme
    });
  gather();
  // Where a worker takes over, what the one before was about ends with it.
  workers.oncontrollerchange = gather;
};
ready.then(start); // behind what the page itself waits for

// What needs the network says so where somebody looks, until the next tap.
const unsent = there(document.getElementById("unsent"));
const hide = () => {
  unsent.hidden = true;
};
const needs = () => {
  (document.querySelector("dialog[open]") ?? document.body).append(unsent);
  unsent.textContent = there(unsent.dataset.needs);
  unsent.hidden = false;
  addEventListener("pointerdown", hide, { once: true });
};
document.addEventListener("htmx:sendError", ({ target }) => {
  const question = target.closest(".question");
  if (!question) return needs();
  there(question.parentElement).classList.remove("asking"); // to leave it needs nothing
  question.remove();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.getResponseHeader("Companion")) return;
  detail.shouldSwap = false; // somebody on the way
  needs();
});
document.addEventListener(
  "click",
  ({ target }) => queue.off && target.closest("a[download]:not([data-share])") && needs()
);

// What is no entry cannot wait: it would be done when nobody expects it any more.
document.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter } = event,
      { method, dataset } = form;
    if (submitter?.matches("[data-to-here]")) return;
    if (queue.off && method === "post" && !form.matches(".entry")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      queue.reaches().then((reached) => (reached ? form.requestSubmit(submitter) : needs()));
    } else if (dataset.forget) session.left = dataset.forget;
  },
  true
);
addEventListener("online", hide);

export const kept = { picture: keepPictures() };
