// @ts-nocheck
// Turning the screen for those across the table, keeping it on while a game is open, and its buzz.
import { local } from "../browser/storage.js";

(() => {
  const { classList } = document.documentElement,
    board = () => document.getElementById("board");
  const can = { turn: true, awake: navigator.wakeLock, buzz: navigator.vibrate };
  let lock = null;
  const holds = () => Boolean(lock && !lock.released);

  const draw = () =>
    document.querySelectorAll("[data-screen]").forEach((tool) => {
      const name = tool.dataset.screen;
      tool.hidden = !can[name];
      if (name !== "turn")
        tool.setAttribute("aria-pressed", name === "buzz" ? local[name] !== "0" : holds());
    });

  const hold = async () => {
    if (!board() || !can.awake || local.awake === "0") return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", draw);
    draw();
  };

  document.addEventListener("click", async ({ target }) => {
    const name = target.closest("[data-screen]")?.dataset.screen;
    if (!name) return;
    if (name === "turn") local.turned = Number(classList.toggle("turned"));
    else if (name === "buzz") local[name] = Number(local[name] === "0");
    else {
      local[name] = Number(!holds());
      await (holds() ? lock.release() : hold());
    }
    draw();
  });

  document.addEventListener("visibilitychange", () => document.hidden || hold());
  document.addEventListener("htmx:afterSwap", draw);
  if (board()) classList.toggle("turned", local.turned === "1");
  draw();
  hold();
})();
