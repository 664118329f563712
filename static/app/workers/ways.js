// What both parts of the service worker know: what the server has told it, which is put before its
// bundle, and ways of the app.
/**
 * @typedef {object} Told
 * @property {string} version
 * @property {string} root  below which path all is
 * @property {string[]} files
 * @property {string[]} rules
 * @property {string[]} [site]  the ways of a site without a server
 */
/** @type {Told} */
// @ts-expect-error: it is no name of this file
export const told = KEEP;
export const root = told.root;
// What answers for the tables of this phone, where it keeps the app: ./tables.js.
/**
 * @typedef {object} Tables
 * @property {object[]} routes
 * @property {(event: FetchEvent, url: URL) => boolean} answers
 * @property {(url: URL) => boolean} begins
 * @property {(url: URL) => Promise<Response>} begin
 */
/** @type {{ tables: Tables | null }} */
export const here = { tables: null };

const FILES = /^\/(static|scripts|local)\//,
  PATIENCE = 3000, // ms
  MOST = { files: 80, pages: 60, rules: 99 };

// A server may take the connection and never answer: a page is waited for no longer than this.
/**
 * @param {Promise<Response>} network
 * @returns {Promise<Response | void>}  nothing where it fails
 */
export const soon = (network) =>
  Promise.race([
    network,
    /** @type {Promise<void>} */ (new Promise((done) => setTimeout(done, PATIENCE)))
  ]).catch(() => {});
/** @param {string} pathname */
export const within = (pathname) =>
  pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : "";
/** @param {string} pathname */
export const isFile = (pathname) => FILES.test(within(pathname));

/**
 * @param {keyof typeof MOST} name
 * @param {RequestInfo} address
 * @param {Response} answer
 */
export const put = async (name, address, answer) => {
  const cache = await caches.open(name);
  await cache.put(address, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MOST[name]).map((oldest) => cache.delete(oldest)));
};
