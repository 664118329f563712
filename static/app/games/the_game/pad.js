// @ts-nocheck
// The pad: digits are typed here, the rest is the server's.
(() => {
  const pad = document.getElementById("pad");
  const sheet = document.getElementById("sheet");

  const show = (form, digits) => {
    form.querySelectorAll("[data-digit]").forEach((slot, at) => {
      slot.textContent = digits[at] ?? "";
    });
    form.querySelector("[data-wrong]").hidden = true;
    form.querySelector("[data-send]").hidden = !digits;
    form.dataset.digits = digits;
  };

  // What the table knows of its cards: beside a pad of its own, else on the board.
  const deck = (form) => {
    const says = form.querySelector("[data-deck]") ?? document.getElementById("board");
    return JSON.parse(says?.dataset.deck ?? "{}");
  };

  const enter = (form, digits) => {
    const card = Number(digits);
    const { low, high } = form.querySelector("[data-number]").dataset;
    if (card < Number(low) || card > Number(high)) {
      show(form, "");
      form.querySelector("[data-wrong]").hidden = false;
      return;
    }
    const field = form.querySelector("[data-number]");
    const known = field.name === "card" ? deck(form)[card] : "";
    field.disabled = false;
    field.value = known ? `${card} ${known}` : card;
    form.requestSubmit();
    field.disabled = true;
    show(form, "");
  };

  const type = (form, digit) => {
    const digits = (form.dataset.digits ?? "") + digit;
    if (digits.length < 2) show(form, digits);
    else enter(form, digits);
  };

  // What is typed is entered by Enter alone: a key next to the right one is hit soon.
  const typeKey = (form, digit) => {
    if ((form.dataset.digits ?? "").length < 2) show(form, (form.dataset.digits ?? "") + digit);
  };

  document.addEventListener("click", (event) => {
    const face = event.target.closest("a.face[data-pile]");
    if (face && pad) {
      event.preventDefault();
      const form = pad.querySelector("form");
      document.querySelectorAll(".face[data-pile]").forEach((each) => {
        const label = form.querySelector(`input[value="${each.dataset.pile}"] + span`);
        label.firstChild.textContent = `${each.querySelector("b").textContent} `;
      });
      form.reset();
      form.querySelector(`input[value="${face.dataset.pile}"]`).checked = true;
      show(form, "");
      pad.showModal();
      return;
    }
    const key = event.target.closest(".pad [data-key]");
    if (key) {
      event.preventDefault();
      type(key.form, key.dataset.key);
      return;
    }
    const send = event.target.closest(".pad [data-send]");
    if (send) {
      event.preventDefault();
      enter(send.form, send.form.dataset.digits);
    }
  });

  document.addEventListener("keydown", (event) => {
    const form = (pad?.open ? pad : sheet.open ? sheet : null)?.querySelector("form.pad");
    if (!form) return;
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const { digits } = form.dataset;
    if (/^[0-9]$/.test(event.key)) typeKey(form, event.key);
    else if (event.key === "Backspace") show(form, digits?.slice(0, -1) ?? "");
    else if (event.key === "Enter" && digits && !event.target.matches("a, button")) {
      event.preventDefault();
      enter(form, digits);
    }
  });
  document.addEventListener("typed", ({ detail: { form, digit } }) => typeKey(form, digit));

  const clear = () => {
    for (const form of document.querySelectorAll("main form.pad")) show(form, "");
  };
  document.addEventListener("sheet", clear);
  clear();
})();
