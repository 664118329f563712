// @ts-nocheck
// The games that something entered on this phone still waits for, on the shelf.
import { queue } from "../queue/queue.js";

(() => {
  const left = document.getElementById("left"),
    { waiting, deciding } = left.dataset;
  let drawn = "";
  const row = (game, submissions) => {
    const made = left.querySelector("template").content.cloneNode(true).firstElementChild;
    const asked = submissions.filter(({ said }) => said).length,
      why = queue.held.get(game);
    const counts = [
      [waiting, submissions.length - asked],
      [deciding, asked]
    ].filter(([, count]) => count);
    made.querySelector("a").href = game;
    made.querySelector("b").textContent = submissions[0].title;
    made.querySelector("a span").textContent = [
      ...counts.map(([text, count]) => text.replace("#", count)),
      why ?? ""
    ]
      .filter(Boolean)
      .join(", ");
    made.querySelector("button").hidden = !why;
    made.querySelector("button").onclick = () =>
      submissions.map(({ n }) => queue.change(n, () => null));
    return made;
  };
  const draw = () => {
    const games = new Map();
    for (const submission of [...queue.waiting(), ...queue.asked()])
      games.set(submission.game, [...(games.get(submission.game) ?? []), submission]);
    const now = JSON.stringify([[...games], [...queue.held]]);
    if (drawn === now) return; // who is on a button stays there
    drawn = now;
    left.hidden = !games.size;
    left
      .querySelector("ul")
      .replaceChildren(...[...games].map(([game, submissions]) => row(game, submissions)));
  };
  document.addEventListener("queue", draw);
  draw();
})();
