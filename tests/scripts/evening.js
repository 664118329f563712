// One evening of a phone with some tabs, by a seed: taps, removals, reloads and whatever fails.
// `play` says what went wrong with what was entered; an empty list is a good evening.
const { World, Browser } = require("./world.js");
const { Server } = require("./server.js");

const GAMES = ["/t/a/g/", "/t/a/h/"];
const FATES = [
  ...Array(8).fill("ok"),
  ...["lost", "unanswered", "unanswered", "cut", "late", "silent", "busy", "away"],
  ...["portal", "stranger", "held", "session", "broken"]
];
const BREAKS = ["abort", "open", "transaction", "quota", "local", "wipe", "all"];
const VERDICTS = [...Array(7).fill("recorded"), "merged", "refused", "conflict", "asked"];
const HTML = `
  <main id="main"></main><p id="status"></p><p id="unsent" data-waits="Waiting" hidden></p>
`;
const HOUR = 3_600_000; // ms

class Evening {
  constructor(seed) {
    this.world = new World(seed);
    this.server = new Server(this.world);
    const { world, server } = this;
    this.taps = [];
    this.shown = new Set(); // ids of which a picture of an answer was shown
    this.breaks = this.some([null, null, ...BREAKS]);
    this.rate = this.breaks ? 0.15 : 0;
    this.isRough = true;
    this.hadTwo = false;
    this.isFull = false;
    this.isWiped = false;
    this.spoilt = false; // whether what lay on the disk was thrown away, or refused
    const fails = (what) => {
      if (what === "commits") return world.random() < 0.5;
      if (!this.isRough || ![what, "all"].includes(this.breaks)) return false;
      const isSo = world.random() < this.rate;
      this.spoilt ||= isSo;
      this.isFull ||= isSo && what === "local";
      return isSo;
    };
    server.fate = () => (this.isRough ? this.some(FATES) : "ok");
    server.judge = () => (this.isRough ? this.some(VERDICTS) : "recorded");
    this.browser = new Browser(world, { fails, fetch: server.fetch });
    this.opens();
  }

  some(list) {
    return list[Math.floor(this.world.random() * list.length)];
  }

  opens() {
    const htmx = {
      swap: (_, html) => this.shown.add(/(?:refused|conflict|asked) (\S+)</.exec(html)?.[1])
    };
    const page = this.browser.open(["entry/entering.js"], { html: HTML, set: { htmx } });
    for (const event of ["load", "pageshow"]) page.happens(event);
    return page;
  }

  actions = {
    taps: (page) => this.adds(page),
    taps_more: (page) => this.adds(page),
    taps_twice: (page) => {
      const tap = this.adds(page);
      page.queue.inTurn(() => page.queue.add(this.submission(tap)));
    },
    removes: (page) => {
      const waits = page.queue.waiting().filter(({ id }) => !id.endsWith("-back"));
      if (waits.length) this.removes(page, this.some(waits));
    },
    leaves_what_is_asked: (page) => {
      const asked = page.queue.asked();
      if (asked.length) this.removes(page, this.some(asked));
    },
    reloads: (page) => {
      this.closes(page);
      this.opens();
    },
    opens_another: () => {
      this.hadTwo = true;
      if (this.browser.pages.length < 2) this.opens();
    },
    closes_one: (page) => {
      if (this.browser.pages.length > 1) this.closes(page);
    },
    goes: () => this.browser.goes(!this.browser.online),
    wakes: (page) => page.queue.wake(true),
    jumps: () => {
      this.world.wall += this.some([-48, -1, 1, 48]) * HOUR;
    },
    another_enters: () => this.server.hearsAnother(),
    loses_its_disk: () => {
      if (["wipe", "all"].includes(this.breaks)) this.spoils("wipe");
    },
    closes_its_disk: () => this.breaks && this.spoils("cut")
  };

  spoils(how) {
    this.spoilt = true;
    const there = this.there();
    this.browser.disk[how]();
    this.isWiped ||= how === "wipe";
    if (how === "wipe") this.excuses(there);
  }

  submission({ id, game }) {
    const values = { kind: "card-played", seen: String(this.server.log.length) };
    return { id, game, url: `${game}entries`, values, says: id };
  }

  adds(page) {
    const tap = { id: `tap-${this.taps.length}`, game: this.some(GAMES), page };
    Object.assign(tap, { began: this.world.time, ended: Infinity, removed: false, excused: false });
    tap.kept = false; // whether its removal may have gone with a page that could not write it
    this.taps.push(tap);
    page.queue.inTurn(async () => {
      await page.queue.add(this.submission(tap));
      tap.ended = this.world.time;
    });
    return tap;
  }

