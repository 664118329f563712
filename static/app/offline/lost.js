// What was entered here and is not on the server any more, since it was put back to before that.
// And what waits for a table that this phone is not at any more.
import { local, session } from "../browser/storage.js";
import { there } from "../browser/there.js";

/** @import { Numbered, Submission } from "../queue/machine.js" */
/** @typedef {Submission & { key: string, place: number }} Entered  by which name it stays here */

/** @type {typeof import("../queue/queue.js").queue} */
let queue; // of the page

const MOST = 300; // ids that the server takes at once
const LONG = 259_200_000; // ms: for three days what was entered stays on this phone
const { era: here } = document.documentElement.dataset;
const board = () => document.getElementById("board");
const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet")),
  body = there(sheet.firstElementChild);
const { content: token } = there(document.querySelector('meta[name="csrf-token"]'));
/** @param {Entered | undefined} submission */
const forget = (submission) => delete local[there(submission).key];
// What is said of one game, also while another sheet is open: of which entries the server has lost,
// of those that wait, and how far its log goes.
/** @type {HTMLElement} */
let root;
/** @type {Entered[]} */
let left;
/** @type {Numbered[]} */
let waits;
let head = 0;

// What was taken in other eras, in the order of the log; the oldest is forgotten.
const entered = () => {
  /** @type {Entered[]} */
  const found = [];
  for (const key of Object.keys(local)) {
    const [name, era] = key.split(" ");
    if (name !== "entered") continue;
    const submission = { ...JSON.parse(local[key]), key };
    if (Date.now() - submission.at > LONG) forget(submission);
    else if (here && era !== here && queue.isOurs(submission)) found.push(submission);
  }
  return found.sort((one, other) => one.place - other.place);
};

// What was made in another era, and waits: the server does not take it as it is.
/** @returns {Promise<Numbered[]>} */
const waiting = () =>
  new Promise((done) => {
    queue.inTurn(() =>
      done(
        queue.all
          .filter(queue.isOurs)
          .filter(({ said, values: { era } }) => here && !said && era && era !== here)
      )
    );
  });

// What the server knows belongs to its era from now on; the rest is what it has lost.
/**
 * @param {string} game
 * @param {Entered[]} all
 */
const ask = async (game, all) => {
  const asked = all.slice(0, MOST),
    ids = new URLSearchParams(asked.map(({ id }) => ["id", id]));
  const answer = await fetch(`${game}known`, {
    method: "POST",
    body: ids,
    headers: { "HX-Request": "true", "X-CSRFToken": token }
  }).catch(() => null);
  // Another time, perhaps.
  if (!answer?.headers.has("Companion") || ![200, 404].includes(answer.status)) return;
  root = there(
    Object.assign(document.createElement("template"), {
      innerHTML: await answer.text()
    }).content.querySelector(".lost")
  );
  const { era, lost } = root.dataset,
    ours = new Set(there(lost).split(" "));
  asked
    .filter(({ id }) => !ours.has(id))
    .forEach(({ key, ...submission }) => {
      local[`entered ${era} ${submission.id}`] = JSON.stringify(submission);
      if (era !== key.split(" ")[1]) delete local[key];
    });
  head = Number(root.dataset.head);
  left = asked.filter(({ id }) => ours.has(id));
  const isGone = answer.status === 404;
  if (left.length || (isGone && waits.length)) await offer(game, isGone);
  else await byHand(await release(head));
};

/** @param {string} name */
const part = (name) => there(root.querySelector(`[data-${name}]`));
/** @param {string[]} names */
const show = (...names) => {
  for (const name of ["first", "others", "by-hand", "enter", "anyway", "there"]) {
    if (part(name)) part(name).hidden = !names.includes(name);
  }
};
/** @param {Submission[]} submissions */
const list = (submissions) => {
  const row = there(there(root.querySelector("template")).content.firstElementChild);
  part("list").replaceChildren(
    ...submissions.map(({ says }) => Object.assign(row.cloneNode(), { textContent: says }))
  );
};
const open = () => {
  part("close").onclick = close;
  body.replaceChildren(root);
  if (!sheet.open) sheet.showModal();
  return new Promise((closed) => {
    sheet.addEventListener("close", closed, { once: true });
  });
};
const close = () => body.contains(root) && sheet.close();
/** @param {Submission[]} submissions */
const byHand = (submissions) => {
  if (!submissions.length) return close();
  list(submissions);
  show("by-hand");
  part("let-go").onclick = close;
  return open();
};

/**
 * @param {string} game
 * @param {boolean} isGone
 */
const offer = (game, isGone) => {
  const all = isGone ? [...left, ...waits] : left;
  list(all);
  show("first", game === location.pathname ? "enter" : "there");
  part("let-go").onclick = async () => {
    left.forEach(forget);
    if (isGone) await drop(game);
    await byHand(isGone ? [] : await release(head));
  };
  if (part("enter")) part("enter").onclick = enter;
  const text = all
    .map(({ says, title, at }) => `${new Date(at).toLocaleString()}\t${title}\t${says}`)
    .join("\n");
  if (part("file"))
    /** @type {HTMLAnchorElement} */ (part("file")).href = URL.createObjectURL(
      new Blob([text], { type: "text/plain" })
    );
  return open();
};

/**
 * @param {Submission} submission
 * @param {number} seen
 */
const add = async ({ id, game, url, says, title, values: { back, ...values } }, seen) => {
  await queue.add({ id, game, url, says, title, values: { ...values, seen } });
  queue.wake();
};

