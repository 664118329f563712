// Sends entries in the order in which they were tapped, one at a time, and keeps none back.
(() => {
  const meta = (name) => document.querySelector(`meta[name="${name}"]`).content;
  const NEAR = 24, SOON = 350; // px, ms: two taps closer than this are one
  let sending = Promise.resolve();

  // 128 bits out of a text: the same tap on the same picture has the same id.
  const digest = (text) => [1, 2, 3, 4].map((seed) => {
    let h = seed * 0x9e3779b1;
    for (const sign of text) h = Math.imul(h ^ sign.codePointAt(0), 0x85ebca6b) ^ (h >>> 13);
    h = Math.imul(h ^ (h >>> 16), 0xc2b2ae35);
    return ((h ^ (h >>> 15)) >>> 0).toString(16).padStart(8, "0");
  }).join("");

  // What a tap hit may have moved on by the second one, even to another page.
  document.addEventListener("click", (event) => {
    const tapped = event.target.matches("details") || event.target.closest("a, button, summary, [type=radio], [type=checkbox]");
    if (!event.detail || !tapped) return;
    const last = JSON.parse(sessionStorage.getItem("tap") ?? "[-99, -99, 0]");
    const [x, y, at] = [event.clientX, event.clientY, Date.now()];
    const twice = Math.hypot(x - last[0], y - last[1]) < NEAR && at - last[2] < SOON;
    if (twice && !event.target.closest(".keys")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else sessionStorage.setItem("tap", JSON.stringify([x, y, at]));
  }, true);

  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (form.method !== "post") return;
    if (!form.matches(".entry") || !window.htmx) {
      if (form.dataset.sent) event.preventDefault();
      form.dataset.sent = "1";
      return signed(form);
    }
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form, button));
    for (const own of ["csrf_token", "page"]) delete values[own];
    if (form.closest("#pad")) values.seen = document.getElementById("board")?.dataset.seen ?? values.seen;
    values.id = digest(meta("phone") + JSON.stringify(values));
    sending = sending.then(() => send(form.getAttribute("action"), values));
    document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  });

  addEventListener("pageshow", () => document.querySelectorAll("[data-sent]").forEach((form) => delete form.dataset.sent));

  // A form in a fragment has no token of its own.
  const signed = (form) => {
    if (form.elements.csrf_token) return;
    const token = Object.assign(document.createElement("input"), { type: "hidden", name: "csrf_token", value: meta("csrf-token") });
    form.append(token);
  };

  // Nothing is lost while the page is open: what did not arrive is sent again, with the same id.
  const BUSY = [0, 429, 502, 503, 504];
  const RETRY = 5000; // ms
  let status = 0, older = false;
  document.addEventListener("htmx:afterRequest", (event) => { status = event.detail.xhr.status; });

  const send = async (url, values) => {
    const lost = document.getElementById("unsent");
    for (;;) {
      status = 0;
      older = false;
      await htmx.ajax("POST", url, { source: document.body, target: "#main", swap: "innerHTML", values }).catch(() => {});
      lost.hidden = !BUSY.includes(status);
      // What is asked or refused is not lost with its picture: it is said again with a newer one.
      if (lost.hidden && older && status >= 400) continue;
      if (lost.hidden) return;
      await new Promise((again) => {
        lost.querySelector("button").onclick = again;
        addEventListener("online", again, { once: true });
        setTimeout(again, RETRY);
      });
    }
  };

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb === "post") event.detail.headers["X-CSRFToken"] = meta("csrf-token");
  });

  // Several pictures may be under way: an older one never replaces a newer one.
  const age = (html) => (/data-seen="(\d+)" data-moment="(\d+)"/.exec(html) ?? []).slice(1).map(Number);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "main") return;
    if (BUSY.includes(event.detail.xhr.status)) event.detail.shouldSwap = false;
    const shown = document.getElementById("board")?.dataset, [place, moment] = age(event.detail.serverResponse);
    older = Boolean(shown) && (place < shown.seen || (place === Number(shown.seen) && moment < shown.moment));
    if (older) event.detail.shouldSwap = false;
  });

  const say = (text) => {
    const status = document.getElementById("status");
    if (status.textContent !== text) status.textContent = text;
  };
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "main") return;
    const question = document.getElementById("asked");
    say(question ? question.textContent : [".told", ".turn", ".owed", ".result", ".deck .lead b"].map((part) => document.querySelector(part)?.innerText ?? "").join(" ").replace(/\s+/g, " "));
    if (event.detail.xhr.status === 200) navigator.vibrate?.(12);
  });

  // What the first view does not need comes when the phone has nothing else to do.
  const later = () => document.querySelectorAll('meta[name="later"]').forEach(({ content: src, dataset }) => {
    document.head.append(Object.assign(document.createElement("script"), { src, integrity: dataset.integrity ?? "", async: false }));
  });
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(later));
})();
