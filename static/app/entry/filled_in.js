// What a page was filled in for is not behind what came of it: Back goes on to the page before.
import { session } from "../browser/storage.js";

document.addEventListener("submit", ({ target }) => {
  if (target.matches(".fills") && navigator.onLine)
    session.past = `${session.past} ${history.state.page}`;
});
addEventListener("pageshow", () => {
  const { state } = history,
    page = state?.page ?? `${Date.now()}`;
  if (session.past?.includes(page)) history.back();
  // A page that answered a form is from now on one that was asked for.
  else history.replaceState({ ...state, page }, "");
});
