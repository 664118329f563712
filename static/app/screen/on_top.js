// Back closes what lies on top of a board: its page has a second place in the history for that.
export const connect = () => {
  let { state } = history,
    { href } = location;
  /** @returns {HTMLDialogElement | undefined} */
  const top = () => [...document.querySelectorAll("dialog[open]")].pop();
  const keepPlace = () => {
    if (!top() || state?.covered) return;
    state = { covered: 1 };
    history.pushState(state, "");
  };
  addEventListener("popstate", (event) => {
    const leaves = state?.covered && !event.state?.covered && location.href === href;
    ({ state } = event);
    ({ href } = location);
    if (!leaves) return;
    if (top()) top()?.close();
    else history.back();
  });
  document.addEventListener("toggle", keepPlace, true);
  // Pages that the phone works out itself stand above the board, each with a place of its own.
  document.addEventListener("sheet", () => {
    ({ state } = history);
  });
  keepPlace();
};
