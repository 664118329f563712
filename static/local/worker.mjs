// The local app, beside the page: it answers one question after the other.
import { starting } from "./starting.mjs";

const { start, settle, lose } = starting("counting", "snapshot"),
  started = start();
started.then(
  ({ isRestored }) => {
    settle();
    postMessage({ started: true, restored: isRestored });
  },
  (error) => postMessage({ failed: String(error) })
);
onmessage = async ({ data: { number, does, said } }) => {
  const app = await started.catch(() => null);
  if (!app) return;
  try {
    postMessage({ number, answer: app.local[does](said) });
  } catch (error) {
    if (app.isRestored && error.name !== "PythonError") lose(); // Python itself has failed
    postMessage({ number, failed: String(error) });
  }
  settle();
};
