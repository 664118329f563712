// The board as everybody at the table sees it: pushed, or asked for where nothing can be pushed.
import { isAhead, readAge, take } from "./pictures.js";

/** @import { Parts } from "../types.js" */
/** @import { Picture } from "./pictures.js" */

const BASE = 3000,
  CAP = 30_000,
  SILENT = 40_000; // ms
/** @type {string} */
let address;
/** @type {Parts} */
let parts;
/** @type {EventSource | undefined} */
let stream;
let failures = 0,
  tag = "",
  doubt = 0,
  silence = 0,
  polling = 0,
  opening = 0;

// Whether the phone hears of entries, for whoever says so: a doubt of less than 3 s is none.
/** @param {string} net */
const tell = (net) => {
  if (document.documentElement.dataset.net === net) return;
  document.documentElement.dataset.net = net;
  document.dispatchEvent(new Event("queue"));
};
/** @param {boolean} on */
const hears = (on) => {
  if (!on) {
    doubt ||= setTimeout(tell, BASE, "again");
    return;
  }
  clearTimeout(doubt);
  doubt = 0;
  parts.queue.hears();
  tell("live");
};

const close = () => {
  stream?.close();
  [silence, polling, opening].forEach(clearTimeout);
};
const leave = () => {
  close();
  location.reload(); // the page says by itself why
};
const ask = async () => {
  const { onLine } = navigator;
  const answer = await fetch(`${address}/board`, {
    headers: tag ? { "If-None-Match": tag } : {}
  }).catch(() => null);
  // Nobody, somebody else, or from before.
  if (!answer?.headers.has("Companion") || (onLine && !navigator.onLine)) return;
  if (answer.status === 404) leave();
  hears(answer.status < 400);
  if (answer.status !== 200) return;
  const newest = await answer.json().catch(() => null);
  if (!newest) return; // cut short
  tag = answer.headers.get("ETag") ?? "";
  take(newest);
};
const poll = async () => {
  if (failures < 2 || document.hidden) return;
  await ask();
  clearTimeout(polling);
  polling = setTimeout(poll, BASE);
};
const lose = () => {
  close();
  hears(false);
  failures += 1;
  poll();
  opening = setTimeout(open, Math.random() * Math.min(CAP, BASE * 2 ** (failures - 1)));
};
const listen = () => {
  clearTimeout(silence);
  silence = setTimeout(lose, SILENT);
};
/** @param {(told: Picture) => unknown} does */
const told =
  (does) =>
  /** @param {MessageEvent<string>} event */
  ({ data }) => {
    hears(true);
    failures = 0;
    listen();
    does(JSON.parse(data));
  };
const open = () => {
  if (document.hidden) return; // its stream is for another page
  const { place, moment } = readAge();
  hears(false);
  stream = new EventSource(`${address}?seen=${place}.${moment}`);
  listen();
  stream.addEventListener("board", told(take));
  stream.addEventListener(
    "beat",
    told((beat) => isAhead(beat) && ask())
  );
  stream.addEventListener("gone", leave);
  stream.addEventListener("enough", () => {
    // newer pages of this phone have the streams
    failures = 4;
    lose();
  });
  stream.onerror = lose;
};
const wake = () => {
  close();
  if (document.hidden) return;
  ask();
  open();
};

/**
 * @param {string} from
 * @param {Parts} given
 */
export const connect = (from, given) => {
  address = from;
  parts = given;
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", lose);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("pagehide", close);
  open();
};
