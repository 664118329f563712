// Makes submissions out of forms, and shows what became of them.
import { board } from "../board/board.js";
import { session } from "../browser/storage.js";
import { there } from "../browser/there.js";
import { queue } from "../queue/queue.js";
import { ready } from "./libraries.js";

/** @import { Numbered } from "../queue/machine.js" */
/** @typedef {Record<string, any>} Values  the fields of a form */

/** @param {string} name */
const meta = (name) => there(document.querySelector(`meta[name="${name}"]`)).content;
// A form of a newer picture has no such fields: they are for phones without scripts.
for (const each of document.querySelectorAll(".entry > :is([name=csrf_token], [name=page])"))
  each.remove();

// Taps within 24 px and 350 ms of the one before are one: what the first hit may have moved on by the
// second, even to another page.
document.addEventListener(
  "click",
  (event) => {
    const { target, detail, clientX, clientY, timeStamp } = event,
      tapped =
        target.matches("details") ||
        target.closest("a, button, summary, [type=radio], [type=checkbox]");
    if (!detail || !tapped) return;
    const [left, top, before] = JSON.parse(session.tap ?? "[-99, -99, 0]"),
      at = performance.timeOrigin + timeStamp,
      twice = Math.hypot(clientX - left, clientY - top) < 24 && Math.abs(at - before) < 350;
    session.tap = JSON.stringify([clientX, clientY, at]);
    if (twice && !target.closest(".keys")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true
);

document.addEventListener("submit", (event) => {
  const form = event.target,
    button = event.submitter;
  if (form.method !== "post") return;
  if (!form.matches(".entry")) return sign(form);
  event.preventDefault();
  /** @type {Values} */
  const values = Object.fromEntries(new FormData(form, button));
  // A dialog of a game's own stands beside its board, and outlives every picture of it.
  if (form.closest("dialog:not(#sheet)"))
    values.seen = document.getElementById("board")?.dataset.seen ?? values.seen;
  const url = there(form.getAttribute("action")),
    game = url.replace(/entries$/, ""),
    says = label(form, button, values),
    submission = { game, url, values, says, title: document.title.split(" · ")[0] };
  const added = queue.inTurn(
    async () =>
      (form.matches(".undoes") && (await undo(submission))) ||
      queue.add({
        ...submission,
        id: queue.digest(
          JSON.stringify([meta("phone"), url, queue.shown(game).length, queue.removals(), values])
        )
      })
  );
  document.dispatchEvent(new CustomEvent("echo", { detail: { submission, button, added } }));
  document.querySelectorAll("dialog[open]").forEach((dialog) => {
    dialog.close();
  });
});

// Undo means what was tapped last, which may not be on the board yet, or is asked about there:
// that is removed. Else it is an entry about the newest line that is not being undone already: this
// says whether there is nothing to enter.
/** @param {{ game: string, values: Values }} submission */
const undo = async ({ game, values }) => {
  const { seen, undo: places = values.target } = there(document.getElementById("board")).dataset,
    lines = places.split(" "),
    mine = queue.since(game, Number(seen)),
    gone = mine.filter(({ values: { kind } }) => kind === "taken-back");
  /** @param {number | string | undefined} line */
  const isGone = (line) => gone.some(({ values: { target } }) => String(target) === String(line));
  /** @param {Numbered} each */
  const isUndo = (each) =>
    each.id.endsWith("-back") ||
    (gone.includes(each) && lines.includes(String(each.values.target)));
  const last = mine.findLast((each) => !isUndo(each) && !isGone(each.place)),
    question = /** @type {HTMLElement | null} */ (
      document.querySelector("#board .question a[hx-get]")
    );
  values.target = lines.find(
    /** @param {string} line */
    (line) => !isGone(line)
  );
  if (last) await queue.remove(last);
  else if (question) question.click();
  return last ?? question ?? !values.target;
};

// What a submission is called while it waits: as its form says, else by what was tapped. The
// script of a game may know more of what a form says.
/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @param {Values} values
 */
const label = (form, button, values) => {
  const [tapped] = (button?.innerText.trim() || button?.getAttribute("aria-label") || "").split(
    "\n"
  );
  /** @type {Values} */
  const facts = { ...values, tapped };
  document.dispatchEvent(new CustomEvent("entry:says", { detail: { form, facts } }));
  return form.dataset.says?.replace(/\{(\w+)\}/g, (_, name) => facts[name]) ?? facts.tapped;
};

// A form in a fragment has no token of its own.
/** @param {HTMLFormElement} form */
const sign = (form) => {
  if (!form.elements.csrf_token)
    form.append(
      Object.assign(document.createElement("input"), {
        type: "hidden",
        name: "csrf_token",
        value: meta("csrf-token")
      })
    );
};

// Several pictures may be under way: an older one never replaces a newer one. What is asked or
// refused is not lost with its picture: it is said again with a newer one.
/** @param {string} html */
const isOlder = (html) => {
  /** @type {Values | undefined} */
  const shown = document.getElementById("board")?.dataset;
  /** @type {any[]} */
  const [, place, moment] = /data-seen="(\d+)" data-moment="(\d+)"/.exec(html) ?? [];
  return shown && (shown.seen - place || shown.moment - moment) > 0;
};
document.addEventListener("queue:answer", ({ detail: told }) => {
  const { submission, html, status, goes, taken } = told;
  // What waited while this page was loaded comes to tables of this phone by no stream.
  const isOwn =
    submission.tab === queue.tab ||
    ("here" in document.documentElement.dataset && submission.game === location.pathname);
  if (!isOwn || submission.withdrawn || (goes && !taken)) return;
  if (goes) return location.replace(goes); // what was filled in is not behind it
  // A page that could not be made has a verdict, and no board.
  // What is asked so many ms after a tap is no answer to it any more.
  if (
    !html ||
    status >= 500 ||
    (!taken && (Date.now() - submission.at > 10_000 || queue.waiting(submission.game).length > 1))
  )
    return;
  if (isOlder(html)) {
    told.again = !taken;
    return;
  }
  told.shown = true;
  ready.then(() => {
    const { htmx } = window,
      shown = { target: there(document.getElementById("main")), xhr: { status } };
    if (!htmx)
      location.reload(); // what makes it quick did not come
    else if (board.put) board.put(html, shown);
    else htmx.swap(shown.target, html, { swapStyle: "innerHTML" }, { eventInfo: shown });
  });
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr, serverResponse } = event.detail;
  if (target.id === "main" && (xhr.status >= 500 || isOlder(serverResponse)))
    event.detail.shouldSwap = false;
});

const unsent = there(document.getElementById("unsent"));
if (unsent.dataset.waits)
  document.addEventListener("queue", () => {
    unsent.hidden = !queue.shown().length;
    unsent.textContent = there(unsent.dataset.waits);
  });