  removes(page, submission) {
    const tap = this.taps.find(({ id }) => id === submission.id);
    Object.assign(tap, { removed: true, isGoing: page });
    const ends = () => {
      if (tap.isGoing === page) tap.isGoing = null;
    };
    page.queue.remove(submission).then(ends, (error) => this.world.errors.push(error));
  }

  // With a page goes what was nowhere else: that is nobody's fault where the disk did not take it.
  closes(page) {
    const there = this.there();
    this.browser.close(page);
    this.excuses(there, page);
  }

  // The ids of what lies on the disk, or is known to a tab: once the disk was thrown away to the one
  // that entered it, as others may read the new disk before they could put it there.
  there() {
    const knows = ({ queue }) => queue.all.filter(({ tab }) => !this.isWiped || tab === queue.tab);
    const tabs = this.browser.pages.flatMap(knows);
    return new Set([...this.browser.disk.records, ...tabs].map(({ id }) => id));
  }

  // Nobody can be blamed for what is neither on the disk nor in a tab any more, once it was spoilt.
  excuses(before, gone = null) {
    const kept = this.there();
    for (const tap of this.taps) {
      const isLate = tap.page === gone && tap.ended === Infinity;
      const goes = before.has(tap.id) && !kept.has(tap.id);
      tap.excused ||= isLate ? !kept.has(tap.id) : this.spoilt && goes;
      tap.kept ||= tap.removed && (this.spoilt ? gone : tap.isGoing === gone && gone);
    }
  }

  async play(steps) {
    const { world } = this;
    const names = Object.keys(this.actions);
    for (let step = 0; step < steps; step += 1) {
      this.actions[this.some(names)](this.some(this.browser.pages));
      if (world.random() < 0.5)
        for (let left = world.random() * 12; left > 0; left -= 1) await world.step();
      else await world.run(world.random() * this.some([50, 2_000, 20_000]));
    }
    this.isRough = false;
    this.browser.goes(true);
    for (const page of this.browser.pages) page.queue.wake(true);
    await world.run(90_000);
    // Whoever opens the page once more sees what is still there.
    this.opens();
    await world.run(90_000);
    return [...this.wrong()];
  }

  *wrong() {
    const { server, browser, taps } = this;
    for (const error of this.world.errors) yield `an error: ${error.stack}`;
    if (server.most > 1) yield "two submissions of one game were under way at once";
    const last = browser.pages.at(-1);
    const asked = new Set(browser.pages.flatMap(({ queue }) => queue.asked().map(({ id }) => id)));
    for (const { id } of last.queue.waiting()) yield `${id} waits for ever`;
    for (const tap of taps) yield* this.wrongOf(tap, asked);
    yield* this.wrongOrder();
    for (const { form, at, page } of server.requests) {
      const before = server.delivered.get(form.id);
      const isKnown = before && before.page === page && at > before.at + 100;
      if (isKnown && !this.breaks) yield `${form.id} was sent after its verdict had come`;
    }
  }

  *wrongOf({ id, removed, excused, kept }, asked) {
    const { server } = this,
      places = server.places(id),
      verdict = server.told.get(id)?.verdict;
    if (places.length > 1) yield `${id} is there twice`;
    const isBack = server.log.some(
      ({ kind, target }) => kind === "taken-back" && Number(target) === places[0]
    );
    if (isBack && !removed) yield `${id} was taken back by nobody`;
    // What only one tab remembers another does not know; nor what had no room among the entered.
    const isUnseen = kept || this.isFull || (this.spoilt && this.hadTwo);
    if (removed && places.length && !isBack && !isUnseen) yield `${id} was removed, and stands`;
    if (removed || excused || places.length || verdict === "merged") return;
    if (!verdict) yield `${id} is lost`;
    else if (!asked.has(id) && !this.shown.has(id))
      yield `${id} was ${verdict}, and nobody was told`;
  }

  *wrongOrder() {
    const place = (tap) => this.server.places(tap.id)[0];
    const there = this.taps.filter(place);
    // Of what only one tab remembers, another tab knows nothing; and where all fails at once, what
    // lay on the disk may be numbered anew.
    const isAlone = !this.spoilt || (!this.hadTwo && this.breaks !== "all");
    for (const [at, tap] of there.entries()) {
      for (const after of there.slice(at + 1)) {
        // No hand goes from tab to tab in less than 20 ms.
        const isSeen = tap.ended + 20 < after.began,
          isSure = tap.page === after.page ? isAlone : !this.spoilt && isSeen;
        if (tap.game === after.game && isSure && place(tap) > place(after)) {
          yield `${after.id} came before ${tap.id}`;
        }
      }
    }
  }
}

module.exports = { Evening };
