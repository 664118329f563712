// The game of this page as the phone works it out: without network, and while an answer is slow in
// coming. Here its parts are put together, and hear what happens on the page.
import { makeWorker } from "./app_worker.js";
import { makeChanges } from "./changes.js";
import { makeCounting } from "./counting.js";
import { makeMirror } from "./mirror.js";
import { makeOwnBoard } from "./own_board.js";
import { makeOwnEntries } from "./own_entries.js";
import { makePages } from "./pages.js";
import { makeSpoken } from "./spoken.js";
import { local } from "./storage.js";

/** @import { Parts } from "../app/types.d.ts" */

/**
 * What the parts know of each other.
 * @typedef {object} Table
 * @property {string} game  its address
 * @property {Parts["queue"]} queue
 * @property {NonNullable<Parts["board"]["put"]>} show  puts a board on the page
 * @property {() => Promise<void>} follow  makes the mirror the newest
 * @property {ReturnType<typeof makeWorker>} worker
 * @property {ReturnType<typeof makeMirror>} mirror
 * @property {ReturnType<typeof makeOwnEntries>} own
 * @property {ReturnType<typeof makeCounting>} counting
 * @property {ReturnType<typeof makeSpoken>} spoken
 * @property {ReturnType<typeof makePages>} pages
 * @property {ReturnType<typeof makeOwnBoard>} board
 * @property {ReturnType<typeof makeChanges>} changes
 * @property {Record<string, number>} places  where what waits stands on the page that is shown, also
 * under a sheet
 */

const { dataset } = document.documentElement,
  { era = "", root } = dataset,
  folder = new URL("./", import.meta.url).pathname;

/**
 * @param {string} game
 * @param {Parts["queue"]} queue
 * @param {Table["show"]} show
 * @param {string} undoneSays
 */
const makeTable = (game, queue, show, undoneSays) => {
  const table = /** @type {Table} */ ({ game, queue, show, places: {} });
  table.worker = makeWorker(folder, () => {
    table.counting.forget();
    delete dataset.counts;
  });
  table.mirror = makeMirror(game, era, () => {
    table.counting.forget();
    if (!table.board.isShown) table.pages.renew();
  });
  table.follow = async () => {
    if (!queue.off) await table.mirror.follow();
  };
  table.own = makeOwnEntries(game, queue);
  table.counting = makeCounting(game, table.worker, table.mirror);
  table.spoken = makeSpoken(undoneSays);
  table.pages = makePages(game, async (address) => {
    const { html, counted } = await read(table, address);
    table.places = counted;
    return html;
  });
  table.board = makeOwnBoard(table);
  table.changes = makeChanges(table);
  return table;
};

/**
 * A page of the game, with what waits now.
 * @param {Table} table
 * @param {string} address
 */
const read = async ({ worker, counting, board }, address) => {
  const { counted } = await counting.show(board.entries ?? []);
  return { html: await worker.ask("read", address), counted };
};

/** @param {Table} table */
const listenToQueue = ({ game, queue, own, spoken, board, changes }) => {
  const { remove } = queue;
  queue.add = (submission) => changes.add(submission);
  queue.remove = (submission) => {
    spoken.remove(submission.id);
    return remove(submission);
  };
  document.addEventListener("queue", () => board.draw());
  document.addEventListener("echo", () => board.wait());
  document.addEventListener("queue:sends", ({ detail }) => {
    if (detail === game) board.send();
  });
  document.addEventListener("queue:answer", ({ detail }) => {
    if (detail.said === "merged") spoken.merge(detail.submission.id, detail.place);
    board.hear(detail);
    own.hear(detail);
  });
};

/** @param {Table} table */
const listenToForms = (table) => {
  const { board, changes, pages } = table;
  document.addEventListener(
    "submit",
    ({ target: form }) => {
      if (!form.matches(".entry")) return;
      board.decide();
      const isThere = pages.isOpen && !form.closest("#main, dialog");
      changes.places = isThere ? table.places : board.places;
      if (isThere) pages.back();
    },
    true
  );
  // Where the table was taken along, another game begins there.
  addEventListener(
    "submit",
    (event) => {
      const { begin } = event.target.dataset,
        { tables = [] } = JSON.parse(local.here ?? "{}"),
        [, name] = /\/t\/([^/]+)\//.exec(table.game) ?? [];
      if (!begin || !table.queue.off) return;
      if (!tables.some(({ address = "" }) => address.endsWith(`/t/${name}/`))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      window.location.assign(begin);
    },
    true
  );
};

/** @param {Table} table */
const listenToLinks = ({ game, queue, mirror, board, pages }) => {
  document.addEventListener(
    "click",
    ({ target }) =>
      target.closest?.("#board .question a[hx-get], #asked ~ .ways a") && board.decide(),
    true
  );
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null | undefined} */ (
      event.target.closest?.("a[href]:not([data-sheet], [download], [target])")
    );
    if (!link || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isOurs = pages.isOpen ? link.pathname.startsWith(game) : queue.fails && mirror.content;
    if (!isOurs || !(pages.leads(link) || link.pathname === game)) return;
    event.preventDefault();
    link.closest("dialog")?.close();
    pages.go(pages.address(link));
  });
};

// Sheets and other parts of this game, and its rules, come from here without network.
/** @param {Table} table */
const listenToRequests = (table) => {
  const { game, queue, mirror, board } = table;
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { target, requestConfig } = event.detail,
      { pathname, search } = new URL(requestConfig.path, location.href);
    if (!(board.isShown || queue.off) || !mirror.content || requestConfig.verb !== "get") return;
    if (!pathname.startsWith(game) && !pathname.startsWith(`${root}/rules/`)) return;
    event.preventDefault();
    if (pathname === game) return board.draw();
    read(table, pathname + search)
      .then(({ html }) => openSheet(target, html))
      .catch(() => {});
  });
};

/**
 * @param {HTMLElement} target
 * @param {string} html
 */
const openSheet = (target, html) => {
  htmx.swap(target, html, { swapStyle: "innerHTML" }, { eventInfo: { target } });
  const sheet = target.closest("dialog");
  if (!sheet || sheet.open) return;
  document.dispatchEvent(new Event("sheet"));
  sheet.showModal();
};

/** @param {Table} table */
const begin = async ({ game, worker, mirror, counting, board, pages, follow }) => {
  await mirror.read().catch(() => {});
  await follow();
  if (!mirror.content) return;
  await counting.tell(); // it starts while nobody waits for it,
  await board.draw();
  await pages.reopen();
  if (!board.isShown) await worker.ask("read", game); // and has drawn this game before
  dataset.counts = worker.how;
};

/** @param {Parts} parts */
export const connect = ({ board: shown, queue }) => {
  const waits = document.getElementById("waits"),
    { put } = shown;
  if (!document.getElementById("board") || !put || !waits) return;
  const table = makeTable(location.pathname, queue, put, waits.dataset.undone ?? "");
  shown.put = (html, own) => table.board.take(html, own);
  listenToQueue(table);
  listenToForms(table);
  listenToLinks(table);
  listenToRequests(table);
  begin(table).catch(() => {});
};
