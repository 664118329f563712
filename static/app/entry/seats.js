// Names at the set-up: moved one place up and taken from those known, without the server, and there
// again after another page. Enter goes on to the next field, and one line says what is chosen.
import { session } from "../browser/storage.js";
import { there } from "../browser/there.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector(".setup form")),
  inputs = [...form.querySelectorAll("input")],
  named = (/** @type {string} */ which) => inputs.filter(({ name }) => name === which),
  seats = named("name"),
  line = form.querySelector("summary"),
  hint = /** @type {HTMLElement | null} */ (form.querySelector("[data-needs-cards]")),
  [needsCards] = named(hint?.dataset.needsCards ?? ""),
  [first] = named("depth"),
  turns = named("depth").find(({ value }) => value === "turns"),
  known = /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("[name=sit]")),
  isOn = (/** @type {HTMLInputElement} */ { type, checked, value }) =>
    type === "radio" || type === "checkbox" ? checked : value;

const tell = () => {
  // What needs every card bars whole turns.
  if (turns) {
    turns.disabled = Boolean(needsCards?.checked);
    if (turns.disabled && turns.checked) [first.checked, turns.checked] = [true, false];
  }
  for (const each of known) each.hidden = seats.some(({ value }) => value.trim() === each.value);
  const said = inputs.filter((each) => each.dataset.says && isOn(each)),
    words = (/** @type {boolean} */ isRadio) =>
      said
        .filter(({ type }) => (type === "radio") === isRadio)
        .map(({ dataset, value }) => there(dataset.says).replace("#", value)),
    switched = words(false);
  if (!line) return; // a game without choices
  there(line.firstElementChild).textContent = [
    ...(switched.length ? switched : [line.dataset.usual]),
    ...words(true)
  ]
    .filter(Boolean)
    .join(" · ");
};

form.addEventListener("input", tell);
form.addEventListener("click", (event) => {
  const button = event.target.closest("[name=move], [name=sit]"),
    free = seats.findIndex(({ value }) => !value.trim());
  if (!button) return;
  event.preventDefault();
  if (button.name === "move") {
    const at = Number(button.value);
    [seats[at - 1].value, seats[at].value] = [seats[at].value, seats[at - 1].value];
  } else if (free >= 0) {
    const numbers = named("players"),
      chosen = there(numbers.find(({ checked }) => checked)).value;
    seats[free].value = button.value;
    if (free >= Number(chosen))
      there(numbers.find(({ value }) => Number(value) > free)).checked = true;
  }
  tell();
});
// The key of a phone that ends a field says "Next": it starts no game with names that are missing.
form.addEventListener("keydown", (event) => {
  const { key, isComposing, target } = event,
    fields = inputs.filter((each) => each.type === "text" && each.offsetParent),
    at = fields.indexOf(/** @type {HTMLInputElement} */ (target));
  if (key !== "Enter" || isComposing || at < 0) return;
  event.preventDefault();
  (fields[at + 1] ?? form.querySelector(".dock .main")).focus();
});
// A link of the rules leads to a switch, wherever that is. Else what opens is not under the dock.
const choices = form.querySelector("details");
if (location.hash && choices) choices.open = true;
else
  choices?.addEventListener("toggle", () => {
    if (choices.open) choices.children[1]?.scrollIntoView({ block: "nearest" });
  });

// What is chosen and typed stands again as long as this form is made of the same, until it is sent.
const key = `set-up ${location.pathname}${location.search}`,
  controls = inputs.filter(({ type }) => type !== "hidden"),
  made = JSON.stringify(controls.map((each) => [each.defaultChecked, each.defaultValue]));
let isSent = false;
/** @param {[checked: boolean, value: string][]} typed */
const restore = (typed) => {
  typed.forEach(([checked, value], at) => {
    Object.assign(controls[at], { checked, value });
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
tell();
form.addEventListener("submit", () => {
  isSent = true;
});
addEventListener("pageshow", () => {
  isSent = false;
});
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", keep);
