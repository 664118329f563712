// The board that this phone draws itself, where the server cannot be asked or is late. It stays
// until all that was entered has an answer.
/** @import { Own } from "../app/board/board.js" */
/** @import { Numbered, Told } from "../app/queue/machine.js" */
/** @import { Entry } from "./counting.js" */
/** @import { Table } from "./page.js" */

const PATIENCE = 150, // ms that the server has to answer
  REST = 1000; // ms after the newest board, until the mirror follows it

/** @param {(string | undefined)[]} detail */
const include = (detail) => document.dispatchEvent(new CustomEvent("included", { detail }));

class OwnBoard {
  isShown = false;
  /** @type {Record<string, number>} where each of what waits stands on the board that is shown */
  places = {};
  /** @type {Numbered | null} what it asks about */
  #question = null;
  #isDrawing = false;
  #boards = 0; // that came from the server
  #entries = 0; // how many of the own ones it was drawn from
  #drawn = ""; // what it was drawn from
  #isSlow = false;
  #sent = 0;
  #due = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  #table;

  /** @param {Table} table */
  constructor(table) {
    this.#table = table;
  }

  get #isAlone() {
    const { queue } = this.#table;
    return this.isShown || this.#isSlow || queue.off || queue.fails;
  }

  get #isDue() {
    return this.#isAlone || performance.now() >= this.#due;
  }

  get #state() {
    const { mirror, own } = this.#table,
      entries = own.since(mirror.length) ?? [];
    return JSON.stringify([this.#boards, mirror.length, entries.map(({ id }) => id)]);
  }

  /** What stands at its end; null where that cannot be known. */
  get entries() {
    const { mirror, own } = this.#table;
    return mirror.content && own.since(mirror.length);
  }

  async draw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    for (let tried = ""; tried !== this.#state && this.#drawn !== this.#state; ) {
      tried = this.#state;
      await this.#put(tried).catch(() => {});
    }
    this.#isDrawing = false;
  }

  /** Something was tapped: the server has a while to answer. */
  wait() {
    this.#due = performance.now() + PATIENCE;
    setTimeout(() => this.draw(), PATIENCE + 1);
  }

  /** @param {Entry} entry */
  begin(entry) {
    if (this.entries && this.#isAlone) this.#table.counting.begin([...this.entries, entry]);
  }

  send() {
    this.#sent = performance.now();
  }

  /** @param {Told} told */
  hear({ submission }) {
    if (submission.game === this.#table.game)
      this.#isSlow = performance.now() - this.#sent > PATIENCE;
  }

  /**
   * A board of the server: it gives way to the own one while something waits that it does not count.
   * @param {string} html
   * @param {Own} [own]
   */
  take(html, own) {
    const { game, pages, spoken, follow } = this.#table,
      asks = /id="asked"/.test(html);
    this.#boards += 1;
    clearTimeout(this.#resting);
    if (asks) pages.go(game);
    if (this.isShown && this.#table.own.waiting().length && !asks)
      return follow().then(() => this.draw());
    this.#resting = setTimeout(follow, REST);
    const carries = this.isShown && !this.#question;
    this.isShown = false;
    this.#question = null;
    this.places = {};
    include([]);
    return this.#table.show(spoken.removeSaid(html), own && { ...own, carries });
  }

  /** Whoever answers its question, or leaves it, decides about what it asks. */
  decide() {
    if (this.#question) this.#table.queue.remove(this.#question);
    this.#question = null;
  }

  /** @param {string} before  the state that it is to be drawn from */
  async #put(before) {
    const { game, counting, own, pages } = this.#table,
      { entries } = this;
    if (!entries || !this.#isDue || !(this.isShown || own.waiting().length)) return;
    const { html, counted, asked } = await counting.show(entries);
    if (this.#state !== before) return;
    this.#drawn = before;
    this.places = counted;
    this.#question = (asked && entries.at(-1)) || null;
    if (this.#question) pages.go(game);
    this.#show(html, entries);
    include([...Object.keys(counted), this.#question?.id]);
    pages.renew();
  }

  /**
   * @param {string} html
   * @param {Numbered[]} entries
   */
  #show(html, entries) {
    const { queue, spoken, show } = this.#table,
      target = /** @type {HTMLElement} */ (document.getElementById("main"));
    for (const { id, tab } of entries) if (tab !== queue.tab) spoken.note(id); // before this page was there
    const news = spoken.removeSaid(html);
    for (const { id } of entries) spoken.note(id);
    const carries = this.isShown && entries.length <= this.#entries; // nothing was entered since
    this.#entries = entries.length;
    this.isShown = true;
    show(news, { target, xhr: { status: 200 }, carries });
  }
}

/** @param {Table} table */
export const makeOwnBoard = (table) => new OwnBoard(table);
