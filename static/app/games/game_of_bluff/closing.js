// Closing a round of Bluff: each white card once, the last one filled in, nothing lost on a reload.
import { local } from "../../browser/storage.js";
import { asNumber, asText, there } from "../../browser/there.js";
import { queue } from "../../queue/queue.js";

/**
 * What is chosen on a form: a card for each seat, 0 where it lacks, -1 for whoever has left and
 * needs none; and who holds Rik, or -1.
 * @typedef {{ chosen: number[], rik: number }} Choice
 * With the one card that is filled in, and of which round: so it is kept.
 * @typedef {Choice & { cards: number[], of?: string }} Round
 */

/**
 * @param {HTMLFormElement} form
 * @returns {number[]}
 */
const empty = (form) => JSON.parse(there(there(form.querySelector("[data-keep]")).dataset.cards));
/**
 * @param {HTMLFormElement} form
 * @returns {Choice}
 */
const read = (form) => {
  const chosen = empty(form);
  form.querySelectorAll("[name^=cards-]").forEach((control) => {
    if (control.checked ?? control.value)
      chosen[asNumber(control.name.slice(6))] = Number(control.value);
  });
  return { chosen, rik: Number(form.querySelector("[name=rik]:checked")?.value ?? -1) };
};

// Whoever alone has no card by choice gets the one that is left; nobody has chosen that.
/** @param {number[]} chosen */
const fill = (chosen) => {
  const first = chosen.indexOf(0),
    filled = first === chosen.lastIndexOf(0) ? first : -1,
    left = chosen.findIndex((_, at) => !chosen.includes(at + 1)) + 1;
  return { cards: chosen.map((card, seat) => (seat === filled ? left : card)), filled };
};

// Of each game the round that is half entered is kept; of one that is closed it is of no use.
/** @param {DOMStringMap} says */
const slot = ({ keep }) => `round ${there(keep).replace(/\w+$/, "")}`;
/**
 * @param {DOMStringMap} says
 * @returns {Round | undefined}
 */
const find = (says) => {
  const kept = JSON.parse(local[slot(says)] ?? "{}");
  if (kept.of === says.keep) return kept;
  delete local[slot(says)];
};

/**
 * @param {HTMLFormElement} form
 * @param {number[]} cards
 * @param {DOMStringMap} says
 * @param {number} filled
 * @param {number} rik
 */
const drawPlayers = (form, cards, says, filled, rik) =>
  form.querySelectorAll("[data-seat]").forEach((row) => {
    const seat = Number(row.dataset.seat),
      held = seat === rik,
      pays = held && cards[seat] === Number(says.highest);
    const said = pays ? says.rikPays : held ? says.rik : seat === filled ? says.filled : "";
    const holder = row.querySelector("[data-holder]");
    there(row.querySelector("[data-said]")).textContent = there(said);
    if (holder) {
      there(holder.firstElementChild).textContent = asText(pays ? "0" : cards[seat] || "");
      holder.setAttribute("aria-current", asText(seat === form.now));
    }
    row.classList.toggle("rik-holds", held);
    row.classList.toggle("filled-in", seat === filled);
  });
/**
 * @param {HTMLFormElement} form
 * @param {Choice} [choice]
 */
const draw = (form, { chosen, rik } = there(form.state)) => {
  const says = there(form.querySelector("[data-keep]")).dataset,
    { cards, filled } = fill(chosen);
  form.querySelectorAll('[name^=cards-]:not([value="0"])').forEach((control) => {
    const card = cards[asNumber(control.name.slice(6))];
    if (control.type !== "radio") {
      control.value = asText(card || "");
      return;
    }
    const value = Number(control.value);
    control.checked = value === card;
    there(control.parentElement).classList.toggle("gone", value !== card && cards.includes(value));
  });
  form.querySelectorAll("[name=rik]").forEach((control) => {
    control.checked = Number(control.value) === rik;
  });
  drawPlayers(form, cards, says, filled, rik);
  form.querySelectorAll("[data-white]").forEach((key) => {
    const isUsed = cards.includes(Number(key.dataset.white));
    key.setAttribute("aria-pressed", asText(key.classList.toggle("gone", isUsed)));
  });
  const given = cards.filter((card) => card > 0).length,
    lacking =
      document.querySelector(`[form="${form.id}"] [data-lacking]`) ??
      form.querySelector("[data-lacking]");
  if (lacking)
    lacking.textContent = cards.includes(0) ? there(says.of).replace("#", asText(given)) : "";
  form.state = { cards, chosen, rik, of: says.keep };
  if (!says.keep) return;
  if (given || rik >= 0) local[slot(says)] = JSON.stringify(form.state);
  else delete local[slot(says)];
};

