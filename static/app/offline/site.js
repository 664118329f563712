// A page of a site without a server: what needs the app waits until the phone has it.

import { local } from "../browser/storage.js";
import { asText, there } from "../browser/there.js";
import { whenWide } from "../screen/when_wide.js";
import { workerType } from "./worker_type.js";

const { dataset, lang } = document.documentElement,
  HERE = `${dataset.root}/here/`;
const box = there(document.getElementById("local")),
  start = document.querySelector(".setup .button.main span");
const begins = start?.textContent;
/** @type {(() => void) | null} */
let does = null; // what waits

const isHere = () => Boolean(JSON.parse(local.app ?? "{}").folder);
/** @param {number} share */
const show = (share) => {
  const percent = new Intl.NumberFormat(lang, { style: "percent" }).format(share);
  if (start)
    start.textContent = there(does ? there(box.dataset.waits).replace("#", percent) : begins);
};
// The app takes along what was chosen before it was there.
/** @param {{ hereLanguage?: string, hereTheme?: string }} chosen */
const choose = (chosen) => {
  Object.assign(local, chosen);
  const { hereLanguage: language = lang, hereTheme: theme = "system" } = local;
  local.hereChosen = new URLSearchParams({ language, theme });
};
const go = async () => {
  if (!local.hereLanguage) choose({ hereLanguage: lang });
  await navigator.serviceWorker.ready;
  const next = does;
  does = null;
  next?.();
};
/** @param {() => void} next */
const wait = (next) => {
  does = next;
  if (isHere()) return go();
  const again = there(box.querySelector("[data-keep]"));
  if (box.dataset.state !== "coming") {
    if (again.hidden) return giveUp();
    again.click();
  }
  show(there(box.querySelector("progress")).value);
  if (!start) box.scrollIntoView({ block: "nearest" });
};
// It is said there why nothing begins.
const giveUp = () => {
  does = null;
  box.hidden = false;
  box.scrollIntoView({ block: "center" });
};
// Whoever sets up a game meanwhile does not wait for the first start, which is the slowest. It would
// go on in a page that was left, beside the start that somebody waits for.
let isWarm = false;
const warm = async () => {
  if (isWarm) return;
  isWarm = true;
  const { folder } = JSON.parse(local.app),
    cache = await caches.open(`local ${folder}`);
  const hasStarted = (await cache.keys()).some(({ url }) => url.includes("tables-snapshot?"));
  if (hasStarted) return;
  const worker = new Worker(`${folder}warm.mjs`, { type: "module" });
  addEventListener("pagehide", () => worker.terminate());
};
document.addEventListener("keeping", ({ detail: { state, share } }) => {
  box.dataset.state = state;
  box.hidden = box.hasAttribute("data-aside") && ["here", "coming"].includes(state);
  if (state === "here") {
    if (does) return go();
    warm();
  } else if (state !== "coming" && does) giveUp();
  show(share);
});

/** @param {string} address */
const leads = (address) => new URL(address, asText(location)).pathname.startsWith(HERE);
let isNow = false;
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (isNow || !leads(form.action)) return;
  event.preventDefault();
  if (form.matches(".preferences")) {
    choose({ hereTheme: /** @type {HTMLButtonElement} */ (submitter).value });
    return light();
  }
  wait(() => {
    isNow = true;
    form.requestSubmit(submitter);
    isNow = false;
  });
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (link?.dataset.language) choose({ hereLanguage: link.dataset.language });
  if (!link || !leads(link.href)) return;
  event.preventDefault();
  wait(() => location.assign(link.href));
});

const light = () => {
  const theme = local.hereTheme ?? "system";
  dataset.theme = theme;
  document.querySelectorAll("[name=theme]").forEach((button) => {
    button.setAttribute("aria-pressed", asText(button.value === theme));
  });
  const grounds = [...document.querySelectorAll("meta[name=theme-color]")];
  for (const ground of grounds) ground.dataset.own ??= ground.content;
  const ours = grounds.find(({ media }) => media.includes(theme))?.dataset.own;
  for (const ground of grounds) ground.content = there(ours ?? ground.dataset.own);
};
light();
// A form starts one game, and when it is shown again another one.
addEventListener("pageshow", () => {
  document.querySelectorAll("input[name=page]").forEach((field) => {
    field.value = [...crypto.getRandomValues(new Uint8Array(12))].join("");
  });
  does = null;
  show(0);
});
whenWide(there(dataset.more), {})();
navigator.serviceWorker
  ?.register(`${dataset.root}/sw.js?here`, { type: workerType })
  .catch(() => {});
