// The board as this phone works it out: without network, and while an answer is slow in coming.
(() => {
  const game = location.pathname,
    { lang, dataset } = document.documentElement,
    folder = new URL("./", import.meta.url).pathname;
  const PATIENCE = 150, // ms that the server has to answer
    REST = 1000, // ms after the newest board, until the mirror follows it
    IDLE = 180_000, // ms after which a Worker that nobody asks ends
    MOST = 2, // times that it may fail before it is left alone
    GAMES = 20; // of which the phone has mirrors
  const show = window.putBoard;
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
    isTold = false;
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
      }
      else if (!data.number) return fail();
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
    isTold = false;
    const cache = await store();
    await cache.put(game, new Response(JSON.stringify(mirror)));
    const others = await cache.keys();
    for (const oldest of others.slice(0, -GAMES)) await cache.delete(oldest);
  };

  const tell = async () => {
    if (isTold) return;
    isTold = true;
    await ask("put", JSON.stringify({ ...mirror, language: lang })).catch((error) => {
      isTold = false;
      throw error;
    });
  };

  // What was entered here and is not in the mirror: recorded since, then waiting. Where somebody
  // else's entries stand in between, nobody knows here what they are.
  let recorded = [];
  const answered = new Set();
  const waits = () => queue.waiting(game).filter(({ n }) => !answered.has(n));
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
  const isDue = () => isShown || isSlow || queue.off || queue.fails || performance.now() >= due;
  const draw = async () => {
    if (isDrawing) return;
    isDrawing = true;
    for (let tried = ""; tried !== state() && drawn !== state(); ) {
      tried = state();
      await put(tried).catch(() => {});
    }
    isDrawing = false;
  };
  const state = () => JSON.stringify([boards, head(), (ours() ?? []).map(({ id }) => id)]);
  const put = async (before) => {
    const mine = mirror && ours();
    if (!mine || !isDue() || !(isShown || waits().length)) return;
    await tell();
    const waiting = mine.map(({ id, values }) => ({ ...values, id }));
    const answer = JSON.parse(await ask("show", JSON.stringify({ game, waiting })));
    if (state() !== before) return;
    drawn = before;
    places = answer.counted;
    question = answer.asked ? mine.at(-1) : null;
    const carries = isShown && mine.length <= shown; // nothing was entered since
    shown = mine.length;
    isShown = true;
    show(answer.html, { target: document.getElementById("main"), xhr: { status: 200 }, carries });
    include([...Object.keys(places), question?.id]);
  };
  const include = (detail) => document.dispatchEvent(new CustomEvent("included", { detail }));

  document.addEventListener("queue", draw);
  document.addEventListener("echo", () => {
    due = performance.now() + PATIENCE;
    setTimeout(draw, PATIENCE + 1);
  });
  document.addEventListener("queue:sends", () => {
    sent = performance.now();
  });
  document.addEventListener("queue:answer", ({ detail: { submission, said, place } }) => {
    isSlow = performance.now() - sent > PATIENCE;
    answered.add(submission.n);
    if (said === "recorded" && submission.game === game)
      recorded.push({ id: submission.id, values: submission.values, place });
  });

  // A board of the server gives way to the own one while something waits that it does not count.
  let resting = 0;
  window.putBoard = (html, own) => {
    boards += 1;
    clearTimeout(resting);
    if (isShown && waits().length && !/id="asked"/.test(html)) return follow().then(draw);
    resting = setTimeout(follow, REST);
    const carries = isShown && !question;
    isShown = false;
    question = null;
    places = {};
    include([]);
    return show(html, own && { ...own, carries });
  };

  // Whoever answers a question of the own board, or leaves it, decides about what it asks.
  const decide = () => {
    if (question) queue.remove(question);
    question = null;
  };
  // What waits has no place of the server's yet: taking it back is removing it.
  const takeBack = (form) => {
    const { kind, target } = form.elements;
    if (!isShown || form.matches(".undoes") || kind?.value !== "taken-back") return false;
    const id = Object.keys(places).find((each) => places[each] === Number(target.value));
    const waiting = id && waits().find((each) => each.id === id);
    if (waiting) queue.remove(waiting);
    return Boolean(waiting);
  };
  document.addEventListener(
    "submit",
    (event) => {
      if (!event.target.matches(".entry")) return;
      decide();
      if (!takeBack(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true
  );
  document.addEventListener(
    "click",
    ({ target }) => target.closest?.("#board .question a[hx-get], #asked ~ .ways a") && decide(),
    true
  );

  // Sheets and other parts of this game come from here where there is no network.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { target, requestConfig: { path, verb } } = event.detail;
    if (!(isShown || queue.off) || !mirror || verb !== "get" || !path.startsWith(game)) return;
    event.preventDefault();
    if (path === game) return draw();
    tell()
      .then(() => ask("read", path))
      .then((html) => {
        htmx.swap(target, html, { swapStyle: "innerHTML" });
        const sheet = target.closest("dialog");
        if (!sheet || sheet.open) return;
        document.dispatchEvent(new Event("sheet"));
        sheet.showModal();
      })
      .catch(() => {});
  });

  (async () => {
    mirror = await read();
    await follow();
    if (!mirror) return;
    await tell(); // it starts while nobody waits for it,
    await draw();
    if (!isShown) await ask("read", game); // and has drawn this game before
    dataset.counts = how;
  })().catch(() => {});
})();
