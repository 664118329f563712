// @ts-nocheck
// The arrows of a remote lead from the first page to a table, on a large screen.
export const connect = () => {
  if (!matchMedia("(min-width: 75em) and (min-height: 37.5em)").matches) return;
  const joins = document.querySelector(".page.joining");
  if (!joins && !document.querySelector(".page.shelf")) return;
  const STEPS = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1]
  };
  const FIRST = ["input.code", ".dock .main", ".names-of button", ".continue", ".join-table"];
  const ALL = "a[href], button, input:not([type=hidden]), select, summary";
  const focus = (thing) => {
    document.documentElement.style.setProperty("--ring", "6px");
    thing?.focus({ focusVisible: true });
  };
  const isVisible = (each) => each.checkVisibility?.({ visibilityProperty: true }) ?? true;
  const middle = (thing) => {
    const { left, top, width, height } = thing.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  // The nearest that way; what lies aside is further than it looks.
  const next = (from, [right, down]) => {
    const [x, y] = middle(from);
    const far = [...document.querySelectorAll(ALL)]
      .filter((thing) => thing !== from && isVisible(thing))
      .map((thing) => {
        const [at, under] = middle(thing),
          ahead = (at - x) * right + (under - y) * down,
          aside = Math.abs((at - x) * down) + Math.abs((under - y) * right);
        return [ahead > 1 ? ahead + 2 * aside : Infinity, thing];
      })
      .sort(([one], [other]) => one - other);
    return far[0]?.[0] < Infinity ? far[0][1] : null;
  };
  addEventListener("keydown", (event) => {
    const step = STEPS[event.key],
      from = document.activeElement;
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (from.matches("[type=radio], select") || (step[0] && from.matches("input"))) return;
    const to = from === document.body ? first() : next(from, step);
    if (!to) return;
    event.preventDefault();
    focus(to);
  });
  const first = () => FIRST.map((each) => document.querySelector(each)).find(Boolean);
  if (joins && document.activeElement === document.body) focus(first());
};
