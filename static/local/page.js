// The board as this phone works it out: without network, and while an answer is slow in coming.
import { makePages } from "./pages.js";
import { local } from "./storage.js";

export const connect = ({ board: shownBoard, queue }) => {
  const game = location.pathname,
    { lang, dataset } = document.documentElement,
    { root } = dataset,
    folder = new URL("./", import.meta.url).pathname;
  const PATIENCE = 150, // ms that the server has to answer
    REST = 1000, // ms after the newest board, until the mirror follows it
    IDLE = 180_000, // ms after which a Worker that nobody asks ends
    MOST = 2, // times that it may fail before it is left alone
    GAMES = 20; // of which the phone has mirrors
  const show = shownBoard.put,
    says = document.getElementById("waits").dataset;
  if (!document.getElementById("board") || !show) return;

  // The Worker starts when it is asked something.
  let worker = null,
    failures = 0,
    how = "", // it started: "restored" by a snapshot
    number = 0,
    idle = 0;
  const asked = new Map();
  const stop = () => {
    worker?.terminate();
    worker = null;
    forget();
    delete dataset.counts;
    for (const { fail } of asked.values()) fail(new Error("The local app has ended."));
    asked.clear();
  };
  const fail = () => {
    failures += 1;
    local.appFails = failures;
    stop();
  };
  const start = () => {
    worker = new Worker(`${folder}worker.mjs`, { type: "module" });
    worker.onerror = fail;
    worker.onmessage = ({ data }) => {
      if (data.started) {
        delete local.appFails;
        how = data.restored ? "restored" : "";
      } else if (!data.number) return fail();
      const question = asked.get(data.number);
      asked.delete(data.number);
      if (data.failed) question?.fail(new Error(data.failed));
      else question?.done(data.answer);
    };
  };
  const ask = (does, said) => {
    if (failures >= MOST) return Promise.reject(new Error("The local app does not start."));
    clearTimeout(idle);
    idle = setTimeout(stop, IDLE);
    if (!worker) start();
    return new Promise((done, fail) => {
      number += 1;
      asked.set(number, { done, fail });
      worker.postMessage({ number, does, said });
    });
  };

  // The mirror follows the log of the server, and outlives this page.
  let mirror = null,
    isTold = false; // whether the Worker has it
  const forget = () => {
    isTold = false;
    begun = {};
  };
  const head = () => mirror?.game.log.length ?? 0;
  const store = () => caches.open("mirrors");
  const read = async () => {
    const found = await (await store()).match(game),
      kept = await found?.json();
    return kept?.epoch === dataset.era ? kept : null;
  };
  const follow = async () => {
    if (queue.off) return;
    const answer = await fetch(`${game}mirror?since=${head()}`).catch(() => null);
    if (!answer?.headers.has("Companion") || !answer.ok) return;
    const newest = await answer.json().catch(() => null);
    if (newest?.epoch !== dataset.era) return;
    const log = (mirror?.game.log ?? []).slice(0, newest.since).concat(newest.game.log);
    mirror = { ...newest, since: 0, game: { ...newest.game, log } };
    forget();
    if (!isShown) pages.renew();
    await keep().catch(() => {}); // no room: this page has it all the same
  };
  const keep = async () => {
    const cache = await store();
    await cache.put(game, new Response(JSON.stringify(mirror)));
    const others = await cache.keys();
    for (const oldest of others.slice(0, -GAMES)) await cache.delete(oldest);
  };

  const tell = async () => {
    if (isTold) return;
    isTold = true;
    await ask("put", JSON.stringify({ ...mirror, language: lang, root })).catch((error) => {
      forget();
      throw error;
    });
  };

  // What was entered here and is not in the mirror: recorded since, then waiting. Where somebody
  // else's entries stand in between, nobody knows here what they are.
  let recorded = [];
  const answered = new Set(); // the ids, for what takes an entry back has its number in the queue
  const waits = () => queue.waiting(game).filter(({ id }) => !answered.has(id));
  const ours = () => {
    recorded = recorded.filter(({ place }) => place > head());
    const isWhole = recorded.every(({ place }, at) => place === head() + 1 + at);
    return isWhole ? [...recorded, ...waits()] : null;
  };

  // It is drawn where the server cannot be asked or is late, and stays until all have an answer.
  let isShown = false,
    isDrawing = false,
    boards = 0, // that came from the server
    places = {}, // where each of what waits stands on the board that is shown
    question = null, // what that asks about
    shown = 0, // how many of the own entries it was drawn from
    isSlow = false,
    drawn = "", // what it was drawn from
    sent = 0,
    due = 0;
  const isAlone = () => isShown || isSlow || queue.off || queue.fails;
  const isDue = () => isAlone() || performance.now() >= due;
  const draw = async () => {
    if (isDrawing) return;
    isDrawing = true;
    for (let tried = ""; tried !== state() && drawn !== state(); ) {
      tried = state();
      await put(tried).catch(() => {});
    }
    isDrawing = false;
  };
  // The board with all this at its end, which is there for other pages too.
  const lay = async (mine) => {
    const asked = spell(mine);
    if (begun.asked === asked) return begun.answer;
    begun = {};
    await tell();
    const waiting = mine.map(({ id, values }) => ({ ...values, id }));
    return JSON.parse(await ask("show", JSON.stringify({ game, waiting })));
  };
  // What is tapped is laid while the phone writes it down, and shown when it is kept.
  let begun = {};
  const spell = (mine) =>
    JSON.stringify([boards, head(), mine.map(({ id, values }) => [id, values])]);
  const begin = ({ id, values }) => {
    const before = mirror && ours();
    if (!before || !isAlone()) return;
    const mine = [...before, { id, values: { ...values, era: dataset.era } }];
    const answer = lay(mine);
    begun = { asked: spell(mine), answer };
    answer.catch(() => {
      begun = {};
    });
  };
  const state = () => JSON.stringify([boards, head(), (ours() ?? []).map(({ id }) => id)]);
  const put = async (before) => {
    const mine = mirror && ours();
    if (!mine || !isDue() || !(isShown || waits().length)) return;
    const answer = await lay(mine);
    if (state() !== before) return;
    drawn = before;
    places = answer.counted;
    question = answer.asked ? mine.at(-1) : null;
    if (question) pages.go(game);
    for (const { id, tab } of mine) if (tab !== queue.tab) note(id); // before this page was there
    const html = hush(answer.html);
    for (const { id } of mine) note(id);
    const carries = isShown && mine.length <= shown; // nothing was entered since
    shown = mine.length;
    isShown = true;
    show(html, { target: document.getElementById("main"), xhr: { status: 200 }, carries });
    include([...Object.keys(places), question?.id]);
    pages.renew();
  };

  // What waits is on board after board, and may come to stand at another place: each says only
  // what none before it has said (static/spoken.js).
  const told = new Map(), // what was entered, in a sentence, by the mark of its entry
    undone = []; // what was taken away again before anybody else heard of it
  const mark = (id) => id.slice(0, 8) + id.slice(32);
  const note = (id) => {
    for (const each of [id, `${id}.first`]) if (!told.has(mark(each))) told.set(mark(each), "");
  };
  const hush = (html) =>
    html.replace(/( data-spoken=")([^"]*)/, (_, start, said) => {
      const lines = said.split("\n").filter((line) => {
        const [place, key, entered] = line.split("\t"),
          isNew = !told.has(key) && !told.has(place);
        told.set(key, entered);
        return isNew;
      });
      for (const sentence of undone.splice(0))
        lines.push(["Infinity", "", says.undone.replace("#", () => sentence)].join("\t"));
      return start + lines.join("\n");
    });
  const remove = queue.remove;
  queue.remove = (submission) => {
    const sentence = told.get(mark(submission.id));
    if (sentence) {
      undone.push(sentence);
      note(`${submission.id}-back`);
    }
    return remove(submission);
  };

  const include = (detail) => document.dispatchEvent(new CustomEvent("included", { detail }));

  document.addEventListener("queue", draw);
  document.addEventListener("echo", () => {
    due = performance.now() + PATIENCE;
    setTimeout(draw, PATIENCE + 1);
  });
  document.addEventListener("queue:sends", ({ detail }) => {
    if (detail === game) sent = performance.now();
  });
  document.addEventListener("queue:answer", ({ detail: { submission, said, place } }) => {
    if (submission.game === game) isSlow = performance.now() - sent > PATIENCE;
    answered.add(submission.id);
    if (said === "merged" && told.has(mark(submission.id))) told.set(String(place), "");
    if (said === "recorded" && submission.game === game)
      recorded.push({ id: submission.id, values: submission.values, place });
  });

  // The other pages of the game, with what waits now.
  let placesThere = {}; // on the page that is shown, also under a sheet
  const readPart = async (address) => {
    const { counted } = await lay(ours() ?? []);
    return { html: await ask("read", address), counted };
  };
  const readPage = async (address) => {
    const { html, counted } = await readPart(address);
    placesThere = counted;
    return html;
  };
  const pages = makePages(game, readPage);

  // A board of the server gives way to the own one while something waits that it does not count.
  let resting = 0;
  shownBoard.put = (html, own) => {
    boards += 1;
    clearTimeout(resting);
    const asks = /id="asked"/.test(html);
    if (asks) pages.go(game);
    if (isShown && waits().length && !asks) return follow().then(draw);
    resting = setTimeout(follow, REST);
    const carries = isShown && !question;
    isShown = false;
    question = null;
    places = {};
    include([]);
    return show(hush(html), own && { ...own, carries });
  };

  // Whoever answers a question of the own board, or leaves it, decides about what it asks.
  const decide = () => {
    if (question) queue.remove(question);
    question = null;
  };
  let placesMeant = {};
  document.addEventListener(
    "submit",
    ({ target: form }) => {
      if (!form.matches(".entry")) return;
      decide();
      const isThere = pages.isOpen && !form.closest("#main, dialog");
      placesMeant = isThere ? placesThere : places;
      if (isThere) pages.back();
    },
    true
  );
  // What waits has no place in the log of the server: what is entered about it changes the queue.
  // Where the table has not taken it meanwhile, the new facts are an entry of their own.
  const ABOUT = ["change", "before", "target"];
  const add = queue.add;
  queue.add = async (submission) => {
    const values = { ...submission.values };
    if (values.back === "log") delete values.back; // it is here
    const about = ABOUT.find((name) => values[name]),
      id = Object.keys(placesMeant).find((each) => placesMeant[each] === Number(values[about]));
    if (!id) {
      begin({ ...submission, values });
      return add({ ...submission, values });
    }
    const meant = [...waits(), ...queue.asked(game)].find((each) => each.id === id),
      { place } = JSON.parse(local[`entered ${dataset.era} ${id}`] ?? "{}"),
      { change: _, before: __, ...facts } = values;
    if (!meant && place) return add({ ...submission, values: { ...values, [about]: place } });
    if (about === "target") return meant && queue.remove(meant);
    if (meant && !meant.said)
      return rewrite({ ...submission, values: facts }, meant, about === "change");
    if (meant && about === "change") await queue.remove(meant);
    const { seen } = document.getElementById("board").dataset;
    return add({ ...submission, values: { ...facts, seen } });
  };
  // It is sent in the place of what it changes, or before it: the queue goes by its numbers.
  const rewrite = async (submission, meant, isInstead) => {
    const numbers = queue.all.map(({ n }) => n),
      next = numbers.indexOf(meant.n) + (isInstead ? 1 : -1);
    const anew = {
      ...submission,
      n: (meant.n + (numbers[next] ?? meant.n + (isInstead ? 1 : -1))) / 2,
      id: queue.digest(meant.id + submission.id),
      values: { ...submission.values, seen: meant.values.seen, era: dataset.era },
      tab: queue.tab,
      at: Date.now(),
      tried: false
    };
    await queue.change(meant.n, (now, all) => {
      all.put(anew);
      return isInstead ? now.tried && !now.said && { ...now, withdrawn: true } : now;
    });
    queue.wake();
  };
  // Where the table was taken along, another game begins there.
  addEventListener(
    "submit",
    (event) => {
      const { begin } = event.target.dataset,
        { tables = [] } = JSON.parse(local.here ?? "{}"),
        [, table] = /\/t\/([^/]+)\//.exec(game);
      if (!begin || !queue.off || !tables.some(({ address }) => address.endsWith(`/t/${table}/`)))
        return;
      event.preventDefault();
      event.stopImmediatePropagation();
      window.location.assign(begin);
    },
    true
  );
  document.addEventListener(
    "click",
    ({ target }) => target.closest?.("#board .question a[hx-get], #asked ~ .ways a") && decide(),
    true
  );
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]:not([data-sheet], [download], [target])");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isOurs = pages.isOpen ? link.pathname.startsWith(game) : queue.fails && mirror;
    if (!isOurs || !(pages.leads(link) || link.pathname === game)) return;
    event.preventDefault();
    link.closest("dialog")?.close();
    pages.go(pages.address(link));
  });

  // Sheets and other parts of this game, and its rules, come from here without network.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { target, requestConfig } = event.detail,
      { pathname, search } = new URL(requestConfig.path, location);
    if (!(isShown || queue.off) || !mirror || requestConfig.verb !== "get") return;
    if (!pathname.startsWith(game) && !pathname.startsWith(`${root}/rules/`)) return;
    event.preventDefault();
    if (pathname === game) return draw();
    readPart(pathname + search)
      .then(({ html }) => {
        htmx.swap(target, html, { swapStyle: "innerHTML" }, { eventInfo: { target } });
        const sheet = target.closest("dialog");
        if (!sheet || sheet.open) return;
        document.dispatchEvent(new Event("sheet"));
        sheet.showModal();
      })
      .catch(() => {});
  });

  (async () => {
    mirror = await read().catch(() => null);
    await follow();
    if (!mirror) return;
    await tell(); // it starts while nobody waits for it,
    await draw();
    await pages.reopen();
    if (!isShown) await ask("read", game); // and has drawn this game before
    dataset.counts = how;
  })().catch(() => {});
};
