// A phone at a table, for the tests: a world, a server that says yes, and a page of the app.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { test } = require("node:test");
const dom = require("./dom.js");
const world = require("./world.js");
const { Server } = require("./server.js");

const { World, Browser } = world;

const GAME = "/t/a/g/";
const PAGE = `
  <main id="main"><div id="board" data-seen="0" data-moment="1" data-undo="">
    <form class="entry" method="post" action="${GAME}entries" data-says="{card}">
      <input type="hidden" name="csrf_token" value="old"><input type="hidden" name="page" value="1">
      <input type="hidden" name="kind" value="card-played">
      <input type="hidden" name="seen" value="0">
      <button name="card" value="4">4</button><button name="card" value="5">5</button>
    </form>
    <form class="entry undoes" method="post" action="${GAME}entries">
      <input type="hidden" name="kind" value="taken-back">
      <input type="hidden" name="target" value="">
      <input type="hidden" name="seen" value="0"><button>Undo</button>
    </form>
  </div></main>
  <p id="status"></p><p id="unsent" data-waits="Waiting" data-needs="Needs the network" hidden></p>
`;

const seat = async ({ scripts = ["entry/entering.js"], seed = 1, html = PAGE, ...given } = {}) => {
  const world = new World(seed),
    server = new Server(world),
    failing = new Set(),
    shown = [];
  const browser = new Browser(world, { fails: (what) => failing.has(what), fetch: server.fetch });
  const opens = (more = {}) => {
    const page = browser.open([], { html, ...given, ...more });
    page.document.hidden = Boolean(given.hidden);
    page.window.htmx = { swap: (_, text) => shown.push(text) };
    for (const name of scripts) page.load(name);
    for (const event of ["load", "pageshow"]) page.happens(event);
    return page;
  };
  const page = opens();
  await world.run(50);
  const adds = (id, { on = page, ...more } = {}) =>
    on.queue.inTurn(() =>
      on.queue.add({
        ...{ id, game: GAME, url: `${GAME}entries`, says: id, title: "The Game" },
        ...{ values: { kind: "card-played", seen: "0" }, ...more }
      })
    );
  const enters = async (all, ms, more) => {
    for (const id of [all].flat()) adds(id, more);
    await world.run(ms);
  };
  const heals = async (ms) => {
    server.fate = () => "ok";
    await world.run(ms);
  };
  const ids = () => server.log.map(({ id }) => id);
  return { world, server, browser, page, opens, adds, enters, heals, ids, failing, shown };
};

// A page by itself, on which nothing runs but these scripts, and what is found on it.
const opens = (
  html = "",
  { scripts = [], local = {}, world = new World(), fetch, ...more } = {}
) => {
  const browser = new Browser(world, { fetch });
  browser.kept.local = local;
  const page = browser.open(scripts, { html, ...more }),
    { document, window, find, all, hears, happens } = page;
  return { world, browser, page, document, window, find, all, hears, happens };
};

// What a script of a page made is of another realm: it is the same where it says the same.
const same = (found, meant, why) => assert.deepEqual(JSON.parse(JSON.stringify(found)), meant, why);

// What each of these has under this name: same(each(server.log), ["a", "b"]).
const each = (all, name = "id") => all.map((one) => one[name]);

// What a template has in English, without what depends on the game: its texts and `data-` attributes.
// Of two parts the first one where this `is` so, if it is said.
const draw = (template, is = {}) =>
  readFileSync(join(__dirname, "../../templates", template), "utf8")
    .replace(
      /\{% if (\w+) %\}(.*?)(?:\{% else %\}(.*?))?\{% endif %\}/gs,
      (all, what, yes, no = "") => (what in is ? (is[what] ? yes : no) : all)
    )
    .replace(/\{\{ ngettext\(\s*"([^"]*)".*?\}\}/gs, "$1")
    .replace(/\{#.*?#\}|\{%.*?%\}|\{\{ \{|\} \| xmlattr \}\}|"[\w-]+": [a-z]\w+\("\w+"\),?/gs, "")
    .replace(/"([\w-]+)": _\(\s*"([^"]*)"[^)]*\),?/g, '$1="$2"')
    .replace(/\{\{ _\("([^"]*)"[^}]*\) \}\}|\{\{.*?\}\}/g, "$1")
    .replace(/%\(\w+\)s/g, "#");

// All that a test takes: the parts of a document and of a browser too.
module.exports = { ...dom, ...world, seat, opens, same, each, draw, GAME, PAGE, assert, test };
