// @ts-nocheck
// The board as everybody at the table sees it: pushed, or asked for where nothing can be pushed.
export const connect = ({ board: boards, kept, queue }) => {
  const board = () => document.getElementById("board");
  const address = board()?.dataset.live;
  if (!board()) return;
  const BASE = 3000,
    CAP = 30_000; // ms
  const age = () => [Number(board()?.dataset.seen ?? -1), Number(board()?.dataset.moment ?? -1)];
  const isNewer = (told, [place, moment] = age()) =>
    told.place > place || (told.place === place && told.moment > moment);

  // A picture waits while a finger is on the glass, and a moment for the answer to an own entry.
  let held = null,
    touching = false,
    until;
  const take = (told) => {
    if (!held || isNewer(told, [held.place, held.moment])) held = told;
    show();
  };
  const show = () => {
    if (!held || touching || until > performance.now() || !board()) return;
    const told = held;
    held = null;
    if (!isNewer(told)) return;
    kept.picture(told.board);
    remember(document.getElementById("main"));
    boards.put(told.board);
  };
  for (const name of ["pointerdown", "pointerup", "pointercancel"])
    addEventListener(
      name,
      () => {
        touching = name === "pointerdown";
        setTimeout(show, 30); // after the click
      },
      true
    );
  const enters = (wait) => () => {
    until = performance.now() + wait;
    setTimeout(show, wait);
  };
  document.addEventListener(
    "queue:sends",
    ({ detail }) => detail === location.pathname && enters(1000)()
  );
  document.addEventListener("queue:answer", ({ detail: { submission, said, status, html } }) => {
    if (submission.game !== location.pathname) return;
    enters(0)();
    if (said === "recorded" && html && status < 500) kept.picture(html);
  });

  // What is half done goes over into the newer picture, as far as there is a place for it there.
  const CHOICES = "[type=radio], [type=checkbox]";
  const named = ({ form, name, value }) =>
    [form?.className, form?.querySelector("[data-keep]")?.dataset.keep, name, value].join();
  const carried = (main) => {
    const changed = [...main.querySelectorAll(CHOICES)].filter(
      (each) => each.checked !== each.defaultChecked
    );
    const chosen = new Map(changed.map((each) => [named(each), each.checked]));
    for (const each of changed) each.checked = each.defaultChecked; // equal parts stay as they are
    const opened = [...main.querySelectorAll("details")].map((details) => details.open);
    return () => {
      const kept = [...main.querySelectorAll(CHOICES)].filter((each) => chosen.has(named(each)));
      for (const on of [false, true])
        kept
          .filter((each) => chosen.get(named(each)) === on)
          .forEach((each) => {
            each.checked = on;
          });
      main.querySelectorAll("details").forEach((details, at) => {
        details.open = opened[at] ?? false;
      });
    };
  };

  // A question stays until it is answered, a notice until the next own entry; signs that were
  // left stay left.
  const keep = (main, next) => {
    const question = main.querySelector("section.question"),
      notice = main.querySelector("#board > .notice");
    const place = next.querySelector(".piles, .play-area, .asking"),
      signs = next.querySelector(".signs");
    if (
      question ||
      (!main.querySelector(".signs") &&
        Number(next.querySelector("#board").dataset.seen) === age()[0])
    )
      signs?.remove();
    if (question && place) {
      place.classList.toggle("asking", place.matches(".piles"));
      place.append(question.cloneNode(true));
    }
    if (notice) next.querySelector(".owed, .result")?.after(notice.cloneNode(true));
  };

  // What is the same stays as it is, also under a finger, and only what changed is laid out anew.
  // Its place in the log is written into each form first, or none would be the same.
  const isSame = (old, next) => (old.content ?? old).isEqualNode(next.content ?? next);
  const bring = (main, place) => {
    const sheets = [...main.querySelectorAll("template")].map(({ content }) => content);
    for (const part of [main, ...sheets])
      part.querySelectorAll("[name=seen]").forEach((field) => {
        field.value = place;
      });
  };
  // After an own entry each form that changed, or was begun, begins anew.
  const isUsed = ({ elements }) =>
    [...elements].some(({ checked, defaultChecked }) => checked !== defaultChecked);

  // `own` says which answer to an own entry the board is; else it was pushed. One that `carries`
  // what was begun since comes in the place of a board that the phone has drawn.
  boards.put = (html, own) => {
    const main = document.getElementById("main"),
      { content } = Object.assign(document.createElement("template"), { innerHTML: html });
    // What scripts have drawn on the old one goes; what they add is on the new one from the start.
    document.dispatchEvent(new CustomEvent("board", { detail: content }));
    const title = content.querySelector("title");
    if (title && title.textContent !== document.title) document.title = title.textContent;
    title?.remove();
    const shown = own ?? { target: main, xhr: { status: 0 } };
    if (Boolean(content.querySelector(".result")) !== Boolean(main.querySelector(".result")))
      return htmx.swap(main, html, { swapStyle: "innerHTML" }, { eventInfo: shown });
    const isAnew = own && !own.carries,
      forms = isAnew ? [...main.querySelectorAll("form")] : [],
      back = isAnew ? () => {} : carried(main);
    for (const form of forms.filter(isUsed)) form.replaceChildren();
    if (own)
      content.querySelector(".fresh")?.classList.remove("fresh"); // it lies there already
    else keep(main, content);
    bring(main, content.querySelector("#board")?.dataset.seen);
    const beforeNodeMorphed = (old, next) => {
      if (isSame(old, next)) return false;
      if (forms.includes(old)) old.replaceChildren();
      return true;
    };
    Idiomorph.morph(main, content, { morphStyle: "innerHTML", callbacks: { beforeNodeMorphed } });
    back();
    if (main.querySelector("[hx-get]")) htmx.process(main);
    htmx.trigger(main, "htmx:afterSwap", shown);
    if (!own) return;
    if (isAnew) main.querySelector("[autofocus]")?.focus();
    htmx.trigger(main, "htmx:afterSettle", shown);
  };

  // Nobody reads a new picture in less than 350 ms: a tap that soon was meant for the old one. If
  // that says something else by now it is let go, else it goes in as made on the older picture. Who
  // opened something since has looked at what is there.
  let before = { at: -Infinity };
  const SPOT = ".entry button, .entry label";
  const says = (spot) =>
    [
      ...spot.closest("form").querySelectorAll("[type=hidden]:not([name=seen])"),
      spot.querySelector("input") ?? spot
    ]
      .map(({ name, value }) => `${name}=${value}`)
      .join();
  const remember = (main) => {
    before = {
      at: performance.now(),
      seen: age()[0],
      spots: [...main.querySelectorAll(SPOT)].map((spot) => [
        spot.getBoundingClientRect(),
        says(spot)
      ])
    };
  };
  addEventListener(
    "click",
    (event) => {
      if (event.detail && event.target.closest?.("summary")) before.at = -Infinity;
      const spot =
        event.detail &&
        performance.now() - before.at < 350 &&
        event.target.closest?.(`#main :is(${SPOT})`);
      if (!spot) return;
      const was = before.spots.find(
        ([box]) =>
          event.clientX >= box.left &&
          event.clientX <= box.right &&
          event.clientY >= box.top &&
          event.clientY <= box.bottom
      );
      if (was?.[1] !== says(spot)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (spot.matches("button")) spot.form.elements.seen.value = before.seen;
    },
    true
  );

  if (!address) return; // nobody else enters anything

  // Whether the phone hears of entries, for whoever says so: a doubt of less than 3 s is none.
  let doubt;
  const tell = (net) => {
    if (document.documentElement.dataset.net === net) return;
    document.documentElement.dataset.net = net;
    document.dispatchEvent(new Event("queue"));
  };
  const hears = (on) => {
    if (!on) {
      doubt ||= setTimeout(tell, BASE, "again");
      return;
    }
    doubt = clearTimeout(doubt);
    queue.hears();
    tell("live");
  };

  let failures = 0,
    tag = "",
    stream,
    silence,
    polling,
    opening;
  const leave = () => {
    close();
    location.reload(); // the page says by itself why
  };
  const fetched = async () => {
    const { onLine } = navigator;
    const answer = await fetch(`${address}/board`, {
      headers: tag ? { "If-None-Match": tag } : {}
    }).catch(() => null);
    // Nobody, somebody else, or from before.
    if (!answer?.headers.has("Companion") || (onLine && !navigator.onLine)) return;
    if (answer.status === 404) leave();
    hears(answer.status < 400);
    if (answer.status !== 200) return;
    const newest = await answer.json().catch(() => null);
    if (!newest) return; // cut short
    tag = answer.headers.get("ETag") ?? "";
    take(newest);
  };
  const poll = async () => {
    if (failures < 2 || document.hidden) return;
    await fetched();
    clearTimeout(polling);
    polling = setTimeout(poll, BASE);
  };
  const close = () => {
    stream?.close();
    [silence, polling, opening].forEach(clearTimeout);
  };
  const lost = () => {
    close();
    hears(false);
    failures += 1;
    poll();
    opening = setTimeout(open, Math.random() * Math.min(CAP, BASE * 2 ** (failures - 1)));
  };
  const told =
    (does) =>
    ({ data }) => {
      hears(true);
      failures = 0;
      clearTimeout(silence);
      silence = setTimeout(lost, 40_000);
      does(JSON.parse(data));
    };
  const open = () => {
    if (document.hidden) return; // its stream is for another page
    hears(false);
    stream = new EventSource(`${address}?seen=${age().join(".")}`);
    silence = setTimeout(lost, 40_000);
    stream.addEventListener("board", told(take));
    stream.addEventListener(
      "beat",
      told((beat) => isNewer(beat) && !held && fetched())
    );
    stream.addEventListener("gone", leave);
    stream.addEventListener("enough", () => {
      // newer pages of this phone have the streams
      failures = 4;
      lost();
    });
    stream.onerror = lost;
  };
  const wake = () => {
    close();
    if (document.hidden) return;
    fetched();
    open();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", lost);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("pagehide", close);
  open();
};
