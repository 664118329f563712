// The page that has the Worker of its tables: what it asks is answered, asked again, or has failed.
const { same, each, test } = require("./table.js");
const { mock } = require("node:test");

const IDLE = 300_000; // ms

// An owner, the Workers that it has started, and what the page hears of them.
const start = async () => {
  const { makeOwner } = await import("../../static/local/owner.js"),
    workers = [],
    shown = [];
  globalThis.Worker = class {
    constructor() {
      Object.assign(this, { asked: [], isAlive: true });
      workers.push(this);
    }

    postMessage({ number }) {
      if (number) this.asked.push(number);
    }

    terminate() {
      this.isAlive = false;
    }

    says(data) {
      this.onmessage({ data });
    }
  };
  mock.timers.enable({ apis: ["setTimeout"] });
  const owner = makeOwner("/edition/", {}, (what) => shown.push(what)),
    told = [];
  const ask = () => owner.ask({}, (said) => told.push(said));
  return { owner, ask, told, workers, shown };
};
test.afterEach(() => mock.timers.reset());

test("the Worker ends when nobody asks for a while, and starts again for the next", async () => {
  const { ask, told, workers } = await start();
  ask();
  workers[0].says({ started: true });
  mock.timers.tick(IDLE); // it is still at work
  same(workers[0].isAlive, true);
  workers[0].says({ number: 1, answer: "one" });
  mock.timers.tick(IDLE - 1);
  ask();
  mock.timers.tick(IDLE);
  same(workers[0].isAlive, true);
  workers[0].says({ number: 2, answer: "two" });
  mock.timers.tick(IDLE);
  same(workers[0].isAlive, false);
  ask();
  same(each(workers, "asked"), [[1, 2], [3]]);
  same(told, [{ answer: "one" }, { answer: "two" }]);
});

test("what a lost Worker was asked is asked elsewhere", async () => {
  const { ask, told, workers } = await start();
  ask();
  ask();
  workers[0].says({ robbed: true });
  same(told, [{ again: true }, { again: true }]);
  same(workers[0].isAlive, false);
});

test("a start that fails is tried again once, with all that was asked", async () => {
  const { ask, told, workers, shown } = await start();
  ask();
  ask();
  workers[0].says({ failed: "Error", why: "x" }); // what it started from may be gone by now
  same(workers[0].isAlive, false);
  same(workers[1].asked, [1, 2]);
  workers[1].says({ started: true });
  workers[1].says({ number: 2, answer: "two" });
  same(told, [{ answer: "two" }]);
  workers[1].says({ failed: "Error", why: "y" }); // nobody knows what of it was done
  same(told[1], { failed: true });
  same(shown.at(-1), "failed");
});

test("where it does not start nothing is asked until somebody tries again", async () => {
  const { owner, ask, told, workers, shown } = await start();
  ask();
  workers[0].says({ failed: "Error", why: "x" });
  workers[1].onerror({ message: "y" });
  ask();
  same(told, [{ failed: true }, { failed: true }]);
  same(shown, ["starting", "starting", "failed"]);
  same(workers.length, 2);
  owner.retry();
  same(workers.length, 3);
  workers[2].says({ started: true });
  ask();
  same(workers[2].asked, [2]);
});

test("a start that nobody has asked for yet serves who asks, and is told apart", async () => {
  const { owner, ask, workers, shown } = await start();
  owner.begin();
  owner.begin();
  same([workers.length, owner.hasStarted], [1, false]);
  workers[0].says({ started: true });
  ask();
  same([workers[0].asked, owner.hasStarted], [[1], true]);
  owner.stop();
  same(owner.hasStarted, false);
  for (const _ of [1, 2]) {
    owner.begin();
    workers.at(-1).onerror({ message: "y" });
  }
  same(shown.at(-1), "failed");
  owner.begin();
  same(workers.filter(({ isAlive }) => isAlive).length, 0);
});
