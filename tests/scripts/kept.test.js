// What needs the network says so, and a kept page shows the newest picture.
const { seat, GAME, PAGE, Event, assert, test } = require("./table.js");

const LEAVES = `<form class="leaves" method="post" action="/leave" data-forget="/t/a/"></form>`;
const scripts = ["entry/entering.js", "offline/kept.js"];
const FILE = '<a href="/t/a/table.json" download>Save</a>';
const sits = (given) => seat({ scripts, html: PAGE + LEAVES + FILE, ...given });
const unsent = ({ find }) => find("#unsent");

test("what is no entry is not sent without network, and says so", async () => {
  const { world, browser, page } = await sits();
  browser.online = false;
  page.browser.fetch = ({ fail }) => world.later(10, () => fail(new TypeError("no network")));
  page.find(".leaves").requestSubmit();
  await world.run(1_000);
  assert.equal(page.document.posted.length, 0);
  assert.equal(unsent(page).hidden, false);
  assert.equal(unsent(page).textContent, "Needs the network");
  page.happens("pointerdown");
  assert.equal(unsent(page).hidden, true);
});

test("a file needs the network, and says so until there is one", async () => {
  const html = PAGE.replace(' data-waits="Waiting"', "") + FILE, // as on a board
    { browser, page } = await sits({ html });
  for (const online of [true, false]) {
    browser.goes(online);
    page.find("[download]").click();
    assert.equal(unsent(page).hidden, online);
  }
  browser.goes(true);
  assert.equal(unsent(page).hidden, true);
});

test("a browser that is wrong about the network sends it all the same", async () => {
  const session = {},
    { world, browser, page } = await sits({ session });
  page.find(".entry").requestSubmit();
  assert.equal("left" in session, false);
  browser.online = false;
  page.find(".leaves").requestSubmit();
  await world.run(1_000);
  assert.equal(page.document.posted.length, 1);
  assert.equal(unsent(page).hidden, true);
  assert.equal(session.left, "/t/a/");
});

test("a sheet that does not come says so, and a question is left without network", async () => {
  const { page } = await sits();
  const board = page.find("#board"),
    fails = (where) => where.dispatchEvent(new Event("htmx:sendError"));
  for (const says of ["1", null]) {
    const xhr = { getResponseHeader: () => says },
      detail = { xhr, target: { id: "sheet-body" }, shouldSwap: true },
      isOurs = says === "1";
    page.hears("htmx:beforeSwap", detail);
    assert.deepEqual([detail.shouldSwap, unsent(page).hidden], [isOurs, isOurs]);
  }
  page.happens("online");
  assert.equal(unsent(page).hidden, true);
  board.className = "asking";
  board.innerHTML = '<section class="question"><a>My mistake</a></section>';
  fails(page.find(".question a"));
  assert.deepEqual([board.className, board.children.length, unsent(page).hidden], ["", 0, true]);
  fails(board);
  assert.equal(unsent(page).hidden, false);
});

test("a newer picture goes into the kept page, the last one last", async () => {
  const pages = new Map();
  const before = '<title>Old</title><div id="main">old</div><!-- end of main --> foot';
  pages.set(GAME, new Response(before, { headers: { "X-Kept": "1" } }));
  const { world, page } = await sits({
    set: {
      caches: {
        open: async () => ({
          keys: async () => [...pages.keys()],
          match: async (request) => pages.get(request).clone(),
          put: async (request, answer) => pages.set(request, answer)
        })
      }
    }
  });
  const kept = page.load("offline/kept.js").kept;
  kept.picture("<title>One</title><p>one</p>");
  kept.picture("<p>two</p>");
  await world.run(100);
  const text = await pages.get(GAME).clone().text();
  assert.ok(text.startsWith("<title>One</title>"), text);
  assert.ok(text.includes("<p>two</p>") && !text.includes("one") && text.endsWith("foot"), text);
  assert.equal(pages.get(GAME).headers.get("X-Kept"), "1");
});
