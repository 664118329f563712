// The tables that live on this phone: the whole app, in the Worker of the page that has them. It
// answers one request after the other, and each only when what it changed is on the disk.
import { openDisk } from "./disk.mjs";
import { folder, starting } from "./starting.mjs";

const DATA = "/data",
  EDITION = /([^/]+)\/$/.exec(folder.pathname)[1];
const { start, settle, lose } = starting("tables", "tables-snapshot");
let app = null, // Python and the app in it
  disk = null,
  place = null; // how the app is opened

// The files in the memory of Python: as the disk has them, or as they are by now.
const put = (files) => {
  const { FS } = app.python;
  if (!FS.analyzePath(DATA).exists) FS.mkdir(DATA);
  for (const name of names()) if (!files.has(name)) FS.unlink(`${DATA}/${name}`);
  for (const [name, bytes] of files) FS.writeFile(`${DATA}/${name}`, bytes);
};
const names = () => app.python.FS.readdir(DATA).filter((name) => !name.startsWith("."));
const take = () => {
  const node = (name) => app.python.FS.lookupPath(`${DATA}/${name}`).node;
  return new Map(
    names().map((name) => {
      const { contents, usedBytes } = node(name);
      return [name, contents ? contents.subarray(0, usedBytes) : new Uint8Array()];
    })
  );
};
const open = ({ files, edition }) => {
  put(files);
  const { root, origin, server } = place;
  return JSON.parse(app.local.open(root, origin, edition, server, navigator.languages.join(",")));
};
const flush = (how) => disk.write(take(), EDITION, how);

const ask = ({ method, url, headers, body }) => {
  const said = app.local.answer(method, url, JSON.stringify(headers), new Uint8Array(body ?? [])),
    [status, told, bytes] = said.toJs();
  said.destroy();
  return { status, headers: JSON.parse(told), body: bytes };
};

// Of these files the app shows a shelf, or there is an error.
const show = (found) => {
  const told = open(found),
    { status } = ask({ method: "GET", url: `${place.root}/here/`, headers: [] });
  if (status !== 200) throw new Error(`The shelf says ${status}.`);
  return told;
};
// The disk stays as it was if the app cannot open it, or shows nothing of it. What a newer edition
// has made of it, and nothing was entered in since, is given up for what there was before.
const begin = async ({ token, ...where }) => {
  place = where;
  disk = openDisk(token);
  const [started, found] = await Promise.all([start(), disk.claim()]);
  app = started;
  let told = null;
  try {
    told = { copies: show(found).migrated };
  } catch (error) {
    const files = await disk.before();
    if (!files) throw error;
    told = { enters: !show({ ...found, files }).migrated };
  }
  await flush(told);
  postMessage({ started: true, restored: app.isRestored });
};

// What could not be written did not happen.
const undo = (asked) => {
  open(disk.last());
  const headers = asked.headers.filter(([name]) => /^hx-request$/i.test(name));
  return ask({ method: "GET", url: `${place.root}/here/no-room`, headers });
};
// Who only looks needs no room: what was remembered of that can be written later.
const answer = async (number, asked) => {
  const answered = ask(asked),
    enters = !/^(GET|HEAD)$/.test(asked.method);
  try {
    await flush({ enters });
  } catch (error) {
    if (error.name === "Robbed") throw error;
    if (enters) return postMessage({ number, answer: undo(asked), full: true });
  }
  postMessage({ number, answer: answered }, [answered.body.buffer]);
};

let turn = null;
onmessage = ({ data: { number, begins, asks } }) => {
  if (begins) {
    turn = begin(begins).catch(async (error) => {
      if (app?.isRestored) await lose(); // the snapshot may be what is wrong
      throw error;
    });
    turn.then(settle, (error) => postMessage({ failed: error.name, why: String(error) }));
    return;
  }
  turn = turn.then(() => answer(number, asks));
  turn.then(settle, (error) => {
    const isGone = error.name === "Robbed";
    if (!isGone && app?.isRestored && error.name !== "PythonError") lose();
    postMessage(isGone ? { robbed: true } : { failed: error.name, why: String(error) });
  });
};
