// Turning the screen for those across the table, keeping it on while a game is open, and its buzz.
(() => {
  const root = document.documentElement;
  const kept = { get: (name) => localStorage.getItem(name) === "1", set: (name, on) => localStorage.setItem(name, on ? "1" : "0") };
  let lock = null;

  const draw = () => {
    const turn = document.querySelector('[data-screen="turn"]');
    const awake = document.querySelector('[data-screen="awake"]');
    const buzz = document.querySelector('[data-screen="buzz"]');
    if (turn) turn.hidden = false;
    if (buzz) {
      buzz.hidden = !("vibrate" in navigator);
      buzz.setAttribute("aria-pressed", String(localStorage.getItem("buzz") !== "0"));
    }
    if (awake) {
      awake.hidden = !("wakeLock" in navigator);
      awake.setAttribute("aria-pressed", String(Boolean(lock && !lock.released)));
    }
  };

  const hold = async () => {
    if (!document.getElementById("board") || !("wakeLock" in navigator) || localStorage.getItem("awake") === "0") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", draw);
    } catch { lock = null; }
    draw();
  };

  document.addEventListener("click", async (event) => {
    const tool = event.target.closest("[data-screen]");
    if (!tool) return;
    if (tool.dataset.screen === "turn") {
      kept.set("turned", root.classList.toggle("turned"));
      return;
    }
    if (tool.dataset.screen === "buzz") {
      kept.set("buzz", localStorage.getItem("buzz") === "0");
      draw();
      return;
    }
    const on = !(lock && !lock.released);
    kept.set("awake", on);
    if (on) await hold();
    else await lock.release();
    draw();
  });

  document.addEventListener("visibilitychange", () => { if (!document.hidden) hold(); });
  document.addEventListener("htmx:afterSwap", draw);
  if (document.getElementById("board")) root.classList.toggle("turned", kept.get("turned"));
  draw();
  hold();
})();
