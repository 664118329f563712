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

const sits = (...ids) => {
  const state = machine.begin(),
    [game] = GAMES;
  const submissions = ids.map((id, at) => ({
    n: at + 1,
    id,
    game,
    values: {},
    tried: true,
    at: 0
  }));
  machine.known(state, submissions);
  const answers = (answer, { wasOff = false, chance = 1, of = submissions[0] } = {}) =>
    machine.answered(state, of, answer, wasOff, chance);
  return { state, game, submissions, answers };
};

test("it is tried less and less often, or when the server says, until there is a verdict", () => {
  const { state, game, answers } = sits("a"),
    waits = () => answers(NOTHING)[2];
  same([1, 2, 3, 4, 5, 6, 7].map(waits), [1_200, 2_200, 4_200, 8_200, 16_200, 30_200, 30_200]);
  same(answers(OURS, { chance: 0 }), ["retry", game, 200]);
  same(answers({ ...OURS, status: 429, pause: 2_000 }), ["retry", game, 2_200]);
  same(answers({ ...OURS, id: "b", taken: true })[0], "retry");
  same(answers({ ...OURS, id: "a", said: "recorded", taken: true, place: 1 })[0], "tell");
  same([state.failures.size, waits()], [0, 1_200]);
  machine.woken(state);
  same(waits(), 1_200);
});

test("what takes nothing is left alone until somebody calls meanwhile, or wakes it", () => {
  const { state, game, answers } = sits("a"),
    refuses = () => answers({ ...OURS, status: 410, why: "Gone." });
  for (const status of [403, 404, 409, 410, 413, 423, 507])
    same(answers({ ...OURS, status }) ?? [], []);
  same(machine.called(state, game), ["lock", game]);
  refuses();
  same([[...state.refusals], machine.turn(state, game) ?? []], [[[game, "Gone."]], []]);
  same(machine.rested(state, game), ["show"]);
  machine.woken(state);
  same([machine.called(state, game)[0], machine.turn(state, game)[0]], ["lock", "post"]);
  same(machine.called(state, game) ?? [], []);
  refuses();
  same(machine.rested(state, game), ["lock", game]);
  same([machine.turn(state, game)[0], machine.rested(state, game)], ["post", ["show"]]);
  answers({ ...OURS, isOurs: false, status: 404 });
  same(state.refusals.size, 0);
});

test("only what had no answer, or no network, is tried when the server is heard", () => {
  const { state, game, answers } = sits("a");
  answers({ ...OURS, status: 429 });
  same(machine.heard(state) ?? [], []);
  answers(NOTHING);
  same(machine.heard(state), ["wake"]);
  answers(OURS);
  state.isHeard = state.isOnline = false;
  same(machine.called(state, game), ["retry", game, 30_000, true]);
  same(machine.called(state, game, true), ["lock", game]);
  same([machine.heard(state), machine.isOff(state)], [["wake"], false]);
  machine.network(state);
  answers(OURS);
  same(machine.isOff(state), true); // it was sent while there was a network
  answers(OURS, { wasOff: true });
  same(machine.isOff(state), false);
});

test("what waits long, or in vain, is shown with all that waits", () => {
  const { state, submissions, answers } = sits("a", "b");
  const shown = (now) => machine.overdue(state, now, GAMES[0]).map(({ id }) => id);
  submissions[1].at = 900;
  same([shown(800), shown(900), shown(-900)], [[], ["a", "b"], ["a", "b"]]);
  same(machine.overdue(state, 5_000, GAMES[1]), []);
  answers(NOTHING);
  same(shown(800), ["a", "b"]);
  submissions[0].withdrawn = true;
  submissions[1].said = "refused";
  same(shown(5_000), []);
});

test("what was recorded since is known, with what waits", () => {
  const { state, submissions, game, answers } = sits(...Array(25).keys());
  for (const [at, of] of submissions.entries())
    answers({ ...OURS, id: of.id, said: "recorded", taken: true, place: at + 1 }, { of });
  machine.known(state, submissions.slice(24));
  same(
    machine.since(state, game, 20).map(({ id, place }) => [id, place ?? "waits"]),
    [
      [20, 21],
      [21, 22],
      [22, 23],
      [23, 24],
      [24, 25],
      [24, "waits"]
    ]
  );
  same(machine.since(state, GAMES[1], 0), []);
});
