// A score pad: its keys write into the field that is marked, and the next one follows. What stands
// in a field belongs to one player in one round, and goes into newer pictures with these alone.
(() => {
  const typed = new Map();
  let marked = "";
  const board = () => document.getElementById("board"),
    place = () =>
      document.querySelector("dialog[open] .typed-number, main .typed-number") ?? board();
  const saidBy = ({ form, name }) =>
    [...["kind", "round", "player"].map((each) => form.elements[each]?.value ?? ""), name].join(
      " "
    );
  const fields = () =>
    [...(place()?.querySelectorAll("[data-number]") ?? [])]
      .filter((field) => !field.closest("[hidden]"))
      .sort((one, other) => (one.dataset.due ?? 0) - (other.dataset.due ?? 0));
  const now = () => fields().find((field) => saidBy(field) === marked);

  const draw = () => {
    document.querySelectorAll("[data-numpad]").forEach((pad) => {
      pad.hidden = false;
    });
    const all = fields();
    for (const field of all) {
      field.inputMode = "none"; // the keys below are enough, and have a minus
      field.form.classList.add("scripted");
      field.value = typed.get(saidBy(field)) ?? field.defaultValue;
    }
    if (!now()) marked = all.length ? saidBy(all[0]) : "";
    for (const field of all) field.classList.toggle("marked", saidBy(field) === marked);
  };
  const mark = (field) => {
    marked = saidBy(field);
    draw();
    field.closest(".player")?.scrollIntoView({ block: "nearest" });
  };

  const type = (sign) => {
    const field = now();
    if (!field) return;
    const text = field.value.replace("−", "-");
    if (sign === "-") field.value = text.startsWith("-") ? text.slice(1) : `-${text}`;
    else if (!sign) field.value = text.slice(0, -1);
    else if (text.length < 9) field.value = text.replace(/^(-?)0$/, "$1") + sign;
    typed.set(saidBy(field), field.value);
  };
  const isNumber = ({ value }) => /^[-−]?\d+$/.test(value.trim());
  const enter = () => {
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
    else if (key) type(key.dataset.type);
    else if (row && !target.closest("a, input")) {
      const field = fields().find((each) => row.contains(each));
      if (field) mark(field);
    }
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches("[data-number]")) mark(target);
  });
  document.addEventListener("input", ({ target }) => {
    if (target.matches("[data-number]")) typed.set(saidBy(target), target.value);
  });
  document.addEventListener("echo", ({ detail: { submission } }) => {
    const { kind, round, player } = submission.values;
    for (const key of [...typed.keys()])
      if (key.startsWith(`${kind} ${round} ${player} `)) typed.delete(key);
  });
  // What a submission is called while it waits.
  document.addEventListener("entry:says", ({ detail: { form, facts } }) => {
    const field = form.querySelector("[data-number]");
    if (field) facts.number = field.value.replace("-", "−");
  });

  // What waits stands in its row, and counts in a total of plain points. Where nobody lacks a
  // number any more, the next round is entered already.
  const found = ({ waiting, pending }) => {
    const name = board().querySelector("[data-number]")?.name,
      all = new Map([...waiting, ...pending].map((each) => [each.id ?? each, each]));
    return [...all.values()]
      .filter(({ values }) => values[name] && !values.change && !values.before)
      .map(({ values }) => ({
        seat: values.player,
        round: Number(values.round),
        number: Number(values[name].replace("−", "-"))
      }));
  };
  const print = (number) => String(number).replace("-", "−");
  const showRow = (row, sent, round, first, isPlain) => {
    const mine = sent.filter(({ seat }) => seat === row.dataset.seatOf),
      here = mine.find((each) => each.round === round),
      chip = row.querySelector("[data-waits-here]"),
      known = row.querySelectorAll(".chip:not([data-waits-here])"),
      sum = row.querySelector(".sum > b");
    chip.hidden = !here;
    chip.textContent = here ? print(here.number) : "";
    const isKnown = row.matches("[data-done]") && round === first;
    row.querySelector("[data-open]").hidden = Boolean(here) || isKnown;
    row.querySelector("[data-open] [name=round]").value = round;
    if (!isPlain) return;
    for (const each of known) each.hidden = round !== first;
    const more = mine.reduce((points, { number }) => points + number, 0);
    sum.textContent = print(Number(sum.dataset.total) + more);
  };
  document.addEventListener("waiting", ({ detail }) => {
    if (!board()?.dataset.ofPad) return;
    const rows = [...board().querySelectorAll(".player")],
      first = Number(board().dataset.ofPad),
      isPlain = "plain" in board().dataset,
      sent = found(detail);
    const isDone = (round) => (row) =>
      (round === first && row.matches("[data-done]")) ||
      sent.some((each) => each.seat === row.dataset.seatOf && each.round === round);
    let round = first;
    while (isPlain && rows.every(isDone(round))) round += 1;
    board()
      .querySelectorAll("[data-of-round]")
      .forEach((title) => {
        title.textContent = title.dataset.ofRound.replace("#", round);
      });
    for (const row of rows) showRow(row, sent, round, first, isPlain);
    draw();
  });
  for (const each of ["htmx:afterSwap", "sheet"])
    document.addEventListener(each, () => setTimeout(draw));
  window.score = { type };
  draw();
})();
