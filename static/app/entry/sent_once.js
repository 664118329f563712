// What is no entry is sent once, however often it is tapped.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target),
    { dataset, method } = form;
  if (method !== "post" || form.matches(".entry")) return;
  if (dataset.sent) event.preventDefault();
  dataset.sent = "1";
});
addEventListener("pageshow", () =>
  /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sent]")).forEach(
    (form) => {
      delete form.dataset.sent;
    }
  )
);
