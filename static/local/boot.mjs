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
// `snapshot` is the memory of an app that has started, or a promise of it, by which it is there again
// much sooner. It has no files in it. With `makes` a start without one gives such a `snapshot` beside the app.
export const boot = async (
  folder,
  { app = "counting", from = read, snapshot = null, makes = false } = {}
) => {
  const [names, module] = APPS[app];
  const [memory, { loadPyodide }, ...archives] = await Promise.all([
    snapshot,
    import(`${folder}pyodide.mjs`),
    ...names.map((name) => from(folder + name))
  ]);
  const python = await loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}stdlib.zip`,
    lockFileContents: { info: INFO, packages: {} },
    env: { HOME: "/", PYTHONHASHSEED: "0", RAPIDFUZZ_IMPLEMENTATION: "python" },
    ...(memory && { _loadSnapshot: memory, createPyodideModule: grown(folder, memory) }),
    _makeSnapshot: makes && !memory
  });
  for (const archive of archives) unpack(new Uint8Array(archive), python.FS);
  if (memory) release(memory);
  python.runPython(memory ? RESUME : start(module));
  // It is made before anything is asked: no game is in it, and nothing of JavaScript.
  const made = makes && !memory ? copy(python) : null;
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

// No file is open in a snapshot: whoever closed it later would close another one of its number.
const start = (module) => `
import gc, importlib, sys
sys.path[:0] = ["/app", "/packages"]
from companion.local import archives
archives.use()
from companion.local import ready
with ready.having(ready.load()):
    import ${module}
    local = ${module}.start()
importlib.invalidate_caches()
gc.collect()
None
`;
const RESUME = "local.resume()";

// Pyodide has room for the memory with which it starts itself, and an app that has started needs more.
const grown =
  (folder, { byteLength }) =>
  async (settings) => {
    const { default: create } = await import(`${folder}pyodide.asm.mjs`);
    const made = await create(settings);
    if (made.HEAP8.length < byteLength && !made.growMemory(byteLength))
      throw new RangeError("There is no room for the snapshot.");
    return made;
  };

// What Pyodide would read in a list of packages that it could fetch.
const INFO = {
  abi_version: "2026_0",
  arch: "wasm32",
  platform: "emscripten_5_0_3",
  python: "3.14.2"
};
