// @ts-nocheck
// Closing a round of Bluff: each white card once, the last one filled in, nothing lost on a reload.
import { local } from "../../browser/storage.js";
import { queue } from "../../queue/queue.js";

(() => {
  // A card for each seat: 0 where it lacks, -1 for whoever has left and needs none.
  const empty = (form) => JSON.parse(form.querySelector("[data-keep]").dataset.cards);
  const read = (form) => {
    const chosen = empty(form);
    form.querySelectorAll("[name^=cards-]").forEach((control) => {
      if (control.checked ?? control.value) chosen[control.name.slice(6)] = Number(control.value);
    });
    return { chosen, rik: Number(form.querySelector("[name=rik]:checked")?.value ?? -1) };
  };

  // Whoever alone has no card by choice gets the one that is left; nobody has chosen that.
  const fill = (chosen) => {
    const seat = chosen.indexOf(0);
    if (seat < 0 || seat !== chosen.lastIndexOf(0)) return { cards: chosen, filled: -1 };
    const cards = [...chosen];
    cards[seat] = chosen.map((_, at) => at + 1).find((card) => !chosen.includes(card));
    return { cards, filled: seat };
  };

  // Of each game the round that is half entered is kept; of one that is closed it is of no use.
  const slot = ({ keep }) => `round ${keep.replace(/\w+$/, "")}`;
  const find = (says) => {
    const kept = JSON.parse(local[slot(says)] ?? "{}");
    if (kept.of === says.keep) return kept;
    delete local[slot(says)];
  };
  const draw = (form, chosen, rik) => {
    const says = form.querySelector("[data-keep]").dataset,
      { cards, filled } = fill(chosen);
    form.querySelectorAll('[name^=cards-]:not([value="0"])').forEach((control) => {
      const card = cards[control.name.slice(6)];
      if (control.type !== "radio") {
        control.value = card || "";
        return;
      }
      const value = Number(control.value);
      control.checked = value === card;
      control.parentElement.classList.toggle("gone", value !== card && cards.includes(value));
    });
    form.querySelectorAll("[name=rik]").forEach((control) => {
      control.checked = Number(control.value) === rik;
    });
    form.querySelectorAll("[data-seat]").forEach((row) => {
      const seat = Number(row.dataset.seat),
        held = seat === rik,
        pays = held && cards[seat] === Number(says.highest);
      const said = pays ? says.rikPays : held ? says.rik : seat === filled ? says.filled : "";
      const holder = row.querySelector("[data-holder]");
      row.querySelector("[data-said]").textContent = said;
      if (holder) {
        holder.firstElementChild.textContent = pays ? "0" : cards[seat] || "";
        holder.setAttribute("aria-current", seat === form.now);
      }
      row.classList.toggle("rik-holds", held);
      row.classList.toggle("filled-in", seat === filled);
    });
    form.querySelectorAll("[data-white]").forEach((key) => {
      const isUsed = cards.includes(Number(key.dataset.white));
      key.setAttribute("aria-pressed", key.classList.toggle("gone", isUsed));
    });
    const given = cards.filter((card) => card > 0).length,
      lacking =
        document.querySelector(`[form="${form.id || "-"}"] [data-lacking]`) ??
        form.querySelector("[data-lacking]");
    if (lacking) lacking.textContent = cards.includes(0) ? says.of.replace("#", given) : "";
    form.state = { cards, chosen, rik, of: says.keep };
    if (!says.keep) return;
    if (given || rik >= 0) local[slot(says)] = JSON.stringify(form.state);
    else delete local[slot(says)];
  };

  // A card given again is taken away; one that somebody else has chosen is swapped.
  const give = (form, seat, card) => {
    const chosen = [...form.state.chosen];
    if (chosen[seat] === card) chosen[seat] = 0;
    else {
      const other = chosen.indexOf(card);
      if (other >= 0) chosen[other] = chosen[seat];
      chosen[seat] = card;
    }
    form.now = chosen[seat] ? nextWithout(chosen, seat) : seat;
    draw(form, chosen, form.state.rik);
  };

  const crown = (form, seat) => draw(form, form.state.chosen, form.state.rik === seat ? -1 : seat);

  const nextWithout = (cards, from) => {
    const order = cards.map((_, at) => (from + 1 + at) % cards.length);
    return order.find((seat) => !cards[seat]) ?? Math.max(0, from);
  };

  const start = (form) => {
    const says = form.querySelector("[data-keep]").dataset;
    if (form.state?.of === says.keep) {
      // on a board that was pushed it is drawn as it comes
      if (form.closest("#main")) draw(form, form.state.chosen, form.state.rik);
      return;
    }
    let state = read(form);
    if (!state.chosen.some((card) => card > 0)) state = find(says) ?? state;
    form.now = nextWithout(state.chosen, -1);
    form.querySelectorAll("[data-holder], [data-pad]").forEach((part) => {
      part.hidden = false;
    });
    form.classList.add("scripted");
    draw(form, state.chosen, state.rik);
  };

  const startAll = () => {
    const board = document.querySelector("[data-round]");
    if (board) find({ keep: board.dataset.round });
    document.querySelectorAll("form.closing").forEach(start);
  };
  document.addEventListener("htmx:afterSettle", startAll);
  document.addEventListener("htmx:afterSwap", startAll);

  document.addEventListener("click", (event) => {
    const form = event.target.closest("form.closing");
    if (!form?.state) return;
    const control = event.target.closest("input");
    if (control?.name.startsWith("cards-"))
      give(form, Number(control.name.slice(6)), Number(control.value));
    else if (control?.name === "rik") crown(form, Number(control.value));
    const holder = event.target.closest("[data-holder]"),
      key = event.target.closest("[data-white]");
    if (holder) {
      form.now = Number(holder.closest("[data-seat]").dataset.seat);
      draw(form, form.state.chosen, form.state.rik);
    } else if (key) give(form, form.now, Number(key.dataset.white));
    else if (event.target.closest("[data-crown]")) crown(form, form.now);
    // The frame around a name says whose card is next: screen readers hear it.
    form
      .querySelector("[data-told]")
      ?.replaceChildren(form.querySelector("[aria-current=true]").textContent);
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
  let closed = null;
  document.addEventListener("queue", () => {
    const waiting = queue
        .shown(location.pathname)
        .filter(({ values }) => values.kind === "round-scored"),
      rounds = waiting.length;
    const isIn = ({ state }) =>
      state.cards.every(
        (card, seat) => card < 0 || +waiting.at(-1).values[`cards-${seat}`] === card
      );
    if (
      rounds > (closed ?? 0) &&
      (closed !== null || [...document.querySelectorAll("form.closing")].some(isIn))
    ) {
      document.querySelectorAll("form.closing").forEach((form) => {
        form.now = 0;
        draw(form, empty(form), -1);
      });
    }
    closed = rounds;
  });
  // Without network nobody says who is without a card: the count beside the button does.
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!form.matches(".closing") || !queue.fails || form.state.cards.every(Boolean)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true
  );

  startAll();
})();
