// The queue without page, disk, network and clock: what it knows, what happens to it, and what is
// to be done then. Each game is sent by itself, one submission after the other; whatever becomes of
// one game, no other waits for it.

/** @import { Answer } from "./network.js" */
/**
 * What was entered here and has no verdict, as it lies on the disk.
 * @typedef {object} Submission
 * @property {number} [n]  its place in the queue, by the disk
 * @property {string} id
 * @property {string} game  the address of the game
 * @property {string} url  where it is sent
 * @property {string} says  what it is called while it waits
 * @property {string} [title]  of its page
 * @property {Record<string, any>} values  the fields of its form
 * @property {string} tab  in which it was entered
 * @property {number} at  when, by the clock of the phone
 * @property {boolean} tried  whether it may have been sent
 * @property {boolean} [withdrawn]  somebody removed it after that
 * @property {string} [said]  the verdict that somebody has to decide about
 * @property {boolean} [asks]  whether it may be entered all the same
 * @property {string} [why]
 * @property {number} [place]  in the log, of what was recorded
 *
 * @typedef {Submission & { n: number }} Numbered
 *
 * @typedef {object} State
 * @property {boolean} isOnline  whether the browser says so now
 * @property {boolean} isHeard  whether the server was heard although the browser does not say so
 * @property {Numbered[]} submissions  in their order
 * @property {(Numbered & { place: number })[]} recorded  those that this page saw recorded
 * and by the address of a game:
 * @property {Map<string, boolean>} sending  and whether it was called meanwhile
 * @property {Set<string>} unreached  no answer came
 * @property {Map<string, number>} failures  since there was a verdict, or somebody woke it
 * @property {Map<string, string>} refusals  why it takes nothing, until somebody wakes it
 *
 * What became of a submission, as the page is told.
 * @typedef {Answer & {
 *   submission: Numbered,
 *   again?: boolean, // the page says: it is to be asked once more
 *   shown?: boolean // the page says: people see it, so it need not wait to be decided
 * }} Told
 *
 * What is to be done.
 * @typedef {{
 *   show: [], // what waits is another
 *   lock: [game: string], // and take turns
 *   mark: [submission: Numbered], // as tried, before it is sent
 *   post: [submission: Numbered, wasOff: boolean],
 *   tell: [told: Told], // the page, and then the disk
 *   retry: [game: string, ms: number, isSure?: boolean],
 *   wake: []
 * }} Effects
 * @typedef {{ [T in keyof Effects]: [type: T, ...given: Effects[T]] }[keyof Effects]} Effect
 *
 */
/**
 * Something that happens: it makes another state of this one, and says what is to be done.
 * @template {unknown[]} Given
 * @typedef {(state: State, ...given: Given) => Effect | void} Event
 */

const LATE = 800, // ms: what waits so long is shown
  PAUSE = 30_000; // ms: at most, and where there is no network
const REFUSING = [403, 404, 409, 410, 413, 423, 507]; // ours without a verdict: takes nothing now

/** @returns {State} */
export const begin = () => ({
  isOnline: true,
  isHeard: false,
  submissions: [],
  recorded: [],
  sending: new Map(),
  unreached: new Set(),
  failures: new Map(),
  refusals: new Map()
});

// What the queue says.

// A browser may say for ever that there is no network, and be wrong: an answer since then counts.
/** @param {State} state */
export const isOff = ({ isOnline, isHeard }) => !isOnline && !isHeard;
/** @param {Submission} submission */
export const isWaiting = ({ said, withdrawn }) => !said && !withdrawn;
/**
 * What has no verdict yet, of this game or of all.
 * @param {State} state
 * @param {string} [game]
 */
export const waiting = ({ submissions }, game) =>
  submissions.filter((each) => isWaiting(each) && (!game || each.game === game));
/**
 * What waits so long that people should know: all of it, or nothing.
 * @param {State} state
 * @param {number} now
 * @param {string} [game]
 */
export const overdue = (state, now, game) => {
  const all = waiting(state, game),
    isLate = all.some((each) => state.failures.has(each.game) || Math.abs(now - each.at) > LATE);
  return isOff(state) || isLate ? all : [];
};
/**
 * What was entered here and is not on a board of this place.
 * @param {State} state
 * @param {string} game
 * @param {number} seen
 */
export const since = (state, game, seen) => [
  ...state.recorded.filter((each) => each.game === game && each.place > seen),
  ...waiting(state, game)
];
/**
 * What was meant after one that was recorded, and waits.
 * @param {State} state
 * @param {Told} told
 */
