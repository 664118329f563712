// What another phone corrected further back, that the players are called or are others, that the game
// began at another time, and that a tap was not taken, over the bar until the next own entry or a tap;
// of a tap for 4 s, for others may follow at once. Who only looks on enters and taps nothing: there it
// would stay.
import { there } from "../browser/there.js";
import { say } from "../screen/say.js";
import { findBoard } from "./find.js";

/** @type {string[]} the marks of what this phone entered */
const own = [];
let seen = Number(there(findBoard()).dataset.seen),
  { facts } = there(findBoard()).dataset; // what its page may put right
/** @type {[mark: string, said: string, page: string] | null} */
let news = null;

const draw = () => {
  const bar = findBoard()?.querySelector(".bar");
  bar?.querySelector(".corrected")?.remove();
  if (!news || !bar) return;
  const [, said, page] = news,
    link = document.createElement("a"),
    text = document.createElement("span"),
    place = document.createElement("p");
  link.hidden = !page;
  link.href = location.pathname + page;
  link.textContent = there(there(document.getElementById("waits")).dataset.show);
  text.textContent = said;
  text.translate = false;
  place.className = "corrected";
  place.onclick = drop;
  place.append(text, link);
  bar.append(place);
};
const drop = () => {
  news = null;
  draw();
};
/**
 * Says what it is called by in the page.
 * @param {string} name
 */
export const tell = (name) => {
  const said = there(there(document.getElementById("waits")).dataset[name]),
    /** @type {[string, string, string]} */
    told = ["", said, ""];
  news = told;
  there(document.getElementById("status")).textContent = said;
  draw();
  setTimeout(() => news === told && drop(), 4_000);
};

export const connect = () => {
  document.addEventListener("echo", () => news?.[2] && drop());
  document.addEventListener("queue:answer", ({ detail: { submission } }) => {
    const mark = submission.id.slice(0, 8) + submission.id.slice(32);
    own.push(mark);
    if (news?.[0] === mark) drop(); // it was pushed before its answer came
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    if (target.id !== "main" || document.documentElement.matches(".looks-on")) return;
    const { corrected = "", facts: told, seen: now = 0 } = findBoard()?.dataset ?? {},
      [place, mark, said, line] = corrected.split("\t");
    if (Number(place) > seen && !own.includes(mark)) news = [mark, said, `log/${line}`];
    if (told && facts && told !== facts) {
      const [people, began, at] = told.split("\t"),
        isSame = facts.startsWith(`${people}\t`);
      news = ["", isSame ? `${began} ${say(Number(at) * 1_000, "both")}` : people, "about/"];
    }
    facts = told ?? facts;
    seen = Math.max(seen, Number(now));
    draw(); // a board that comes has nothing of it
  });
};
