// Closing a round of Bluff: each white card once, the last one filled in, nothing lost on a reload.
(() => {
  const read = (form) => {
    const seats = Number(form.querySelector("[data-keep]").dataset.seats);
    const cards = Array(seats).fill(0);
    form.querySelectorAll("[name^=cards-]").forEach((control) => {
      if (control.type === "radio" ? control.checked : control.value) cards[control.name.slice(6)] = Number(control.value);
    });
    const rik = form.querySelector("[name=rik]:checked");
    return { cards, rik: rik ? Number(rik.value) : -1 };
  };

  const left = (cards) => cards.map((_, at) => at + 1).filter((card) => !cards.includes(card));

  // Who is without a card, and which one is the only one left for whom.
  const fill = (state) => {
    const without = state.cards.flatMap((card, seat) => (card ? [] : [seat]));
    state.filled = -1;
    if (without.length !== 1 || state.cards.length < 2) return;
    [state.filled] = without;
    [state.cards[state.filled]] = left(state.cards);
  };

  const draw = (form, state) => {
    const says = form.querySelector("[data-keep]").dataset, { cards, rik, filled } = state;
    form.querySelectorAll("[name^=cards-]").forEach((control) => {
      const card = cards[control.name.slice(6)];
      if (control.type !== "radio") { control.value = card || ""; return; }
      control.checked = Number(control.value) === card;
      control.parentElement.classList.toggle("gone", !control.checked && cards.includes(Number(control.value)));
    });
    form.querySelectorAll("[name=rik]").forEach((control) => { control.checked = Number(control.value) === rik; });
    form.querySelectorAll("[data-seat]").forEach((row) => {
      const seat = Number(row.dataset.seat), held = seat === rik;
      const said = held ? (cards[seat] === cards.length ? says.rikPays : says.rik) : seat === filled ? says.filled : "";
      const place = row.querySelector("[data-said]"), card = row.querySelector("[data-card]");
      if (place) place.textContent = said;
      if (card) card.textContent = held && cards[seat] === cards.length ? "0" : cards[seat] || "";
      row.classList.toggle("rik-holds", held);
      row.classList.toggle("filled-in", seat === filled);
      row.classList.toggle("now", seat === form.now);
    });
    form.querySelectorAll("[data-white]").forEach((key) => key.classList.toggle("gone", cards.includes(Number(key.dataset.white))));
    const given = cards.filter(Boolean).length;
    const lacking = document.querySelector(`[form="${form.id || "-"}"] [data-lacking]`) ?? form.querySelector("[data-lacking]");
    if (lacking) lacking.textContent = given < cards.length ? says.of.replace("#", given) : "";
    form.state = state;
    if (!says.keep) return;
    const kept = { cards: cards.map((card, seat) => (seat === filled ? 0 : card)), rik };
    if (given || rik >= 0) localStorage.setItem(`round ${says.keep}`, JSON.stringify(kept));
    else localStorage.removeItem(`round ${says.keep}`);
  };

  // A card given again is taken away; one that somebody else holds is swapped.
  const give = (form, seat, card) => {
    const state = form.state, cards = [...state.cards];
    if (state.filled >= 0 && state.filled !== seat) cards[state.filled] = 0;
    if (cards[seat] === card) cards[seat] = 0;
    else {
      const other = cards.indexOf(card);
      if (other >= 0) cards[other] = cards[seat];
      cards[seat] = card;
    }
    const next = { cards, rik: state.rik };
    fill(next);
    form.now = cards[seat] ? nextWithout(next.cards, seat) : seat;
    draw(form, next);
  };

  const nextWithout = (cards, from) => {
    const order = cards.map((_, at) => (from + 1 + at) % cards.length);
    return order.find((seat) => !cards[seat]) ?? from;
  };

  const start = (form) => {
    const says = form.querySelector("[data-keep]").dataset;
    if (form.state && form.keep === says.keep) { // on a board that was pushed it is drawn as it comes
      if (form.closest("#main")) draw(form, form.state);
      return;
    }
    form.keep = says.keep;
    let state = read(form);
    const kept = says.keep && JSON.parse(localStorage.getItem(`round ${says.keep}`) ?? "null");
    if (kept && kept.cards.length === state.cards.length && !state.cards.some(Boolean)) state = kept;
    fill(state);
    form.now = Math.max(0, nextWithout(state.cards, -1));
    form.querySelectorAll("[data-holder], [data-pad]").forEach((part) => { part.hidden = false; });
    form.classList.add("scripted");
    draw(form, state);
  };

  // What was half entered for a round that is closed by now is of no use to anybody.
  const forget = (keep) => {
    const game = `round ${keep.slice(0, keep.lastIndexOf("-") + 1)}`;
    Object.keys(localStorage).filter((key) => key.startsWith(game) && key !== `round ${keep}`).forEach((key) => localStorage.removeItem(key));
  };

  const startAll = () => {
    const round = document.querySelector("[data-round]");
    if (round) forget(round.dataset.round);
    document.querySelectorAll("form.closing").forEach(start);
  };
  document.addEventListener("htmx:afterSettle", startAll);
  document.addEventListener("htmx:afterSwap", startAll);

  document.addEventListener("click", (event) => {
    const form = event.target.closest("form.closing");
    if (!form?.state) return;
    const control = event.target.closest("input");
    if (control?.name.startsWith("cards-")) give(form, Number(control.name.slice(6)), Number(control.value));
    else if (control?.name === "rik") draw(form, { ...form.state, rik: form.state.rik === Number(control.value) ? -1 : Number(control.value) });
    const holder = event.target.closest("[data-holder]"), key = event.target.closest("[data-white]");
    if (holder) {
      form.now = Number(holder.closest("[data-seat]").dataset.seat);
      draw(form, form.state);
    } else if (key) give(form, form.now, Number(key.dataset.white));
    else if (event.target.closest("[data-crown]")) draw(form, { ...form.state, rik: form.state.rik === form.now ? -1 : form.now });
  });

  // A round that waits is closed here: its form is for the next one.
  let closed = 0;
  document.addEventListener("queue", () => {
    const rounds = queue.shown(location.pathname).filter(({ values }) => values.kind === "round-scored").length;
    if (rounds > closed) {
      document.querySelectorAll("form.closing").forEach((form) => {
        form.now = 0;
        draw(form, { cards: form.state.cards.map(() => 0), rik: -1, filled: -1 });
      });
    }
    closed = rounds;
  });
  // Without network nobody says who is without a card: the count beside the button does.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches(".closing") || !queue.fails || form.state.cards.every(Boolean)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  startAll();
})();
