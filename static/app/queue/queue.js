// What was entered here and has no verdict: sent at once and written meanwhile, and in the order of
// its game. The machine says what is to be done, here it is done.
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
/** Whether this tab has just added something: it knows that without reading it. */
let hasAdded = false;
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
const changeInTurn = async (submission, becomes) => {
  await storage.change(submission, becomes);
  await dispatch(machine.turn, submission.game);
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
  hasAdded = false;
  dispatch(machine.woken);
  await storage.read();
  for (const game of new Set(state.submissions.map((each) => each.game))) call(game, isSure);
};
/** @type {Record<string, () => void>} by game, what gives its lock back */
const locks = {};
/** Whether this page keeps the lock of its game: until it is hidden, or another tab wants it. */
let keeps = false;
/** @param {string} game */
const lock = (game) =>
  new Promise((locked) => {
    const hold = () =>
      new Promise((done) => {
        locks[game] = () => done(delete locks[game]);
        locked(done);
      });
    keeps = !document.hidden;
    // Where a browser has no locks, or forbids them, each tab sends for itself.
    (navigator.locks?.request(`wishes ${game}`, hold) ?? hold()).catch(hold);
    storage.callTabs();
  });
// A turn that is under way gives it back when it is over.
const giveBack = (game = location.pathname) =>
  state.sending.has(game) || (keeps && game === location.pathname) || locks[game]?.();
const share = () => {
  keeps = false;
  giveBack();
};
// Of all tabs one at a time sends what is of this game. The one that is seen keeps the lock, so a
// tap waits for none; nor does it wait for the disk: what this tab has just added it knows, and
// other tabs tell.
/** @param {string} game */
const takeTurn = async (game) => {
  const turn = async () => {
    if (!hasAdded) await storage.read();
    hasAdded = false;
    await dispatch(machine.turn, game);
  };
  if (!locks[game]) await lock(game);
  await turn().catch(() => {});
  dispatch(machine.rested, game);
  giveBack(game);
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
      for (const other of machine.behind(state, told))
        storage.changeIn(store, other, (each) => machine.afterOneBefore(each, told.place));
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
  const written = storage.add(whole);
  hasAdded = true;
  setTimeout(effects.show, SOON);
  call(whole.game);
  return written;
};
// What is recorded by now is taken back at once.
/** @param {Numbered} submission */
const remove = async (submission) => {
  const { place: known, said, withdrawn, ...rest } = submission;
  submission.withdrawn = true; // its answer may come before that is written
  noteRemoval();
  if (!known) await storage.change(submission, machine.afterRemoval);
  const { n, ...anew } = rest;
  const place = known || placeOf(submission);
  if (place && !isQueued(submission)) await add(machine.takeBack(anew, place));
  call(rest.game);
};

storage.watch((submissions, isWanted) => {
  if (isWanted) share();
  dispatch(machine.known, submissions);
});
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
document.addEventListener("visibilitychange", () => (document.hidden ? share() : wake()));

export const queue = {
  add,
  /**
   * @param {number} n
   * @param {import("./storage.js").Change} becomes
   */
  change: (n, becomes) => storage.change({ n }, becomes),
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
  removals,
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
