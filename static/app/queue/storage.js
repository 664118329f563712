// Where submissions lie: on the disk of this phone (IndexedDB), and in the memory of this page what
// the disk does not take, or has not taken yet. Other tabs have the same disk, and are told of each
// change.

import { isWaiting } from "./machine.js";

/** @import { Submission, Numbered } from "./machine.js" */
/**
 * What of a store is used here; `memory` below does the same.
 * @typedef {Pick<IDBObjectStore, "add" | "put" | "delete" | "get">} Store
 * What becomes of a submission: nothing where it is done.
 * @typedef {(now: Numbered, store: Store) => Numbered | null | undefined | false} Change
 */

const SLOW = 12_000; // ms: with a full disk it may never open
export const tab = Math.random().toString(36).slice(2);
const tabs = new BroadcastChannel("wishes");
/** @type {Map<number, Numbered | null>} by number; null where the disk may not know it is gone */
const inMemory = new Map();
/** @type {Numbered[]} as they were read last, with what this page has added since */
let known = [];
/** @type {Set<Numbered>} what was added here, and has its number from the disk when that has it */
const underWay = new Set();
/** Until all that was added has its number. */
let written = Promise.resolve();
/** @type {Promise<IDBDatabase> | null} */
let connection = null;
/** @type {(submissions: Numbered[], isWanted?: boolean) => void} */
let tell;

export const callTabs = () => tabs.postMessage("");
/**
 * From now on this hears what lies here, whenever that may be another, and whether another tab wants
 * to send or has entered something.
 * @param {typeof tell} hears
 */
export const watch = (hears) => {
  tell = hears;
  tabs.onmessage = () => read(true);
};

/** @param {Numbered} submission */
export const isLoose = ({ n }) => inMemory.has(n);

// In memory nothing fails: who minds that is never asked. It goes with the page, so nobody leaves
// that unasked.
/** @param {Numbered} submission */
const putInMemory = (submission) => {
  window.onbeforeunload = () =>
    [...inMemory.values()].some((each) => each && isWaiting(each)) || null;
  return inMemory.set(submission.n, submission);
};
const putAllInMemory = () => {
  for (const each of known) if (!isLoose(each)) putInMemory(each);
};
/**
 * By their numbers, with what is in memory.
 * @param {Numbered[]} submissions
 * @returns {Map<number, Numbered | null>}
 */
const withMemory = (submissions) =>
  new Map([...submissions.map((each) => /** @type {const} */ ([each.n, each])), ...inMemory]);
const memory = /** @type {Store} */ (
  /** @type {unknown} */ ({
    add: putInMemory,
    put: putInMemory,
    /** @param {number} n */
    delete: (n) => inMemory.set(n, null),
    /** @param {number} n */
    get: (n) => ({
      result: inMemory.get(n) ?? known.find((each) => each.n === n),
      set onsuccess(/** @type {() => void} */ does) {
        does();
      }
    })
  })
);

/**
 * @template T
 * @param {IDBDatabase} database
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T> | void} does
 * @returns {Promise<T | undefined>}
 */
const run = (database, mode, does) =>
  new Promise((done, fail) => {
    const all = database.transaction("wishes", mode, { durability: "strict" }),
      request = does(all.objectStore("wishes"));
    all.oncomplete = () => done(request?.result);
    all.onabort = () => fail(all.error);
  });

// A browser may close what it keeps, or throw it away, under an open page: then it is opened
// again, and what this page knows goes in again. What is there already stays as it is.
/**
 * @param {IDBDatabase} database
 * @param {boolean} isNew
 */
const putBack = (database, isNew) => {
  const mine = withMemory(known.filter((each) => isNew || each.tab === tab));
  run(database, "readwrite", (store) => {
    for (const [n, submission] of mine) {
      if (submission) putBackOne(store, submission);
      else store.delete(n);
    }
  }).then(() => {
    // What was said meanwhile is not written by this.
    for (const [n, each] of mine) if (inMemory.get(n) === each) inMemory.delete(n);
  }, putAllInMemory);
};
/**
 * @param {IDBObjectStore} store
 * @param {Numbered} submission
 */
