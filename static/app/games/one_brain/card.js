// @ts-nocheck
// A card of One Brain: what the deck knows of a named card is chosen, what it removes is ticked.
import { queue } from "../../queue/queue.js";

(() => {
  const known = () => JSON.parse(document.getElementById("board")?.dataset.deck ?? "{}");

  // A column goes when its top is of this kind or colour; the card when it is named and fits.
  const tick = (form, removes) => {
    const named = form.querySelector("[name=card]:checked")?.dataset.card ?? "";
    const [colour, kind] = named.split(" ");
    const panel = removes.closest(".panel");
    panel.querySelectorAll("[data-top]").forEach((column) => {
      column.checked = column.dataset.top === removes.value;
    });
    panel.querySelectorAll("[data-own]").forEach((own) => {
      own.checked = [colour, kind].includes(removes.value);
    });
  };

  // A card that is tapped again loses its name.
  const unname = (card) => {
    const naming = card.closest(".naming"),
      said = naming.querySelector("[data-named-card]");
    card.checked = false;
    said.textContent = said.dataset.namedCard;
    naming.removeAttribute("data-named");
    if (card.name === "card")
      card.form.querySelectorAll("[data-card-here]").forEach((place) => {
        place.textContent = "";
      });
  };

  const say = (card) => {
    const naming = card.closest(".naming"),
      called = card.getAttribute("aria-label").split(",")[0];
    naming.querySelector("[data-named-card]").textContent = called;
    naming.toggleAttribute("data-named", true);
    if (card.name === "card")
      card.form.querySelectorAll("[data-card-here]").forEach((place) => {
        place.textContent = called;
      });
  };

  const name = (form, card) => {
    const [action, removes] = (known()[card.dataset.card] ?? "").split(" ");
    say(card);
    if (card.name === "extra_card") {
      form.querySelector("[name=extra_action]").checked = action === "take-back";
      return;
    }
    form.querySelectorAll("[name=action][type=radio]").forEach((radio) => {
      radio.checked = radio.value === action;
    });
    const gone = removes && form.querySelector(`.for-${action} [name=removes][value=${removes}]`);
    if (!gone) return;
    gone.checked = true;
    tick(form, gone);
  };

  // Only what is held can be laid, given or added.
  const weigh = (form) => {
    const counts = form.querySelector(".actions").dataset,
      from = form.querySelector("[name=from]:checked")?.value;
    const left = { hand: Number(counts.hand), domain: Number(counts.domain) };
    form.querySelectorAll("[name=from]").forEach((radio) => {
      radio.disabled = !left[radio.value] && !radio.checked;
    });
    left[from] -= 1;
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
    const form = event.target.closest("form.play");
    if (!form) return;
    if (event.target.name === "from") weigh(form);
    if (event.target.name === "removes") tick(form, event.target);
    if (event.target.matches(".cell input")) name(form, event.target);
  });

  // A tap on a card of the grid closes it; with the keys of a keyboard it stays until Enter.
  document.addEventListener("click", (event) => {
    const cell = event.detail && event.target.closest(".cell");
    const chosen = event.target.matches(".cell input") && event.target;
    if (chosen && chosen.form[`named-${chosen.name}`] === chosen) unname(chosen);
    if (chosen) chosen.form[`named-${chosen.name}`] = chosen.checked ? chosen : null;
    if (cell) cell.closest("details").open = false;
    else if (event.target.matches("details.naming")) event.target.open = false;
  });

  document.addEventListener("keydown", (event) => {
    if (!event.target.matches(".cell input")) return;
    const cells = [...event.target.closest("[data-grid]").querySelectorAll("input")];
    const step = { ArrowUp: -6, ArrowDown: 6 }[event.key];
    const to = step && cells[cells.indexOf(event.target) + step];
    if (step) event.preventDefault();
    if (to) {
      to.focus();
      to.click();
    }
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      const details = event.target.closest("details"),
        summary = details.querySelector("summary");
      details.open = false;
      (summary.getClientRects().length
        ? summary
        : event.target.form.querySelector(".leave")
      ).focus();
    }
  });

  // Leaving an action keeps the name of the card: what is known of it may be wrong.
  document.addEventListener("reset", (event) => {
    if (!event.target.matches("form.play")) return;
    event.preventDefault();
    event.target
      .querySelectorAll(
        "[name=action], .panel [type=checkbox], .panel [type=radio]:not([name=given_from])"
      )
      .forEach((control) => {
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
})();
