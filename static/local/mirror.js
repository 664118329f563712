// What this phone knows of a game of the server: it follows the log, and outlives the page.
const GAMES = 20; // that have one

const open = () => caches.open("mirrors");

/** @typedef {{ epoch: string, since: number, game: { log: object[] } }} Content */

class Mirror {
  #game;
  #era;
  #onChange;
  /** @type {Content | null} */
  content = null;

  /**
   * @param {string} game
   * @param {string} era
   * @param {() => void} onChange
   */
  constructor(game, era, onChange) {
    this.#game = game;
    this.#era = era;
    this.#onChange = onChange;
  }

  /** How many entries of the log it has. */
  get length() {
    return this.content?.game.log.length ?? 0;
  }

  /** What an earlier page has kept, if the database is still the same. */
  async read() {
    const found = await (await open()).match(this.#game),
      kept = await found?.json();
    if (kept?.epoch === this.#era) this.content = kept;
  }

  /** Gets what is new in the log of the server. */
  async follow() {
    const answer = await fetch(`${this.#game}mirror?since=${this.length}`).catch(() => null);
    if (!answer?.headers.has("Companion") || !answer.ok) return;
    const newest = await answer.json().catch(() => null);
    if (newest?.epoch !== this.#era) return;
    const log = (this.content?.game.log ?? []).slice(0, newest.since).concat(newest.game.log);
    this.content = { ...newest, since: 0, game: { ...newest.game, log } };
    this.#onChange();
    await this.#keep().catch(() => {}); // no room: this page has it all the same
  }

  async #keep() {
    const cache = await open();
    await cache.put(this.#game, new Response(JSON.stringify(this.content)));
    const all = await cache.keys();
    for (const oldest of all.slice(0, -GAMES)) await cache.delete(oldest);
  }
}

/**
 * @param {string} game  its address
 * @param {string} era  of the database that the page comes from
 * @param {() => void} onChange
 */
export const makeMirror = (game, era, onChange) => new Mirror(game, era, onChange);
