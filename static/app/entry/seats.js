// Names at the set-up: in sight once they are asked for, moved one place up without the server, and
// there again after another page.
import { session } from "../browser/storage.js";
import { there } from "../browser/there.js";

document.addEventListener("click", (event) => {
  const names = event.target.closest(".names summary")?.parentElement;
  if (names) requestAnimationFrame(() => names.scrollIntoView({ block: "nearest" }));
  const button = event.target.closest("[data-seats] [name=move]");
  if (!button) return;
  event.preventDefault();
  const typed = there(button.closest("[data-seats]")).querySelectorAll("[name=name]"),
    at = Number(button.value);
  [typed[at - 1].value, typed[at].value] = [typed[at].value, typed[at - 1].value];
});

// What is chosen and typed stands again as long as this form is made of the same, until it is sent.
const form = /** @type {HTMLFormElement} */ (document.querySelector(".setup form")),
  key = `set-up ${location.pathname}${location.search}`,
  controls = [...form.querySelectorAll("input")].filter(({ type }) => type !== "hidden"),
  made = JSON.stringify(controls.map((each) => [each.defaultChecked, each.defaultValue]));
let isSent = false;
/** @param {[checked: boolean, value: string][]} typed */
const restore = (typed) => {
  typed.forEach(([checked, value], at) => {
    Object.assign(controls[at], { checked, value });
  });
  form.querySelectorAll("details.names").forEach((names) => {
    names.open ||= controls.some(({ name, value }) => name === "name" && value);
  });
};
const keep = () => {
  const now = JSON.stringify(controls.map(({ checked, value }) => [checked, value]));
  try {
    if (now === made) delete session[key];
    else session[key] = JSON.stringify([made, now, isSent]);
  } catch {
    // no room
  }
};
try {
  const [before, typed, wasSent] = JSON.parse(session[key]),
    [navigation] = performance.getEntriesByType("navigation"),
    { type } = /** @type {PerformanceNavigationTiming} */ (navigation);
  if (before === made && (!wasSent || type !== "navigate")) restore(JSON.parse(typed));
} catch {
  // nothing was kept
}
form.addEventListener("submit", () => {
  isSent = true;
});
addEventListener("pageshow", () => {
  isSent = false;
});
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", keep);
