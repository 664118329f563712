// What was entered on this phone and is not in the mirror of its game.
/** @import { Numbered, Told } from "../app/queue/machine.js" */
/** @import { queue } from "../app/queue/queue.js" */

class OwnEntries {
  /** @type {Numbered[]} */
  #recorded = [];
  /** @type {Set<string>} ids, for what takes an entry back has its number in the queue */
  #answered = new Set();
  #game;
  #queue;

  /**
   * @param {string} game
   * @param {queue} given
   */
  constructor(game, given) {
    this.#game = game;
    this.#queue = given;
  }

  waiting() {
    return this.#queue.waiting(this.#game).filter(({ id }) => !this.#answered.has(id));
  }

  /**
   * What was recorded since the mirror had so many entries, then what waits. Where somebody else's
   * entries stand in between, nobody knows here what they are.
   * @param {number} length
   * @returns {Numbered[] | null}
   */
  since(length) {
    this.#recorded = this.#recorded.filter(({ place }) => Number(place) > length);
    const isWhole = this.#recorded.every(({ place }, at) => place === length + 1 + at);
    return isWhole ? [...this.#recorded, ...this.waiting()] : null;
  }

  /** @param {Told} told */
  hear({ submission, said, place }) {
    this.#answered.add(submission.id);
    if (said === "recorded" && submission.game === this.#game)
      this.#recorded.push({ ...submission, tab: "", place });
  }
}

/**
 * @param {string} game
 * @param {queue} given
 */
export const makeOwnEntries = (game, given) => new OwnEntries(game, given);
