// A sign-in in front of the server that has run out is said on the board, until it is there again.
const { same, opens, test } = require("./table.js");

const HTML = '<p id="signs-in" hidden></p>';

for (const [what, said, isSaid] of [
  ["a sign-in elsewhere", { status: 0 }, true],
  ["a sign-in page", { status: 200 }, true],
  ["a browser's own question", { status: 401 }, true],
  ["a proxy whose server is gone", { status: 502 }, false],
  ["our server", { status: 200, ours: true }, false],
  ["nobody", null, false]
])
  test(`where ${what} answers, that is${isSaid ? "" : " not"} said`, async () => {
    const queue = { fails: 1, off: false },
      headers = { has: () => Boolean(said?.ours) },
      fetch = async () => (said ? { ...said, headers } : Promise.reject(new TypeError()));
    class MutationObserver {
      observe() {}
    }
    const { world, page, find } = opens(HTML, { set: { fetch, MutationObserver } });
    page.load("board/signs_in.js").connect({ queue });
    await world.run(100);
    const notice = find("#signs-in");
    same(!notice.hidden, isSaid);
    queue.fails = 0;
    page.hears("queue");
    await world.run(100);
    same(notice.hidden, true);
  });
