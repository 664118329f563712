// Keeps the local app on this phone: on the page that offers it, and on every other one what was
// begun there, and later each newer edition.

import { local } from "../browser/storage.js";
import { there } from "../browser/there.js";
import { workerType } from "./worker_type.js";

/**
 * @typedef {object} AppFile
 * @property {string} name
 * @property {number} bytes
 * @property {number} packed  bytes of it as a host that packs nothing has it
 * @property {string} sha256
 * @property {string} [type]
 * @property {Partial<Record<CompressionFormat, string>>} [packings]  and how it ends then
 *
 * @typedef {{ folder: string, later: string, files: AppFile[] }} Edition
 */

const { root } = document.documentElement.dataset,
  LIST = `${root}/on-this-phone/list.json`,
  SOON = 10_000, // ms
  KEPT = ["content-type", "content-security-policy", "companion"]; // headers
/** @param {ArrayBuffer} bytes */
const hex = (bytes) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
// `local.app` is there from the tap on, and names a folder once all its files are here.
const kept = () => JSON.parse(local.app ?? "{}").folder;
/** @param {string} folder */
const name = (folder) => `local ${folder}`;
let cancel = new AbortController();

// A host that packs nothing has files that are packed: a way to unpack them, and how they end.
/** @param {AppFile["packings"]} packings */
const packing = (packings = {}) =>
  /** @type {[CompressionFormat, string]} */ (
    Object.entries(packings).find(([how]) => {
      try {
        return new DecompressionStream(/** @type {CompressionFormat} */ (how));
      } catch {
        return false; // this browser does not know it
      }
    }) ?? ["", ""]
  );
/**
 * @param {ArrayBuffer} body
 * @param {AppFile} file
 */
const isSound = async (body, { sha256 }) =>
  hex(await crypto.subtle.digest("SHA-256", body)) === sha256;

// A file of the app as it was made, or an error; `reads` hears of each part of it.
/**
 * @param {string} address
 * @param {AppFile} file
 * @param {AbortSignal} signal
 * @param {(more: number) => void} reads
 */
const fetched = async (address, file, signal, reads) => {
  const [how, ending] = packing(file.packings);
  const answer = await fetch(address + ending, { cache: "no-store", priority: "low", signal });
  if (!answer.ok) throw Error(address);
  const parts = [],
    reader = there(answer.body).getReader();
  let read = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const before = Math.min(read, file.bytes);
    read += part.value.length * (how ? file.bytes / file.packed : 1);
    parts.push(part.value);
    reads(Math.min(read, file.bytes) - before);
  }
  let whole = await new Blob(parts).arrayBuffer();
  if (how && !(await isSound(whole, file))) {
    const unpacked = new Blob([whole]).stream().pipeThrough(new DecompressionStream(how));
    whole = await new Response(unpacked).arrayBuffer().catch(() => whole);
  }
  if (!(await isSound(whole, file))) throw new DOMException(address, "DataError");
  const known = [...answer.headers].filter(([each]) => KEPT.includes(each));
  return new Response(whole, {
    headers: { ...Object.fromEntries(known), ...(file.type && { "content-type": file.type }) }
  });
};

// The service worker of this address is at work, or is not soon. A page that is opened while one
// takes the place of another may never come: browsers forget what the one before was asked for.
/** @param {string} address */
const employ = async (address) => {
  const all = await navigator.serviceWorker
    ?.register(root + address, { type: workerType })
    .catch(() => {});
  await all?.update().catch(() => {}); // there may be a newer version of it
  // The browser may answer before it has begun with this worker.
  /** @param {ServiceWorkerRegistration} all */
  const isAtWork = ({ installing, waiting, active }) =>
    !installing &&
    !waiting &&
    active?.state === "activated" &&
    active.scriptURL.endsWith(root + address);
  const until = Date.now() + SOON;
  while (all && !isAtWork(all) && Date.now() < until)
    await new Promise((again) => setTimeout(again, 50));
};

// All files of this edition are here; those that came before an interruption are not fetched.
/**
 * @param {Edition} edition
 * @param {AbortSignal} signal
 * @param {(done: number) => void} shows
 */
