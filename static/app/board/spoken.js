// What a new board says, once: to a screen reader, or aloud where voice.js does; and its buzz.
import { local } from "../browser/storage.js";
import { voice } from "./board.js";

(() => {
  let seen = 0; // the place of the newest entry that was said
  const read = () => {
    const { dataset } = document.getElementById("board") ?? document.body,
      news = (dataset.spoken ?? "")
        .split("\n")
        .map((line) => line.split("\t"))
        .filter(([place]) => Number(place) > seen);
    // a board that the phone draws may have an older one, and a sheet has none
    seen = Math.max(seen, Number(dataset.seen ?? 0));
    return news.map((entry) => entry.slice(2)); // its sentences, behind place and mark
  };

  read();
  document.addEventListener("htmx:afterSwap", ({ detail: { target, xhr } }) => {
    if (target.id !== "main") return;
    if (xhr.status === 200 && local.buzz !== "0") navigator.vibrate?.(12);
    const news = read(),
      told = document.querySelector("#asked, .told, .deck .lead b");
    // A board that was pushed only keeps it, and what is an alert says itself to screen readers.
    if (told && xhr.status && (voice.speak || !told.closest("[role=alert]")))
      news.unshift([told.textContent]);
    if (!news.length) return;
    const status = document.getElementById("status");
    if (voice.speak) voice.speak(news);
    else if (status) status.textContent = news.flat().join(" ");
  });
})();
