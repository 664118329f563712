// The board as this phone works it out: what it counts, and what a correction of that comes to.
const { seat, same, each, GAME, PAGE, answer, assert, test } = require("./table.js");

const form = (about) => `
  <form class="entry" id="${about}" method="post" action="${GAME}entries" data-says="{card}">
    <input type="hidden" name="kind" value="card-played"><input type="hidden" name="seen" value="1">
    <input type="hidden" name="${about}" value="1"><button name="card" value="74">74</button>
  </form>`;
const HTML = `${PAGE}<div>${["change", "before", "target"].map(form).join("")}</div>
  <dialog id="waits" data-undone="Undone: #"></dialog>`;

// A phone at a table of whose game it has a mirror. `laid` is what each board was drawn from, by
// ids. Another page of the game, or a sheet, is what the app reads: nobody shows it here.
const sits = async (caches = {}) => {
  const table = await seat({ html: HTML }),
    { world, server, page } = table,
    laid = [],
    went = [],
    pages = { isOpen: false, back: () => {}, renew: () => {}, reopen: () => {} };
  Object.assign(pages, {
    leads: ({ pathname }) => pathname.startsWith(`${GAME}log/`),
    address: ({ pathname, search }) => pathname + search,
    go: (address) => went.push(address)
  });
  const mirror = { epoch: "era-1", since: 0, game: { log: [] } };
  server.gives = ({ done }) =>
    world.later(1, () =>
      done(answer({ headers: { Companion: "1" }, text: JSON.stringify(mirror) }))
    );
  let readPage = null;
  const show = (waiting) => {
    laid.push(each(waiting));
    const counted = Object.fromEntries(waiting.map(({ id }, at) => [id, at + 1]));
    return JSON.stringify({ html: `<p id="drawn">`, counted, asked: false });
  };
  class Worker {
    postMessage({ number, does, said }) {
      const told = does === "show" ? show(JSON.parse(said).waiting) : "";
      world.later(1, () => this.onmessage({ data: { number, answer: told } }));
    }
  }
  const kept = { match: async () => {}, put: async () => {}, keys: async () => [], ...caches };
  Object.assign(page.window, { Worker, caches: { open: async () => kept } });
  const { board } = page.load("board/board.js");
  board.put = () => {};
  const makePages = (_, read) => {
    readPage = read;
    return pages;
  };
  page.stub("local/pages.js", { makePages });
  page.load("local/page.js").connect({ board, queue: page.queue });
  await world.run(1000);
  const opensLine = async () => {
    pages.isOpen = true;
    readPage(`${GAME}log/1`);
    await world.run(100);
  };
  const opensSheet = async () => {
    const target = page.find("#waits"),
      requestConfig = { verb: "get", path: `${GAME}sheet/rule` };
    page.hears("htmx:beforeRequest", { target, requestConfig });
    await world.run(100);
  };
  const submits = async (about) => {
    page.find(`#${about}`).requestSubmit(page.find(`#${about} button`));
    await world.run(2000);
  };
  return { ...table, laid, went, opensLine, opensSheet, submits };
};

test("a board counts what takes an entry back that was just recorded", async () => {
  const { world, server, page, enters, ids, laid } = await sits();
  await enters("a", 20); // it is under way
  page.document.addEventListener("queue:answer", () => {
    server.fate = () => "lost";
  });
  page.queue.remove(page.queue.all[0]);
  await world.run(3000);
  same(ids(), ["a"]);
  same(laid.at(-1), ["a", "a-back"]);
});

test("a phone without room for its mirror counts all the same", async () => {
  const full = () => Promise.reject(new DOMException("no room", "QuotaExceededError"));
  for (const what of ["match", "put"]) {
    const { world, browser, page, enters, laid } = await sits({ [what]: full });
    assert.equal(page.document.documentElement.dataset.counts, "", what);
    browser.goes(false);
    await enters("a", 2000);
    same(laid.at(-1), ["a"]);
    browser.goes(true);
    page.load("board/board.js").board.put("<p>"); // the mirror follows, now and in a while
    await world.run(5000);
  }
});

test("without network a link to the log is answered here, and the sheet that it is on closes", async () => {
  const { world, browser, page, went } = await sits(),
    sheet = page.find("#waits"),
    link = page.document.createElement("a"),
    taps = (given) => [link.click(given), sheet.open, went.splice(0)];
  sheet.append(Object.assign(link, { href: `${GAME}log/?all=1` }));
  sheet.showModal();
  same(taps(), [true, true, []]);
  browser.goes(false);
  await world.run(100);
  same(taps({ ctrlKey: true }), [true, true, []]);
  same(taps(), [false, false, [`${GAME}log/?all=1`]]);
});

// What is entered about "a" comes after the table has not taken it: it is asked about by now.
for (const [about, asked, entered] of [
  ["change", [], [["74"], ["5"]]],
  ["before", ["a"], [["74"], ["5"]]],
  ["target", [], [[], []]]
])
  test(`what has "${about}" of an entry that is asked about is not lost`, async () => {
    const { world, server, browser, page, enters, ...does } = await sits();
    browser.goes(false);
    await enters("a", 11_000); // and nobody waits for its answer any more
    await does.opensLine();
    server.judge = () => "conflict";
    browser.goes(true);
    await world.run(2000);
    same(each(page.queue.asked(GAME)), ["a"]);
    server.judge = () => "recorded";
    page.find("#board").dataset.seen = "5";
    await does.opensSheet();
    await does.submits(about);
    same(each(page.queue.asked(GAME)), asked);
    same([each(server.log, "card"), each(server.log, "seen")], entered);
    assert.ok(server.log.every((each) => !(about in each)));
  });
