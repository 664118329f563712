// What stays on this phone: the worker is told what to keep, and the kept board is the newest one.
const kept = (() => {
  const workers = navigator.serviceWorker; // there is none without https
  const START = '<div id="main">', END = "</div><!-- end of main -->";
  const tell = (message) => workers?.ready.then(({ active }) => active.postMessage(message));

  const put = async (html, page) => {
    const pages = await caches.open("pages"), title = /<title>[^]*?<\/title>/;
    for (const request of await pages.keys(page, { ignoreSearch: true })) {
      const answer = await pages.match(request), text = await answer.text(), said = html.match(title);
      const whole = [text.slice(0, text.indexOf(START) + START.length), html.replace(title, ""), text.slice(text.lastIndexOf(END))].join("\n");
      await pages.put(request, new Response(said ? whole.replace(title, () => said[0]) : whole, { headers: answer.headers }));
    }
  };
  let done = Promise.resolve(); // one picture after the other, or an older one would come last
  const picture = (html) => {
    const page = location.pathname;
    if (window.caches) done = done.then(() => put(html, page)).catch(() => {});
    return done;
  };
  const leave = (path) => tell({ leave: path });

  const start = () => {
    document.querySelectorAll("[data-insecure]").forEach((line) => { line.hidden = isSecureContext; });
    if (!workers) return;
    workers.register("/sw.js").catch(() => {});
    const links = [...document.querySelectorAll('a[href^="/rules/"]:not([hreflang], [data-sheet]), a.continue')].map((link) => link.pathname + link.search);
    const { lang: language, dataset } = document.documentElement;
    tell({ keep: [...new Set([location.pathname + location.search, "/", ...links])], language, theme: dataset.theme });
  };
  const idle = () => (window.requestIdleCallback ?? setTimeout)(start);
  if (document.readyState === "complete") idle();
  else addEventListener("load", idle);

  // What is no entry cannot wait: it would be done when nobody expects it any more.
  const unsent = document.getElementById("unsent");
  document.addEventListener("submit", (event) => {
    const { method, dataset } = event.target;
    if (!navigator.onLine && method === "post" && !event.target.matches(".entry")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      unsent.textContent = unsent.dataset.needs;
      unsent.hidden = false;
    } else if (dataset.forget) {
      leave(dataset.forget);
      queue.forget(dataset.forget);
    }
  }, true);
  addEventListener("online", () => { unsent.hidden = true; });
  return { picture, leave };
})();
