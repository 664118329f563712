// @ts-nocheck
// Names at the set-up: in sight once they are asked for, moved one place up without the server, and
// there again after another page.
document.addEventListener("click", (event) => {
  const names = event.target.closest(".names summary")?.parentElement;
  if (names) requestAnimationFrame(() => names.scrollIntoView({ block: "nearest" }));
  const button = event.target.closest("[data-seats] [name=move]");
  if (!button) return;
  event.preventDefault();
  const typed = [...button.closest("[data-seats]").querySelectorAll("[name=name]")],
    at = Number(button.value);
  [typed[at - 1].value, typed[at].value] = [typed[at].value, typed[at - 1].value];
});

// What is chosen and typed stands again as long as this form is made of the same, until it is sent.
(() => {
  const form = document.querySelector(".setup form"),
    key = `set-up ${location.pathname}${location.search}`;
  const controls = [...form.querySelectorAll("input")].filter(({ type }) => type !== "hidden"),
    read = () => JSON.stringify(controls.map(({ checked, value }) => [checked, value])),
    made = JSON.stringify(controls.map((each) => [each.defaultChecked, each.defaultValue]));
  let kept = {},
    isSent = false;
  try {
    kept = sessionStorage;
    const [before, typed, wasSent] = JSON.parse(kept[key]);
    const [{ type }] = performance.getEntriesByType("navigation");
    if (before === made && (!wasSent || type !== "navigate")) {
      JSON.parse(typed).forEach(([checked, value], at) => {
        Object.assign(controls[at], { checked, value });
      });
      form.querySelectorAll("details.names").forEach((names) => {
        names.open ||= controls.some(({ name, value }) => name === "name" && value);
      });
    }
  } catch {
    // nothing was kept, or this browser keeps nothing
  }
  const keep = () => {
    const now = read();
    try {
      if (now === made) delete kept[key];
      else kept[key] = JSON.stringify([made, now, isSent]);
    } catch {
      // no room
    }
  };
  form.addEventListener("submit", () => {
    isSent = true;
  });
  addEventListener("pageshow", () => {
    isSent = false;
  });
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", keep);
})();
