// The server as a phone hears it: a log, verdicts, and a line that does what a test wants.
const { answer } = require("./world.js");

const OURS = { Companion: "1" };

class Server {
  constructor(world) {
    Object.assign(this, { world, log: [], told: new Map(), under: new Set() });
    this.most = 0; // of a game at once
    this.requests = []; // what arrived here, and when
    this.delivered = new Map(); // by id, when its verdict came to which page
    this.fate = () => "ok";
    this.judge = () => "recorded";
    this.token = 0;
  }

  // For a browser: what becomes of a request.
  get fetch() {
    return (request) => {
      if (request.options.method !== "POST") return this.gives(request);
      this.sends(request);
    };
  }

  gives(request) {
    this.world.later(20, () => {
      if (this.fate(request) === "lost") return request.fail(new TypeError("no network"));
      this.token += 1;
      request.done(answer({ headers: OURS, text: `token-${this.token}` }));
    });
  }

  sends(request) {
    const { url, page, options } = request,
      form = Object.fromEntries(options.body);
    const sent = { url, page, form, fate: this.fate(request), headers: options.headers };
    sent.at = this.world.time;
    this.under.add(sent);
    const alive = [...this.under].filter((each) => each.page.alive && each.url === url);
    this.most = Math.max(this.most, alive.length);
    const ends = (does) => (said) => {
      this.under.delete(sent);
      does(said);
    };
    const done = ends(request.done),
      fail = ends(request.fail);
    options.signal?.addEventListener("abort", () => this.under.delete(sent));
    const ms = 10 + this.world.random() * 300;
    const arrives = () => {
      this.requests.push(sent);
      return this.enter(url, form);
    };
    const comes = (said) => this.world.later(ms, () => done(answer(said)));
    const breaks = () => this.world.later(ms, () => fail(new TypeError("no network")));
    const ways = {
      ok: () => {
        const said = arrives();
        this.world.later(ms, () => {
          if (page.alive && this.under.has(sent)) {
            this.delivered.set(form.id, { at: this.world.time, page });
          }
          done(answer(said));
        });
      },
      lost: breaks,
      unanswered: () => {
        arrives();
        breaks();
      },
      cut: () => {
        const said = arrives();
        comes({ ...said, cut: true });
      },
      late: () => this.world.later(13_000 + this.world.random() * 30_000, arrives),
      silent: () => {},
      busy: () => comes({ status: 429, headers: { ...OURS, "Retry-After": "2" } }),
      away: () => comes({ status: 503, headers: { ...OURS, "Retry-After": "1" }, text: "away" }),
      portal: () => comes({ text: "<p>Please log in</p>" }),
      stranger: () => comes({ status: 502, text: "<p>bad gateway</p>" }),
      held: () => comes({ status: 409, headers: OURS, text: '<p class="lead">Closed.</p>' }),
      broken: () => comes({ status: 500, headers: OURS, text: '<p class="lead">Sorry.</p>' }),
      session: () => comes({ status: 400, headers: OURS, text: "<p>session</p>" })
    };
    this.world.later(ms, ways[sent.fate]);
  }

  // What the server says to a submission; what it said once it says again.
  enter(url, form) {
    const { id, kind, withdrawn, target } = form;
    if (!this.told.has(id)) {
      const known = this.log.find(
        (entry) => entry.kind === "taken-back" && entry.target === target
      );
      let verdict = this.judge(form);
      if (withdrawn) verdict = "refused";
      else if (kind === "taken-back") {
        verdict = known || !this.log[Number(target) - 1] ? "refused" : "recorded";
      }
      if (verdict === "recorded") this.log.push({ ...form, url });
      const place = { recorded: this.log.length, merged: 1 }[verdict] ?? "-";
      this.told.set(id, { verdict, place });
    }
    const { verdict, place } = this.told.get(id);
    const asks = verdict === "asked" ? "asks" : "-";
    return {
      status: ["recorded", "merged"].includes(verdict) ? 200 : 422,
      headers: { ...OURS, Verdict: `${id} ${verdict} ${place} ${asks}` },
      text: `<p id="asked">${verdict} ${id}</p>`
    };
  }

  // Another phone enters something.
  hearsAnother() {
    this.log.push({ id: `other-${this.log.length}`, kind: "card-played" });
  }

  places(id) {
    return this.log.flatMap((entry, at) => (entry.id === id ? [at + 1] : []));
  }
}

module.exports = { Server };
