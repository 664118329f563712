// What pages around the boards show only where this phone can do it.
import { bring } from "../browser/bring.js";
import { loaded } from "../browser/loaded.js";
import { local } from "../browser/storage.js";
import { queue } from "../queue/queue.js";

loaded.then(() => {
  /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-insecure]")).forEach(
    (line) => {
      line.hidden = isSecureContext;
    }
  );
  const { folder } = JSON.parse(local.app ?? "{}"),
    isHere = "here" in document.documentElement.dataset;
  if (folder && !isHere && document.querySelector("[data-to-here]"))
    bring(`${folder}near.js`, { queue });
});
