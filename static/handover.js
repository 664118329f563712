// Puts a table onto the server, and tells the phone so. Of a table that was taken along it puts the
// games that wait there, and gets what is new. Every id stays, so to do any part of it again is
// harmless; until the phone is told, nothing has changed here. Another server than that of this
// address knows the phone by a key.
for (const box of document.querySelectorAll(".handing")) {
  const [button, notice] = box.children,
    { table, moved, server, key, begun, away, busy, along, source, begins, done } = box.dataset,
    {
      lang,
      dataset: { root, theme }
    } = document.documentElement;
  const SLOW = 15_000, // ms
    LONG = 120_000, // ms that a whole table may take
    MOST = 5; // times that something may be entered meanwhile

  const tell = (sentence) => {
    notice.textContent = sentence;
    notice.hidden = false;
  };
  // What somebody on the way answers is no answer.
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
  const says = async (body) =>
    new DOMParser()
      .parseFromString(await body.text(), "text/html")
      .querySelector("[role=alert], .lead")
      ?.textContent.replace(/\s+/g, " ")
      .trim();
  const want = async ({ answer, body }) => {
    if (answer.ok) return body;
    throw Object.assign(new Error(answer.status), { says: await says(body) });
  };

  const elsewhere = key && {
    credentials: "omit",
    headers: { Authorization: `Bearer ${key}`, "Accept-Language": lang }
  };
  const know = async () => {
    const token = await want(await ask(`${server}token`, SLOW));
    return { headers: { "X-CSRFToken": await token.text() } };
  };
  // A phone that the server does not know yet gets its cookie first.
  const send = async (whole, isAgain = false) => {
    const form = new FormData(),
      knows = elsewhere ?? (await know());
    form.append("table", whole, "table.json");
    const told = await ask(`${server}handover`, LONG, { method: "POST", body: form, ...knows });
    if (told.answer.status === 428 && !isAgain) return send(whole, true);
    return JSON.parse(await (await want(told)).text());
  };
  const put = async () => {
    for (let turn = 0; turn < MOST; turn += 1) {
      const found = await ask(table, SLOW),
        there = found.answer.status !== 204 && (await send(await want(found))),
        headers = { "If-Match": found.answer.headers.get("ETag") };
      if (!there) return null; // it lacks nothing
      if (there.board && !key)
        await keep([there.board, there.address], there.board).catch(() => {});
      const told = await ask(moved, SLOW, { method: "POST", headers });
      if (told.answer.status === 412) continue; // the server gets what came meanwhile
      await want(told);
      return there;
    }
    throw Object.assign(new Error(busy), { says: busy });
  };

  // Without network the table goes on as any of a server: its board and its mirror stay here.
  const keep = async (pages, board = "") => {
    const { active } = await navigator.serviceWorker.ready,
      all = [...pages, pages.at(-1).replace(/phones\/$/, "")];
    active.postMessage({ keep: all, language: lang, theme });
    if (!board) return;
    const { answer, body } = await ask(`${board}mirror?since=0`, SLOW);
    if (answer.ok) await (await caches.open("mirrors")).put(board, new Response(body));
  };
  // The shelf of the server lists this table once.
  const list = async () => {
    const { body } = await ask(`${root}/`, SLOW),
      page = new DOMParser().parseFromString(await body.text(), "text/html"),
      list = page.getElementById("here-tables");
    if (list) localStorage.here = list.textContent;
  };

  // The page around this one hears it too, and loads it anew.
  const broadcast = () => new BroadcastChannel("moved").postMessage(table.replace(/handover$/, ""));
  const go = async () => {
    const { address, way } = await put();
    await list().catch(() => {});
    broadcast();
    window.top.location.assign(key ? new URL(new URL(way, server).pathname, server) : address);
  };
  const bring = async (isQuiet) => {
    const isSent = !begins && (await put())?.board,
      form = new FormData();
    form.append("table", await want(await ask(`${source}handover`, LONG, elsewhere)), "table.json");
    const told = await want(await ask(along, LONG, { method: "POST", body: form })),
      { came, address } = JSON.parse(await told.text());
    if (!key) await keep([`${source}phones/`]).catch(() => {});
    await list().catch(() => {});
    if (begins) location.replace(address);
    else if (came || isSent) {
      broadcast();
      location.reload();
    } else {
      if (!isQuiet) tell(done);
      button.disabled = false;
    }
  };
  const work = async (isQuiet) => {
    button.disabled = true;
    if (!isQuiet) tell(begun);
    try {
      await (along ? bring(isQuiet) : go());
    } catch (error) {
      if (!isQuiet || error.says) tell(error.says ?? away);
      button.disabled = false;
    }
  };
  button.onclick = () => work(false);
  if (along && begins !== "tap") {
    addEventListener("online", () => work(true));
    if (begins) work(false);
    else if (navigator.onLine) work(true);
  }
}