// What waits goes in behind the rest, as made on what is still there of what its phone had seen.
/** @param {number} sure */
const release = async (sure) => {
  const others = waits.filter(({ withdrawn }) => !withdrawn),
    { fit, not } = net(others, sure);
  for (const { n } of waits.filter(({ withdrawn }) => withdrawn))
    await queue.change(n, (now) => ({ ...now, values: { ...now.values, era: here } }));
  // All of them at once: whoever leaves this page in between finds them as they were, or are now.
  if (others.length) {
    await queue.change(others[0].n, (_, all) => {
      others.forEach(({ n }) => {
        all.delete(n);
      });
      const [first, ...more] = fit.map(({ values: { back, ...values }, ...submission }, at) => ({
        ...submission,
        n: others[at].n,
        tab: queue.tab,
        at: Date.now(),
        tried: !queue.off,
        values: { ...values, era: here, seen: Math.min(values.seen, sure) }
      }));
      more.forEach((submission) => {
        all.put(submission);
      });
      return first;
    });
  }
  queue.wake();
  return not;
};

// Each goes in at the place that it had, while all before it are there as they were. Those of
// other phones may be missing yet: as soon as they are there, these go on by themselves.
/** @type {Partial<Entered>} */
const ALL = {};
/** @type {Map<number, number>} by which place of before, to which one */
const went = new Map();
let reached = 0;
/** @type {Partial<Entered> | null} what is on its way */
let under = ALL;

const enterNext = async () => {
  if (under) return;
  const [submission] = left;
  if (!submission) {
    under = ALL;
    return byHand(await release(reached));
  }
  const { first, ...values } = submission.values,
    own = first ? 2 : 1; // two entries in one
  if (submission.place <= reached) {
    if (submission.said !== "merged") return enterAnyway();
    forget(left.shift());
    return enterNext();
  }
  list(left);
  if (submission.place > reached + own) return show("others", "anyway");
  under = submission;
  await add(submission.place === reached + 1 ? { ...submission, values } : submission, reached);
  forget(left.shift());
};
const enterAnyway = async () => {
  under = ALL;
  const { fit, not } = net(left, head, went);
  for (const submission of fit) await add(submission, head);
  left.forEach(forget);
  byHand([...not, ...(await release(head))]);
};
const enter = async () => {
  reached = Number(there(board()).dataset.seen);
  const why = part("first").textContent;
  part("anyway").onclick = enterAnyway;
  document.addEventListener("queue:answer", ({ detail: { submission, taken, place, again } }) => {
    if (submission.id !== under?.id || again) return;
    const { place: before } = under;
    under = null;
    if (!taken) return enterAnyway();
    went.set(there(before), place);
    reached = Math.max(reached, place);
    enterNext();
  });
  document.addEventListener("htmx:afterSwap", () => {
    reached = Math.max(reached, Number(board()?.dataset.seen ?? 0));
    enterNext();
  });
  show();
  // Until then what waits is to be decided: whoever leaves this page finds it there.
  for (const { n } of waits)
    await queue.change(n, (now) => ({ ...now, said: "conflict", asks: false, why }));
  under = null;
  enterNext();
};

// Where something else stands at their places by now, what was said of one of these is put into
// it: what was taken back is not entered, what was changed as it was changed. What was said of a
// line that is not there any more is left over.
/**
 * @template {Submission} S
 * @param {S[]} left
 * @param {number} sure
 * @param {Map<number, number>} went
 */
const net = (left, sure, went = new Map()) => {
  /** @type {S[]} */
  let fit = [];
  /** @type {S[]} */
  const not = [];
  /** @type {Set<number | undefined>} */
  const gone = new Set();
  for (const submission of [...left].reverse()) {
    const { kind, target } = submission.values,
      of = Number(target);
    if (gone.has(submission.place)) continue;
    if (kind === "taken-back" && left.some(({ place }) => place === of)) gone.add(of);
    else fit.unshift(submission);
  }
  for (const submission of [...fit]) {
    const { change, before, ...values } = submission.values;
    const named = change ? "change" : before ? "before" : "target",
      of = Number(submission.values[named] ?? 0);
    if (went.has(of)) submission.values = { ...submission.values, [named]: went.get(of) };
    if (of <= sure || went.has(of)) continue;
    fit = fit.filter((each) => each !== submission);
    const at = fit.findIndex(({ place }) => place === of);
    if (at < 0) not.push(submission);
    else if (change) fit[at] = { ...fit[at], values, says: submission.says };
    else fit.splice(at, 0, { ...submission, values });
  }
  return { fit, not };
};

/** @param {string} path */
const drop = async (path) => {
  for (const { n, game } of queue.all) if (game.startsWith(path)) await queue.change(n, () => null);
};
// Whoever left or deleted a table needs nothing of it here, once the server has agreed.
const clear = async () => {
  const path = session.left,
    answer = path && (await fetch(path).catch(() => null));
  if (!answer?.headers.has("Companion")) return;
  delete session.left;
  if (![404, 410].includes(answer.status)) return;
  navigator.serviceWorker?.ready.then(({ active }) => there(active).postMessage({ leave: path }));
  await drop(path);
};

/**
 * @template {Submission} S
 * @param {S[]} submissions
 * @param {string} game
 */
const group = (submissions, game) => submissions.filter((submission) => submission.game === game);
/** @param {{ queue: typeof queue }} parts  what the page gives */
export const connect = async (parts) => {
  queue = parts.queue;
  await clear();
  const all = entered(),
    others = await waiting();
  for (const game of new Set([...all, ...others].map((submission) => submission.game))) {
    const later = `later ${game}`;
    if (game !== location.pathname && (board() || session[later])) continue;
    waits = group(others, game);
    await ask(game, group(all, game));
    session[later] = "1";
  }
  if (!entered().length && !(await waiting()).length) local.looked = queue.today;
};
