// Starts the local app: Python, its packages and Companion, out of the files of one edition.
const read = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
};

// What can be started: the archives that it is made of, and the module that starts it.
const APPS = {
  counting: [["app.zip"], "companion.local.asking"],
  tables: [["app.zip", "tables.zip"], "companion.local.serving"]
};

// `folder` is where the files of the edition lie, with a slash at its end; `from` reads one of them.
// `app` is "counting", for a game of a server's table (`local` is companion/local/asking.py), or
// "tables", for tables that live on the phone (`local` is companion/local/serving.py, which opens
// the files that whoever starts it has put into `/data` by `python.FS`). Each has a snapshot of its
// own.
// `snapshot` is the memory of an app that has started as `thin` keeps it, or a promise of that, by which
// it is there again much sooner. It has no files in it. With `makes` a start without one gives the
// whole memory beside the app, as `snapshot`.
export const boot = async (
  folder,
  { app = "counting", from = read, snapshot = null, makes = false } = {}
) => {
  const [names, module] = APPS[app],
    reading = Promise.all(names.map((name) => from(folder + name)));
  reading.catch(() => {}); // it is waited for below
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const python = await loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}stdlib.zip`,
    lockFileContents: { info: INFO, packages: {} },
    env: { HOME: "/", PYTHONHASHSEED: "0", RAPIDFUZZ_IMPLEMENTATION: "python" },
    ...(snapshot && {
      _loadSnapshot: new Uint8Array(),
      createPyodideModule: filled(folder, snapshot)
    }),
    _makeSnapshot: makes && !snapshot
  });
  for (const archive of await reading) unpack(new Uint8Array(archive), python.FS);
  python.runPython(snapshot ? RESUME : start(module));
  // It is made before anything is asked: no game is in it, and nothing of JavaScript.
  const made = makes && !snapshot ? copy(python) : null;
  return { local: python.runPython("local"), python, snapshot: made };
};
// The files of an archive that packs nothing, as its list at the end has them, are where they lie in
// it: nothing is copied.
const unpack = (archive, { mkdirTree, writeFile }) => {
  const at = new DataView(archive.buffer),
    end = archive.length - 22,
    folders = new Set(),
    text = new TextDecoder();
  let entry = at.getUint32(end + 16, true);
  for (let count = at.getUint16(end + 10, true); count; count -= 1) {
    const [named, more, said] = [28, 30, 32].map((each) => at.getUint16(entry + each, true)),
      size = at.getUint32(entry + 24, true),
      local = at.getUint32(entry + 42, true),
      path = `/${text.decode(archive.subarray(entry + 46, entry + 46 + named))}`,
      start = local + 30 + at.getUint16(local + 26, true) + at.getUint16(local + 28, true),
      folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) mkdirTree(folder);
    folders.add(folder);
    writeFile(path, archive.subarray(start, start + size), { canOwn: true });
    entry += 46 + named + more + said;
  }
};
// What was read is in the memory of Python now: without this it stays in that of the Worker too.
const release = (buffer) => structuredClone(buffer, { transfer: [buffer] });
const copy = (python) => {
  try {
    return python.makeMemorySnapshot();
  } catch {
    return null; // there is no room for it
  }
};

// No file is open in a snapshot: whoever closed it later would close another one of its number. What
// is there by then stays there: nobody looks through it for garbage.
const start = (module) => `
import gc, importlib, sys
gc.disable()
sys.path[:0] = ["/app", "/packages"]
from companion.local import archives
archives.use()
from companion.local import ready
with ready.reuse(ready.load()):
    import ${module}
    local = ${module}.start()
importlib.invalidate_caches()
gc.freeze()
gc.enable()
None
`;
const RESUME = "local.resume()";

// What is kept of a memory: how long its head is and the memory, what Pyodide says in the head, and
// the pages that are not empty. None of it is packed, for unpacking takes longer than reading.
const PAGE = 4096; // numbers of four bytes
export const thin = (snapshot) => {
  const start = new Uint32Array(snapshot.buffer, 0, 2)[1],
    numbers = new Uint32Array(snapshot.buffer, start),
    full = [];
  for (let page = 0; page * PAGE < numbers.length; page += 1) {
    const end = Math.min((page + 1) * PAGE, numbers.length);
    let at = page * PAGE;
    while (at < end && !numbers[at]) at += 1;
    if (at < end) full.push(page);
  }
  const said = Uint32Array.of(start, numbers.byteLength, full.length, ...full),
    parts = full.map((page) => numbers.subarray(page * PAGE, (page + 1) * PAGE));
  return [said, snapshot.subarray(0, start), ...parts];
};
const readThin = (kept) => {
  const [start, length, count] = new Uint32Array(kept, 0, 3),
    pages = new Uint32Array(kept, 12, count),
    head = new Uint8Array(kept, 12 + 4 * count, start),
    body = new Uint8Array(kept, 12 + 4 * count + start),
    size = PAGE * 4;
  const rest = count && Math.min(length - pages[count - 1] * size, size);
  if (body.length !== (count - 1) * size + rest) throw new RangeError("There is not all of it.");
  return { head, length, pages, body, size };
};

// Pyodide has room for the memory with which it starts itself, and an app that has started needs
// more, which is empty. It would wait for a whole snapshot before it compiles itself.
const filled = (folder, snapshot) => async (settings) => {
  const { default: create } = await import(`${folder}pyodide.asm.mjs`),
    [made, kept] = await Promise.all([create(settings), snapshot]),
    { head, length, pages, body, size } = readThin(kept),
    used = made.HEAPU8.length;
  if (used < length && !made.growMemory(length))
    throw new RangeError("There is no room for the snapshot.");
  const { API, HEAPU8 } = made,
    { restoreSnapshot } = API;
  let next = 0;
  for (const [at, page] of pages.entries()) {
    const place = page * size;
    if (next < place && next < used) HEAPU8.fill(0, next, Math.min(place, used));
    HEAPU8.set(body.subarray(at * size, (at + 1) * size), place);
    next = place + size;
  }
  if (next < used) HEAPU8.fill(0, next);
  API.restoreSnapshot = () => {
    const said = restoreSnapshot(head);
    release(kept);
    return said;
  };
  return made;
};

// What Pyodide would read in a list of packages that it could fetch.
const INFO = {
  abi_version: "2026_0",
  arch: "wasm32",
  platform: "emscripten_5_0_3",
  python: "3.14.2"
};
