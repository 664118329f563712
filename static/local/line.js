// One tab owns the tables of this phone, and the others stand in a line behind it. Another one that
// is asked for something is told by the service worker where to go.

/**
 * @typedef {object} Does
 * @property {() => void} own  it is the owner from now on
 * @property {() => void} lose  somebody else was in need of them
 */

class Line {
  #line = new AbortController();
  /** @type {object | null} the request by which this page is the owner */
  #held = null;
  #does;

  /** @param {Does} does */
  constructor(does) {
    this.#does = does;
  }

  get isOwner() {
    return this.#held !== null;
  }

  /** @param {LockOptions} [options] */
  async wait(options) {
    const mine = {},
      { signal } = this.#line;
    /** @returns {Promise<unknown>} */
    const own = () =>
      new Promise((leave) => {
        this.#held = mine;
        this.#does.own();
        addEventListener("pagehide", leave, { once: true });
      });
    try {
      await navigator.locks.request("here", options ?? { signal }, own);
      if (this.#held === mine) this.#held = null; // the page may come back
    } catch {
      if (this.#held === mine) this.#lose();
      if (!signal.aborted) this.wait();
    }
  }

  /**
   * No older request of this page stands in the line before this one.
   * @param {LockOptions} [options]
   */
  waitAnew(options) {
    this.#line.abort();
    this.#line = new AbortController();
    this.wait(options);
  }

  steal() {
    this.waitAnew({ steal: true });
  }

  #lose() {
    this.#held = null;
    this.#does.lose();
  }
}

/** @param {Does} does */
export const makeLine = (does) => new Line(does);
