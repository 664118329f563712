// The disk of the tables on this phone: what was written is there, whole, whatever happens.
const { same, World, Browser, assert, test } = require("./table.js");
const { Storage, Factory } = require("./disk.js");

const SEEDS = 200;

// A browser with a disk, and the module that a Worker of each of its pages has.
const phone = async (seed = 1, fails = () => false) => {
  const { openDisk } = await import("../../static/local/disk.mjs"),
    world = new World(seed),
    browser = new Browser(world, { fails }),
    storage = new Storage(browser);
  let number = 0;
  const starts = () => {
    number += 1;
    const page = { alive: true };
    // Who was killed while the disk was opened waits for no answer.
    return { page, disk: openDisk(`owner-${number}`, new Factory(storage, page), () => 1) };
  };
  const stops = ({ page }) => {
    page.alive = false;
    storage.leave(page);
  };
  // What this comes to, once the world has gone on for a while.
  const settles = async (promise) => {
    const ended = promise.then(
      (value) => ({ value }),
      (error) => ({ error: error.name })
    );
    await world.run(2_000);
    return ended;
  };
  return { world, storage, starts, stops, settles };
};
const bytes = (length, of) => new Uint8Array(length).fill(of);
const files = (given) => new Map(Object.entries(given));
const told = (found) =>
  Object.fromEntries(
    [...found].map(([file, { length, ...all }]) => [file, [...Object.values(all)]])
  );
const expect = (said, wanted) => same(told(said.value.files), told(files(wanted)));

test("what was written is there for the next page", async () => {
  const { starts, settles } = await phone();
  const { disk } = starts();
  same(await settles(disk.claim()), { value: { edition: "", files: {} } });
  const before = { a: bytes(10_000, 1), b: bytes(5, 2) };
  same(await settles(disk.write(files(before), "one")), { value: 4 });
  const after = { a: before.a.slice(0, 8_192), c: bytes(1, 3) };
  after.a[4096] = 9;
  same(await settles(disk.write(files(after), "two")), { value: 4 }); // two blocks go, two are new
  same(await settles(disk.write(files(after), "two")), { value: 0 });
  const next = await settles(starts().disk.claim());
  same(next.value.edition, "two");
  expect(next, after);
});

test("who was robbed writes nothing any more", async () => {
  const { starts, settles } = await phone();
  const [one, other] = [starts(), starts()];
  await settles(one.disk.claim());
  await settles(one.disk.write(files({ a: bytes(5, 1) }), "x"));
  await settles(other.disk.claim());
  same(await settles(one.disk.write(files({ a: bytes(5, 2) }), "x")), { error: "Robbed" });
  expect(await settles(starts().disk.claim()), { a: bytes(5, 1) });
});

for (const [when, what, error, more] of [
  ["without room", "quota", "QuotaExceededError"],
  ["without room for a copy", "quota", "QuotaExceededError", { copies: true }],
  ["after an abort", "abort", "UnknownError"]
])
  test(`${when} all is as before, and the next write takes all`, async () => {
    let isFull = false;
    const { starts, settles } = await phone(1, (each) => isFull && each === what);
    const { disk } = starts();
    await settles(disk.claim());
    await settles(disk.write(files({ a: bytes(9_000, 1) }), "one"));
    isFull = true;
    same(await settles(disk.write(files({ a: bytes(9_000, 2) }), "two", more)), { error });
    same(told(disk.last().files), told(files({ a: bytes(9_000, 1) })));
    isFull = false;
    const next = starts().disk,
      found = await settles(next.claim());
    same(found.value.edition, "one");
    expect(found, { a: bytes(9_000, 1) });
    isFull = true;
    same(await settles(next.write(files({ a: bytes(9_000, 2) }), "two", more)), { error });
    isFull = false;
    await settles(next.write(files({ a: bytes(9_000, 3) }), "two"));
    expect(await settles(starts().disk.claim()), { a: bytes(9_000, 3) });
  });

test("what was there before a change stays until something is entered", async () => {
  const { starts, settles } = await phone();
  const { disk } = starts();
  await settles(disk.claim());
  const [before, changed, entered] = [1, 2, 3].map((of) => files({ a: bytes(9_000, of) }));
  await settles(disk.write(before, "one"));
  same(await settles(disk.before()), { value: null });
  await settles(disk.write(changed, "two", { copies: true }));
  await settles(disk.write(files({ a: changed.get("a"), b: bytes(1, 1) }), "two"));
  same(told((await settles(starts().disk.before())).value), told(before));
  await settles(disk.write(entered, "two", { enters: true }));
  same(await settles(disk.before()), { value: null });
});

test("a browser that closes its connections, or throws all away, gets it all again", async () => {
  const { starts, settles, storage } = await phone();
  const { disk } = starts();
  await settles(disk.claim());
  await settles(disk.write(files({ a: bytes(9_000, 1), b: bytes(1, 1) }), "x"));
  storage.cut();
  await settles(disk.write(files({ a: bytes(9_000, 1), b: bytes(1, 2) }), "x"));
  storage.wipe();
  same(await settles(disk.write(files({ a: bytes(9_000, 1), b: bytes(1, 3) }), "x")), { value: 1 });
  expect(await settles(starts().disk.claim()), { a: bytes(9_000, 1), b: bytes(1, 3) });
});

test("killed at any moment it has what was said to be written, or one more, whole", async () => {
  let later = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { world, starts, stops, settles } = await phone(seed, () => world?.random() < 0.1);
    const one = starts();
    let said = 0;
    const works = async () => {
      await one.disk.claim();
      for (let turn = 1; turn < 20; turn++) {
        const length = 4_000 + ((turn * 977) % 9_000);
        await one.disk.write(files({ a: bytes(length, turn), b: bytes(1, turn) }), `${turn}`).then(
          () => {
            said = turn;
          },
          () => {}
        );
      }
    };
    works().catch(() => {});
    await world.run(world.random() * 200);
    stops(one);
    let found = await settles(starts().disk.claim());
    while (found.error) found = await settles(starts().disk.claim());
    const { a, b } = Object.fromEntries(found.value.files);
    const last = b?.[0] ?? 0;
    assert.ok(last >= said, `seed ${seed}: ${last} after ${said}`);
    if (last) same([...new Set(a)], [last], `seed ${seed}`);
    if (last) assert.equal(a.length, 4_000 + ((last * 977) % 9_000));
    later += last > said;
  }
  assert.ok(later); // some were committed, and nobody had heard of it
});

test("a browser that never opens what it keeps is not waited for without end", async () => {
  const { openDisk } = await import("../../static/local/disk.mjs");
  const opened = { isClosed: false, close: () => Object.assign(opened, { isClosed: true }) },
    asked = { result: opened };
  let ends;
  const wait = (does) => (ends = does),
    claimed = openDisk("owner", { open: () => asked }, wait).claim();
  ends();
  await assert.rejects(claimed, { name: "TimeoutError" });
  asked.onsuccess(); // later on
  assert.ok(opened.isClosed);
});
