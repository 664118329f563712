// Starts one of the apps of this edition in a Worker, from the snapshot of an earlier start if there
// is one. It keeps such a snapshot for the next start.
import { boot, thin } from "./boot.mjs";

export const folder = new URL("./", import.meta.url);
const CACHE = `local ${folder.pathname}`, // the snapshot goes with the files of the edition
  REST = 300; // ms without a question, until what it takes to start sooner is kept
// While no page keeps or removes the app: what was removed does not come back.
const change = (work) =>
  navigator.locks.request(`${globalThis.name ?? ""}local app`, async () => {
    if (await caches.has(CACHE)) await work(await caches.open(CACHE));
  });

// `app` is one of those of boot.mjs, `name` what its snapshot is called. The `app` that comes says
// whether it `isRestored`.
export const starting = (app, name) => {
  const address = `${folder.pathname}${name}`,
    key = `${address}?${encodeURIComponent(navigator.userAgent)}`; // of this browser
  let fresh = null, // a snapshot that is to be kept
    rest = 0;

  // What another start has kept.
  const find = async () => (await caches.has(CACHE)) && (await caches.open(CACHE)).match(key);
  const lose = () =>
    change((cache) => cache.delete(address, { ignoreSearch: true })).catch(() => {});
  const keep = (snapshot) =>
    change(async (cache) => {
      await cache.delete(address, { ignoreSearch: true });
      await cache.put(key, new Response(new Blob(thin(snapshot))));
    }).catch(() => {}); // it starts without one too

  const restore = async () => {
    try {
      const kept = await find();
      if (!kept) return null;
      const snapshot = kept.arrayBuffer(); // while all else is read
      return { ...(await boot(folder.href, { app, snapshot })), isRestored: true };
    } catch {
      await lose();
      return null;
    }
  };
  return {
    lose,
    start: async () => {
      const restored = await restore();
      if (restored) return restored;
      const made = await boot(folder.href, { app, makes: true });
      fresh = made.snapshot;
      return { ...made, isRestored: false };
    },
    // Nobody asks anything at the moment.
    settle: (pause = REST) => {
      clearTimeout(rest);
      if (!fresh) return;
      rest = setTimeout(() => {
        keep(fresh);
        fresh = null;
      }, pause);
    }
  };
};
