// Turning the screen for those across the table, keeping it on while a game is open, and its buzz.
(() => {
  const { classList } = document.documentElement,
    board = () => document.getElementById("board");
  const keep = (name, on) => {
    local[name] = on ? "1" : "0";
  };
  const isOn = (name) => local[name] !== "0";
  const can = { turn: true, awake: "wakeLock" in navigator, buzz: "vibrate" in navigator };
  let lock = null;
  const holds = () => Boolean(lock && !lock.released);

  const draw = () =>
    document.querySelectorAll("[data-screen]").forEach((tool) => {
      const name = tool.dataset.screen;
      tool.hidden = !can[name];
      if (name !== "turn")
        tool.setAttribute("aria-pressed", name === "buzz" ? isOn(name) : holds());
    });

  const hold = async () => {
    if (!board() || !can.awake || !isOn("awake")) return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", draw);
    draw();
  };

  document.addEventListener("click", async ({ target }) => {
    const name = target.closest("[data-screen]")?.dataset.screen;
    if (!name) return;
    if (name === "turn") keep("turned", classList.toggle("turned"));
    else if (name === "buzz") keep(name, !isOn(name));
    else {
      const on = holds();
      keep(name, !on);
      await (on ? lock.release() : hold());
    }
    draw();
  });

  document.addEventListener("visibilitychange", () => document.hidden || hold());
  document.addEventListener("htmx:afterSwap", draw);
  if (board()) classList.toggle("turned", local.turned === "1");
  draw();
  hold();
})();
