// The board of the server with entries of this phone at its end, as the app works it out.
/** @import { makeMirror } from "./mirror.js" */
/** @import { makeWorker } from "./app_worker.js" */
/** @import { Numbered } from "../app/queue/machine.js" */

/** @typedef {Pick<Numbered, "id" | "values">} Entry */
/**
 * @typedef {object} Answer
 * @property {string} html  the board, or another page
 * @property {Record<string, number>} counted  at which place each of the entries stands, by its id
 * @property {boolean} asked  whether it asks about the last of them
 */

/** @param {Entry[]} entries */
const spell = (entries) => JSON.stringify(entries.map(({ id, values }) => [id, values]));

class Counting {
  /** Whether the Worker has the mirror. */
  #isTold = false;
  /** @type {{ asked: string, answer: Promise<Answer> } | null} */
  #begun = null;
  #game;
  #worker;
  #mirror;

  /**
   * @param {string} game
   * @param {ReturnType<typeof makeWorker>} worker
   * @param {ReturnType<typeof makeMirror>} mirror
   */
  constructor(game, worker, mirror) {
    this.#game = game;
    this.#worker = worker;
    this.#mirror = mirror;
  }

  /** The Worker has ended, or its mirror is not the newest. */
  forget() {
    this.#isTold = false;
    this.#begun = null;
  }

  async tell() {
    if (this.#isTold) return;
    this.#isTold = true;
    const { lang: language, dataset } = document.documentElement,
      said = JSON.stringify({ ...this.#mirror.content, language, root: dataset.root });
    await this.#worker.ask("put", said).catch((error) => {
      this.forget();
      throw error;
    });
  }

  /**
   * @param {Entry[]} entries
   * @returns {Promise<Answer>}
   */
  async show(entries) {
    if (this.#begun?.asked === spell(entries)) return this.#begun.answer;
    this.#begun = null;
    await this.tell();
    const waiting = entries.map(({ id, values }) => ({ ...values, id }));
    return JSON.parse(
      await this.#worker.ask("show", JSON.stringify({ game: this.#game, waiting }))
    );
  }

  /**
   * What was just tapped is worked out while the phone writes it down, and shown when it is kept.
   * @param {Entry[]} entries
   */
  begin(entries) {
    const answer = this.show(entries);
    this.#begun = { asked: spell(entries), answer };
    answer.catch(() => {
      this.#begun = null;
    });
  }
}

/**
 * @param {string} game
 * @param {ReturnType<typeof makeWorker>} worker
 * @param {ReturnType<typeof makeMirror>} mirror
 */
export const makeCounting = (game, worker, mirror) => new Counting(game, worker, mirror);
