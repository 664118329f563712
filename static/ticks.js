// What was ticked of the set-up stays ticked when its list is opened again on this phone.
(() => {
  const draw = () =>
    document.querySelectorAll(".ticks input").forEach((box) => {
      box.checked = session[box.name];
    });

  document.addEventListener("change", ({ target }) => {
    if (target.closest(".ticks")) session[target.name] = target.checked ? "1" : "";
  });
  document.addEventListener("sheet", draw);
  draw();
})();
