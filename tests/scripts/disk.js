// What a browser keeps for a site: one IndexedDB, as much of it as the scripts use, that fails when
// it is told to. It is strict: what a browser would not allow throws here too.
const failure = (name) => new DOMException(name, name);

// Its keys are numbers, at `keyPath` in what it keeps; without one words, or lists of both.
class Store {
  constructor(keyPath) {
    // By the key as text, what has this key.
    Object.assign(this, { keyPath, records: new Map(), next: 1, uniques: [] });
  }

  copy() {
    return Object.assign(new Store(), this, { records: new Map(this.records) });
  }

  write(value, isNew, given) {
    const { keyPath } = this,
      kept = structuredClone(value),
      key = keyPath ? (kept[keyPath] ?? this.next) : given,
      text = JSON.stringify(key);
    if (isNew && this.records.has(text)) throw failure("ConstraintError");
    for (const each of this.uniques) {
      for (const [other, [, record]] of this.records) {
        if (other !== text && record[each] === kept[each]) throw failure("ConstraintError");
      }
    }
    if (keyPath) {
      if (typeof key !== "number") throw failure("DataError");
      kept[keyPath] = key;
      this.next = Math.max(this.next, Math.floor(key) + 1);
    }
    this.records.set(text, [key, kept]);
    return key;
  }

  read(key) {
    return structuredClone(this.records.get(JSON.stringify(key))?.[1]);
  }

  remove(key) {
    this.records.delete(JSON.stringify(key));
  }

  sorted() {
    const before = (one, other) => {
      if (!Array.isArray(one)) return one < other ? -1 : Number(one > other);
      const at = one.findIndex((part, each) => part !== other[each]);
      return at < 0 ? 0 : before(one[at], other[at]);
    };
    return [...this.records.values()].sort(([one], [other]) => before(one, other));
  }

  all() {
    return this.sorted().map(([, value]) => structuredClone(value));
  }

  keys() {
    return this.sorted().map(([key]) => structuredClone(key));
  }
}

// The disk of a browser: what was committed, who is connected, and whose turn it is.
class Storage {
  constructor(browser) {
    Object.assign(this, { browser, stores: null, bases: new Set(), line: [] });
  }

  // What lies there, as the next page will find it.
  get records() {
    return this.stores?.get("wishes")?.all() ?? [];
  }

  // All of it is thrown away, under every page.
  wipe() {
    this.cut();
    this.stores = null;
  }

  // The browser closes every connection, for reasons of its own.
  cut() {
    for (const base of [...this.bases]) base.isCut();
    for (const all of [...this.line]) all.abort("AbortError");
  }

  // A page is gone: what it had not committed is not there, or has just been.
  leave(page) {
    for (const all of this.line.filter((each) => each.base.page === page)) {
      if (all.isDone && this.browser.fails("commits")) all.keep();
      all.ends();
    }
    for (const base of [...this.bases]) if (base.page === page) this.bases.delete(base);
  }

  kick() {
    for (const all of [...this.line]) all.goesOn();
  }
}

class Factory {
  constructor(storage, page) {
    Object.assign(this, { storage, page });
  }

  open() {
    const { storage, page } = this,
      { world } = storage.browser;
    const asked = { result: undefined, error: null };
    const later = (does) => world.later(storage.browser.latency(), () => page.alive && does());
    const fail = (name) => {
      asked.error = failure(name);
      asked.onerror?.({ target: asked });
    };
    later(() => {
      if (storage.browser.fails("open")) return fail("UnknownError");
      const base = new Base(storage, page);
      asked.result = base;
      if (!storage.stores) {
        storage.stores = new Map();
        base.isNew = true;
        asked.onupgradeneeded?.({ target: asked });
        base.isNew = false;
      }
      later(() => (base.isClosed ? fail("AbortError") : asked.onsuccess?.({ target: asked })));
    });
    return asked;
  }
}

class Base {
  constructor(storage, page) {
    Object.assign(this, { storage, page, isClosed: false });
    storage.bases.add(this);
  }

  createObjectStore(name, { keyPath } = {}) {
    if (!this.isNew) throw failure("InvalidStateError");
    const made = new Store(keyPath);
    this.storage.stores.set(name, made);
    return { createIndex: (_, path, { unique }) => unique && made.uniques.push(path) };
  }

