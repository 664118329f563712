// The pad: digits are typed here, the rest is the server's.
import { there } from "../../browser/there.js";

const pad = /** @type {HTMLDialogElement | null} */ (document.getElementById("pad"));
const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));

/** @param {HTMLFormElement} form */
const typedIn = (form) => form.dataset.digits ?? "";
/** @param {HTMLFormElement} form */
const fieldOf = (form) => there(form.querySelector("[data-number]"));

/**
 * @param {HTMLFormElement} form
 * @param {string} digits
 */
const show = (form, digits) => {
  form.querySelectorAll("[data-digit]").forEach((slot, at) => {
    slot.textContent = digits[at] ?? "";
  });
  there(form.querySelector("[data-wrong]")).hidden = true;
  there(form.querySelector("[data-send]")).hidden = !digits;
  form.dataset.digits = digits;
};

// What the table knows of its cards: beside a pad of its own, else on the board.
/** @param {HTMLFormElement} form */
const deck = (form) => {
  const says = form.querySelector("[data-deck]") ?? document.getElementById("board");
  return JSON.parse(says?.dataset.deck ?? "{}");
};

/** @param {HTMLFormElement} form */
const enter = (form) => {
  const card = Number(typedIn(form)),
    field = fieldOf(form);
  const { low, high } = field.dataset;
  show(form, "");
  if (card < Number(low) || card > Number(high)) {
    there(form.querySelector("[data-wrong]")).hidden = false;
    return;
  }
  const known = field.name === "card" ? deck(form)[card] : "";
  field.disabled = false;
  field.value = known ? `${card} ${known}` : `${card}`;
  form.requestSubmit();
  field.disabled = true;
};

// What is typed is entered by Enter alone: a key next to the right one is hit soon.
/**
 * @param {HTMLFormElement} form
 * @param {string} digit
 */
const type = (form, digit) => {
  const before = typedIn(form);
  if (before.length < 2) show(form, before + digit);
};
// The second digit that is tapped enters the card, but not what would end the game.
/**
 * @param {HTMLFormElement} form
 * @param {string} digit
 */
const tap = (form, digit) => {
  if ("waits" in fieldOf(form).dataset) return type(form, digit);
  show(form, typedIn(form) + digit);
  if (typedIn(form).length > 1) enter(form);
};

/**
 * @param {HTMLDialogElement} pad
 * @param {HTMLElement} face
 */
const open = (pad, face) => {
  const form = there(pad.querySelector("form"));
  document.querySelectorAll(".face[data-pile]").forEach((each) => {
    const label = there(form.querySelector(`input[value="${each.dataset.pile}"] + span`));
    there(label.firstChild).textContent = `${there(each.querySelector("b")).textContent} `;
  });
  form.reset();
  /** @type {HTMLInputElement} */ (
    form.querySelector(`input[value="${face.dataset.pile}"]`)
  ).checked = true;
  show(form, "");
  pad.showModal();
};

document.addEventListener("click", (event) => {
  const { target } = event,
    face = target.closest("a.face[data-pile]"),
    /** @type {HTMLButtonElement | null} */
    key = target.closest(".pad :is([data-key], [data-send])");
  if (face && pad) open(pad, face);
  else if (!key) return;
  else if (key.dataset.key) tap(there(key.form), key.dataset.key);
  else enter(there(key.form));
  event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  const form = /** @type {HTMLFormElement | null | undefined} */ (
    (pad?.open ? pad : sheet.open ? sheet : null)?.querySelector("form.pad")
  );
  if (!form) return;
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const digits = typedIn(form);
  if (/^[0-9]$/.test(event.key)) type(form, event.key);
  else if (event.key === "Backspace") show(form, digits.slice(0, -1));
  else if (event.key === "Enter" && digits && !event.target.matches("a, button")) {
    event.preventDefault();
    enter(form);
  }
});
document.addEventListener("typed", ({ detail: { form, digit } }) => type(form, digit));

const clear = () => {
  for (const form of document.querySelectorAll("main form.pad"))
    show(/** @type {HTMLFormElement} */ (form), "");
};
document.addEventListener("sheet", clear);
clear();