const putBackOne = (store, submission) => {
  const { n, ...anew } = submission;
  const becomes = (/** @type {Numbered} */ now) => {
    if (now.id === anew.id) return now === submission || inMemory.has(n) ? { n, ...anew } : now;
    // Another tab has taken its number. Where this fails it is there under another one.
    store.put(anew).onerror = (event) => event.preventDefault();
    return now;
  };
  changeIn(store, { n }, becomes, submission);
};

const connect = async () => {
  let isNew = false;
  try {
    const database = await new Promise((done, fail) => {
      const request = indexedDB.open("companion", 1);
      request.onupgradeneeded = () => {
        isNew = true;
        request.result
          .createObjectStore("wishes", { keyPath: "n", autoIncrement: true })
          .createIndex("id", "id", { unique: true });
      };
      request.onsuccess = () => done(request.result);
      request.onerror = fail;
      setTimeout(fail, SLOW);
    });
    database.onclose = database.onversionchange = () => {
      database.close();
      connection = null;
      read();
    };
    if (known.length || inMemory.size) putBack(database, isNew);
    return database;
  } catch (error) {
    putAllInMemory();
    connection = null;
    throw error;
  }
};

/**
 * Does this in one transaction, on a connection that is opened again where it was closed.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T> | void} does
 * @returns {Promise<T | undefined>}
 */
const transact = async (mode, does, isAgain = false) => {
  connection ??= connect();
  const database = await connection;
  try {
    return await run(database, mode, does);
  } catch (error) {
    if (isAgain || /Constraint|Quota/.test(/** @type {any} */ (error)?.name)) throw error;
    database.close();
    connection = null;
    return transact(mode, does, true);
  }
};
/**
 * On the disk, or in memory where that fails.
 * @param {(store: Store) => IDBRequest<any> | void} does
 */
const write = async (does, isInMemory = false) => {
  if (isInMemory) does(memory);
  else {
    await transact("readwrite", does).catch((error) => {
      if (error?.name !== "ConstraintError") does(memory); // that one is here already
    });
  }
  callTabs();
};

/** Reads all that lies here, in its order; what this page knows stays where that fails. */
export const read = async (isWanted = false) => {
  /** @type {Numbered[]} */
  const there = (await transact("readonly", (store) => store.getAll()).catch(() => null)) ?? known;
  known = [...withMemory([...there, ...underWay]).values()]
    .filter((each) => !!each)
    .sort((one, other) => one.n - other.n);
  tell(known, isWanted);
};

/**
 * It is known here at once, and written meanwhile, unless it was here already.
 * @param {Submission} submission
 */
export const add = (submission) => {
  // Behind all that is known, and before what the database will number next.
  const numbers = [...known.map(({ n }) => n), ...inMemory.keys()];
  const numbered = {
    ...submission,
    n: Math.max(0, ...numbers) + 0.001 + Math.random() / 100
  };
  underWay.add(numbered);
  known = [...known, numbered];
  written = putOnDisk(submission, numbered);
  tell(known);
  return written;
};
/**
 * @param {Submission} submission
 * @param {Numbered} numbered
 */
const putOnDisk = async (submission, numbered) => {
  /** @type {IDBRequest | undefined} */
  let request;
  await write((store) => {
    request = store.add(store === memory ? numbered : submission);
  });
  underWay.delete(numbered);
  if (!request?.result) return read();
  inMemory.delete(numbered.n);
  numbered.n = request.result;
};

/**
 * Changes a submission as it is by now, for another tab may have changed it. On a disk that is new
 * another one may have its number: that stays as it is.
 * @param {Store} store
 * @param {{ n: number, id?: string }} submission
 * @param {Change} becomes
 * @param {Numbered} [absent]  what is taken for it where it is not there
 */
export const changeIn = (store, { n, id }, becomes, absent) => {
  const request = store.get(n);
  request.onsuccess = () => {
    const now = request.result ?? absent;
    if (!now || (id ?? now.id) !== now.id) return;
    const next = becomes(now, store);
    if (next === now) return;
    if (next) {
      store.put(next).onerror = (event) => {
        event.preventDefault(); // what it becomes is here already
        store.delete(n);
      };
    } else store.delete(n);
  };
};
/**
 * @param {{ n: number, id?: string }} submission
 * @param {Change} becomes
 */
export const change = async (submission, becomes) => {
  await written;
  await write((store) => changeIn(store, submission, becomes), inMemory.has(submission.n));
  await read();
};
