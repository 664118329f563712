// What was entered here and has no verdict: on the phone before any request, sent once, and in the
// order of its game. Whatever becomes of one game, no other waits for it.
import { bring } from "../browser/bring.js";
import { local, session } from "../browser/storage.js";

export const queue = (() => {
  const SLOW = 12_000,
    CAP = 30_000,
    LATE = 800; // ms
  const MOST = 20; // of the entries that were recorded last
  const HELD = [403, 404, 409, 410, 413, 423, 507]; // ours without a verdict: takes nothing now
  const tab = Math.random().toString(36).slice(2);
  const { era, here, root } = document.documentElement.dataset;
  const tokens = document.querySelector('meta[name="csrf-token"]');
  // The tables of this phone and those of the server wait in one place, and take nothing for each
  // other.
  const isHere = here !== undefined,
    HERE = `${root}${isHere ? "" : "/here"}/`,
    isOurs = ({ game }) => game.startsWith(HERE) === isHere;
  const loose = new Map(); // what this browser cannot keep
  const others = window.BroadcastChannel && new BroadcastChannel("wishes");
  let held = new Map(); // why a game takes nothing, until somebody wakes it
  let base = null,
    submissions = [],
    recorded = [],
    written = null,
    gone = 0; // removed, and not noted for want of room

  // How each game is sent, by its address.
  const ways = new Map();
  const wayOf = (game) => {
    if (!ways.has(game)) ways.set(game, { failures: 0 });
    return ways.get(game);
  };
  // A browser may say for ever that there is no network, and be wrong: an answer since then counts.
  let isBack = false;
  const isOff = () => !isHere && !navigator.onLine && !isBack;
  const changes = (does) => () => {
    isBack = false;
    does();
  };

  // 128 bits out of a text: the same tap on the same picture has the same id.
  const digest = (text) =>
    [1, 2, 3, 4]
      .map((seed) => {
        let h = seed * 0x9e3779b1;
        for (const sign of text) h = Math.imul(h ^ sign.codePointAt(0), 0x85ebca6b) ^ (h >>> 13);
        h = Math.imul(h ^ (h >>> 16), 0xc2b2ae35);
        return ((h ^ (h >>> 15)) >>> 0).toString(16).padStart(8, "0");
      })
      .join("");

  // In memory nothing fails: who minds that is never asked. It goes with the page, so nobody leaves
  // that unasked.
  const isLoose = ({ n }) => loose.has(n);
  const keep = (submission) => {
    window.onbeforeunload = () => waiting().some(isLoose) || null;
    return loose.set(submission.n, submission);
  };
  const hold = () => submissions.filter((each) => !isLoose(each)).forEach(keep);
  const memory = {
    add: (submission) => {
      // Behind all that is known, and before what the database will number next.
      const known = [...submissions.map(({ n }) => n), ...loose.keys()];
      keep({ ...submission, n: Math.max(0, ...known) + 0.001 + Math.random() / 100 });
    },
    put: keep,
    delete: (n) => loose.set(n, null),
    get: (n) => {
      const asked = {
        result: loose.get(n) ?? submissions.find((each) => each.n === n)
      };
      queueMicrotask(() => asked.onsuccess());
      return asked;
    }
  };
  const draw = () => document.dispatchEvent(new Event("queue"));

  // A browser may close what it keeps, or throw it away, under an open page: then it is opened
  // again, and what this page knows goes in again. What is there already stays as it is.
  const restore = (db, isNew) => {
    const all = db.transaction("wishes", "readwrite"),
      store = all.objectStore("wishes");
    const known = new Map(
      submissions
        .filter((each) => isNew || each.tab === tab)
        .map((each) => [each.n, each])
        .concat([...loose])
    );
    for (const [n, submission] of known) {
      if (!submission) store.delete(n);
      else
        store.get(n).onsuccess = ({ target: { result: there = submission } }) => {
          const { n: _, ...anew } = submission, // another tab may have taken its number
            isSame = there.id === submission.id;
          if (there !== submission && isSame && !loose.has(n)) return;
          // Where that fails it is there under another number.
          store.put(isSame ? submission : anew).onerror = (event) => event.preventDefault();
        };
    }
    // What was said meanwhile is not written by this.
    all.oncomplete = () => {
      for (const [n, each] of known) if (loose.get(n) === each) loose.delete(n);
    };
    all.onabort = hold;
  };
  const open = async () => {
    let isNew = false;
    try {
      const db = await new Promise((done, fail) => {
        const asked = indexedDB.open("companion", 1);
        asked.onupgradeneeded = () => {
          isNew = true;
          asked.result
            .createObjectStore("wishes", { keyPath: "n", autoIncrement: true })
            .createIndex("id", "id", { unique: true });
        };
        asked.onsuccess = () => done(asked.result);
        asked.onerror = () => fail(asked.error);
        setTimeout(fail, SLOW); // with a full disk it may never answer
      });
      db.onclose = db.onversionchange = () => {
        db.close();
        base = null;
        load();
      };
      if (submissions.length || loose.size) restore(db, isNew);
      return db;
    } catch (error) {
      hold();
      base = null;
      throw error;
    }
  };
  const inStore = async (mode, does, isAgain = false) => {
    base ??= open();
    const db = await base;
    try {
      return await new Promise((done, fail) => {
        const all = db.transaction("wishes", mode, { durability: "strict" }),
          asked = does(all.objectStore("wishes"));
        all.oncomplete = () => done(asked?.result);
        all.onabort = () => fail(all.error);
      });
    } catch (error) {
      if (isAgain || /Constraint|Quota/.test(error?.name)) throw error;
      db.close();
      base = null;
      return inStore(mode, does, true);
    }
  };

  const load = async () => {
    const kept = await inStore("readonly", (all) => all.getAll()).catch(() => submissions);
    const found = new Map(kept.map((each) => [each.n, each]).concat([...loose]));
    submissions = [...found.values()].filter(Boolean).sort((one, other) => one.n - other.n);
    draw();
  };
  const write = async (does, inMemory, after = load) => {
    if (inMemory) does(memory);
    else {
      await inStore("readwrite", does).catch((error) => {
        if (error?.name !== "ConstraintError") does(memory); // that one is here already
      });
    }
    await after();
    others?.postMessage("");
  };
  if (others) others.onmessage = load;
  // A submission as it is by now, for another tab may have changed it: what it becomes, or null
  // where it is done.
  const change = (n, does) =>
    write((all) => {
      const asked = all.get(n);
      asked.onsuccess = () => {
        const next = asked.result && does(asked.result, all);
        if (next) {
          all.put(next).onerror = (event) => {
            event.preventDefault(); // what it becomes is here already
            all.delete(n);
          };
        } else if (asked.result) all.delete(n);
      };
    }, loose.has(n));

  const waiting = (game) =>
    submissions.filter((each) => !each.said && !each.withdrawn && (!game || each.game === game));
  const shown = (game) => {
    const mine = waiting(game);
    const isLate = (each) => wayOf(each.game).failures || Math.abs(Date.now() - each.at) > LATE;
    return isOff() || mine.some(isLate) ? mine : [];
  };
  const said = (html) =>
    new DOMParser()
      .parseFromString(html, "text/html")
      .querySelector("#asked, .lead, [role=alert]")
      ?.textContent.replace(/\s+/g, " ")
      .trim() ?? "";

  // What takes too long counts as no answer.
  const reach = (address, options) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), SLOW);
    return fetch(address, { ...options, cache: "no-store", signal: limit.signal }).catch(() => {});
  };
  // Whether the server answers: the token of this page is a new one then.
  const renew = async () => {
    const answer = await reach(`${root}/token`);
    if (!answer?.ok || !answer.headers.has("Companion")) return false;
    tokens.content = await answer.text().catch(() => "");
    return true;
  };
  // Only a verdict on that very id counts. Whatever else comes back, the submission stays here.
  const ask = async (submission, renewed = false) => {
    if (!submission.tried)
      return change(submission.n, (now) => ({ ...now, tried: true })).then(() => ({}));
    const sent = {
      ...submission.values,
      id: submission.id,
      ...(submission.withdrawn && { withdrawn: "1" })
    };
    const headers = { "HX-Request": "true", "X-CSRFToken": tokens.content };
    const holds = held,
      wasOff = !navigator.onLine,
      { game } = submission,
      way = wayOf(game);
    document.dispatchEvent(new CustomEvent("queue:sends", { detail: game }));
    const answer = await reach(submission.url, {
      method: "POST",
      body: new URLSearchParams(sent),
      headers,
      redirect: "manual"
    });
    way.unreached = !answer;
    const html = await answer?.text().catch(() => null),
      status = answer?.status;
    isBack ||= wasOff && answer?.headers.has("Companion");
    const [id, verdict, place, asks] = (answer?.headers.get("Verdict") ?? "").split(" ");
    const taken = verdict === "recorded" || verdict === "merged";
    if (id === submission.id && (taken || html))
      return {
        submission,
        said: verdict,
        taken,
        place: Number(place),
        asks: asks === "asks",
        html,
        status,
        goes: answer.headers.get("HX-Redirect")
      };
    if (answer?.headers.has("Companion")) {
      if (status === 400 && !renewed && (await renew())) return ask(submission, true);
      if (HELD.includes(status)) {
        holds.set(game, said(html));
        return {};
      }
    }
    way.failures += 1;
    const ms = Math.random() * Math.min(CAP, 500 * 2 ** way.failures);
    again(game, 200 + (answer?.headers.get("Retry-After") * 1000 || ms));
  };

  // What waits behind an entry was meant after it, unless others' stand between that were not seen.
  const back = (submission, place) => ({
    ...submission,
    id: `${submission.id}-back`,
    says: `↶ ${submission.says}`,
    values: { era, kind: "taken-back", target: place, seen: place }
  });
  const settle = ({ submission, said: verdict, taken, place, asks, html, shown: seen }) =>
    change(submission.n, (now, all) => {
      if (taken)
        try {
          local[`entered ${era} ${now.id}`] = JSON.stringify({ ...now, said: verdict, place });
        } catch {
          /* no room */
        }
      if (verdict === "recorded") {
        recorded = [...recorded, { ...now, place }].slice(-MOST);
        waiting(submission.game)
          .filter(({ n }) => n > submission.n)
          .forEach(({ n }) => {
            const asked = all.get(n);
            asked.onsuccess = () =>
              asked.result &&
              Number(asked.result.values.seen) === place - 1 &&
              all.put({ ...asked.result, values: { ...asked.result.values, seen: place } });
          });
        return now.withdrawn && { ...back(now, place), withdrawn: false };
      }
      return !taken && !seen && !now.withdrawn && { ...now, said: verdict, asks, why: said(html) };
    });

  // What this tab has just written it knows, and other tabs tell: a tap need not be read back.
  const run = async (game) => {
    await (written ?? load());
    written = null;
    for (;;) {
      const isNext = (each) => each.game === game && isOurs(each) && !each.said;
      const submission = !held.has(game) && submissions.find(isNext);
      const heard = submission && (await ask(submission));
      if (!heard) return;
      if (!heard.submission) continue; // it is gone, sent for the first time now, or held
      wayOf(game).failures = 0;
      // It may be withdrawn by now.
      const current = submissions.find(({ n }) => n === heard.submission.n) ?? heard.submission;
      const told = { ...heard, submission: current };
      document.dispatchEvent(new CustomEvent("queue:answer", { detail: told }));
      if (!told.again) await settle(told);
    }
  };
  const again = (game, ms, anyhow) => {
    const way = wayOf(game);
    clearTimeout(way.retry);
    way.retry = setTimeout(send, ms, game, anyhow);
  };
  // Of all tabs one at a time sends what is of this game.
  const send = async (game, anyhow) => {
    const way = wayOf(game),
      runs = () => run(game);
    way.again = way.sending;
    if (way.sending) return;
    // Now and then it is tried all the same.
    if (isOff() && anyhow !== true) return again(game, CAP, true);
    way.sending = true;
    await (navigator.locks?.request(`wishes ${game}`, runs) ?? runs())
      .catch((error) => error?.name === "SecurityError" && runs())
      .catch(() => {});
    way.sending = false;
    draw();
    if (way.again) send(game);
  };
  const wake = async (anyhow) => {
    written = null;
    held = new Map();
    for (const way of ways.values()) way.failures = 0;
    await load();
    for (const game of new Set(submissions.filter(isOurs).map((each) => each.game)))
      send(game, anyhow);
  };

  const hears = () => {
    const unreached = [...ways.values()].filter((way) => way.unreached);
    if (!isOff() && !unreached.length) return;
    for (const way of unreached) way.unreached = false;
    isBack = true;
    wake();
  };

  const add = async (submission) => {
    if (submissions.some(({ id }) => id === submission.id)) return;
    const whole = {
      ...submission,
      values: { ...submission.values, era },
      tab,
      at: Date.now(),
      tried: !isOff()
    };
    let asked = null;
    const writing = write(
      (all) => {
        asked = all.add(whole);
      },
      false,
      () => {
        if (!asked?.result) return load(); // kept in memory, or here already
        submissions.push({ ...whole, n: asked.result });
        draw();
      }
    );
    written = writing;
    setTimeout(draw, LATE + 50);
    send(whole.game); // the lock is asked for meanwhile
    return writing;
  };
  // What was sent may have arrived: that is asked first, and taken back if it did. What is recorded
  // by now is taken back at once.
  const remove = async (mine) => {
    const { n, place, said, withdrawn, ...submission } = mine;
    mine.withdrawn = true; // its answer may come before that is written
    try {
      local.removed = queue.removed + 1;
    } catch {
      gone += 1; // no room
    }
    if (!place) {
      await change(n, (now) => now.tried && !now.said && { ...now, withdrawn: true });
    }
    const now = place
      ? { said: "recorded", place }
      : JSON.parse(local[`entered ${era} ${submission.id}`] ?? "{}");
    if (now.said === "recorded" && !submissions.some(({ id }) => id === submission.id)) {
      await add(back(submission, now.place));
    }
    send(submission.game);
  };
  // Taps are taken one after the other, and none before it is known what waits here.
  let taps = load();
  const inTurn = (does) => {
    taps = taps.then(does).catch(() => {});
    return taps;
  };

  const today = era + new Date().toDateString();
  addEventListener("online", changes(wake));
  addEventListener("offline", changes(draw));
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", () => document.hidden || wake());
  return {
    add,
    change,
    digest,
    inTurn,
    isLoose,
    isOurs,
    remove,
    shown,
    tab,
    today,
    waiting,
    wake,
    get held() {
      return held;
    },
    get all() {
      return submissions;
    },
    asked: (game) => submissions.filter((each) => each.said && (!game || each.game === game)),
    get removed() {
      return Number(local.removed ?? 0) + gone;
    }, // what is tapped again after it is a new submission
    get fails() {
      return wayOf(location.pathname).failures || isOff(); // of the game of this page
    },
    get off() {
      return isOff();
    },
    hears, // by other ways, whatever the browser says of the network
    reaches: async () => {
      if (isOff() && (await renew())) hears();
      return !isOff();
    },
    // What was entered here and is not on a board of this place.
    since: (game, seen) => [
      ...recorded.filter((each) => each.game === game && each.place > seen),
      ...waiting(game)
    ]
  };
})();

// What was entered here stays here for a while, lest the server lose it: that is looked through once
// a day, and whenever another era of the server has begun: it takes nothing that waits from before.
const { lost } = document.documentElement.dataset;
if (local.looked !== queue.today || session.left) bring(lost, { queue });
