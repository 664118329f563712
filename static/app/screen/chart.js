// A chart is read at any step, by a finger or the arrow keys: its labels say what its table says.
document.documentElement.classList.add("reads");

const STEPS = ".field input";
/**
 * The figures of a step in the labels, and where the lines are then; those of the end without one.
 * @param {HTMLInputElement} range
 * @param {boolean} isRead
 */
const read = (range, isRead) => {
  const { parentElement: chart } = /** @type {HTMLElement} */ (range.closest(".plot")),
    [head, ...rows] = chart?.querySelectorAll("tr") ?? [],
    row = rows[Number(range.value) - Number(range.min)],
    said = [...row.cells].map((cell, at) => `${head.cells[at].textContent} ${cell.textContent}`),
    across = (100 * Number(range.value)) / Number(range.max);
  range.ariaValueText = said.join(", ");
  for (const label of chart?.querySelectorAll("[data-line]") ?? []) {
    label.style.minWidth ||= `${label.offsetWidth}px`; // so nothing moves with its digits
    label.textContent = row.cells[1 + Number(label.dataset.line)].textContent;
  }
  const dots = [...(chart?.querySelectorAll("polyline") ?? [])].map((line) => {
    const points = (line.getAttribute("points") ?? "").split(" ").map((point) => point.split(","));
    return `M${across} ${points.findLast(([x]) => Number(x) < across + 0.06)?.[1]}h0`;
  });
  const [rule, all] = chart?.querySelectorAll(".at") ?? [];
  rule.setAttribute("d", isRead ? `M${across} 0V100` : "");
  all.setAttribute("d", isRead ? dots.join("") : "");
  for (const now of chart?.querySelectorAll(".now") ?? []) {
    now.setAttribute("x", `${across}%`);
    now.textContent = isRead ? row.cells[0].textContent : "";
  }
};
for (const name of /** @type {const} */ (["focusin", "input"]))
  document.addEventListener(name, ({ target }) => {
    const range = /** @type {HTMLInputElement} */ (target);
    if (range.matches(STEPS)) read(range, true);
  });
document.addEventListener("focusout", ({ target }) => {
  const range = /** @type {HTMLInputElement} */ (target);
  if (!range.matches(STEPS)) return;
  range.value = range.max;
  read(range, false);
});
