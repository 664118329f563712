// What is entered is said once: to a screen reader, or aloud while the voice is on.
const { seat, same, each, PAGE, assert, test } = require("./table.js");

const SWITCH = '<button data-confirms="I say it." hidden>Say it</button>';
const spoken = (entries) =>
  entries.map(([place, ...said]) => [place, `mark-${place}`, ...said].join("\t")).join("\n");
const html = (entries = [], seen = entries.length, board = "") =>
  PAGE.replace('data-seen="0"', `data-seen="${seen}" data-spoken="${spoken(entries)}"`).replace(
    "</div></main>",
    `${board}</div></main>`
  ) + SWITCH;
const ANN = [1, "Ann laid 3 on pile A.", "1 more card to lay."],
  BEN = [2, "Ann laid 4 on pile A."],
  CAS = [3, "Ann ends the turn.", "Ben’s turn: 2 cards."],
  DEE = [4, "Ben laid 5."];

// A voice that speaks until `ends` is called for what it says, and notes what it is given.
class Voice {
  constructor(voices) {
    Object.assign(this, { voices, given: [], saying: [], speaking: false });
  }

  getVoices() {
    return this.voices;
  }

  speak(said) {
    if (!said.text) return;
    this.given.push(said);
    this.saying.push(said);
  }

  cancel() {
    this.saying = [];
  }

  ends() {
    this.saying.shift().onend?.();
  }

  get texts() {
    return each(this.given.splice(0), "text");
  }
}

const sits = async ({ first = html(), kept = {}, voices = [], has = true } = {}) => {
  const voice = new Voice(voices);
  const set = has && {
    speechSynthesis: voice,
    SpeechSynthesisUtterance: class {
      constructor(text) {
        this.text = text;
      }
    }
  };
  const table = await seat({ scripts: [], html: first, set: set || {} });
  Object.assign(table.browser.kept.local, kept);
  table.page.document.documentElement.lang = "en";
  table.page.load("board/spoken.js");
  table.page.connect("board/voice.js");
  const { document, find } = table.page,
    [main, status, button] = ["#main", "#status", "[data-confirms]"].map(find);
  // A board comes in; one that is pushed has no status.
  const shows = (entries, { seen, board = "", xhr = { status: 200 } } = {}) => {
    const next = new document.constructor(html(entries, seen, board)).getElementById("board");
    main.replaceChildren(next);
    table.page.hears("htmx:afterSwap", { target: main, xhr });
    const said = status.textContent;
    status.textContent = "";
    return said;
  };
  return { ...table, voice, shows, button, main };
};

test("a screen reader hears what is newer, once, and nothing of what was there", async () => {
  const { shows, main, page } = await sits({ first: html([ANN]) });
  assert.equal(shows([ANN]), "");
  assert.equal(shows([ANN, BEN, CAS]), [BEN[1], ...CAS.slice(1)].join(" "));
  assert.equal(shows([ANN, BEN, CAS]), "");
  assert.equal(shows([ANN], { seen: 1 }), "", "a board that is older");
  assert.equal(shows([BEN, CAS]), "", "which are known from before it");
  main.replaceChildren(); // an answer that has no board
  page.hears("htmx:afterSwap", { target: main, xhr: { status: 422 } });
  assert.equal(shows([BEN, CAS, DEE]), DEE[1]);
});

test("a question is said with the answer that has it, not with a board that keeps it", async () => {
  const { shows } = await sits();
  const board = '<section role="alertdialog"><p id="asked">Really?</p></section>';
  assert.equal(shows([], { board, xhr: { status: 422 } }), "Really?");
  assert.equal(shows([ANN], { board, xhr: { status: 0 } }), ANN.slice(1).join(" "));
  assert.equal(shows([ANN], { board, xhr: { status: 422 } }), "Really?");
  const alert = '<section role="alert"><p id="asked">No.</p></section>';
  assert.equal(shows([ANN], { board: alert, xhr: { status: 422 } }), "", "an alert says itself");
});

test("the voice is off until it is switched on; then it is all that speaks", async () => {
  const { shows, voice, button, page } = await sits();
  assert.equal(button.hidden, false);
  assert.equal(button.ariaPressed, false);
  assert.equal(shows([ANN]), ANN.slice(1).join(" "));
  same(voice.texts, []);
  button.click();
  assert.equal(button.ariaPressed, true);
  assert.equal(page.browser.kept.local.voice, "1");
  same(voice.texts, ["I say it."]);
  assert.equal(shows([ANN, BEN]), "");
  same(voice.texts, [BEN[1]]);
  button.click();
  same([voice.saying, page.browser.kept.local.voice], [[], "0"]);
  assert.equal(shows([ANN, BEN, CAS]), CAS.slice(1).join(" "));
  same(voice.texts, []);
  const without = await sits({ has: false, kept: { voice: "1" } }); // a browser without speech
  assert.equal(without.button.hidden, true);
  assert.equal(without.shows([ANN]), ANN.slice(1).join(" "));
});

test("what is newer cuts short what is older, but nothing that was entered is lost", async () => {
  const opened = await sits({ first: html([ANN]), kept: { voice: "1" } });
  same(opened.voice.texts, [], "a page that opens says nothing");
  const { shows, voice } = await sits({ kept: { voice: "1" } });
  assert.equal(shows([ANN]), "");
  same(voice.texts, [ANN[1], ANN[2]]);
  shows([ANN, BEN]);
  same(voice.texts, [ANN[1], BEN[1]], "the first had not been said to its end");
  voice.ends();
  voice.ends();
  shows([ANN, BEN, CAS]);
  same(voice.texts, CAS.slice(1));
});

test("what a voice has begun that never says when it ends is not said for ever", async () => {
  const { world, shows, voice } = await sits({ kept: { voice: "1" } });
  shows([ANN]);
  shows([ANN, BEN]);
  same(voice.texts, [ANN[1], ANN[2], ANN[1], BEN[1]]);
  shows([ANN, BEN, CAS]);
  same(voice.texts, [BEN[1], ...CAS.slice(1)], "each once more, and no more");
  await world.run(20_000);
  shows([DEE], { seen: 4 });
  same(voice.texts, [DEE[1]], "it has been said by now");
});

test("of all that comes at once the newest is said", async () => {
  const { shows, voice } = await sits({ kept: { voice: "1" } });
  const all = [1, 2, 3, 4, 5, 6].map((place) => [place, `Entry ${place}.`]);
  shows(all.slice(0, 5));
  same(voice.texts, ["Entry 5."]);
  shows(all);
  same(voice.texts, ["Entry 5.", "Entry 6."]);
  same(each(voice.saying, "text"), ["Entry 5.", "Entry 6."]);
});

test("it speaks with a voice of its language, one of the phone if there is one", async () => {
  const german = { lang: "de-DE", localService: true, default: true },
    far = { lang: "en-US", default: true },
    british = { lang: "en_GB", localService: true },
    american = { lang: "en-US", localService: true, default: true };
  for (const [voices, meant] of [
    [[german, far, british, american], american],
    [[german, far, british], british],
    [[german, far], far],
    [[german], null],
    [[], null]
  ]) {
    const { shows, voice } = await sits({ kept: { voice: "1" }, voices });
    shows([[1, "\u2068אן\u2069 starts."]]);
    const [{ text, lang, voice: chosen }] = voice.given;
    same([text, lang], ["אן starts.", "en"], "without the signs around a name");
    same(chosen, meant);
  }
});
