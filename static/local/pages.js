// The log, its lines and what they lead to, as this phone works them out: in the place of the board,
// which stays behind them, and under its address.
import "./times.js";

/** @param {string} page */
const isLog = (page) => /\/log\/(\?|$)/.test(page);

class Pages {
  /** @type {string[]} the addresses, the one that is shown last */
  #open = [];
  /** @type {number[]} how far each was scrolled down, and the board before them */
  #tops = [];
  #title = document.title;
  #main = /** @type {HTMLElement} */ (document.getElementById("main"));
  #place = Object.assign(document.createElement("div"), { hidden: true });
  #game;
  #read;

  /**
   * @param {string} game
   * @param {(address: string) => Promise<string>} read
   */
  constructor(game, read) {
    this.#game = game;
    this.#read = read;
    this.#main.after(this.#place);
    addEventListener("popstate", ({ state }) => {
      this.#open = state?.pages ?? [];
      this.#show().catch(() => location.reload());
    });
  }

  get isOpen() {
    return this.#open.length > 0;
  }

  /** @param {string} to */
  async go(to) {
    const open = this.#open,
      at = to === this.#game ? 0 : open.indexOf(to) + 1;
    if (at || to === this.#game) {
      if (at < open.length) history.go(at - open.length);
      return;
    }
    this.#tops[open.length] = scrollY;
    this.#tops.length = open.length + 1;
    if (!open.length) this.#title = document.title;
    this.#open = [...open, to];
    history.pushState({ pages: this.#open }, "");
    try {
      if (!(await this.#draw())) return;
      scrollTo(0, 0);
      this.#place.querySelector(".bar a")?.focus({ preventScroll: true });
    } catch {
      location.replace(to); // what the phone does not know, the server may
    }
  }

  // A page that was loaded anew shows what it showed before.
  reopen() {
    this.#open = history.state?.pages ?? [];
    return this.isOpen && this.#show();
  }

  // What is entered on one of them leads back to the log that it came from, or to the board.
  back() {
    return this.go(this.#open.find(isLog) ?? this.#game);
  }

  // Only the log is drawn anew: on the others somebody may have begun something.
  renew() {
    return isLog(this.#open.at(-1) ?? "") && this.#draw().catch(() => {});
  }

  /** @param {HTMLAnchorElement} link */
  leads({ pathname }) {
    return pathname.startsWith(`${this.#game}log/`);
  }

  /** @param {HTMLAnchorElement} link */
  address({ pathname, search }) {
    return pathname + search;
  }

  // A page that has been left meanwhile is not shown any more.
  async #draw() {
    const place = this.#place,
      shown = this.#open.at(-1);
    if (!shown) return false;
    const html = await this.#read(shown);
    if (shown !== this.#open.at(-1)) return false;
    const { content } = Object.assign(document.createElement("template"), { innerHTML: html });
    document.title = content.querySelector("title")?.textContent ?? "";
    htmx.swap(place, html, { swapStyle: "innerHTML" }, { eventInfo: { target: place } });
    place.hidden = false;
    this.#main.hidden = true;
    document.dispatchEvent(new Event("sheet"));
    return true;
  }

  async #show() {
    if (this.isOpen) await this.#draw();
    else {
      this.#place.hidden = true;
      this.#place.replaceChildren();
      this.#main.hidden = false;
      document.title = this.#title;
    }
    scrollTo(0, this.#tops[this.#open.length] ?? 0);
  }
}

/**
 * @param {string} game  the address of the board
 * @param {(address: string) => Promise<string>} read  gives the main region of a page
 */
export const makePages = (game, read) => new Pages(game, read);
