// What is no entry is sent once, however often it is tapped.
document.addEventListener("submit", (event) => {
  const { dataset, method } = event.target;
  if (method !== "post" || event.target.matches(".entry")) return;
  if (dataset.sent) event.preventDefault();
  dataset.sent = "1";
});
addEventListener("pageshow", () =>
  document.querySelectorAll("[data-sent]").forEach((form) => {
    delete form.dataset.sent;
  })
);