const keep = async ({ folder, later, files }, signal, shows = () => {}) => {
  const cache = await caches.open(name(folder));
  let done = 0;
  /** @param {number} more */
  const reads = (more) => {
    done += more;
    shows(done);
  };
  for (const file of files) {
    const address = folder + file.name;
    if (await cache.match(address)) reads(file.bytes);
    else {
      const answer = await fetched(address, file, signal, reads);
      if (local.app) await cache.put(address, answer);
    }
  }
  if (!local.app) return;
  await employ("/sw.js?here");
  local.app = JSON.stringify({ folder, later });
};
// What opened the tables here last stays until a newer one has.
/** @param {string} [but] */
const clear = async (but) => {
  const stay = but ? [but, local.hereFolder].map(name) : [];
  for (const each of await caches.keys())
    if (each.startsWith(name(`${root}/local/`)) && !stay.includes(each)) await caches.delete(each);
};
/** @returns {Promise<Edition>} */
const list = async () => {
  const answer = await fetch(LIST, { cache: "no-store" });
  if (!answer.ok) throw Error(LIST);
  return answer.json();
};
/** @param {() => Promise<void>} work */
const alone = (work) => navigator.locks.request("local app", work);

// Where another page is about it, or was until just now, this one looks after it.
const update = () =>
  alone(async () => {
    const newest = await list();
    // What another page may be running stays until the next start.
    if (newest.folder === kept()) await clear(newest.folder);
    else await keep(newest, cancel.signal);
  }).catch(() => {});

const box = document.getElementById("local"), // on no other page
  says = there(box?.dataset),
  isNone = says?.none === "True", // the server has none
  begins = says?.begins !== undefined; // a site without a server: nobody taps
const [status, hint, bar, begin, remove] =
  /** @type {[HTMLElement, HTMLElement, HTMLProgressElement, HTMLButtonElement, HTMLElement]} */ (
    ["[role=status]", ".hint", "progress", "[data-keep]", "[data-remove]"].map((part) =>
      box?.querySelector(part)
    )
  );
const offer = begin?.textContent;
let now = "";
/** @param {string} state */
const show = (state) => {
  now = state;
  status.textContent = there(says[state]);
  bar.hidden = state !== "coming";
  begin.hidden = isNone || ["here", "fails", "coming", "http", "old", "locked"].includes(state);
  begin.textContent = there(state === "offered" ? offer : says.again);
  tell();
  if (begins) return; // it was not offered
  hint.hidden = state !== "here";
  remove.hidden = !local.app;
  remove.textContent = there(kept() ? says.remove : says.cancel);
};
const tell = () =>
  document.dispatchEvent(new CustomEvent("keeping", { detail: { state: now, share: bar.value } }));
const here = async () => {
  show(local.appFails ? "fails" : "here");
  if (begins) return update();
  const persists = await navigator.storage?.persisted?.().catch(() => false);
  hint.hidden = persists || now !== "here";
};
/** @type {Record<string, string>} by the name of an error */
const WHY = { QuotaExceededError: "full", DataError: "changed" };
const come = async () => {
  local.app ??= "{}";
  show("coming");
  bar.removeAttribute("value");
  const { signal } = cancel; // as it is when this begins: whoever cancels it makes another
  try {
    await alone(async () => {
      const newest = await list(),
        whole = newest.files.reduce((sum, { bytes }) => sum + bytes, 0);
      await keep(newest, signal, (done) => {
        bar.value = done / whole;
        tell();
      });
      if (kept()) await clear(newest.folder);
    });
    if (kept()) await here();
  } catch (error) {
    if (local.app) show(WHY[/** @type {Error} */ (error).name] ?? "failed");
  }
};
const runs = () => navigator.serviceWorker && navigator.locks && window.DecompressionStream;
// Some browsers have it switched off, as in Lockdown Mode: nothing is fetched that cannot run.
const isLocked = !window.WebAssembly;
const connect = () => {
  says.runs = "1";
  begin.onclick = () => {
    navigator.storage?.persist?.().catch(() => {}); // some browsers ask, and wait for the answer
    come();
  };
  if (remove)
    remove.onclick = async () => {
      delete local.app;
      cancel.abort();
      cancel = new AbortController();
      await employ("/sw.js");
      show("offered");
      await alone(() => clear());
      await caches.delete("mirrors");
    };
  addEventListener("online", () => now === "failed" && come());
  if (isLocked) show("locked");
  else if (begins && isSecureContext && !runs()) show("old");
  else if (!window.caches || !window.crypto?.subtle) show("http");
  else if (kept()) here();
  else if ((local.app || begins) && !isNone) come();
  else show("offered");
};
if (!box) {
  if (!isLocked) update();
} else if (!says.runs) connect(); // what keeps it up to date on the others does nothing here
