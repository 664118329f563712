// The files of the tables on this phone, as IndexedDB has them: in blocks, of which those that
// changed are written in one transaction.
const NAME = `${globalThis.name ?? ""}here`, // a Worker below a path is called by that
  STORES = ["blocks", "meta"],
  BLOCK = 4096, // bytes, of which SQLite makes its pages
  PATIENCE = 20_000; // ms that a browser may take to open it: with a full disk it may never answer
const FINAL = ["QuotaExceededError", "Robbed", "TimeoutError"]; // where another attempt is no use

// Somebody else has the tables by now: nothing that is here counts any more.
export class Robbed extends Error {
  name = "Robbed";
}

const isSame = (one, other) => {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
};
const block = (bytes, number) => bytes.subarray(number * BLOCK, (number + 1) * BLOCK);
const count = ({ length }) => Math.ceil(length / BLOCK);
const sizes = (files) => Object.fromEntries([...files].map(([file, { length }]) => [file, length]));

// What is on the disk as `before`, and has to be there as `files`: [file, number, bytes], where
// bytes that are null have to go.
const compare = (before, files) => {
  const changes = [];
  for (const file of new Set([...before.keys(), ...files.keys()])) {
    const was = before.get(file) ?? new Uint8Array(),
      is = files.get(file) ?? new Uint8Array();
    for (let number = 0; number < Math.max(count(was), count(is)); number++) {
      const bytes = block(is, number);
      if (number >= count(is)) changes.push([file, number, null]);
      else if (!isSame(bytes, block(was, number))) changes.push([file, number, bytes.slice()]);
    }
  }
  return changes;
};

// The blocks of these sizes, put together; what was never written is zero.
const assemble = (keys, blocks, lengths) => {
  const files = new Map(
    Object.entries(lengths).map(([file, length]) => [file, new Uint8Array(length)])
  );
  keys.forEach(([file, number], at) => {
    files.get(file)?.set(blocks[at], number * BLOCK);
  });
  return files;
};

// Whoever opens the disk with a `token` and claims it owns it, until somebody else does. All of it
// is also known here, so `write` gets whole files and finds out what is new.
export const openDisk = (token, factory = indexedDB, wait = setTimeout) => {
  let base = null,
    known = new Map(), // what is on the disk
    writer = ""; // the edition that wrote it
  const connect = () =>
    new Promise((done, fail) => {
      const asked = factory.open(NAME, 1);
      let late = wait(() => {
        late = 0;
        fail(new DOMException("The browser does not open it.", "TimeoutError"));
      }, PATIENCE);
      asked.onupgradeneeded = () => {
        for (const name of STORES) asked.result.createObjectStore(name);
      };
      asked.onsuccess = () => {
        const opened = asked.result;
        if (!late) return opened.close();
        clearTimeout(late);
        const close = () => {
          opened.close();
          if (base === opened) base = null;
        };
        opened.onclose = opened.onversionchange = close;
        done(opened);
      };
      asked.onerror = () => {
        clearTimeout(late);
        fail(asked.error);
      };
    });
  // `does` gets the stores and `stop`, by which nothing of it happens.
  const once = async (does) => {
    base ??= await connect();
    return new Promise((done, fail) => {
      const all = base.transaction(STORES, "readwrite", { durability: "strict" }),
        stores = Object.fromEntries(STORES.map((name) => [name, all.objectStore(name)]));
      let why = null;
      const said = does(stores, (error) => {
        why = error;
        all.abort();
      });
      all.oncomplete = () => done(said?.());
      all.onabort = () => fail(why ?? all.error ?? new DOMException("", "AbortError"));
    });
  };
  const run = async (does) => {
    try {
      return await once(does);
    } catch (error) {
      if (FINAL.includes(error?.name)) throw error;
      base?.close(); // a browser may have closed it, or thrown all away
      base = null;
      return once(does);
    }
  };
  const after = (asked, does) => {
    asked.onsuccess = () => does(asked.result);
  };
  // `isNew` where the browser has thrown away everything, and what is known here is all there is.
  const asOwner = (does) =>
    run((stores, stop) => {
      after(stores.meta.get("owner"), (owner) => {
        if (owner !== undefined && owner !== token) stop(new Robbed("Another page has the tables."));
        else does(stores, owner === undefined);
      });
    });
  const all = (store, does) => {
    const keys = store.getAllKeys();
    after(store.getAll(), (blocks) => does(keys.result, blocks));
  };

  const claim = async () => {
    let said = null;
    await run((stores) => {
      stores.meta.put(token, "owner");
      const data = stores.meta.get("data");
      all(stores.blocks, (keys, blocks) => {
        const { edition = "", sizes: lengths = {} } = data.result ?? {};
        said = { edition, files: assemble(keys, blocks, lengths) };
      });
    });
    known = new Map([...said.files].map(([file, bytes]) => [file, bytes.slice()]));
    writer = said.edition;
    return said;
  };

  return {
    // What is there: `files` by name, and the `edition` that wrote them. It is ours from now on.
    claim,

    // What was written last: a full disk may not even be read, and a browser may have emptied it.
    last: () => ({ files: known, edition: writer }),

    // What was there before a `copies` write, by the names of its files; null if it is gone.
    before: () =>
      run(({ meta }) => {
        const asked = meta.get("before");
        return () => asked.result?.files ?? null;
      }),

    // These are the files from now on, or an error says that all is as before. With `copies` what
    // was there stays beside them; the first write that `enters` something ends that.
    write: async (files, edition, { copies = false, enters = false } = {}) => {
      const changes = compare(known, files);
      if (!changes.length) return 0;
      const next = new Map([...files].map(([file, bytes]) => [file, bytes.slice()]));
      await asOwner(({ blocks, meta }, isNew) => {
        for (const [file, number, bytes] of isNew ? compare(new Map(), next) : changes) {
          if (bytes) blocks.put(bytes, [file, number]);
          else blocks.delete([file, number]);
        }
        if (copies) meta.put({ edition: writer, files: known }, "before");
        else if (enters) meta.delete("before");
        meta.put({ edition, sizes: sizes(next) }, "data");
        meta.put(token, "owner");
      });
      known = next;
      writer = edition;
      return changes.length;
    },

    close: () => {
      base?.close();
      base = null;
    }
  };
};
