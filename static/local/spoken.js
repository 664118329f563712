// What waits is on board after board, and may come to stand at another place: each board says only
// what none before it has said (static/app/board/voice.js).
const SPOKEN = /( data-spoken=")([^"]*)/;

/** @param {string} id */
const mark = (id) => id.slice(0, 8) + id.slice(32);

class Spoken {
  /** @type {Map<string, string>} what was entered, in a sentence, by the mark of its entry */
  #told = new Map();
  /** @type {string[]} what was taken away again before anybody else heard of it */
  #undone = [];
  #undoneSays;

  /** @param {string} undoneSays */
  constructor(undoneSays) {
    this.#undoneSays = undoneSays;
  }

  /**
   * What has this id is not to be said any more.
   * @param {string} id
   */
  note(id) {
    for (const each of [mark(id), mark(`${id}.first`)])
      if (!this.#told.has(each)) this.#told.set(each, "");
  }

  /**
   * It stands at this place of the log for somebody else.
   * @param {string} id
   * @param {number | undefined} place
   */
  merge(id, place) {
    if (this.#told.has(mark(id))) this.#told.set(String(place), "");
  }

  /**
   * It was taken away again, which the next board says if one has said it.
   * @param {string} id
   */
  remove(id) {
    const sentence = this.#told.get(mark(id));
    if (!sentence) return;
    this.#undone.push(sentence);
    this.note(`${id}-back`);
  }

  /**
   * The board, which says only what is new.
   * @param {string} html
   */
  removeSaid(html) {
    return html.replace(SPOKEN, (_, start, said) => {
      const undone = this.#undone
        .splice(0)
        .map((sentence) => `Infinity\t\t${this.#undoneSays.replace("#", () => sentence)}`);
      return start + [...said.split("\n").filter(this.#isNew), ...undone].join("\n");
    });
  }

  /** @param {string} line */
  #isNew = (line) => {
    const [place, key, entered] = line.split("\t"),
      isNew = !this.#told.has(key) && !this.#told.has(place);
    this.#told.set(key, entered);
    return isNew;
  };
}

/** @param {string} undoneSays  what is said of an entry, #, that was taken back */
export const makeSpoken = (undoneSays) => new Spoken(undoneSays);
