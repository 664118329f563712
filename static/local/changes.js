// What waits has no place in the log of the server: what is entered about it changes the queue.
import { local } from "./storage.js";

/** @import { Numbered, Submission } from "../app/queue/machine.js" */
/** @import { Table } from "./page.js" */

/** @typedef {Omit<Submission, "tab" | "at" | "tried">} Added */

const ABOUT = ["change", "before", "target"];

class Changes {
  /** @type {Record<string, number>} where what waits stands on the page that was entered on */
  places = {};
  #table;
  #add;

  /** @param {Table} table */
  constructor(table) {
    this.#table = table;
    this.#add = table.queue.add;
  }

  /** @param {Added} submission */
  async add(submission) {
    const values = { ...submission.values };
    if (values.back === "log") delete values.back; // it is here
    const about = ABOUT.find((name) => values[name]);
    if (about) {
      const place = Number(values[about]),
        id = Object.keys(this.places).find((each) => this.places[each] === place);
      if (id) return this.#change({ ...submission, values }, about, id);
    }
    this.#table.board.begin({
      id: submission.id,
      values: { ...values, era: document.documentElement.dataset.era }
    });
    return this.#add({ ...submission, values });
  }

  /**
   * Where the table has not taken it meanwhile, the new facts are an entry of their own.
   * @param {Added} submission
   * @param {string} about
   * @param {string} id  of what it is about
   */
  async #change(submission, about, id) {
    const { game, own, queue } = this.#table,
      { era } = document.documentElement.dataset,
      meant = [...own.waiting(), ...queue.asked(game)].find((each) => each.id === id),
      { place } = JSON.parse(local[`entered ${era} ${id}`] ?? "{}"),
      { change: _, before: __, ...facts } = submission.values;
    if (!meant && place)
      return this.#add({ ...submission, values: { ...submission.values, [about]: place } });
    if (about === "target") return meant && queue.remove(meant);
    if (meant && !meant.said)
      return this.#rewrite({ ...submission, values: facts }, meant, about === "change");
    if (meant && about === "change") await queue.remove(meant);
    const seen = document.getElementById("board")?.dataset.seen;
    return this.#add({ ...submission, values: { ...facts, seen } });
  }

  /**
   * It is sent in the place of what it changes, or before it: the queue goes by its numbers.
   * @param {Added} submission
   * @param {Numbered} meant
   * @param {boolean} isInstead
   */
  async #rewrite(submission, meant, isInstead) {
    const { queue } = this.#table,
      step = isInstead ? 1 : -1,
      numbers = queue.all.map(({ n }) => n),
      next = numbers[numbers.indexOf(meant.n) + step] ?? meant.n + step;
    const anew = {
      ...submission,
      n: (meant.n + next) / 2,
      id: queue.digest(meant.id + submission.id),
      values: {
        ...submission.values,
        seen: meant.values.seen,
        era: document.documentElement.dataset.era
      },
      tab: queue.tab,
      at: Date.now(),
      tried: false
    };
    await queue.change(meant.n, (now, all) => {
      all.put(anew);
      return isInstead ? now.tried && !now.said && { ...now, withdrawn: true } : now;
    });
    queue.wake();
  }
}

/** @param {Table} table */
export const makeChanges = (table) => new Changes(table);
