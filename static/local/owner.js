// The Worker that has the tables of this phone, as long as this page is its owner: it starts when
// somebody asks, and ends when nobody does for a while.
const IDLE = 300_000, // ms
  MOST = 2; // times that it may fail in a row, the first of which nobody sees if it had not started

class Owner {
  #worker = null;
  #hasStarted = false;
  #failures = 0;
  #number = 0;
  #idle = 0;
  #waiting = new Map(); // what was asked and whom its answer is told, by its number
  #folder;
  #place;
  #shows;

  constructor(folder, place, shows) {
    this.#folder = folder;
    this.#place = place;
    this.#shows = shows;
  }

  // Nothing that is asked from now on goes to this Worker. What waits is asked again elsewhere, or
  // has failed.
  stop(again = false) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#hasStarted = false;
    clearTimeout(this.#idle);
    for (const { tell } of this.#waiting.values()) tell(again ? { again } : { failed: true });
    this.#waiting.clear();
  }

  get hasStarted() {
    return this.#hasStarted;
  }

  // It is there sooner for who asks then.
  begin() {
    if (!this.#worker && this.#failures < MOST) this.#start();
  }

  // `tell` gets the answer, or that it is to be asked again, or that the app fails.
  ask(asks, tell) {
    if (!this.#worker && this.#failures >= MOST) return tell({ failed: true });
    if (!this.#worker) this.#start();
    clearTimeout(this.#idle);
    this.#number += 1;
    this.#waiting.set(this.#number, { asks, tell });
    this.#worker.postMessage({ number: this.#number, asks });
  }

  retry() {
    this.#failures = 0;
    if (!this.#worker) this.#start();
  }

  #start() {
    this.#shows("starting");
    this.#hasStarted = false;
    this.#worker = new Worker(`${this.#folder}tables.mjs`, { type: "module" });
    this.#worker.onerror = ({ message }) => this.#fail(message);
    this.#worker.onmessage = ({ data }) => {
      this.#hear(data);
      clearTimeout(this.#idle);
      if (!this.#waiting.size) this.#idle = setTimeout(() => this.stop(), IDLE);
    };
    this.#worker.postMessage({ begins: { ...this.#place, token: crypto.randomUUID() } });
  }

  #hear(data) {
    if (data.started) {
      this.#failures = 0;
      this.#hasStarted = true;
      this.#shows("started");
    } else if (data.robbed) this.stop(true);
    else if (data.failed) this.#fail(data.why);
    else {
      const asked = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      this.#shows(data.full ? "full" : "saved");
      asked.tell({ answer: data.answer });
    }
  }

  #fail(why) {
    this.#failures += 1;
    if (this.#hasStarted || this.#failures >= MOST) {
      this.stop();
      this.#shows("failed", why);
      return;
    }
    this.#worker.terminate();
    this.#start();
    for (const [each, { asks }] of this.#waiting) this.#worker.postMessage({ number: each, asks });
  }
}

// `shows` hears of what becomes of it: "starting", "started", "full", "saved", "failed" and why.
export const makeOwner = (folder, place, shows) => new Owner(folder, place, shows);
