// A score pad: its keys write into the field that is marked, and the next one follows. What stands
// in a field belongs to one player in one round, and goes into newer pictures with these alone.
import { asNumber, asText, there } from "../../browser/there.js";

/** @import { Numbered } from "../../queue/machine.js" */
/** @typedef {{ step: string, seat: string, round: number, number: number }} Sent  one that waits, or did */

/** @type {Map<string, string>} */
const typed = new Map();
/** Fields that say what was entered before, but for ±. */
const signed = new Set();
const READ = 350, // ms in which nobody has seen yet that somebody else entered what they type
  PAUSE = 700; // ms without a key, after which another number begins
let marked = "",
  own = "", // what was entered here last
  until = 0,
  isPushed = false;
const board = () => document.getElementById("board"),
  place = () => document.querySelector("dialog[open] .typed-number, main .typed-number") ?? board();
/** @param {HTMLInputElement} field */
const saidBy = ({ form, name }) =>
  [
    .../** @type {const} */ (["kind", "round", "player"]).map(
      (each) => there(form).elements[each]?.value
    ),
    name
  ].join(" ");
// A bonus follows the number that it comes with.
/** @param {HTMLInputElement} field */
const dueOf = ({ dataset, form }) =>
  asNumber(dataset.due ?? there(form).querySelector("[data-due]")?.dataset.due ?? 0);
const fields = () =>
  [...(place()?.querySelectorAll("[data-number]") ?? [])]
    .filter((field) => !field.closest("[hidden]"))
    .sort((one, other) => dueOf(one) - dueOf(other));
const now = () => fields().find((field) => saidBy(field) === marked);

/** @param {HTMLInputElement | undefined} field */
const reveal = (field) => field?.closest(".player")?.scrollIntoView({ block: "nearest" });
const draw = () => {
  const all = fields();
  for (const field of all) {
    field.inputMode = "none"; // the keys below are enough, and have a minus
    field.value = typed.get(saidBy(field)) ?? field.defaultValue;
  }
  if (!now()) {
    const isOthers = isPushed && marked && !marked.startsWith(own || "?");
    if (isOthers) {
      typed.delete(marked);
      until = performance.now() + READ;
    }
    marked = all.length ? saidBy(all[0]) : "";
    if (!isOthers) reveal(all[0]);
  }
  for (const field of all) field.classList.toggle("marked", saidBy(field) === marked);
};
/** @param {HTMLInputElement} field */
const mark = (field) => {
  marked = saidBy(field);
  draw();
  reveal(field);
};

// Of a number that was begun unseen no later digit is typed either: 13 would be 3.
const isUnseen = () => {
  const isEarly = performance.now() < until;
  if (isEarly) until = performance.now() + PAUSE;
  return isEarly;
};
/** @param {HTMLInputElement} field */
const keep = (field) => {
  typed.set(saidBy(field), field.value);
  signed.delete(saidBy(field));
};
/** @param {string} sign */
const type = (sign) => {
  const field = now();
  if (!field || isUnseen()) return;
  const said = saidBy(field),
    text = field.value.replace("−", "-"),
    isSigned = typed.has(said) && signed.has(said),
    minus = isSigned && text.startsWith("-") ? "-" : "",
    isOld = !typed.has(said) || isSigned;
  if (sign === "-") field.value = text.startsWith("-") ? text.slice(1) : `-${text}`;
  else if (!sign) field.value = text.slice(0, -1);
  else if (isOld) field.value = minus + sign;
  else if (text.length < 9) field.value = text.replace(/^(-?)0$/, "$1") + sign;
  keep(field);
  if (sign === "-" && isOld) signed.add(said);
};
/** @param {HTMLInputElement} field */
const isNumber = ({ value }) => /^[-−]?\d+$/.test(value.trim());
const enter = () => {
  if (isUnseen()) return;
  const form = now()?.form,
    needed = [...(form?.querySelectorAll("[data-number]:not([data-free])") ?? [])],
    lacking = needed.find((each) => !isNumber(each));
  if (lacking) mark(lacking);
  else form?.requestSubmit();
};

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-numpad] button"),
    row = target.closest(".player");
  if (key?.matches("[data-enter]")) enter();
  else if (key) type(there(key.dataset.type));
  else if (row && !target.closest("a, input")) {
    const field = fields().find((each) => row.contains(each));
    if (field) mark(field);
  }
});
document.addEventListener("focusin", ({ target }) => {
  if (target.matches("[data-number]")) mark(/** @type {HTMLInputElement} */ (target));
});
document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.matches("[data-number]")) keep(field);
});
document.addEventListener("echo", ({ detail: { submission } }) => {
  const { kind, round, player } = submission.values;
  own = `${kind} ${round} ${player} `;
  for (const key of [...typed.keys()]) if (key.startsWith(own)) typed.delete(key);
});
// What a submission is called while it waits.
document.addEventListener("entry:says", ({ detail: { form, facts } }) => {
  const field = form.querySelector("[data-number]");
  if (field) facts.number = field.value.replace("-", "−");
});

