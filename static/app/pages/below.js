// Of several installations below one host each has names of its own for what a browser keeps, and
// for what tabs agree on: they begin with its path. What has its path in it is its own already.
// It stands before all other scripts of a page and of a service worker. At the root of a host there
// is none of it.
{
  const script = /** @type {HTMLScriptElement | undefined} */ (self.document?.currentScript),
    // @ts-expect-error: a service worker is told it
    root = script?.dataset.below ?? `${KEEP.root}/`,
    START = `${root} `;
  /** @param {string} name */
  const own = (name) => (name.includes(root) ? name : START + name);
  /** @param {string[]} names  of all installations */
  const ours = (names) =>
    names
      .filter((name) => name.includes(root))
      .map((name) => (name.startsWith(START) ? name.slice(START.length) : name));

  // Some browsers lack some of these, and have no caches without https.
  const wraps = /** @type {Record<string, any>} */ (self);
  for (const [kind, method] of [
    ["CacheStorage", "open"],
    ["CacheStorage", "has"],
    ["CacheStorage", "delete"],
    ["IDBFactory", "open"],
    ["LockManager", "request"]
  ]) {
    const known = wraps[kind]?.prototype,
      usual = known?.[method];
    if (usual)
      /** @param {[string, ...unknown[]]} given */
      known[method] = function (...[name, ...rest]) {
        return usual.call(this, own(name), ...rest);
      };
  }
  const stores = self.CacheStorage?.prototype,
    usual = stores?.keys;
  if (usual)
    stores.keys = async function () {
      return ours(await usual.call(this));
    };
  self.BroadcastChannel = class extends BroadcastChannel {
    /** @param {string} name */
    constructor(name) {
      super(own(name));
    }
  };
  /** @param {"localStorage" | "sessionStorage"} kind */
  const wrapStorage = (kind) => {
    /** @type {Storage} */
    let all;
    try {
      all = wraps[kind];
    } catch {
      return; // it is refused
    }
    /** @type {Record<string, (key: string, value: string) => unknown>} */
    const methods = {
      getItem: (key) => all.getItem(own(key)),
      setItem: (key, value) => all.setItem(own(key), value),
      removeItem: (key) => all.removeItem(own(key))
    };
    const value = new Proxy(/** @type {Record<string, string>} */ ({}), {
      get: (_, key) => methods[`${String(key)}`] ?? all.getItem(own(String(key))) ?? undefined,
      set: (_, key, said) => {
        all.setItem(own(String(key)), said);
        return true;
      },
      deleteProperty: (_, key) => {
        all.removeItem(own(String(key)));
        return true;
      },
      ownKeys: () => ours(Object.keys(all)),
      getOwnPropertyDescriptor: (_, key) => {
        const said = all.getItem(own(String(key)));
        return said === null
          ? undefined
          : { value: said, enumerable: true, configurable: true, writable: true };
      }
    });
    Object.defineProperty(self, kind, { value });
  };
  if (script) {
    // A Worker puts the name that it has before its own.
    self.Worker = class extends Worker {
      /**
       * @param {string | URL} address
       * @param {WorkerOptions} [options]
       */
      constructor(address, options) {
        super(address, { ...options, name: START });
      }
    };
    wrapStorage("localStorage");
    wrapStorage("sessionStorage");
  }
}
