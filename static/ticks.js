// What was ticked of the set-up stays ticked when its list is opened again on this phone.
(() => {
  const draw = () => document.querySelectorAll(".ticks input").forEach((box) => { box.checked = sessionStorage[box.name]; });

  document.addEventListener("change", ({ target }) => {
    if (target.closest(".ticks")) sessionStorage[target.name] = target.checked ? "1" : "";
  });
  document.addEventListener("sheet", draw);
  draw();
})();
