// The local app, beside the page: it answers one question after the other.
import { boot } from "./boot.mjs";

const started = boot(new URL("./", import.meta.url).href).then((python) =>
  python.runPython("import companion.local; companion.local.start()")
);
started.then(
  () => postMessage({ started: true }),
  (error) => postMessage({ failed: String(error) })
);
onmessage = async ({ data: { number, does, said } }) => {
  try {
    const local = await started;
    postMessage({ number, answer: local[does](said) });
  } catch (error) {
    postMessage({ number, failed: String(error) });
  }
};
