// What pages around the boards show only where this phone can do it.
later.then(() => {
  document.querySelectorAll("[data-insecure]").forEach((line) => {
    line.hidden = isSecureContext;
  });
  const { folder } = JSON.parse(local.app ?? "{}"),
    isHere = "here" in document.documentElement.dataset;
  if (folder && !isHere && document.querySelector("[data-to-here]"))
    import(`${folder}near.js`).catch(() => {});
});
