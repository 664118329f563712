// The local app, beside the page: it answers one question after the other.
import { boot } from "./boot.mjs";

const folder = new URL("./", import.meta.url),
  // Of this edition, in this browser. It goes with the files of the edition.
  CACHE = `local ${folder.pathname}`,
  NAME = `${folder.pathname}snapshot`,
  KEY = `${NAME}?${encodeURIComponent(navigator.userAgent)}`,
  REST = 3000; // ms without a question, until what it takes to start sooner is kept
const packed = (stream, how) => new Response(stream.pipeThrough(how));

// What another start has kept. The end of what is packed says whether it is sound.
const find = async () => {
  const kept = (await caches.has(CACHE)) && (await (await caches.open(CACHE)).match(KEY));
  return kept ? packed(kept.body, new DecompressionStream("gzip")).arrayBuffer() : null;
};
// While no page keeps or removes the app: what was removed does not come back.
const change = (work) =>
  navigator.locks.request("local app", async () => {
    if (!(await caches.has(CACHE))) return;
    const cache = await caches.open(CACHE);
    await cache.delete(NAME, { ignoreSearch: true });
    await work?.(cache);
  });
const lose = () => change().catch(() => {});
const keep = (snapshot) =>
  change((cache) =>
    cache.put(KEY, packed(new Blob([snapshot]).stream(), new CompressionStream("gzip")))
  ).catch(() => {}); // it starts without one too

let isRestored = false,
  fresh = null, // a snapshot that is to be kept
  rest = 0;
const restore = async () => {
  try {
    const snapshot = await find();
    if (!snapshot) return null;
    const { local } = await boot(folder.href, { snapshot });
    isRestored = true;
    return local;
  } catch {
    await lose();
    return null;
  }
};
const start = async () => {
  const restored = await restore();
  if (restored) return restored;
  const made = await boot(folder.href, { makes: true });
  fresh = made.snapshot;
  return made.local;
};
const settle = () => {
  clearTimeout(rest);
  if (!fresh) return;
  rest = setTimeout(() => {
    keep(fresh);
    fresh = null;
  }, REST);
};

const started = start();
started.then(
  () => {
    settle();
    postMessage({ started: true, restored: isRestored });
  },
  (error) => postMessage({ failed: String(error) })
);
onmessage = async ({ data: { number, does, said } }) => {
  try {
    const local = await started;
    postMessage({ number, answer: local[does](said) });
  } catch (error) {
    if (isRestored && error.name !== "PythonError") lose(); // Python itself has failed
    postMessage({ number, failed: String(error) });
  }
  settle();
};
