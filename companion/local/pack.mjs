// Runs packing.py in Pyodide: node pack.mjs PYODIDE APP PACKAGES MADE
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [pyodide, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
// Sets in one order each time: a package of the same files is the same, byte by byte.
const env = { HOME: "/", PYTHONHASHSEED: "0" };
const python = await loadPyodide({ indexURL: pyodide, env });
for (const [at, folder] of ["/app", "/packages", "/made"].entries()) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folders[at] }, folder);
}
try {
  python.runPython(await readFile(new URL("packing.py", import.meta.url), "utf8"));
  python.runPython("pack()");
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit();
