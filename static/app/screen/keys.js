// @ts-nocheck
// A board by its keys: letters and digits choose, arrows go to what is beside, and nothing is
// entered but by Enter. The script of a game says what digits mean on its board (`keys.digit`).
export const connect = () => {
  const keys = {};
  const READ = 350; // ms, as long as a tap counts for the board before
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
    FOCUSABLE = ":is(a[href], button, input, summary, select):not([type=hidden], [tabindex])",
    TEXT = "input:not([type=radio], [type=checkbox]), select, textarea";

  // The number of the box that is nearest to this one where the arrow points, or -1: what lies
  // straight on is nearer than what lies aside. Boxes are [left, top, right, bottom].
  const nearest = (from, boxes, arrow) => {
    const [across, down] = ARROWS[arrow],
      middle = ([left, top, right, bottom]) => [(left + right) / 2, (top + bottom) / 2],
      apart = (low, high, otherLow, otherHigh) => Math.max(otherLow - high, low - otherHigh, 0);
    const [x, y] = middle(from);
    const far = boxes.map((box) => {
      const [toX, toY] = middle(box);
      if ((toX - x) * across + (toY - y) * down <= 1) return Infinity;
      const beside = [
        apart(from[0], from[2], box[0], box[2]),
        apart(from[1], from[3], box[1], box[3])
      ];
      const along = across ? beside[0] : beside[1],
        aside = across ? beside[1] : beside[0],
        askew = across ? Math.abs(toY - y) : Math.abs(toX - x);
      return along + 4 * aside + askew / 100;
    });
    const least = Math.min(...far);
    return least < Infinity ? far.indexOf(least) : -1;
  };

  const board = () => document.getElementById("board"),
    dialog = () => [...document.querySelectorAll("dialog[open]")].pop(),
    scope = () => dialog() ?? document.getElementById("main");
  const isVisible = (each) => each.checkVisibility?.({ visibilityProperty: true }) ?? true;
  const isShown = (each) =>
    each && isVisible(each) && each.getClientRects().length > 0 && !each.disabled;
  const find = (selector, where = scope()) => [...where.querySelectorAll(selector)].filter(isShown);
  const focus = (element) => {
    element?.focus();
    element?.scrollIntoView({ block: "nearest" });
    return Boolean(element);
  };
  const press = (element) => {
    element?.click();
    return Boolean(element);
  };

  const box = (element) => {
    const { left, top, right, bottom } = (
      element.closest("label") ?? element
    ).getBoundingClientRect();
    return [left, top, right, bottom];
  };
  // Nobody means what lies under something else.
  const isCovered = (element) => {
    const [left, top, right, bottom] = box(element),
      hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return Boolean(hit) && !(element.closest("label") ?? element).contains(hit);
  };
  const move = (arrow) => {
    const side = document.getElementById("side"),
      now = document.activeElement,
      all = [...find(FOCUSABLE), ...(dialog() || !side ? [] : find(FOCUSABLE, side))].filter(
        (each) => each === now || !isCovered(each)
      );
    if (!all.includes(now)) return focus(keys.first?.() ?? all[0]);
    return focus(all[nearest(box(now), all.map(box), arrow)]);
  };

  // What the last button of the dock does: end the turn, close the round, play again.
  const last = (nth) => find(".dock > :is(a, button), .dock > form:not(.undoes) > button").at(nth);
  const back = (again) => {
    const all = find(".dock form.entry").filter((form) =>
        form.querySelector('[name="kind"][value="taken-back"]')
      ),
      isOver = board().querySelector(".result"),
      form = all.find((each) => (isOver ? !again : each.matches(".undoes") !== again));
    return focus(form?.querySelector("button"));
  };
  const openLog = () => {
    const tab = find('#side .tab[data-way="/log/"]', document.body)[0];
    return press(tab ?? find('.quiet a[href*="/log/"]')[0]) && (tab ? focus(tab) : true);
  };
  const leave = () => !dialog() && press(find(".question .main, .leave, .signs [data-leave]")[0]);

  // The sheet of keys is here before anybody asks, as far as there is a network.
  const address = `${location.pathname}keys`;
  const bring = async () => {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok || !answer.headers.has("Companion")) return;
    const within = Object.assign(document.createElement("template"), {
      innerHTML: await answer.text()
    });
    within.dataset.within = address;
    document.body.append(within);
  };
  const help = Object.assign(document.createElement("a"), {
    className: "tool help",
    href: address,
    textContent: "?"
  });
  help.dataset.sheet = "";
  // It stands in the bar, or where the board has something beside it, there.
  const place = () => {
    const tabs = find("#side .tabs", document.body)[0],
      there = tabs ?? board()?.querySelector(".bar");
    help.ariaLabel = document
      .querySelector(`template[data-within="${address}"]`)
      ?.content.querySelector("title")
      ?.textContent.split(" · ")[0];
    if (help.ariaLabel && there && help.parentElement !== there) there.append(help);
  };

  const LETTERS = {
    c: () => focus(find(".quiet > a, .quiet > form > button")[0]),
    d: () => focus(last(-2)),
    e: () => focus(find("form .sending .main")[0] ?? last(-1)),
    l: openLog,
    r: () => back(true),
    u: (shift) => back(shift),
    "?": () => help.isConnected && press(help),
    Escape: leave
  };
  const IN_SHEETS = "ek"; // which of them are for what stands over the board, too
  let until = 0; // somebody reads a board that was pushed

  // Whether the key did something here, so that the browser does nothing more.
  const does = ({ key, shiftKey, repeat, target }) => {
    if (ARROWS[key]) return !target.matches("dialog [type=radio]") && move(key);
    if (key === "Enter" || key === " ") {
      if (until > performance.now() && target.closest("#board")) return true;
      // Enter on a choice would send its form.
      return key === "Enter" && target.matches("[type=radio], [type=checkbox]") && press(target);
    }
    if (repeat) return false;
    if (/^\d$/.test(key)) return keys.digit?.(Number(key)) ?? false;
    const letter = key.length === 1 ? key.toLowerCase() : key;
    if (dialog() && !IN_SHEETS.includes(letter)) return false;
    return (keys.letters?.[letter] ?? LETTERS[letter])?.(shiftKey) ?? false;
  };
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !board())
      return;
    if (target.matches?.(TEXT) || key === "Shift") return;
    document.documentElement.classList.add("by-keys");
    if (does(event)) event.preventDefault();
  });

  // After an answer the focus is where play goes on: on a question, else where it was.
  document.addEventListener("htmx:afterSwap", ({ detail: { target, xhr } }) => {
    if (target.id !== "main" && target.id !== "side") return;
    place();
    if (target.id === "side") return;
    if (xhr?.status === 0) until = performance.now() + READ;
    if (dialog() || !document.documentElement.matches(".by-keys")) return;
    const question = find(".question .main")[0];
    if (question) focus(question);
    else if (document.activeElement === document.body) focus(keys.first?.());
  });
  addEventListener("resize", place);
  if (board()) bring().then(place);

  return Object.assign(keys, { find, focus, press, nearest, scope, dialog });
};
