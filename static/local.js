// Keeps the local app on this phone: on the page that offers it, and later each newer edition.
(() => {
  const box = document.getElementById("local"); // on no other page
  const LIST = "/on-this-phone/list";
  const hex = (bytes) =>
    [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  // A file of the app as it was made, or an error; `reads` hears of each part of it.
  const fetched = async (address, { sha256 }, reads) => {
    const answer = await fetch(address, { cache: "no-store", priority: "low" });
    if (!answer.ok || !answer.body) throw new Error(address);
    const parts = [],
      reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      reads(part.value.length);
    }
    const whole = await new Blob(parts).arrayBuffer();
    if (hex(await crypto.subtle.digest("SHA-256", whole)) !== sha256) throw new Error(address);
    const headers = {};
    for (const name of ["Content-Type", "Content-Security-Policy", "Companion"])
      headers[name] = answer.headers.get(name);
    return new Response(whole, { headers });
  };

  // All files of this edition are here; those that came before an interruption are not fetched anew.
  const keep = async ({ folder, later, files }, shows) => {
    const cache = await caches.open(`local ${folder}`);
    let done = 0;
    for (const file of files) {
      const address = folder + file.name;
      if (await cache.match(address)) done += file.bytes;
      else
        await cache.put(
          address,
          await fetched(address, file, (more) => {
            done += more;
            shows(done);
          })
        );
      shows(done);
    }
    local.app = JSON.stringify({ folder, later });
  };
  const clear = async (but = "") => {
    for (const name of await caches.keys())
      if (name.startsWith("local ") && name !== `local ${but}`) await caches.delete(name);
  };
  const kept = () => JSON.parse(local.app ?? "{}").folder;
  const list = async () => {
    const answer = await fetch(LIST);
    if (!answer.ok) throw new Error(LIST);
    return answer.json();
  };

  if (!box) {
    // What another page may be running stays until the next start.
    list().then(
      async (newest) => {
        if (newest.folder === kept()) return clear(newest.folder);
        await keep(newest, () => {});
      },
      () => {}
    );
    return;
  }

  const [status, bar, begin, remove] = [
    "[role=status]",
    "progress",
    "[data-keep]",
    "[data-remove]"
  ].map((part) => box.querySelector(part));
  const show = (state, text = box.dataset[state]) => {
    status.textContent = text;
    bar.hidden = state !== "coming";
    begin.hidden = state === "here" || state === "coming" || state === "http";
    remove.hidden = state !== "here";
  };
  const here = async () => {
    const persists = await navigator.storage?.persisted?.().catch(() => false);
    show("here", persists ? box.dataset.here : `${box.dataset.here} ${box.dataset.unsafe}`);
  };
  begin.onclick = async () => {
    show("coming");
    bar.removeAttribute("value");
    try {
      const newest = await list();
      const whole = newest.files.reduce((sum, { bytes }) => sum + bytes, 0);
      await navigator.storage?.persist?.().catch(() => false);
      await keep(newest, (done) => {
        bar.value = done / whole;
      });
      await clear(newest.folder);
      await here();
    } catch (error) {
      show(error?.name === "QuotaExceededError" ? "full" : "failed");
    }
  };
  remove.onclick = async () => {
    delete local.app;
    await clear();
    await caches.delete("mirrors");
    show("offered");
  };
  if (!window.caches || !window.crypto?.subtle) show("http");
  else if (kept()) here();
  else show("offered");
})();
