// Puts a table onto the server, and tells the phone so, which has a copy then. Of a copy it puts the
// games that wait there, and gets what is new. Every id stays, so to do any part of it again is
// harmless. What goes is stopped here first, once the server is heard, and goes on here only where
// the server has refused it. Another server than that of this address knows the phone by a key.
import { there } from "../browser/there.js";

/** @typedef {{ answer: Response, body: Blob }} Told */
/** @typedef {Error & { status?: number, says?: string, game?: string }} Refusal  why it did not go */

const SLOW = 15_000, // ms
  LONG = 120_000, // ms that a whole table may take
  REFUSED = [404, 409, 413, 422], // about this very table
  {
    lang,
    dataset: { root, theme }
  } = document.documentElement;

// What somebody on the way answers is no answer.
/** @type {(address: string, wait: number, options?: RequestInit) => Promise<Told>} */
const ask = async (address, wait, options = {}) => {
  const limit = new AbortController(),
    timer = setTimeout(() => limit.abort(), wait);
  try {
    const answer = await fetch(address, {
      cache: "no-store",
      redirect: "manual",
      signal: limit.signal,
      ...options
    });
    if (!answer.headers.has("Companion")) throw new Error(address);
    return { answer, body: await answer.blob() };
  } finally {
    clearTimeout(timer);
  }
};
/** @param {Blob} body */
const parse = async (body) => new DOMParser().parseFromString(await body.text(), "text/html");
/** @param {Told} told */
const want = async ({ answer: { ok, status }, body }) => {
  if (ok) return body;
  const lead = (await parse(body)).querySelector("[role=alert], .lead");
  const says = lead?.textContent.replace(/\s+/g, " ").trim(),
    game = lead?.getAttribute("data-game");
  throw Object.assign(new Error(`${status}`), { status, says, game });
};
/** @param {Told} told */
const wantJson = async (told) => JSON.parse(await (await want(told)).text());

// Without network the table goes on as any of a server: its board and its mirror stay here.
/** @param {string[]} pages */
const keep = async (pages, board = "") => {
  const { active } = await navigator.serviceWorker.ready,
    all = [...pages, there(pages.at(-1)).replace(/phones\/$/, "")];
  there(active).postMessage({ keep: all, language: lang, theme });
  if (!board) return;
  const { answer, body } = await ask(`${board}mirror?since=0`, SLOW);
  if (answer.ok) await (await caches.open("mirrors")).put(board, new Response(body));
};
// The shelf of the server says what is a copy.
const list = async () => {
  const page = await parse((await ask(`${root}/`, SLOW)).body),
    told = page.getElementById("here-tables");
  if (told) localStorage.here = told.textContent;
};

for (const box of document.querySelectorAll(".handing")) {
  const [button, notice, link] =
      /** @type {[HTMLButtonElement, HTMLElement, HTMLAnchorElement]} */ (
        /** @type {unknown} */ (box.children)
      ),
    { key, begun, away, lost, along, begins, done } = box.dataset,
    { table = "", server = "" } = box.dataset,
    id = table.split("/").at(-2);
  /** @type {(sentence: string | undefined, game?: string) => void} */
  const tell = (sentence, game) => {
    notice.textContent = there(sentence);
    notice.hidden = false;
    link.href = `${table}${game}/about/`;
    link.hidden = !game;
  };
  const elsewhere = /** @type {RequestInit | undefined} */ (
    key && {
      credentials: "omit",
      headers: { Authorization: `Bearer ${key}`, "Accept-Language": lang }
    }
  );
  const read = () => ask(`${server}t/${id}/handover`, LONG, elsewhere);
  // By what the server knows this phone, once it is heard and is seen to take tables from here.
  const know = async () => {
    if (!key) {
      const token = await want(await ask(`${server}token`, SLOW));
      return { headers: { "X-CSRFToken": await token.text() } };
    }
    const found = await read();
    if (found.answer.status !== 404) await want(found);
    return elsewhere;
  };
  // A phone that the server does not know yet gets its cookie first.
  /** @type {(whole: Blob, knows?: RequestInit, isAgain?: boolean) => Promise<any>} */
  const send = async (whole, knows, isAgain = false) => {
    const body = new FormData();
    body.append("table", whole, "table.json");
    const told = await ask(`${server}handover`, LONG, { method: "POST", body, ...knows });
    if (told.answer.status === 428 && !isAgain) return send(whole, await know(), true);
    return wantJson(told);
  };
  /** @param {"going" | "stays" | "moved"} what */
  const tellPhone = (what) =>
    ask(`${table}${what}${key ? `?server=${encodeURIComponent(server)}` : ""}`, SLOW, {
      method: "POST"
    });
  /** @param {RequestInit | undefined} knows */
  const put = async (knows) => {
    const going = await tellPhone("going"),
      whole = await want(going);
    if (going.answer.status === 204) return null; // it lacks nothing
    const told = await send(whole, knows).catch(async (error) => {
      const isFirst = going.answer.status === 201;
      if (isFirst ? error.status < 500 : REFUSED.includes(error.status))
        await tellPhone("stays").catch(() => {});
      throw Object.assign(error, { says: error.says ?? lost });
    });
    if (told.board && !key) await keep([told.board, told.address], told.board).catch(() => {});
    const heard = await tellPhone("moved");
    if (heard.answer.status !== 412) await want(heard); // another tab has told it
    return told;
  };

  // The page around this one hears it too, and loads it anew.
  const broadcast = () => new BroadcastChannel("moved").postMessage(table);
  const go = async () => {
    const told = await put(await know());
    if (!told) return location.reload(); // it is a copy: another tab has put it there
    const { address, way } = told;
    await list().catch(() => {});
    broadcast();
    there(window.top).location.assign(
      key ? new URL(new URL(way, server).pathname, server) : address
    );
  };
  /** @param {boolean} isQuiet */
  const bring = async (isQuiet) => {
    const body = new FormData();
    let found = await read();
    if (!begins && (found.answer.ok || found.answer.status === 404))
      if (await put(elsewhere ?? (await know()))) found = await read();
    body.append("table", await want(found), "table.json");
    const told = await ask(there(along), LONG, { method: "POST", body }),
      { came, address } = await wantJson(told);
    if (!key) await keep([`${server}t/${id}/phones/`]).catch(() => {});
    await list().catch(() => {});
    if (begins) location.replace(address);
    else if (came) {
      broadcast();
      location.reload();
    } else {
      if (!isQuiet) tell(done);
      button.disabled = false;
    }
  };
  /** @param {boolean} isQuiet */
  const work = async (isQuiet) => {
    button.disabled = true;
    if (!isQuiet) tell(begun);
    try {
      await (along ? bring(isQuiet) : go());
    } catch (error) {
      const { says, game } = /** @type {Refusal} */ (error);
      if (!isQuiet || says) tell(says ?? away, game);
      button.disabled = false;
    }
  };
  button.onclick = () => work(false);
  if (along) {
    addEventListener("online", () => work(true));
    if (begins) work(false);
    else if (navigator.onLine) work(true);
  }
}
