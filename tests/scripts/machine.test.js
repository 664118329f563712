// The machine of the queue by itself, where there is no page, no disk, no network and no clock: what
// it wants done is right in whatever order things happen.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const vm = require("node:vm");
const { Server } = require("./server.js");
const { same } = require("./table.js");
const { Modules, World } = require("./world.js");

const machine = new Modules(vm.createContext({}), {}).load("queue/machine.js");
const SEEDS = 1_500;
const GAMES = ["/t/a/g/", "/t/a/h/"];
const NOTHING = { isOurs: false, status: 0, html: "", why: "", pause: 0 };
const OURS = { ...NOTHING, isOurs: true, html: "<p>" };
const FATES = ["ok", "ok", "ok", "lost", "unanswered", "cut", "refusing", "busy", "portal"];
const VERDICTS = ["recorded", "recorded", "recorded", "merged", "refused", "asked"];

// What is done as the machine wants it, one thing after the other, by a seed.
class Phone {
  constructor(seed) {
    this.world = new World(seed);
    this.server = new Server(this.world);
    this.server.judge = () => (this.isRough ? this.some(VERDICTS) : "recorded");
    Object.assign(this, { state: machine.begin(), disk: new Map(), taps: [], isRough: true });
    Object.assign(this, { turns: new Map(), timers: new Map() }); // by game, what comes next
  }

  some(list) {
    return list[Math.floor(this.world.random() * list.length)];
  }

  happens(name, ...given) {
    const [type, ...rest] = machine[name](this.state, ...given) ?? [];
    const [game] = rest;
    if (type === "wake") this.wakes();
    else if (type === "retry") this.timers.set(game, rest);
    else if (type === "lock") {
      assert.ok(!this.turns.has(game), "of a game one turn at a time");
      assert.ok(!machine.isOff(this.state) || given[1], "nothing is sent without network");
      this.turns.set(game, [type]);
    }
    return [type, ...rest];
  }

  reads() {
    const all = [...this.disk.values()].sort((one, other) => one.n - other.n);
    this.happens("known", structuredClone(all));
  }

  changes(n, becomes) {
    const now = this.disk.get(n),
      next = now && becomes(now);
    if (next) this.disk.set(n, next);
    else this.disk.delete(n);
    this.reads();
  }

  // The next thing of this turn, which ends where nothing more is to be done in it.
  goes(game) {
    const [type, ...given] = this.turns.get(game),
      next = this.does[type](game, ...given);
    if (["mark", "post", "tell"].includes(next[0])) return this.turns.set(game, next);
    this.turns.delete(game);
    this.happens("rested", game);
  }

  does = {
    lock: (game) => this.happens("turn", game),
    mark: (game, { n }) => {
      this.changes(n, (now) => ({ ...now, tried: true }));
      return this.happens("turn", game);
    },
    post: (game, submission, wasOff) => {
      const [first] = this.state.submissions.filter((each) => each.game === game && !each.said);
      same([submission.id, submission.tried], [first.id, true]);
      const answer = this.hears(submission);
      return this.happens("answered", submission, answer, wasOff, this.world.random());
    },
    tell: (game, told) => {
      const { submission, place } = told;
      if (this.isRough) Object.assign(told, this.some([{}, {}, { shown: !told.taken }]));
      const behind = machine.behind(this.state, told);
      for (const { n } of behind) this.changes(n, (now) => machine.afterOneBefore(now, place));
      this.changes(submission.n, (now) => machine.afterVerdict(now, told));
      if (told.shown) this.taps.find(({ id }) => id === submission.id).isShown = true;
      return this.happens("turn", game);
    }
  };

  hears({ id, url, values, withdrawn }) {
    const fate = this.isRough ? this.some(FATES) : "ok";
    if (fate === "lost") return NOTHING;
    if (fate === "refusing") return { ...OURS, status: this.some([403, 409, 507]), why: "Closed." };
    if (fate === "busy") return { ...OURS, status: 429, pause: 2_000 };
    if (fate === "portal") return { ...NOTHING, status: 200, html: "<p>" };
    const { status, headers } = this.server.enter(url, { ...values, id, withdrawn });
    if (fate === "unanswered") return NOTHING;
    const [, said, place] = headers.Verdict.split(" "),
      taken = status === 200;
    const html = fate === "cut" ? "" : "<p>";
    return { ...OURS, status, html, id, said, taken, place: Number(place), asks: false };
  }

  wakes() {
    this.happens("woken");
    this.reads();
    for (const game of GAMES) this.happens("called", game, true);
  }

  actions = {
    taps: () => {
      const n = this.taps.length + 1,
        [game, id, seen] = [this.some(GAMES), `tap-${n}`, this.server.log.length];
      const values = { kind: "card-played", seen };
      this.taps.push({ id, game });
      const tried = !machine.isOff(this.state);
      this.disk.set(n, { n, id, game, url: game, says: id, values, tab: "", at: 0, tried });
      this.reads();
      this.happens("called", game);
    },
    removes: () => {
      const { n, id } = this.some(machine.waiting(this.state)) ?? {};
      if (!n || id.endsWith("-back")) return;
      this.taps.find((tap) => tap.id === id).isRemoved = true;
      this.happens("removed", id);
      this.changes(n, machine.afterRemoval);
    },
    wakes: () => this.wakes(),
    hears: () => this.happens("heard"),
    comes_or_goes: () => {
      this.state.isOnline = !this.state.isOnline;
      this.happens("network");
    },
    another_enters: () => this.server.hearsAnother(),
    waits: () => {
      const [game, ms, isSure] = this.some([...this.timers.values()]) ?? [];
      if (!game) return;
      assert.ok(ms >= 200 && ms <= 30_200, `${ms} ms`);
      this.timers.delete(game);
      this.happens("called", game, isSure);
    }
  };

  play(steps) {
    const names = Object.keys(this.actions);
    for (let step = 0; step < steps; step += 1) {
      const [game] = this.some([...this.turns, []]);
      if (game && this.world.random() < 0.7) this.goes(game);
      else this.actions[this.some(names)]();
    }
    this.isRough = false;
    this.wakes();
    for (let [left] = this.turns; left; [left] = this.turns) this.goes(left[0]);
    return [...this.wrong()];
  }

  *wrong() {
    const { server } = this;
    for (const { id } of machine.waiting(this.state)) yield `${id} waits for ever`;
    const asked = this.state.submissions.filter(({ said }) => said).map(({ id }) => id);
    for (const { id, isRemoved, isShown } of this.taps) {
      const [place, ...more] = server.places(id);
      const isBack = server.log.some(({ target }) => place && target === place);
      if (more.length) yield `${id} is there twice`;
      if (isRemoved ? place && !isBack : isBack) yield `${id} stands or is taken back, wrongly`;
      const verdict = server.told.get(id)?.verdict;
      const isKnown = place || isRemoved || isShown || verdict === "merged" || asked.includes(id);
      if (!isKnown) yield `${id} was ${verdict}, and nobody was told`;
    }
    for (const game of GAMES) {
      const places = this.taps
        .filter((tap) => tap.game === game)
        .flatMap(({ id }) => server.places(id));
      if (places.some((place, at) => place < places[at - 1])) yield `${places} are out of order`;
    }
  }
}

test("whatever happens, all goes in once and in order, or somebody decides about it", () => {
  let taps = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const phone = new Phone(seed);
    same(phone.play(80), [], `seed ${seed}`);
    taps += phone.taps.length;
  }
  assert.ok(taps > 5 * SEEDS, `${taps} taps`);
});