export const behind = (state, { said, submission: { game, n } }) =>
  waiting(state, game).filter((each) => said === "recorded" && each.n > n);

// What becomes of a submission.

/**
 * An entry that takes this one back.
 * @template {Submission} S
 * @param {S} submission
 * @param {number} place
 * @returns {S}
 */
export const takeBack = (submission, place) => ({
  ...submission,
  id: `${submission.id}-back`,
  says: `↶ ${submission.says}`,
  values: { era: submission.values.era, kind: "taken-back", target: place, seen: place }
});
/**
 * What was sent may have arrived: that is asked first, and taken back if it did.
 * @param {Numbered} now
 */
export const afterRemoval = (now) => now.tried && !now.said && { ...now, withdrawn: true };
/**
 * @param {Numbered} now
 * @param {Told} told
 */
export const afterVerdict = (now, { said, taken, place, asks, why, again, shown }) => {
  if (again) return now;
  return said === "recorded"
    ? now.withdrawn && { ...takeBack(now, place), withdrawn: false }
    : !taken && !shown && !now.withdrawn && { ...now, said, asks, why };
};
// What waits behind an entry was meant after it, unless others' stand between that were not seen.
/**
 * @param {Numbered} now
 * @param {number} place
 */
export const afterOneBefore = (now, place) =>
  Number(now.values.seen) === place - 1 ? { ...now, values: { ...now.values, seen: place } } : now;

// What happens.

/** @type {Event<[submissions: Numbered[]]>} all that lies on the disk was read */
export const known = (state, submissions) => {
  state.submissions = submissions;
  return ["show"];
};

/** @type {Event<[game: string, isSure?: boolean]>} it is to be sent, perhaps without network */
export const called = (state, game, isSure) => {
  const { sending } = state;
  if (sending.has(game)) sending.set(game, true);
  // Now and then it is tried all the same.
  else if (isOff(state) && !isSure) return ["retry", game, PAUSE, true];
  else {
    sending.set(game, false);
    return ["lock", game];
  }
};

/** @type {Event<[game: string]>} no other tab sends what is of this game now */
export const turn = (state, game) => {
  const submission = state.submissions.find((each) => each.game === game && !each.said);
  if (submission && !state.refusals.has(game))
    return submission.tried ? ["post", submission, !state.isOnline] : ["mark", submission];
};

/**
 * Only a verdict on that very id counts. Whatever else comes back, the submission stays here.
 * @type {Event<[submission: Numbered, answer: Answer, wasOff: boolean, chance: number]>}
 */
export const answered = (state, submission, answer, wasOff, chance) => {
  const { unreached, failures, refusals, submissions, recorded } = state,
    { id, game } = submission,
    times = (failures.get(game) ?? 0) + 1;
  if (answer.status) unreached.delete(game);
  else unreached.add(game);
  if (answer.isOurs) state.isHeard ||= wasOff;
  if (answer.id === id && (answer.taken || answer.html)) {
    failures.delete(game);
    // It may be withdrawn by now.
    const current = submissions.find((each) => each.id === id) ?? submission;
    if (answer.said === "recorded") recorded.push({ ...current, place: answer.place });
    return ["tell", { ...answer, submission: current }];
  }
  if (answer.isOurs && REFUSING.includes(answer.status)) refusals.set(game, answer.why ?? "");
  else {
    failures.set(game, times);
    const ms = answer.pause || chance * Math.min(PAUSE, 500 * 2 ** times);
    return ["retry", game, 200 + ms];
  }
};

/** @type {Event<[game: string]>} its turn is over: who called meanwhile has it tried again */
export const rested = (state, game) => {
  const isCalled = state.sending.get(game);
  state.sending.delete(game);
  if (!isCalled) return ["show"];
  state.refusals.delete(game);
  return called(state, game);
};

/** @type {Event<[]>} all is to be tried */
export const woken = ({ unreached, failures, refusals }) => {
  for (const each of [unreached, failures, refusals]) each.clear();
};

/** @type {Event<[]>} the network came or went, says the browser */
export const network = (state) => {
  state.isHeard = false;
  return ["show"];
};

/** @type {Event<[]>} the server was heard by other ways */
export const heard = (state) => {
  if (!isOff(state) && !state.unreached.size) return;
  state.isHeard = true;
  return ["wake"];
};
