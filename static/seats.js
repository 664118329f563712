// Names at the set-up: in sight once they are asked for, and moved one place up without the server.
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
