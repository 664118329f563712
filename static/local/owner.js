// The Worker that has the tables of this phone, as long as this page is its owner: it starts when
// somebody asks, and ends when nobody does for a while.
const IDLE = 300_000, // ms
  MOST = 2; // times that it may fail in a row, the first of which nobody sees if it had not started

// `shows` hears of what becomes of it: "starting", "started", "full", "saved", "failed" and why.
export const makeOwner = (folder, place, shows) => {
  let worker = null,
    hasStarted = false,
    failures = 0,
    number = 0,
    idle = 0;
  const waiting = new Map(); // what was asked and whom its answer is told, by its number

  // Nothing that is asked from now on goes to this Worker. What waits is asked again elsewhere, or
  // has failed.
  const stop = (again = false) => {
    worker?.terminate();
    worker = null;
    hasStarted = false;
    clearTimeout(idle);
    for (const { tell } of waiting.values()) tell(again ? { again } : { failed: true });
    waiting.clear();
  };
  const fail = (why) => {
    failures += 1;
    if (hasStarted || failures >= MOST) {
      stop();
      shows("failed", why);
      return;
    }
    worker.terminate();
    start();
    for (const [each, { asks }] of waiting) worker.postMessage({ number: each, asks });
  };
  const rest = () => {
    clearTimeout(idle);
    if (!waiting.size) idle = setTimeout(stop, IDLE);
  };
  const start = () => {
    shows("starting");
    hasStarted = false;
    worker = new Worker(`${folder}tables.mjs`, { type: "module" });
    worker.onerror = ({ message }) => fail(message);
    worker.onmessage = ({ data }) => {
      if (data.started) {
        failures = 0;
        hasStarted = true;
        shows("started");
      } else if (data.robbed) stop(true);
      else if (data.failed) fail(data.why);
      else {
        const asked = waiting.get(data.number);
        waiting.delete(data.number);
        shows(data.full ? "full" : "saved");
        asked.tell({ answer: data.answer });
      }
      rest();
    };
    worker.postMessage({ begins: { ...place, token: crypto.randomUUID() } });
  };
  return {
    stop,
    get hasStarted() {
      return hasStarted;
    },
    // It is there sooner for who asks then.
    begin: () => worker || failures >= MOST || start(),
    // `tell` gets the answer, or that it is to be asked again, or that the app fails.
    ask: (asks, tell) => {
      if (!worker && failures >= MOST) return tell({ failed: true });
      if (!worker) start();
      clearTimeout(idle);
      number += 1;
      waiting.set(number, { asks, tell });
      worker.postMessage({ number, asks });
    },
    retry: () => {
      failures = 0;
      if (!worker) start();
    }
  };
};
