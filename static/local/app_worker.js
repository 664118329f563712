// The Worker that has the app for this page: it starts when it is asked something, and ends when
// nobody asks for a while.
import { local } from "./storage.js";

const IDLE = 180_000, // ms
  MOST = 2; // times that it may fail before it is left alone

/**
 * @typedef {object} Told
 * @property {true} [started]
 * @property {boolean} [restored]  it started by a snapshot
 * @property {number} [number]  of the question
 * @property {string} [answer]
 * @property {string} [failed]  why there is none
 */

class AppWorker {
  /** @type {Worker | null} */
  #worker = null;
  #failures = 0;
  #number = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #idle;
  /** @type {Map<number | undefined, { done: (answer: any) => void, fail: (why: Error) => void }>} */
  #asked = new Map();
  #folder;
  #onEnd;
  /** How it started: "restored" by a snapshot, or "". */
  how = "";

  /**
   * @param {string} folder
   * @param {() => void} onEnd
   */
  constructor(folder, onEnd) {
    this.#folder = folder;
    this.#onEnd = onEnd;
  }

  /**
   * @param {"put" | "show" | "read"} does
   * @param {string} said
   * @returns {Promise<string>}
   */
  ask(does, said) {
    if (this.#failures >= MOST) return Promise.reject(new Error("The local app does not start."));
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#stop(), IDLE);
    const worker = this.#worker ?? this.#start();
    return new Promise((done, fail) => {
      this.#number += 1;
      this.#asked.set(this.#number, { done, fail });
      worker.postMessage({ number: this.#number, does, said });
    });
  }

  #start() {
    const worker = new Worker(`${this.#folder}worker.mjs`, { type: "module" });
    worker.onerror = () => this.#fail();
    worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker = worker;
    return worker;
  }

  /** @param {Told} told */
  #hear({ started, restored, number, answer, failed }) {
    if (started) {
      delete local.appFails;
      this.how = restored ? "restored" : "";
    } else if (!number) return this.#fail();
    const question = this.#asked.get(number);
    this.#asked.delete(number);
    if (failed) question?.fail(new Error(failed));
    else question?.done(answer);
  }

  #fail() {
    this.#failures += 1;
    local.appFails = this.#failures;
    this.#stop();
  }

  #stop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#onEnd();
    for (const { fail } of this.#asked.values()) fail(new Error("The local app has ended."));
    this.#asked.clear();
  }
}

/**
 * @param {string} folder  where its files lie
 * @param {() => void} onEnd  hears that it has ended, and knows nothing any more
 */
export const makeWorker = (folder, onEnd) => new AppWorker(folder, onEnd);
