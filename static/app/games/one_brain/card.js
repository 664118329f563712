// A card of One Brain: what the deck knows of a named card is chosen, what it removes is ticked.
import { there } from "../../browser/there.js";
import { queue } from "../../queue/queue.js";

const known = () => JSON.parse(document.getElementById("board")?.dataset.deck ?? "{}");

// A column goes when its top is of this kind or colour; the card when it is named and fits.
/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} removes
 */
const tick = (form, removes) => {
  const named = form.querySelector("[name=card]:checked")?.dataset.card ?? "";
  const [colour, kind] = named.split(" ");
  const panel = there(removes.closest(".panel"));
  panel.querySelectorAll("input[data-top]").forEach((column) => {
    column.checked = column.dataset.top === removes.value;
  });
  panel.querySelectorAll("input[data-own]").forEach((own) => {
    own.checked = [colour, kind].includes(removes.value);
  });
};

// A card that is tapped again loses its name.
/** @param {HTMLInputElement} card */
const unname = (card) => {
  const naming = there(card.closest(".naming")),
    said = there(naming.querySelector("[data-named-card]"));
  card.checked = false;
  said.textContent = there(said.dataset.namedCard);
  naming.removeAttribute("data-named");
  if (card.name === "card")
    there(card.form)
      .querySelectorAll("[data-card-here]")
      .forEach((place) => {
        place.textContent = "";
      });
};

/** @param {HTMLInputElement} card */
const say = (card) => {
  const naming = there(card.closest(".naming")),
    called = there(card.getAttribute("aria-label")).split(",")[0];
  there(naming.querySelector("[data-named-card]")).textContent = called;
  naming.toggleAttribute("data-named", true);
  if (card.name === "card")
    there(card.form)
      .querySelectorAll("[data-card-here]")
      .forEach((place) => {
        place.textContent = called;
      });
};

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} card
 */
const name = (form, card) => {
  const [action, removes] = (known()[there(card.dataset.card)] ?? "").split(" ");
  say(card);
  if (card.name === "extra_card") {
    there(form.querySelector("[name=extra_action]")).checked = action === "take-back";
    return;
  }
  form.querySelectorAll("[name=action][type=radio]").forEach((radio) => {
    radio.checked = radio.value === action;
  });
  /** @type {HTMLInputElement | null} */
  const gone = removes && form.querySelector(`.for-${action} [name=removes][value=${removes}]`);
  if (!gone) return;
  gone.checked = true;
  tick(form, gone);
};

// Only what is held can be laid, given or added.
/** @param {HTMLFormElement} form */
const weigh = (form) => {
  const counts = there(form.querySelector(".actions")).dataset,
    from = form.querySelector("[name=from]:checked")?.value;
  /** @type {Record<string, number>} */
  const left = { hand: Number(counts.hand), domain: Number(counts.domain) };
  form.querySelectorAll("[name=from]").forEach((radio) => {
    radio.disabled = !left[radio.value] && !radio.checked;
  });
  left[there(from)] -= 1;
  form.querySelectorAll("[name=extra_from]").forEach((button) => {
    button.disabled = left[button.value] < 1;
  });
  const given = [...form.querySelectorAll("[name=given_from]")];
  given.forEach((radio) => {
    radio.disabled = left[radio.value] < 1;
  });
  if (given.some((radio) => radio.checked && radio.disabled))
    given.forEach((radio) => {
      radio.checked = !radio.disabled;
    });
};

// What a browser chose again on the way back is said again too.
const start = () => {
  document.querySelectorAll("form.play").forEach(weigh);
  document.querySelectorAll(".cell input:checked").forEach(say);
};

document.addEventListener("change", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target),
    form = target.closest("form.play");
  if (!form) return;
  if (target.name === "from") weigh(form);
  if (target.name === "removes") tick(form, target);
  if (target.matches(".cell input")) name(form, target);
});

// A tap on a card of the grid closes it; with the keys of a keyboard it stays until Enter.
document.addEventListener("click", (event) => {
  const target = /** @type {HTMLInputElement | HTMLDetailsElement} */ (event.target),
    cell = event.detail && target.closest(".cell");
  if ("checked" in target && target.matches(".cell input")) {
    const form = there(target.form),
      name = `named-${target.name}`;
    if (form[name] === target) unname(target);
    form[name] = target.checked ? target : null;
  }
  if (cell) there(cell.closest("details")).open = false;
  else if ("open" in target && target.matches(".naming")) target.open = false;
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (event.key === "Escape" && target.matches(".naming[open] > summary")) target.click();
  if (!target.matches(".cell input")) return;
  const cells = [...there(target.closest("[data-grid]")).querySelectorAll("input")],
    step = { ArrowUp: -6, ArrowDown: 6 }[event.key],
    to = step && cells[cells.indexOf(target) + step];
  if (step) event.preventDefault();
  if (to) {
    to.focus();
    to.click();
  }
  if (event.key === "Enter" || event.key === "Escape") {
    event.preventDefault();
    const details = there(target.closest("details")),
      summary = there(details.querySelector("summary"));
    details.open = false;
    (summary.getClientRects().length
      ? summary
      : there(there(target.form).querySelector(".leave"))
    ).focus();
  }
});

// Leaving an action keeps the name of the card: what is known of it may be wrong.
document.addEventListener("reset", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("form.play")) return;
  event.preventDefault();
  /** @type {NodeListOf<HTMLInputElement>} */ (
    form.querySelectorAll(
      "[name=action], .panel [type=checkbox], .panel [type=radio]:not([name=given_from])"
    )
  ).forEach((control) => {
    control.checked = false;
  });
});

// A card that waits is called by its action.
document.addEventListener("entry:says", ({ detail: { form, facts } }) => {
  const action = form.querySelector("[name=action]:checked + span");
  if (action) facts.tapped = action.innerText;
});

// What waits is laid: the next card begins anew.
let laid = 0;
document.addEventListener("queue", () => {
  const waiting = queue.shown(location.pathname).length;
  if (waiting > laid) {
    document.querySelectorAll(".cell input:checked").forEach(unname);
    document.querySelectorAll("form.play").forEach((form) => {
      form.reset();
    });
  }
  laid = waiting;
});

document.addEventListener("htmx:afterSwap", start);
addEventListener("pageshow", start);
start();
