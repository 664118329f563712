// The games that something entered on this phone still waits for, on the shelf.
import { there } from "../browser/there.js";
import { queue } from "../queue/queue.js";

/** @import { Numbered } from "../queue/machine.js" */

const left = there(document.getElementById("left")),
  { waiting = "", deciding = "" } = left.dataset;
let drawn = "";
/**
 * @param {string} game
 * @param {Numbered[]} submissions
 */
const row = (game, submissions) => {
  const made = /** @type {HTMLElement} */ (
    there(left.querySelector("template")).content.firstElementChild?.cloneNode(true)
  );
  const asked = submissions.filter(({ said }) => said).length,
    why = queue.held.get(game),
    button = there(made.querySelector("button"));
  there(made.querySelector("a")).href = game;
  there(made.querySelector("b")).textContent = submissions[0].title ?? "";
  there(made.querySelector("a span")).textContent = [
    submissions.length > asked && waiting.replace("#", `${submissions.length - asked}`),
    asked && deciding.replace("#", `${asked}`),
    why
  ]
    .filter(Boolean)
    .join(", ");
  button.hidden = !why;
  button.onclick = () => submissions.map(({ n }) => queue.change(n, () => null));
  return made;
};
const draw = () => {
  /** @type {Map<string, Numbered[]>} */
  const games = new Map();
  for (const submission of [...queue.waiting(), ...queue.asked()])
    games.set(submission.game, [...(games.get(submission.game) ?? []), submission]);
  const now = JSON.stringify([[...games], [...queue.held]]);
  if (drawn === now) return; // who is on a button stays there
  drawn = now;
  left.hidden = !games.size;
  there(left.querySelector("ul")).replaceChildren(...[...games].map((each) => row(...each)));
};
document.addEventListener("queue", draw);
draw();
