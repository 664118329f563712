// The board as this phone works it out: without network, and while an answer is slow in coming.
(() => {
  const board = () => document.getElementById("board");
  const [, , table] = location.pathname.split("/"),
    game = location.pathname,
    folder = new URL("./", import.meta.url).pathname;
  const PATIENCE = 150, // ms
    REST = 1000, // ms after the last change, until the mirror follows it
    IDLE = 180_000; // ms after which nobody needs the Worker

  let mirror = null, // the game as the server had it
    told = false, // whether the Worker has this mirror
    shown = false, // whether the board that is shown was worked out here
    question = null, // what is asked about on it
    drawing = false,
    again = false;
  const answered = new Set();

  // The Worker, which starts when it is asked something, and ends when it was not for a while.
  let worker = null,
    number = 0,
    idle = 0;
  const asked = new Map();
  const stop = () => {
    worker?.terminate();
    worker = null;
    told = false;
    for (const { fail } of asked.values()) fail(new Error("stopped"));
    asked.clear();
  };
  const start = () => {
    worker = new Worker(`${folder}worker.mjs`, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.failed && !data.number) return stop();
      const waiting = asked.get(data.number);
      asked.delete(data.number);
      if (data.failed) waiting?.fail(new Error(data.failed));
      else waiting?.done(data.answer);
    };
    worker.onerror = stop;
  };
  const ask = (does, said) => {
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
  const store = () => caches.open("mirrors");
  const read = async () => {
    const found = await (await store()).match(game);
    return (await found?.json()) ?? null;
  };
  const place = () => mirror?.game.log.length ?? 0;
  const follow = async () => {
    if (queue.off) return;
    const since = mirror?.epoch === document.documentElement.dataset.era ? place() : 0;
    const answer = await fetch(`${game}mirror?since=${since}`).catch(() => null);
    if (!answer?.headers.has("Companion")) return;
    if ([403, 404, 410].includes(answer.status)) await (await store()).delete(game);
    if (!answer.ok) return;
    const newest = await answer.json();
    const log = (mirror?.game.log ?? []).slice(0, newest.since).concat(newest.game.log);
    mirror = { ...newest, since: 0, game: { ...newest.game, log } };
    told = false;
    await (await store()).put(game, new Response(JSON.stringify(mirror)));
  };

  // What was entered here and is not in the mirror: recorded since, or waiting. Where somebody else's
  // entries stand in between, nobody knows here what they are.
  const ours = () => {
    const mine = queue.since(game, place()).filter(({ n }) => n === undefined || !isDone(n));
    const recorded = mine.filter((each) => each.place);
    return recorded.every((each, at) => each.place === place() + 1 + at) ? mine : null;
  };
  const isDone = (n) => answered.has(n);
  const waits = () => queue.waiting(game).filter(({ n }) => !isDone(n));

  const show = window.putBoard;
  const draw = async () => {
    if (drawing) {
      again = true;
      return;
    }
    drawing = true;
    do {
      again = false;
      await drawn().catch(stop);
    } while (again);
    drawing = false;
  };
  const drawn = async () => {
    const mine = mirror && ours();
    if (!mine || !(shown || waits().length)) return;
    if (!told) {
      await ask("put", JSON.stringify(mirror));
      told = true;
    }
    const forms = mine.map(({ id, values }) => ({ ...values, id }));
    const said = JSON.stringify({ game, language: document.documentElement.lang, waiting: forms });
    const answer = JSON.parse(await ask("show", said));
    if (again || !isDue()) return;
    const left = answer.open.map((id) => mine.find((each) => each.id === id));
    question = answer.asked ? left.at(-1) : null;
    shown = true;
    show(answer.html, { target: document.getElementById("main"), xhr: { status: 200 } });
    const counted = mine.filter((each) => !left.includes(each)).map(({ id }) => id);
    document.dispatchEvent(new CustomEvent("included", { detail: counted }));
  };

  // It is shown where the server cannot be asked, or is late; and stays until all have an answer.
  let late = 0;
  const isDue = () => shown || queue.off || queue.fails > 0 || performance.now() >= late;
  document.addEventListener("queue", () => {
    if (queue.off || queue.fails || shown) draw();
  });
  document.addEventListener("echo", () => {
    late = performance.now() + PATIENCE;
    setTimeout(draw, PATIENCE);
  });
  document.addEventListener("queue:answer", ({ detail: { submission } }) => {
    answered.add(submission.n);
    clearTimeout(resting);
  });

  // Whoever answers a question here, or leaves it, decides what becomes of what it was about.
  const decide = () => {
    const about = question;
    question = null;
    if (about) queue.remove(about);
  };
  document.addEventListener("submit", ({ target }) => target.matches(".entry") && decide(), true);
  document.addEventListener(
    "click",
    ({ target }) => target.closest?.("#board .question a[hx-get]") && decide(),
    true
  );

  // A board of the server gives way to the own one while something waits that it does not count.
  let resting = 0;
  window.putBoard = (html, own) => {
    clearTimeout(resting);
    if (!queue.off) resting = setTimeout(follow, REST);
    if (shown && waits().length && !/id="asked"/.test(html)) return follow().then(draw);
    shown = false;
    question = null;
    document.dispatchEvent(new CustomEvent("included", { detail: [] }));
    return show(html, own);
  };

  // Sheets and other parts of this game come from here where there is no network.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { requestConfig, target } = event.detail;
    if (!(shown || queue.off) || requestConfig.verb !== "get" || !mirror) return;
    if (!requestConfig.path.startsWith(game)) return;
    event.preventDefault();
    ask("read", requestConfig.path).then(
      (html) => htmx.swap(target, html, { swapStyle: "innerHTML" }),
      () => {}
    );
  });

  if (!table || !board() || !show) return;
  (async () => {
    mirror = await read();
    if (mirror && mirror.epoch !== document.documentElement.dataset.era) mirror = null;
    await follow();
    if (mirror) await ask("put", JSON.stringify(mirror)); // it starts while nobody waits
    told = Boolean(mirror);
    draw();
  })().catch(stop);
})();
