// What was entered here and has no verdict: on the phone before any request, sent once, and in the
// order of its game. The machine says what is to be done, here it is done.
import { bring } from "../browser/bring.js";
import { local, session } from "../browser/storage.js";
import { digest } from "./digest.js";
import * as machine from "./machine.js";
import { post, renewToken } from "./network.js";
import { noteRemoval, noteTaken, placeOf, removals } from "./notes.js";
import * as storage from "./storage.js";

/** @import { Effect, Effects, Numbered, State, Submission } from "./machine.js" */

const SOON = 850; // ms: what waits then is shown
const { era, here, root, lost } = /** @type {Record<string, string>} */ (
  document.documentElement.dataset
);
const isHere = here !== undefined;
const home = `${root}${isHere ? "" : "/here"}/`;
const state = {
  ...machine.begin(),
  get isOnline() {
    return isHere || navigator.onLine;
  }
};
/** @type {Promise<unknown> | null} what this tab writes just now */
let writing = null;
/** @type {Record<string, ReturnType<typeof setTimeout>>} by game */
const retries = {};

/**
 * @template {unknown[]} Given
 * @param {import("./machine.js").Event<Given>} event
 * @param {Given} given
 */
const dispatch = async (event, ...given) => {
  const [type, ...rest] = event(state, ...given) ?? [];
  if (type) await /** @type {(...given: any) => unknown} */ (effects[type])(...rest);
};
/**
 * @param {Numbered} submission
 * @param {import("./storage.js").Change} becomes
 */
const changeInTurn = async ({ n, game }, becomes) => {
  await storage.change(n, becomes);
  await dispatch(machine.turn, game);
};
// The tables of this phone and those of the server wait in one place, and take nothing for each
// other.
/** @param {Pick<Submission, "game">} submission */
const isOurs = ({ game }) => game.startsWith(home) === isHere;
/**
 * @param {string} game
 * @param {boolean} [isSure]
 */
const call = (game, isSure) => isOurs({ game }) && dispatch(machine.called, game, isSure);
/** @param {boolean} [isSure] */
const wake = async (isSure) => {
  writing = null;
  dispatch(machine.woken);
  await storage.read();
  for (const game of new Set(state.submissions.map((each) => each.game))) call(game, isSure);
};
// Of all tabs one at a time sends what is of this game. What this tab has just written it knows, and
// other tabs tell: a tap need not be read back.
/** @param {string} game */
const takeTurn = async (game) => {
  const turn = async () => {
    await (writing ?? storage.read());
    writing = null;
    await dispatch(machine.turn, game);
  };
  await (navigator.locks?.request(`wishes ${game}`, turn) ?? turn())
    .catch((error) => /** @type {any} */ (error?.name === "SecurityError" && turn()))
    .catch(() => {});
  dispatch(machine.rested, game);
};

/** @type {{ [T in keyof Effects]: (...given: Effects[T]) => unknown }} */
const effects = {
  show: () => document.dispatchEvent(new Event("queue")),
  lock: takeTurn,
  mark: (submission) => changeInTurn(submission, (now) => ({ ...now, tried: true })),
  post: async (submission, wasOff) => {
    document.dispatchEvent(new CustomEvent("queue:sends", { detail: submission.game }));
    const answer = await post(submission);
    await dispatch(machine.answered, submission, answer, wasOff, Math.random());
  },
  tell: (told) => {
    document.dispatchEvent(new CustomEvent("queue:answer", { detail: told }));
    return changeInTurn(told.submission, (now, store) => {
      if (told.taken) noteTaken(now, told);
      for (const { n } of machine.behind(state, told))
        storage.changeIn(store, n, (each) => machine.afterOneBefore(each, told.place));
      return machine.afterVerdict(now, told);
    });
  },
  retry: (game, ms, isSure) => {
    clearTimeout(retries[game]);
    retries[game] = setTimeout(dispatch, ms, machine.called, game, isSure);
  },
  wake
};

/** @param {Pick<Submission, "id">} submission */
const isQueued = ({ id }) => state.submissions.some((each) => each.id === id);
/** @param {Omit<Submission, "tab" | "at" | "tried">} submission */
const add = async (submission) => {
  if (isQueued(submission)) return;
  const whole = {
    ...submission,
    values: { ...submission.values, era },
    tab: storage.tab,
    at: Date.now(),
    tried: !machine.isOff(state)
  };
  writing = storage.add(whole);
  setTimeout(effects.show, SOON);
  call(whole.game); // the lock is asked for meanwhile
  return writing;
};
// What is recorded by now is taken back at once.
/** @param {Numbered} submission */
const remove = async (submission) => {
  const { n, place: known, said, withdrawn, ...rest } = submission;
  submission.withdrawn = true; // its answer may come before that is written
  noteRemoval();
  if (!known) await storage.change(n, machine.afterRemoval);
  const place = known || placeOf(submission);
  if (place && !isQueued(submission)) await add(machine.takeBack(rest, place));
  call(rest.game);
};

storage.watch((submissions) => dispatch(machine.known, submissions));
// Taps are taken one after the other, and none before it is known what waits here.
/** @type {Promise<unknown>} */
let taps = storage.read();
/** @param {() => unknown} does */
const inTurn = (does) => {
  taps = taps.then(does).catch(() => {});
  return taps;
};

addEventListener("online", () => {
  dispatch(machine.network);
  wake();
});
addEventListener("offline", () => dispatch(machine.network));
addEventListener("pageshow", () => wake());
document.addEventListener("visibilitychange", () => document.hidden || wake());

export const queue = {
  add,
  change: storage.change,
  digest,
  inTurn,
  isLoose: storage.isLoose,
  isOurs,
  remove,
  /** @param {string} [game] */
  shown: (game) => machine.overdue(state, Date.now(), game),
  tab: storage.tab,
  today: era + new Date().toDateString(),
  /** @param {string} [game] */
  waiting: (game) => machine.waiting(state, game),
  wake,
  /** Why games take nothing. */
  get held() {
    return state.refusals;
  },
  get all() {
    return state.submissions;
  },
  /** @param {string} [game] */
  asked: (game) => state.submissions.filter((each) => each.said && (!game || each.game === game)),
  get removed() {
    return removals();
  },
  /** Whether the game of this page is sent in vain. */
  get fails() {
    return state.failures.get(location.pathname) || machine.isOff(state);
  },
  get off() {
    return machine.isOff(state);
  },
  /** The server, by other ways, whatever the browser says of the network. */
  hears: () => {
    dispatch(machine.heard);
  },
  reaches: async () => {
    if (machine.isOff(state) && (await renewToken())) dispatch(machine.heard);
    return !machine.isOff(state);
  },
  /**
   * What was entered here and is not on a board of this place.
   * @param {string} game
   * @param {number} seen
   */
  since: (game, seen) => machine.since(state, game, seen)
};

// What was entered here stays here for a while, lest the server lose it: that is looked through once
// a day, and whenever another era of the server has begun: it takes nothing that waits from before.
if (local.looked !== queue.today || session.left) bring(lost, { queue });
