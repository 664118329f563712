// Who joins while the code is shown appears by itself, unless a phone is just being named here.
(() => {
  const EVERY = 4000; // ms
  const here = () => /** @type {HTMLElement} */ (document.getElementById("here"));
  const isBusy = () => document.hidden || here().querySelector("[open]");
  setInterval(async () => {
    if (isBusy()) return;
    const answer = await fetch(location.pathname).catch(() => null);
    if (answer?.status === 404) location.reload(); // removed: the page says so by itself
    if (!answer?.ok) return;
    const fresh = new DOMParser()
      .parseFromString(await answer.text(), "text/html")
      .getElementById("here");
    if (fresh && !isBusy() && fresh.textContent !== here().textContent) here().replaceWith(fresh);
  }, EVERY);
})();
