// What was entered here and is not on the server any more, since it was put back to an earlier moment.
(() => {
  const MOST = 300; // ids that the server takes at once
  const LONG = 259_200_000; // ms: for three days what was entered stays on this phone
  const { era: here } = document.documentElement.dataset;
  const board = () => document.getElementById("board");
  const sheet = document.getElementById("sheet"), body = sheet.firstElementChild;
  const { content: token } = document.querySelector('meta[name="csrf-token"]');
  const forget = ({ key }) => delete localStorage[key];

  // What was entered in other eras, by game, in the order of the log; the oldest is forgotten.
  const entered = () => {
    const games = new Map();
    for (const key of Object.keys(localStorage)) {
      const [name, era] = key.split(" ");
      if (name !== "entered") continue;
      const wish = { ...JSON.parse(localStorage[key]), key };
      if (Date.now() - wish.at > LONG) forget(wish);
      else if (here && era !== here) games.set(wish.game, [...(games.get(wish.game) ?? []), wish]);
    }
    games.forEach((all) => all.sort((one, other) => one.place - other.place));
    return games;
  };

  // What the server knows belongs to its era from now on; the rest is what it has lost.
  const ask = async (game, all) => {
    const asked = all.slice(0, MOST), ids = new URLSearchParams(asked.map(({ id }) => ["id", id]));
    const answer = await fetch(`${game}known`, { method: "POST", body: ids, headers: { "HX-Request": "true", "X-CSRFToken": token } }).catch(() => null);
    if (!answer?.headers.has("Companion") || ![200, 404].includes(answer.status)) return; // another time
    body.innerHTML = await answer.text();
    body.querySelector("title").remove();
    const { era, head, lost } = body.querySelector(".lost").dataset, ours = new Set(lost.split(" "));
    asked.filter(({ id }) => !ours.has(id)).forEach(({ key, ...wish }) => {
      localStorage[`entered ${era} ${wish.id}`] = JSON.stringify(wish);
      if (era !== key.split(" ")[1]) delete localStorage[key];
    });
    const left = asked.filter(({ id }) => ours.has(id));
    if (left.length) await offer(game, left, Number(head));
  };

  const part = (name) => body.querySelector(`.lost [data-${name}]`);
  const show = (...names) => {
    for (const name of ["first", "others", "by-hand", "enter", "anyway", "there"]) {
      if (part(name)) part(name).hidden = !names.includes(name);
    }
  };
  const list = (wishes) => {
    const row = body.querySelector(".lost template").content.firstElementChild;
    part("list").replaceChildren(...wishes.map(({ says }) => Object.assign(row.cloneNode(), { textContent: says })));
  };

  const offer = (game, left, head) => new Promise((closed) => {
    list(left);
    show("first", game === location.pathname ? "enter" : "there");
    part("let-go").onclick = () => {
      left.forEach(forget);
      sheet.close();
    };
    if (part("enter")) part("enter").onclick = () => enter(left, head);
    const text = left.map(({ says, title, at }) => `${new Date(at).toLocaleString()}\t${title}\t${says}`).join("\n");
    if (part("file")) part("file").href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    body.querySelector(".lost [data-close]").onclick = () => sheet.close();
    sheet.addEventListener("close", closed, { once: true });
    sheet.showModal();
  });

  const add = async ({ id, game, url, says, title, values: { back, ...values } }, seen) => {
    await queue.add({ id, game, url, says, title, values: { ...values, seen } });
  };

  // Each goes in at the place that it had, while all before it are there as they were. Those of
  // other phones may be missing yet: as soon as they are there, these go on by themselves.
  const enter = (left, head) => {
    let reached = Number(board().dataset.seen), under = "";
    const next = async () => {
      if (under) return;
      const [wish] = left;
      if (!wish) return sheet.close();
      const { first, ...values } = wish.values, own = first ? 2 : 1; // two entries in one
      if (wish.place <= reached) {
        if (wish.said !== "merged") return anyway();
        forget(left.shift());
        return next();
      }
      list(left);
      if (wish.place > reached + own) return show("others", "anyway");
      under = wish.id;
      await add(wish.place === reached + 1 ? { ...wish, values } : wish, reached);
      forget(left.shift());
    };
    const anyway = async () => {
      under = "all";
      const { fit, not } = net(left, reached);
      for (const wish of fit) {
        await add(wish, head);
      }
      left.filter((wish) => !not.includes(wish)).forEach(forget);
      left.splice(0, left.length, ...not);
      if (!not.length) return sheet.close();
      list(not);
      show("by-hand");
    };
    part("anyway").onclick = anyway;
    document.addEventListener("queue:answer", ({ detail: { wish, taken, place, again } }) => {
      if (wish.id !== under || again) return;
      under = "";
      if (!taken) return anyway();
      reached = Math.max(reached, place);
      next();
    });
    document.addEventListener("htmx:afterSwap", () => {
      reached = Math.max(reached, Number(board()?.dataset.seen ?? 0));
      next();
    });
    show();
    next();
  };

  // Where something else stands at their places by now, what was said of one of these is put into
  // it: what was taken back is not entered, what was changed as it was changed. What was said of a
  // line that is not there any more is left over.
  const net = (left, sure) => {
    let fit = [];
    const not = [], gone = new Set();
    for (const wish of [...left].reverse()) {
      const { kind, target } = wish.values, of = Number(target);
      if (gone.has(wish.place)) continue;
      if (kind === "taken-back" && left.some(({ place }) => place === of)) gone.add(of);
      else fit.unshift(wish);
    }
    for (const wish of [...fit]) {
      const { change, before, ...values } = wish.values, of = Number(change ?? before ?? (values.kind === "taken-back" && values.target));
      const at = fit.findIndex(({ place }) => place === of);
      if (!of || of <= sure) continue;
      fit = fit.filter((each) => each !== wish);
      if (at < 0) not.push(wish);
      else if (change) fit[at] = { ...fit[at], values, says: wish.says };
      else fit.splice(at, 0, { ...wish, values });
    }
    return { fit, not };
  };

  (async () => {
    for (const [game, all] of entered()) {
      const later = `later ${game}`;
      if (game !== location.pathname && (board() || sessionStorage[later])) continue;
      await ask(game, all);
      sessionStorage[later] = "1";
    }
    if (!entered().size) localStorage.looked = here + new Date().toDateString();
  })();
})();
