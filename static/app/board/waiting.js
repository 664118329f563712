// What waits on this phone, where it is seen: on the board, in its bar, and on a sheet of its own.
import { there } from "../browser/there.js";
import { findBoard } from "./find.js";

/** @import { Numbered } from "../queue/machine.js" */
/** @import { Parts } from "../types.js" */

const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("waits")),
  says = /** @type {Record<string, string>} */ (sheet?.dataset),
  root = document.documentElement.dataset,
  game = location.pathname;
/** @type {Parts} */
let parts;
const answered = new Set(); // the ids of what this page has an answer to
/** @type {string[]} the ids of what the board that is shown counts */
let included = [];
let drawn = "",
  sorts = false; // somebody has to decide, or had to since the sheet was last done

/** @param {string} script */
const load = (script) => parts.bring(says[script], parts);
/**
 * @param {string} text
 * @param {string | number} number
 */
const count = (text, number) => text.replace("#", number);
/**
 * @template {"ol" | "p" | "li" | "button"} Tag
 * @param {Tag} tag
 * @param {string} className
 */
const make = (tag, className, textContent = "") =>
  Object.assign(document.createElement(tag), { className, textContent });

/**
 * @param {Numbered[]} waiting
 * @param {Numbered[]} asked
 */
const state = (waiting, asked) => {
  const away = parts.queue.off || (parts.queue.fails && root.net !== "live"),
    number = asked.length || waiting.length;
  let now = root.net ?? "";
  if (asked.length) now = "deciding";
  else if (waiting.some(parts.queue.isLoose)) now = "loose";
  else if (away) now = number ? "offlineWaiting" : "offline";
  else if (number) now = "waiting";
  return [now.replace("Waiting", ""), count(says[now] ?? (now && says.again), number)];
};

/** @param {Numbered} submission */
const chip = (submission) => {
  const made = make("li", ""),
    button = make("button", "wait", submission.says);
  button.ariaLabel = count(says.remove, submission.says);
  button.onclick = () => parts.queue.remove(submission);
  made.append(button);
  return made;
};
/** @param {Numbered} submission */
const enterAgain = async (submission) => {
  const { n, said, asks, why, ...anew } = submission,
    values = {
      ...submission.values,
      seen: there(findBoard()).dataset.seen,
      ...(asks && { confirmed: "1" })
    };
  await parts.queue.remove(submission);
  parts.queue.add({ ...anew, id: parts.queue.digest(submission.id + values.seen), values });
};
/**
 * @param {string} kind
 * @param {Numbered[]} submissions
 */
const list = (kind, submissions) => {
  const { content } = there(sheet.querySelector(`template[data-row="${kind}"]`));
  const rows = submissions.map((submission) => {
    const made = /** @type {HTMLElement} */ (there(content.firstElementChild).cloneNode(true));
    there(made.querySelector("[data-says]")).textContent = submission.says;
    for (const why of made.querySelectorAll("[data-why]")) why.textContent = there(submission.why);
    for (const button of made.querySelectorAll("[data-leave-it]"))
      button.onclick = () => parts.queue.remove(submission);
    for (const button of made.querySelectorAll("[data-enter-it]")) {
      button.hidden = (button.dataset.enterIt === "asks") !== submission.asks;
      button.onclick = () => enterAgain(submission);
    }
    return made;
  });
  there(sheet.querySelector(`[data-${kind}]`)).replaceChildren(...rows);
};

/**
 * @param {HTMLElement} board
 * @param {Numbered[]} waiting
 */
const drawOnBoard = (board, waiting) => {
  for (const own of board.querySelectorAll(".waits, .then, .less")) own.remove();
  const chips = make("ol", "waits"),
    owed = board.querySelector(".owed");
  if (owed) owed.hidden = waiting.length > 0;
  if (!waiting.length) return;
  chips.append(...waiting.map(chip));
  board.querySelector(".turn, .result")?.append(chips);
  chips.scrollLeft = chips.scrollWidth;
  owed?.after(make("p", "owed less unseen", count(says.without, waiting.length)));
};
/**
 * @param {Numbered[]} all
 * @param {Numbered[]} asked
 * @param {string} net
 */
const drawOnSheet = (all, asked, net) => {
  there(sheet.querySelector("[data-about]")).textContent =
    parts.queue.held.get(game) ?? sheet.getAttribute(`data-about-${net}`);
  sorts ||= asked.length > 0;
  if (sorts && !asked.length && !all.length) {
    sorts = false;
    sheet.close();
  }
  list("asked", asked);
  list("waiting", all);
  there(sheet.querySelector("[data-send]")).hidden = !all.length;
};

/** @param {Numbered} submission */
const isOpen = ({ id }) => !included.includes(id);
const draw = () => {
  const board = findBoard();
  if (!board) return;
  const all = parts.queue.shown(game),
    waiting = all.filter(isOpen),
    pending = parts.queue.waiting(game).filter((each) => isOpen(each) && !answered.has(each.id)),
    asked = parts.queue.asked(game),
    [net, text] = state(all, asked),
    status = there(sheet.querySelector("[role=status]"));
  for (const place of board.querySelectorAll(".hears")) {
    const word = there(place.querySelector("small"));
    if (word.textContent !== text) word.textContent = text; // else a frame is drawn for nothing
    place.dataset.net = net;
  }
  if (pending.length === waiting.length)
    for (const button of document.querySelectorAll(".echo")) button.classList.remove("echo");
  const now = JSON.stringify([text, waiting.length, pending, all, asked, [...parts.queue.held]]);
  if (drawn === now && !board.querySelector(".waits") === !waiting.length) return;
  if (net && drawn && status.textContent !== text)
    there(sheet.nextElementSibling).textContent = text;
  status.textContent = text;
  drawn = now;
  drawOnBoard(board, waiting);
  document.dispatchEvent(new CustomEvent("waiting", { detail: { waiting, pending } }));
  drawOnSheet(all, asked, net);
};

const listen = () => {
  document.addEventListener("click", ({ target }) => {
    if (target.closest(".hears")) {
      sheet.showModal();
      load("voice");
    } else if (target.closest("[data-send]")) parts.queue.wake(true);
  });
  // What is tapped shows in the next frame, by its tone alone until there is an answer.
  document.addEventListener("echo", ({ detail: { button, added } }) => {
    button?.classList.add("echo");
    added.then((isNothing) => isNothing && draw()); // of what is added the queue tells
  });
  document.addEventListener("queue:answer", ({ detail: { submission } }) => {
    answered.add(submission.id);
  });
  // What a phone with the local app has worked into the board itself.
  document.addEventListener("included", ({ detail: ids }) => {
    included = ids;
    draw();
  });
  document.addEventListener("queue", draw);
  document.addEventListener("htmx:afterSwap", draw);
};

/** @param {Parts} given */
export const connect = (given) => {
  const { local } = given;
  parts = given;
  if (!sheet) return;
  // The sheet has the switch of the voice.
  if (local.voice > 0) load("voice");
  load("corrected");
  listen();
  if (local.app && root.here === undefined) {
    const { folder, later } = JSON.parse(local.app);
    if (import.meta.url.endsWith(later)) parts.bring(`${folder}page.js`, parts);
  }
  draw();
};
