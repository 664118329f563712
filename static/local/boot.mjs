// Starts the local app: Python, its packages and Companion, out of the files of one edition.
const read = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
};

// `folder` is where the files of the edition lie, with a slash at its end; `from` reads one of them.
export const boot = async (folder, from = read) => {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(`${folder}pyodide.mjs`),
    from(`${folder}app.zip`)
  ]);
  const python = await loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}stdlib.zip`,
    lockFileContents: { info: INFO, packages: {} },
    env: { HOME: "/", PYTHONHASHSEED: "0", RAPIDFUZZ_IMPLEMENTATION: "python" }
  });
  python.unpackArchive(archive, "zip", { extractDir: "/" });
  python.runPython("import sys; sys.path[:0] = ['/app', '/packages']");
  return python;
};

// What Pyodide would read in a list of packages that it could fetch.
const INFO = {
  abi_version: "2026_0",
  arch: "wasm32",
  platform: "emscripten_5_0_3",
  python: "3.14.2"
};
