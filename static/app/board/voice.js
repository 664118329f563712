// The voice: says aloud what is entered, in the language of the page, and works its own switch. It
// is loaded where it is on, and where the sheet with the switch is opened.
import { there } from "../browser/there.js";

/** @typedef {SpeechSynthesisUtterance & { ends?: number }} Said  by when it has been heard */

const { speechSynthesis: synth } = window,
  { lang } = document.documentElement,
  ISOLATES = /[\u2066-\u2069]/g, // around names that are written from the right
  MOST = 3, // entries that are said one after the other; of more than that, the newest alone
  PAUSE = 1500,
  SIGN = 100; // ms, as long as a slow voice takes

// Left alone, a browser may read one language with the voice of another. A voice that is on the
// phone itself needs no network, and tells nobody who plays.
const findVoice = () => {
  const ours = synth.getVoices().filter((each) => each.lang.split(/[-_]/)[0] === lang),
    own = ours.filter((each) => each.localService);
  return own.find((each) => each.default) ?? own[0] ?? ours[0];
};
/** @param {string} text */
const utter = (text) => {
  /** @type {Said} */
  const said = new SpeechSynthesisUtterance(text.replace(ISOLATES, ""));
  synth.speak(Object.assign(said, { lang, voice: findVoice() ?? null }));
  return said;
};

// What is newer cuts short what is older. What was entered and not heard to its end is said once
// more; what followed from it may be another thing by now. A voice may never say that it ended:
// then it has after a while.
/** @type {Said[]} */
let unheard = [];
/** @param {string[][]} news */
const speak = (news) => {
  let ends = performance.now();
  const again = unheard.filter((each) => there(each.ends) > ends).map(({ text }) => [text]);
  const all = [...again, ...news].slice(again.length + news.length > MOST ? -1 : 0);
  synth.cancel();
  unheard = [];
  for (const entry of all) {
    const [entered, ...follows] = entry,
      said = utter(entered);
    ends += PAUSE + SIGN * entry.join().length;
    said.ends = ends;
    said.onend = () => {
      unheard = unheard.filter((each) => each !== said);
    };
    if (news.includes(entry)) unheard.push(said);
    if (follows.length) utter(follows.join(" "));
  }
};

/** @param {import("../types.js").Parts} parts */
export const connect = ({ local, voice }) => {
  const button = document.querySelector("[data-confirms]");
  if (!synth || !button) return;
  const isOn = () => local.voice > 0;
  const draw = () => {
    Object.assign(button, { hidden: false, ariaPressed: isOn() });
    voice.speak = isOn() && speak;
  };
  button.addEventListener("click", () => {
    local.voice = isOn() ? 0 : 1;
    draw();
    synth.cancel();
    unheard = [];
    if (isOn()) utter(there(button.dataset.confirms));
  });
  // A browser may let no page speak that nobody has touched yet: the first tap is touch enough.
  const once = { once: true, capture: true };
  addEventListener("click", () => isOn() && !synth.speaking && utter(""), once);
  draw();
};
