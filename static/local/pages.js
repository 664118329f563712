// The log, its lines and what they lead to, as this phone works them out: in the place of the board,
// which stays behind them, and under its address.
import "./times.js";

const isLog = (page) => /\/log\/(\?|$)/.test(page);

// `game` is the address of the board, `read` gives the main region of a page.
export const makePages = (game, read) => {
  const main = document.getElementById("main"),
    place = Object.assign(document.createElement("div"), { hidden: true });
  main.after(place);
  let open = [], // the addresses, the one that is shown last
    tops = [], // how far each was scrolled down, and the board before them
    title = document.title;

  const address = ({ pathname, search }) => pathname + search;
  const top = () => open.at(-1);

  // A page that has been left meanwhile is not shown any more.
  const draw = async () => {
    const shown = top();
    if (!shown) return false;
    const html = await read(shown);
    if (shown !== top()) return false;
    const { content } = Object.assign(document.createElement("template"), { innerHTML: html });
    document.title = content.querySelector("title").textContent;
    htmx.swap(place, html, { swapStyle: "innerHTML" }, { eventInfo: { target: place } });
    place.hidden = false;
    main.hidden = true;
    document.dispatchEvent(new Event("sheet"));
    return true;
  };
  const show = async () => {
    if (top()) await draw();
    else {
      place.hidden = true;
      place.replaceChildren();
      main.hidden = false;
      document.title = title;
    }
    scrollTo(0, tops[open.length] ?? 0);
  };

  const go = async (to) => {
    const at = to === game ? 0 : open.indexOf(to) + 1;
    if (at || to === game) {
      if (at < open.length) history.go(at - open.length);
      return;
    }
    tops[open.length] = scrollY;
    tops.length = open.length + 1;
    if (!top()) title = document.title;
    open = [...open, to];
    history.pushState({ pages: open }, "");
    try {
      if (!(await draw())) return;
      scrollTo(0, 0);
      place.querySelector(".bar a")?.focus({ preventScroll: true });
    } catch {
      location.replace(to); // what the phone does not know, the server may
    }
  };
  addEventListener("popstate", ({ state }) => {
    open = state?.pages ?? [];
    show().catch(() => location.reload());
  });

  // A page that was loaded anew shows what it showed before.
  const reopen = () => {
    open = history.state?.pages ?? [];
    return open.length && show();
  };

  return {
    go,
    reopen,
    // What is entered on one of them leads back to the log that it came from, or to the board.
    back: () => go(open.find(isLog) ?? game),
    // Only the log is drawn anew: on the others somebody may have begun something.
    renew: () => isLog(top() ?? "") && draw().catch(() => {}),
    leads: ({ pathname }) => pathname.startsWith(`${game}log/`),
    address,
    get isOpen() {
      return open.length > 0;
    }
  };
};
