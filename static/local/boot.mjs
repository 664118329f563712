// Starts the local app: Python, its packages and Companion, out of the files of one edition.
const read = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
};

// What can be started: the archives that it is made of, and the module that starts it.
const APPS = {
  counting: [["app.zip"], "companion.local"],
  tables: [["app.zip", "tables.zip"], "companion.local.serving"]
};

// `folder` is where the files of the edition lie, with a slash at its end; `from` reads one of them.
// `app` is "counting", for a game of a server's table (`local` is companion/local/asking.py), or
// "tables", for tables that live on the phone (`local` is companion/local/serving.py, which opens
// the files that whoever starts it has put into `/data` by `python.FS`). Each has a snapshot of its
// own.
// `snapshot` is the memory of an app that has started, by which it is there again much sooner. It
// has no files in it. With `makes` a start without one gives such a `snapshot` beside the app.
export const boot = async (
  folder,
  { app = "counting", from = read, snapshot = null, makes = false } = {}
) => {
  const [names, module] = APPS[app];
  const [{ loadPyodide }, ...archives] = await Promise.all([
    import(`${folder}pyodide.mjs`),
    ...names.map((name) => from(folder + name))
  ]);
  const python = await loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}stdlib.zip`,
    lockFileContents: { info: INFO, packages: {} },
    env: { HOME: "/", PYTHONHASHSEED: "0", RAPIDFUZZ_IMPLEMENTATION: "python" },
    ...(snapshot && { _loadSnapshot: snapshot, createPyodideModule: grown(folder, snapshot) }),
    _makeSnapshot: makes && !snapshot
  });
  for (const archive of archives) {
    python.unpackArchive(archive, "zip", { extractDir: "/" });
    release(archive);
  }
  if (snapshot) release(snapshot);
  python.runPython(snapshot ? RESUME : start(module));
  // It is made before anything is asked: no game is in it, and nothing of JavaScript.
  const made = makes && !snapshot ? copy(python) : null;
  return { local: python.runPython("local"), python, snapshot: made };
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
