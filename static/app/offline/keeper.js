// @ts-nocheck
// Keeps the local app on this phone: on the page that offers it, and on every other one what was
// begun there, and later each newer edition.

import { local } from "../browser/storage.js";
import { workerType } from "./worker_type.js";

(() => {
  const box = document.getElementById("local"); // on no other page
  if (box?.dataset.runs !== undefined) return; // what keeps it up to date on the others
  const { root } = document.documentElement.dataset,
    LIST = `${root}/on-this-phone/list.json`,
    SOON = 10_000, // ms
    KEPT = ["Content-Type", "Content-Security-Policy", "Companion"]; // headers
  const hex = (bytes) =>
    [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // `local.app` is there from the tap on, and names a folder once all its files are here.
  const kept = () => JSON.parse(local.app ?? "{}").folder;
  const name = (folder) => `local ${folder}`;
  let cancel = new AbortController();

  // A host that packs nothing has files that are packed: a way to unpack them, and how they end.
  const packing = (packings = {}) =>
    Object.entries(packings).find(([how]) => {
      try {
        return new DecompressionStream(how);
      } catch {
        return false; // this browser does not know it
      }
    }) ?? ["", ""];
  const isSound = async (body, { sha256 }) =>
    hex(await crypto.subtle.digest("SHA-256", body)) === sha256;

  // A file of the app as it was made, or an error; `reads` hears of each part of it.
  const fetched = async (address, file, signal, reads) => {
    const [how, ending] = packing(file.packings);
    const answer = await fetch(address + ending, { cache: "no-store", priority: "low", signal });
    if (!answer.ok || !answer.body) throw new Error(address);
    const parts = [],
      reader = answer.body.getReader();
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
    const said = KEPT.map((each) => [each, answer.headers.get(each)]),
      known = said.filter(([, value]) => value !== null);
    return new Response(whole, {
      headers: { ...Object.fromEntries(known), ...(file.type && { "Content-Type": file.type }) }
    });
  };

  // The service worker of this address is at work, or is not soon. A page that is opened while one
  // takes the place of another may never come: browsers forget what the one before was asked for.
  const employ = async (address) => {
    const all = await navigator.serviceWorker
      ?.register(root + address, { type: workerType })
      .catch(() => {});
    await all?.update().catch(() => {}); // there may be a newer version of it
    // The browser may answer before it has begun with this worker.
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
  const keep = async ({ folder, later, files }, signal, shows = () => {}) => {
    const cache = await caches.open(name(folder));
    let done = 0;
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
  const clear = async (but) => {
    const stay = but ? [but, local.hereFolder].map(name) : [];
    for (const each of await caches.keys())
      if (each.startsWith(name(`${root}/local/`)) && !stay.includes(each))
        await caches.delete(each);
  };
  const list = async () => {
    const answer = await fetch(LIST, { cache: "no-store" });
    if (!answer.ok) throw new Error(LIST);
    return answer.json();
  };
  const alone = (work) => navigator.locks.request("local app", work);

  const fetchNewest = async () => {
    const newest = await list();
    // What another page may be running stays until the next start.
    if (newest.folder === kept()) await clear(newest.folder);
    else await keep(newest, cancel.signal);
  };
  // Where another page is about it, or was until just now, this one looks after it.
  const update = () => alone(fetchNewest).catch(() => {});
  // Some browsers have it switched off, as in Lockdown Mode: nothing is fetched that cannot run.
  const isLocked = !window.WebAssembly;
  if (!box) return void (isLocked || update());

  box.dataset.runs = "";
  const isNone = box.dataset.none === "True", // the server has none
    begins = box.dataset.begins !== undefined; // a site without a server: nobody taps
  const runs = () => navigator.serviceWorker && navigator.locks && window.DecompressionStream;
  const [status, hint, bar, begin, remove] = [
    "[role=status]",
    ".hint",
    "progress",
    "[data-keep]",
    "[data-remove]"
  ].map((part) => box.querySelector(part));
  const offer = begin.textContent;
  let now = "";
  const show = (state) => {
    now = state;
    status.textContent = box.dataset[state];
    bar.hidden = state !== "coming";
    begin.hidden = isNone || ["here", "fails", "coming", "http", "old", "locked"].includes(state);
    begin.textContent = state === "offered" ? offer : box.dataset.again;
    tell();
    if (begins) return; // it was not offered
    hint.hidden = state !== "here";
    remove.hidden = !local.app;
    remove.textContent = kept() ? box.dataset.remove : box.dataset.cancel;
  };
  const tell = () =>
    document.dispatchEvent(
      new CustomEvent("keeping", { detail: { state: now, share: bar.value } })
    );
  const here = async () => {
    show(local.appFails ? "fails" : "here");
    if (begins) return update();
    const persists = await navigator.storage?.persisted?.().catch(() => false);
    hint.hidden = persists || now !== "here";
  };
  const why = ({ name: said }) =>
    said === "QuotaExceededError" ? "full" : said === "DataError" ? "changed" : "failed";
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
      if (local.app) show(why(error));
    }
  };
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
})();
