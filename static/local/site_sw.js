// A part of the service worker of a site without a server, behind that of the tables. Its pages say
// no header: none is kept. Once the app is, it shows its own.
const PAGE = new RegExp(`^${KEEP.root}/(?:(?:${KEEP.site.join("|")})/(.*))?$`),
  LATE = 4000; // ms
const lead = (way) =>
  Response.redirect(HERE + (way === "rules/" ? way : way.replace(/\/$/, "")), 302);
const show = async (request, way) => {
  if (!(await shell())) return fetch(request);
  if (!way.startsWith("rules/")) return lead(way);
  const late = new Promise((_, fail) => setTimeout(fail, LATE));
  return Promise.race([fetch(request), late]).catch(() => lead(way));
};
self.site = (event, { pathname }) => {
  const found = PAGE.exec(pathname);
  if (found && event.request.mode === "navigate")
    event.respondWith(show(event.request, found[1] ?? ""));
};
