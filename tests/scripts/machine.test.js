// The machine of the queue by itself, where there is no page, no disk, no network and no clock: what
// it wants done, step by step. In whatever order things happen, the evenings of queue.test.js show.
const { same, Modules, test } = require("./table.js");
const vm = require("node:vm");

const machine = new Modules(vm.createContext({}), {}).load("queue/machine.js");
const GAMES = ["/t/a/g/", "/t/a/h/"];
const NOTHING = { isOurs: false, status: 0, html: "", why: "", pause: 0 };
const OURS = { ...NOTHING, isOurs: true, html: "<p>" };

const sits = (...ids) => {
  const state = machine.begin(),
    [game] = GAMES;
  const more = { game, values: {}, tried: true, at: 0 },
    submissions = ids.map((id, at) => ({ n: at + 1, id, ...more }));
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
  answers(OURS); // it was sent while there was a network
  answers(NOTHING, { wasOff: true });
  same(machine.isOff(state), true);
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

test("what is removed or has a verdict is gone, or something is left to be done", () => {
  const now = { n: 1, id: "a", says: "4", tried: true, values: { era: "e", seen: "4" } },
    { afterRemoval, afterVerdict, afterOneBefore } = machine;
  for (const [more, becomes] of [
    [{}, { withdrawn: true }],
    [{ tried: false }, null],
    [{ said: "asked" }, null]
  ])
    same(afterRemoval({ ...now, ...more }) || null, becomes && { ...now, ...becomes });
  const refused = { said: "refused", asks: true, why: "Gone." },
    recorded = { said: "recorded", taken: true, place: 7 },
    back = { kind: "taken-back", era: "e", target: 7, seen: 7 };
  for (const [more, told, becomes] of [
    [{}, { ...refused, again: true }, {}],
    [{}, refused, refused],
    [{}, { ...refused, taken: true }, null],
    [{}, { ...refused, shown: true }, null],
    [{ withdrawn: true }, refused, null],
    [{}, recorded, null],
    [{ withdrawn: true }, recorded, { id: "a-back", says: "↶ 4", values: back, withdrawn: false }]
  ])
    same(afterVerdict({ ...now, ...more }, told) || null, becomes && { ...now, ...becomes });
  const seen = (place) => afterOneBefore(now, place).values.seen;
  same([seen(5), seen(6)], [5, "4"]);
});

test("what was recorded since is known, with what waits", () => {
  const { state, submissions, game, answers } = sits(...Array(25).keys());
  for (const [at, of] of submissions.entries())
    answers({ ...OURS, id: of.id, said: "recorded", taken: true, place: at + 1 }, { of });
  answers({ ...OURS, id: 24, said: "merged", taken: true, place: 26 }, { of: submissions[24] });
  machine.known(state, submissions.slice(24));
  const since = machine.since(state, game, 20).map(({ id, place }) => `${id}: ${place ?? "waits"}`);
  same(since, ["20: 21", "21: 22", "22: 23", "23: 24", "24: 25", "24: waits"]);
  same(machine.since(state, GAMES[1], 0), []);
  const behind = (at, said = "recorded") =>
    machine.behind(state, { said, submission: submissions[at] }).map(({ id }) => id);
  same([behind(23), behind(24), behind(23, "merged")], [[24], [], []]);
});
