// What was entered here and has no verdict yet: on the phone before any request, sent in order, once.
const queue = (() => {
  const SLOW = 12_000, BASE = 1000, CAP = 30_000, LATE = 800; // ms
  const HELD = [403, 404, 409, 410, 413, 423]; // said by us, without a verdict: nothing is taken there now
  const tab = Math.random().toString(36).slice(2);
  const { era, lost } = document.documentElement.dataset;
  const tokens = document.querySelector('meta[name="csrf-token"]');
  const loose = new Map(); // what this browser cannot keep
  const others = window.BroadcastChannel && new BroadcastChannel("wishes");
  let held = new Map(); // why a game takes nothing, until somebody wakes it
  let wishes = [], written = null, failures = 0, retry = 0, sending = false, again = false;

  // 128 bits out of a text: the same tap on the same picture has the same id.
  const digest = (text) => [1, 2, 3, 4].map((seed) => {
    let h = seed * 0x9e3779b1;
    for (const sign of text) h = Math.imul(h ^ sign.codePointAt(0), 0x85ebca6b) ^ (h >>> 13);
    h = Math.imul(h ^ (h >>> 16), 0xc2b2ae35);
    return ((h ^ (h >>> 15)) >>> 0).toString(16).padStart(8, "0");
  }).join("");

  const base = new Promise((done, fail) => {
    const asked = indexedDB.open("companion", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("wishes", { keyPath: "n", autoIncrement: true }).createIndex("id", "id", { unique: true });
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close();
      done(asked.result);
    };
    asked.onerror = fail;
  }).catch(() => null);
  const memory = {
    add: (wish) => loose.set(Date.now(), { ...wish, n: Date.now() }),
    put: (wish) => loose.set(wish.n, wish),
    delete: (n) => loose.set(n, null),
    get: (n) => {
      const asked = { result: loose.get(n) ?? wishes.find((wish) => wish.n === n) };
      queueMicrotask(() => asked.onsuccess());
      return asked;
    },
  };
  const draw = () => document.dispatchEvent(new Event("queue"));

  const load = async () => {
    const db = await base, found = new Map();
    if (db) {
      await new Promise((done) => {
        const asked = db.transaction("wishes").objectStore("wishes").getAll();
        asked.onsuccess = () => done(asked.result.forEach((wish) => found.set(wish.n, wish)));
        asked.onerror = done;
      });
    }
    loose.forEach((wish, n) => (wish ? found.set(n, wish) : found.delete(n)));
    wishes = [...found.values()].sort((one, other) => one.n - other.n);
    draw();
  };
  const write = async (does, isLoose, after = load) => {
    const db = await base;
    if (isLoose) does(memory);
    else try {
      await new Promise((done, fail) => {
        const all = db.transaction("wishes", "readwrite", { durability: "strict" });
        all.oncomplete = done;
        all.onabort = () => fail(all.error);
        does(all.objectStore("wishes"));
      });
    } catch (error) {
      if (error.name !== "ConstraintError") does(memory); // that one is here already
    }
    await after();
    others?.postMessage("");
  };
  if (others) others.onmessage = load;
  // A wish as it is by now, for another tab may have changed it: what it becomes, or null for nothing more.
  const change = (n, does) => write((all) => {
    const asked = all.get(n);
    asked.onsuccess = () => {
      const next = asked.result && does(asked.result, all);
      if (next) all.put(next);
      else if (asked.result) all.delete(n);
    };
  }, loose.has(n));

  const waits = (wish) => !wish.said;
  const waiting = (game) => wishes.filter((wish) => waits(wish) && !wish.withdrawn && (!game || wish.game === game));
  const shown = (game) => {
    const mine = waiting(game);
    return failures || !navigator.onLine || mine.some(({ at }) => Date.now() - at > LATE) ? mine : [];
  };
  const said = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("#asked, .lead, [role=alert]")?.textContent.replace(/\s+/g, " ").trim() ?? "";

  // Only a verdict on that very id counts. Whatever else comes back, the wish stays where it is.
  const ask = async (wish, renewed = false) => {
    if (!wish.tried) return change(wish.n, (now) => ({ ...now, tried: true })).then(() => ({}));
    const sent = { ...wish.values, id: wish.id, ...(wish.withdrawn && { withdrawn: "1" }) };
    const headers = { "HX-Request": "true", "X-CSRFToken": tokens.content };
    const limit = new AbortController(), timer = setTimeout(() => limit.abort(), SLOW);
    const holds = held;
    document.dispatchEvent(new Event("queue:sends"));
    const answer = await fetch(wish.url, { method: "POST", body: new URLSearchParams(sent), headers, redirect: "manual", cache: "no-store", signal: limit.signal }).catch(() => null);
    const html = await answer?.text().catch(() => null), status = answer?.status;
    clearTimeout(timer);
    const [id, verdict, place, asks] = (answer?.headers.get("Verdict") ?? "").split(" ");
    const taken = verdict === "recorded" || verdict === "merged";
    if (id === wish.id && (taken || html)) return { wish, said: verdict, taken, place: Number(place), asks: asks === "asks", html, status, goes: answer.headers.get("HX-Redirect") };
    if (answer?.headers.has("Companion")) {
      if (status === 400 && !renewed) {
        tokens.content = await fetch(document.querySelector("meta[name=token]").content).then((said) => said.text()).catch(() => "");
        return ask(wish, true);
      }
      if (HELD.includes(status)) {
        holds.set(wish.game, said(html));
        return {};
      }
    }
    const wait = Number(answer?.headers.get("Retry-After")) * 1000 || Math.random() * Math.min(CAP, BASE * 2 ** failures);
    failures += 1;
    clearTimeout(retry);
    retry = setTimeout(send, wait + 200);
    return null;
  };

  // What waits behind an entry was meant after it, unless others' stand between that nobody here saw.
  const settle = ({ wish, said: verdict, taken, place, asks, html, shown: seen }) => change(wish.n, (now, all) => {
    if (taken) try { localStorage[`entered ${era} ${now.id}`] = JSON.stringify({ ...now, said: verdict, place }); } catch { /* no room */ }
    if (verdict === "recorded") {
      waiting(wish.game).filter(({ n }) => n > wish.n).forEach(({ n }) => {
        const asked = all.get(n), from = place - 1;
        asked.onsuccess = () => asked.result && Number(asked.result.values.seen) === from && all.put({ ...asked.result, values: { ...asked.result.values, seen: place } });
      });
      return now.withdrawn && { ...now, id: `${now.id}-back`, says: `↶ ${now.says}`, withdrawn: false, values: { era, kind: "taken-back", target: place, seen: place } };
    }
    return !taken && !seen && !now.withdrawn && { ...now, said: verdict, asks, why: said(html) };
  });

  // What this tab has just written it knows, and other tabs tell: a tap need not be read back.
  const run = async () => {
    await (written ?? load());
    written = null;
    for (;;) {
      const wish = wishes.find((each) => waits(each) && !held.has(each.game));
      const heard = wish && await ask(wish);
      if (!heard) return;
      if (!heard.wish) continue; // it is gone, sent for the first time now, or held
      failures = 0;
      const told = { ...heard, shown: false, again: false };
      document.dispatchEvent(new CustomEvent("queue:answer", { detail: told }));
      if (!told.again) await settle(told);
    }
  };
  const send = async (anyhow) => {
    again = sending;
    if (sending || (!navigator.onLine && anyhow !== true)) return;
    sending = true;
    await (navigator.locks?.request("wishes", run) ?? run()).catch(() => {});
    sending = false;
    draw();
    if (again) send();
  };
  const wake = (anyhow) => {
    written = null;
    failures = 0;
    held = new Map();
    send(anyhow);
  };

  const add = async (wish) => {
    if (wishes.some(({ id }) => id === wish.id)) return;
    const whole = { ...wish, values: { ...wish.values, era }, tab, at: Date.now(), tried: navigator.onLine };
    let asked = null;
    written = write((all) => { asked = all.add(whole); }, false, () => {
      if (!asked?.result) return load(); // kept in memory, or here already
      wishes.push({ ...whole, n: asked.result });
      draw();
    });
    setTimeout(draw, LATE + 50);
    send(); // the lock is asked for meanwhile
  };
  // What was sent may have arrived: that is asked first, and taken back if it did.
  const remove = async ({ n }) => {
    localStorage.removed = queue.removed + 1;
    await change(n, (now) => now.tried && waits(now) && { ...now, withdrawn: true });
    send();
  };
  const forget = (path) => write((all) => wishes.filter(({ game }) => game.startsWith(path)).forEach(({ n }) => all.delete(n)));

  // What was entered stays here for a while, lest the server lose it: that is looked through once a
  // day, and whenever another era of the server has begun: it takes nothing that waits from before.
  if (localStorage.looked !== era + new Date().getDay()) import(lost).catch(() => {});
  addEventListener("online", wake);
  addEventListener("offline", draw);
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", () => document.hidden || wake());
  return {
    add, change, digest, forget, remove, shown, tab, waiting, wake,
    get held() { return held; },
    asked: (game) => wishes.filter((wish) => wish.said && (!game || wish.game === game)),
    get removed() { return Number(localStorage.removed ?? 0); }, // what is tapped again after it is a new wish
    get fails() { return failures || !navigator.onLine; },
  };
})();
