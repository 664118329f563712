// Phones with the real queue, for the test of the protocol (tests/protocol/phone.py): a line of
// JSON says what happens to one, and a line says how its queue is then.
const fs = require("node:fs");
const readline = require("node:readline");
const { World, Browser, answer, plant } = require("./world.js");

const GAME = "/t/a/g/";
const SOON = 100; // ms: long enough for whatever a browser does by itself
const BUGS = {
  "queue emptied before the answer": [
    "queue/queue.js",
    "const answer = await post(submission);",
    `const answer = await post(submission);
    if (!answer.status) await storage.change(submission, () => null);`
  ],
  "what was sent taken for gone": [
    "queue/machine.js",
    "now.tried && !now.said && { ...now, withdrawn: true }",
    "null"
  ]
};

class Phone {
  constructor() {
    this.world = new World();
    this.requests = []; // the last one is under way, unless it has ended
    this.browser = new Browser(this.world, {
      fetch: ({ url, options, done, fail }) => {
        if (options.method !== "POST") return fail(new TypeError("no network"));
        const request = { url, form: Object.fromEntries(options.body), done, fail };
        Object.assign(request, { number: this.requests.length, isTaken: false, isOver: false });
        const ends = () => {
          request.isOver = true;
        };
        options.signal.addEventListener("abort", ends);
        this.requests.push(request);
      }
    });
    this.page = this.browser.open(["queue/queue.js"]);
    this.page.happens("pageshow");
  }

  submission(id) {
    return this.page.queue.all.find((each) => each.id === id);
  }

  does = {
    goes: ({ online }) => this.browser.goes(online),
    adds: ({ id, seen }) => {
      const values = { kind: "card-played", seen: String(seen) };
      this.page.queue.add({ id, game: GAME, url: `${GAME}entries`, says: id, values });
    },
    removes: ({ id }) => {
      this.page.queue.remove(this.submission(id));
    },
    // What it sends next: a request that was taken before is lost by now.
    sends: async () => {
      let last = this.requests.at(-1);
      if (last?.isTaken && !last.isOver) {
        last.isOver = true;
        last.fail(new TypeError("no network"));
        await this.world.run(SOON);
      }
      last = this.requests.at(-1);
      if (!last || last.isTaken || last.isOver) {
        this.page.queue.wake(true);
        await this.world.run(SOON);
        last = this.requests.at(-1);
      }
      last.isTaken = true;
      return { number: last.number, form: last.form };
    },
    hears: ({ number, verdict, place, asks }) => {
      const request = this.requests[number];
      if (request.isOver) return { heard: false };
      request.isOver = true;
      const said = `${request.form.id} ${verdict} ${place ?? "-"} ${asks ? "asks" : "-"}`;
      const headers = { Companion: "1", Verdict: said };
      request.done(answer({ headers, text: `<p id="asked">${verdict}</p>` }));
      return { heard: true };
    },
    ends: () => this.browser.close(this.page)
  };
}

const phones = new Map();
const carry = async ({ phone, does, bug, ...given }) => {
  if (does === "begins") {
    if (bug) plant(...BUGS[bug]);
    phones.set(phone, new Phone());
  }
  const one = phones.get(phone);
  const said = await one.does[does]?.(given);
  await one.world.run(SOON);
  if (does === "ends") phones.delete(phone);
  if (one.world.errors.length) throw one.world.errors[0];
  const all = one.page.queue.all.map(({ id, values, withdrawn, said: verdict }) => ({
    ...{ id, seen: Number(values.seen), withdrawn: Boolean(withdrawn), said: verdict ?? "" }
  }));
  return { ...said, all };
};

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    fs.writeSync(1, `${JSON.stringify(await carry(JSON.parse(line)))}\n`);
  }
})();