  transaction(name, mode = "readonly") {
    // A browser that has slept may find its connection closed, and says so to nobody.
    if (!this.isClosed && this.storage.browser.fails("transaction")) this.close();
    if (this.isClosed || !this.page.alive) throw failure("InvalidStateError");
    const names = [].concat(name);
    if (!names.every((each) => this.storage.stores.has(each))) throw failure("NotFoundError");
    return new Transaction(this, names, mode);
  }

  close() {
    this.isClosed = true;
    this.storage.bases.delete(this);
  }

  isCut() {
    this.close();
    for (const all of this.storage.line.filter(({ base }) => base === this))
      all.abort("AbortError");
    const { world } = this.storage.browser;
    world.later(0, () => this.page.alive && this.onclose?.({ target: this }));
  }
}

class Transaction {
  constructor(base, names, mode) {
    Object.assign(this, { base, names, mode, requests: [], work: null, error: null });
    Object.assign(this, { isActive: true, isDone: false, isOver: false, isUnderWay: false });
    const { world } = base.storage.browser;
    base.storage.line.push(this);
    // It takes requests until the task is over that made it.
    world.after(() => this.rests());
    this.later = (does) => {
      this.isUnderWay = true;
      world.later(base.storage.browser.latency(), () => {
        this.isUnderWay = false;
        if (!this.isOver && base.page.alive) does();
      });
    };
  }

  objectStore(name) {
    if (!this.names.includes(name)) throw failure("NotFoundError");
    const ask = (does, writes) => {
      if (!this.isActive || this.isOver) throw failure("TransactionInactiveError");
      if (writes && this.mode !== "readwrite") throw failure("ReadOnlyError");
      const request = { does: (work) => does(work.get(name)), result: undefined, error: null };
      this.requests.push(request);
      return request;
    };
    const write = (value, isNew, key) => {
      const kept = structuredClone(value);
      return ask((all) => all.write(kept, isNew, key), true);
    };
    return {
      add: (value) => write(value, true),
      put: (value, key) => write(value, false, key),
      delete: (key) => ask((all) => void all.remove(key), true),
      clear: () => ask((all) => void all.records.clear(), true),
      get: (key) => ask((all) => all.read(key)),
      getAll: () => ask((all) => all.all()),
      getAllKeys: () => ask((all) => all.keys())
    };
  }

  abort(name = "AbortError") {
    if (this.isOver) return;
    this.error = failure(name);
    const { world } = this.base.storage.browser;
    this.ends();
    world.later(0, () => this.base.page.alive && this.onabort?.({ target: this }));
  }

  ends() {
    this.isOver = true;
    const { line } = this.base.storage;
    line.splice(line.indexOf(this), 1);
    this.base.storage.kick();
  }

  get isFirst() {
    for (const other of this.base.storage.line) {
      if (other === this) return true;
      if (other.mode === "readwrite" || this.mode === "readwrite") return false;
    }
    return false;
  }

  goesOn() {
    if (this.isOver || this.isActive || this.isUnderWay || !this.isFirst) return;
    const { stores } = this.base.storage;
    this.work ??= new Map(this.names.map((name) => [name, stores.get(name).copy()]));
    if (this.requests.length) this.later(() => this.answers());
    else {
      this.isDone = true;
      this.later(() => this.commits());
    }
  }

  answers() {
    const request = this.requests.shift();
    let prevented = false;
    const event = {
      target: request,
      preventDefault: () => {
        prevented = true;
      }
    };
    this.isActive = true;
    try {
      request.result = request.does(this.work);
      request.onsuccess?.(event);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      request.error = error;
      request.onerror?.(event);
      if (!prevented) this.abort(error.name);
    }
    this.base.storage.browser.world.after(() => this.rests());
  }

  rests() {
    this.isActive = false;
    this.goesOn();
  }

  commits() {
    const { browser } = this.base.storage;
    if (this.mode === "readwrite" && browser.fails("quota"))
      return this.abort("QuotaExceededError");
    if (browser.fails("abort")) return this.abort("UnknownError");
    this.keep();
    this.ends();
    this.oncomplete?.({ target: this });
  }

  keep() {
    if (this.mode !== "readwrite") return;
    for (const [name, store] of this.work) this.base.storage.stores.set(name, store);
  }
}

module.exports = { Storage, Factory };