/**
 * @param {number[]} cards
 * @param {number} from
 */
const nextWithout = (cards, from) =>
  there([cards.indexOf(0, from + 1), cards.indexOf(0), from, 0].find((seat) => seat >= 0));
// A card given again is taken away; one that somebody else has chosen is swapped.
/**
 * @param {HTMLFormElement} form
 * @param {Round} round
 * @param {number} seat
 * @param {number} card
 */
const give = (form, { chosen: [...chosen], rik }, seat, card) => {
  if (chosen[seat] === card) chosen[seat] = 0;
  else {
    const other = chosen.indexOf(card);
    if (other >= 0) chosen[other] = chosen[seat];
    chosen[seat] = card;
  }
  form.now = chosen[seat] ? nextWithout(chosen, seat) : seat;
  draw(form, { chosen, rik });
};
/**
 * @param {HTMLFormElement} form
 * @param {Round} round
 * @param {number} seat
 */
const crown = (form, { chosen, rik }, seat) =>
  draw(form, { chosen, rik: rik === seat ? -1 : seat });

/** @param {HTMLFormElement} form */
const start = (form) => {
  const says = there(form.querySelector("[data-keep]")).dataset;
  if (form.state?.of === says.keep) {
    // on a board that was pushed it is drawn as it comes
    if (form.closest("#main")) draw(form);
    return;
  }
  let choice = read(form);
  if (!choice.chosen.some((card) => card > 0)) choice = find(says) ?? choice;
  form.now = nextWithout(choice.chosen, -1);
  form.querySelectorAll("[data-holder], [data-pad]").forEach((part) => {
    part.hidden = false;
  });
  form.classList.add("scripted");
  draw(form, choice);
};
const startAll = () => {
  const board = document.querySelector("[data-round]");
  if (board) find({ keep: board.dataset.round });
  document.querySelectorAll("form.closing").forEach(start);
};
document.addEventListener("htmx:afterSettle", startAll);
document.addEventListener("htmx:afterSwap", startAll);

document.addEventListener("click", ({ target }) => {
  const form = target.closest("form.closing");
  if (!form?.state) return;
  const control = target.closest("input");
  if (control?.name.startsWith("cards-"))
    give(form, form.state, Number(control.name.slice(6)), Number(control.value));
  else if (control?.name === "rik") crown(form, form.state, Number(control.value));
  const key = target.closest("[data-white]");
  if (target.closest("[data-holder]")) {
    form.now = Number(there(target.closest("[data-seat]")).dataset.seat);
    draw(form);
  } else if (key) give(form, form.state, there(form.now), Number(key.dataset.white));
  else if (target.closest("[data-crown]")) crown(form, form.state, there(form.now));
  // The frame around a name says whose card is next: screen readers hear it.
  form
    .querySelector("[data-told]")
    ?.replaceChildren(there(form.querySelector("[aria-current=true]")).textContent);
});

// What a round is called while it waits.
document.addEventListener("entry:says", ({ detail: { facts } }) => {
  facts.round = document.querySelector("[data-of-round]")?.textContent.match(/\d+/)?.[0];
  facts.cards = Object.keys(facts)
    .filter((name) => name.startsWith("cards-") && facts[name] !== "0")
    .map((name) => facts[name])
    .join(" ");
});

// A round that waits is closed here: its form is for the next one. What waited before this page
// was there is only in the way where it fills the form.
/** @type {number | null} */
let closed = null;
document.addEventListener("queue", () => {
  const waiting = queue
    .shown(location.pathname)
    .filter(({ values }) => values.kind === "round-scored");
  /** @param {HTMLFormElement} form */
  const isIn = ({ state }) =>
    there(state).cards.every(
      (card, seat) => card < 0 || +waiting.at(-1)?.values[`cards-${seat}`] === card
    );
  if (
    closed === null
      ? [...document.querySelectorAll("form.closing")].some(isIn)
      : waiting.length > closed
  )
    document.querySelectorAll("form.closing").forEach((form) => {
      form.now = 0;
      draw(form, { chosen: empty(form), rik: -1 });
    });
  closed = waiting.length;
});
// Without network nobody says who is without a card: the count beside the button does.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!form.matches(".closing") || !queue.fails || there(form.state).cards.every(Boolean)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true
);

startAll();
