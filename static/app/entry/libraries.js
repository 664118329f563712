// What the first view does not need comes after it: libraries, and on a board what it can wait for.
import { loaded } from "../browser/loaded.js";

const { dataset } = document.documentElement;
/** @param {HTMLMetaElement} meta */
const load = ({ content: src, dataset: { integrity = "" } }) =>
  new Promise((done) => {
    document.head.append(
      Object.assign(document.createElement("script"), {
        src,
        integrity,
        async: false,
        onload: done,
        onerror: done
      })
    );
  });

// All of it is here, or does not come: what a board can wait for, as a module.
export const ready = loaded.then(async () => {
  const live = dataset.live && import(dataset.live).catch(() => {});
  const later = document.querySelectorAll('meta[name="later"]');
  await Promise.all([.../** @type {NodeListOf<HTMLMetaElement>} */ (later)].map(load));
  const found = await live;
  dataset.ready = "";
  return found;
});
