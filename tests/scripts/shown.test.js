// What the page around the tables of this phone keeps of them, and shows until the app has started.
const { same, test } = require("./table.js");
const { Caches, SITE } = require("./worker.js");

const HOME = "/x/here/",
  BOARD = `${HOME}t/a/g/`;
const page = (main, more = "") =>
  `<!doctype html>\n<html lang="en"><head><title>T</title></head><body>${more}` +
  `<div id="main">${main}</div><!-- end of main --></body></html>`;
const board = (place) => page(`<main id="board" data-seen="${place}"></main>`);

// A phone, what it has kept, and what it shows of an address: nothing where the app is asked.
const begins = async (edition = "/x/local/2/") => {
  const { makeShown, print } = await import("../../static/local/shown.js");
  if (!globalThis.caches$) {
    globalThis.caches$ = new Caches({ pages: {} });
    globalThis.caches$.busy(new Promise(() => {}));
  }
  Object.assign(globalThis, { location: new URL(SITE), caches: globalThis.caches$ });
  const kept = globalThis.caches$.all.pages;
  const shown = makeShown(HOME, edition);
  const answers = (url, html = page("m"), { method = "GET", status = 200 } = {}) =>
    shown.keep({ method, url }, { status, headers: [], body: new TextEncoder().encode(html) });
  const enters = (url) => answers(url, "", { method: "POST" });
  const finds = async (url, headers = [], method = "GET") =>
    (await shown.find({ method, url, headers }))?.body.replace(/(data-kept)="-?\d+"/, "$1") ?? null;
  const names = () => [...kept.keys()].map((url) => url.slice((SITE + HOME).length));
  return { shown, print, kept, answers, enters, finds, names };
};
test.beforeEach(() => {
  delete globalThis.caches$;
});

test("the shelf, boards, their logs and the rules are kept as they came, and nothing else", async () => {
  const { answers, names } = await begins();
  for (const way of ["", "t/a/g/log/", "rules/one?of=a", "t/a/", "t/a/history", "new/one"])
    await answers(HOME + way);
  await answers(BOARD, board(1));
  await answers(`${HOME}t/a/b/`, "<title>a part</title>");
  await answers(`${HOME}t/a/c/`, board(1), { status: 404 });
  await answers(`${HOME}t/a/d/`, board(1), { method: "HEAD" });
  same(names(), ["", "t/a/g/log/", "rules/one?of=a", "t/a/g/"]);
});

test("a kept page says that it is one, of which print, unless the app is asked", async () => {
  const { answers, finds, shown, print } = await begins();
  await answers(BOARD, board(1));
  same(await finds(BOARD), board(1).replace("<html", "<html data-kept"));
  const { body } = await shown.find({ method: "GET", url: BOARD, headers: [] });
  same(/data-kept="(.*?)"/.exec(body)[1], print(board(1)));
  same(print(board(1)) === print(board(2)), false);
  const [one, other] = ["a", "b"].map((each) => `<input name="page" value="${each}">`);
  same(print(page(one)), print(page(other)));
  same(print(page("m", one)), print(page("m")));
  // It is asked for what is entered, new, not kept, or of another edition.
  for (const [url, ...more] of [
    [BOARD, [["Live", "1"]]],
    [BOARD, [["HX-Request", "true"]]],
    [BOARD, [], "POST"],
    [`${BOARD}?a=1`],
    [HOME]
  ])
    same(await finds(url, ...more), null);
  const { finds: findsNow } = await begins("/x/local/3/");
  same(await findsNow(BOARD), null);
});

test("rules are found from wherever they are opened, on sheets too", async () => {
  const { answers, finds } = await begins(),
    rules = page("rules");
  await answers(`${HOME}rules/one?of=a`, rules);
  same(await finds(`${HOME}rules/one`), rules.replace("<html", "<html data-kept"));
  same(await finds(`${HOME}rules/one`, [["hx-request", "true"]]), "<title>T</title>rules");
});

test("an entry leaves its board and the rules, and anything else leaves nothing", async () => {
  const { kept, answers, enters, names } = await begins();
  kept.set(`${SITE}/x/t/a/g/`, new Response(""));
  for (const way of ["", "t/a/g/log/", "rules/one"]) await answers(HOME + way);
  for (const way of ["t/a/g/", "t/a/b/"]) await answers(HOME + way, board(1));
  await enters(`${BOARD}entries`);
  same(names().slice(1), ["rules/one", "t/a/g/"]);
  await enters(`${HOME}phone`);
  same(kept.size, 1); // that of a server
});

test("of many pages the newest stay", async () => {
  const { answers, names } = await begins();
  for (let number = 0; number < 31; number += 1) {
    await answers(HOME);
    await answers(`${HOME}rules/${number}`);
  }
  same([names().length, names()[0], names().at(-2)], [30, "rules/2", ""]);
});