// What waits stands in its row, and counts in a total of plain points. Where nobody lacks a
// number any more, the next round is entered already.
// What was answered counts until its board is there.
/** @type {Map<string, Sent>} */
let latest = new Map();
/** @type {Map<string, Sent>} */
const answered = new Map();
const stepDue = () => there(board()).querySelector("[data-number]")?.name ?? "";
/**
 * @param {{ waiting: Numbered[], pending: Numbered[] }} all
 * @returns {Map<string, Sent>}
 */
const listed = ({ waiting, pending }) => {
  const step = stepDue();
  return new Map(
    [...waiting, ...pending]
      .map(({ values }) => values)
      .filter((values) => values[step] && !values.change && !values.before)
      .map(({ player: seat, round, [step]: number }) => [
        `${step} ${round} ${seat}`,
        { step, seat, round: Number(round), number: Number(number.replace("−", "-")) }
      ])
  );
};
/** @param {number} number */
const print = (number) => String(number).replace("-", "−");
/**
 * @param {HTMLElement} row
 * @param {Sent[]} sent
 * @param {number} round
 * @param {number} first
 * @param {boolean} isPlain
 */
const showRow = (row, sent, round, first, isPlain) => {
  const mine = sent.filter(({ seat }) => seat === row.dataset.seatOf),
    here = mine.find((each) => each.round === round),
    chip = there(row.querySelector("[data-waits-here]")),
    known = row.querySelectorAll(".chip:not([data-waits-here])"),
    sum = there(row.querySelector(".sum > b"));
  chip.hidden = !here;
  chip.textContent = here ? print(here.number) : "";
  const isKnown = row.matches("[data-done]") && round === first;
  there(row.querySelector("[data-open]")).hidden = Boolean(here) || isKnown;
  there(row.querySelector("[data-open] [name=round]")).value = asText(round);
  if (!isPlain) return;
  for (const each of known) each.hidden = round !== first;
  const total = mine.reduce((points, { number }) => points + number, Number(sum.dataset.total));
  sum.textContent = print(total);
};
const show = () => {
  const pad = board();
  if (!pad?.dataset.ofPad) return draw();
  const rows = [...pad.querySelectorAll(".player")],
    first = Number(pad.dataset.ofPad),
    due = stepDue(),
    isPlain = "plain" in pad.dataset,
    done = rows.filter((row) => row.matches("[data-done]")).map((row) => row.dataset.seatOf);
  /** @param {Sent} each */
  const isNew = ({ step, seat, round }) =>
      step === due && (round > first || (round === first && !done.includes(seat))),
    sent = [...new Map([...answered, ...latest]).values()].filter(isNew);
  /** @param {HTMLElement} row */
  const isDone = ({ dataset: { seatOf } }) =>
    (round === first && done.includes(seatOf)) ||
    sent.some((each) => each.seat === seatOf && each.round === round);
  let round = first;
  while (isPlain && rows.every(isDone)) round += 1;
  pad.querySelectorAll("[data-of-round]").forEach((title) => {
    title.textContent = there(title.dataset.ofRound).replace("#", asText(round));
  });
  for (const row of rows) showRow(row, sent, round, first, isPlain);
  draw();
};
document.addEventListener("waiting", ({ detail }) => {
  if (!board()?.dataset.ofPad) return;
  const next = listed(detail);
  for (const [key, each] of latest)
    if (!next.has(key)) {
      answered.set(key, each);
      setTimeout(() => answered.delete(key) && show(), 1500);
    }
  latest = next;
  show();
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const status = detail?.xhr?.status ?? 200;
  isPushed = status === 0;
  if (status >= 400) answered.clear(); // refused: it is typed again
  show();
  const again = status >= 400 && fields().find((field) => saidBy(field).startsWith(own || "?"));
  if (again) mark(again);
});
document.addEventListener("sheet", draw);
document.addEventListener("typed", ({ detail: { sign } }) => type(sign));
document.documentElement.dataset.keys = ""; // shows them: a newer board must not hide them again
draw();
