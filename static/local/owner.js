// The Worker that has the tables of this phone, as long as this page is its owner: it starts when
// somebody asks, and ends when nobody does for a while.
const IDLE = 300_000, // ms
  MOST = 2; // times that it may fail in a row, the first of which nobody sees if it had not started

/**
 * What is asked and answered, as a worker may be told.
 * @typedef {{ method: string, url: string, headers: [string, string][], body?: Uint8Array }} Asks
 * @typedef {{ status: number, headers: [string, string][], body: Uint8Array }} Answer
 * @typedef {{ answer?: Answer, again?: boolean, failed?: boolean }} Told  an answer, or that it is to
 *   be asked again, or that the app fails
 * @typedef {"starting" | "started" | "full" | "saved" | "failed"} Stage
 */

class Owner {
  /** @type {Worker | null} */
  #worker = null;
  #hasStarted = false;
  #failures = 0;
  #number = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #idle;
  /** @type {Map<number, { asks: Asks, tell: (told: Told) => void }>} what was asked, by its number */
  #waiting = new Map();
  #folder;
  #place;
  #shows;

  /**
   * @param {string} folder
   * @param {object} place
   * @param {(stage: Stage, why?: string) => void} shows
   */
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

  /**
   * @param {Asks} asks
   * @param {(told: Told) => void} tell
   */
  ask(asks, tell) {
    if (!this.#worker && this.#failures >= MOST) return tell({ failed: true });
    const worker = this.#worker ?? this.#start();
    clearTimeout(this.#idle);
    this.#number += 1;
    this.#waiting.set(this.#number, { asks, tell });
    worker.postMessage({ number: this.#number, asks });
  }

  retry() {
    this.#failures = 0;
    if (!this.#worker) this.#start();
  }

  #start() {
    this.#shows("starting");
    this.#hasStarted = false;
    const worker = new Worker(`${this.#folder}tables.mjs`, { type: "module" });
    worker.onerror = ({ message }) => this.#fail(message);
    worker.onmessage = ({ data }) => {
      this.#hear(data);
      clearTimeout(this.#idle);
      if (!this.#waiting.size) this.#idle = setTimeout(() => this.stop(), IDLE);
    };
    worker.postMessage({ begins: { ...this.#place, token: crypto.randomUUID() } });
    this.#worker = worker;
    return worker;
  }

  /** @param {MessageEvent["data"]} data */
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
      asked?.tell({ answer: data.answer });
    }
  }

  /** @param {string} why */
  #fail(why) {
    this.#failures += 1;
    if (this.#hasStarted || this.#failures >= MOST) {
      this.stop();
      this.#shows("failed", why);
      return;
    }
    this.#worker?.terminate();
    const worker = this.#start();
    for (const [number, { asks }] of this.#waiting) worker.postMessage({ number, asks });
  }
}

/**
 * @param {string} folder  where its files lie
 * @param {object} place  what the Worker is told of where it is
 * @param {(stage: Stage, why?: string) => void} shows  hears what becomes of it
 */
export const makeOwner = (folder, place, shows) => new Owner(folder, place, shows);
