// Moving a name one place up without asking the server.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-seats] [name=move]");
  if (!button) return;
  event.preventDefault();
  const names = [...button.closest("[data-seats]").querySelectorAll("[name=name]")], at = Number(button.value);
  [names[at - 1].value, names[at].value] = [names[at].value, names[at - 1].value];
});
