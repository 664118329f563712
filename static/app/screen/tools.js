// Turning the screen for those across the table, keeping it on while a game is open, and its buzz.
import { findBoard } from "../board/find.js";
import { showStart } from "../board/start.js";
import { local } from "../browser/storage.js";
import { there } from "../browser/there.js";

const { classList } = document.documentElement;
/** @type {Record<string, unknown>} */
const can = { turn: true, awake: navigator.wakeLock, buzz: navigator.vibrate };
/** @type {WakeLockSentinel | null} */
let lock;
const isHeld = () => lock?.released === false;

const draw = () =>
  document.querySelectorAll("[data-screen]").forEach((tool) => {
    const name = there(tool.dataset.screen);
    tool.hidden = !can[name];
    if (name !== "turn")
      tool.setAttribute("aria-pressed", name === "buzz" ? local[name] !== "0" : isHeld());
  });

const hold = async () => {
  if (!findBoard() || !can.awake || local.awake === "0") return;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
  lock?.addEventListener("release", draw);
  draw();
};

document.addEventListener("click", async ({ target }) => {
  const name = target.closest("[data-screen]")?.dataset.screen;
  if (!name) return;
  if (name === "turn") {
    local.turned = Number(classList.toggle("turned"));
    showStart();
  } else if (name === "buzz") local[name] = Number(local[name] === "0");
  else {
    local[name] = Number(!isHeld());
    await (isHeld() ? there(lock).release() : hold());
  }
  draw();
});

document.addEventListener("visibilitychange", () => document.hidden || hold());
document.addEventListener("htmx:afterSwap", draw);
if (findBoard() && local.turned === "1") {
  classList.add("turned");
  showStart();
}
draw();
hold();
