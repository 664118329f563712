// What the service worker hands on to the tables of this phone.
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const { test } = require("node:test");
const { same } = require("./table.js");

const STATIC = path.join(__dirname, "..", "..", "static");
const SHELL = { id: "1", url: "https://a.test/here/" };

// The worker of a phone that keeps the app, whose open shell answers what it is asked.
const start = (frameType = "top-level", owns = true) => {
  const heard = {},
    asked = [];
  const client = {
    ...SHELL,
    frameType,
    owns,
    postMessage: ({ asks }, [port]) => {
      if (!client.owns) return;
      asked.push(`${asks.method} ${asks.url}`);
      port.postMessage({ taken: true });
      port.postMessage({ answer: { status: 200, headers: [], body: new Uint8Array() } });
    }
  };
  const context = vm.createContext({
    KEEP: { root: "", version: "1", files: [], rules: [] },
    URL,
    Response,
    MessageChannel,
    Promise,
    setInterval,
    clearInterval,
    crypto,
    location: new URL("https://a.test/sw.js"),
    caches: { keys: async () => [], match: async () => undefined },
    clients: { matchAll: async () => [client], get: async () => client },
    addEventListener: (name, does) => {
      heard[name] = [...(heard[name] ?? []), does];
    }
  });
  context.self = context;
  for (const name of ["local/sw.js", "sw.js"])
    vm.runInContext(fs.readFileSync(path.join(STATIC, name), "utf8"), context);
  const hear = (name, event) => {
    for (const does of heard[name]) does(event);
  };
  // This page has the tables from now on.
  const own = () => {
    client.owns = true;
    const event = { data: { owns: true }, source: client, stopImmediatePropagation: () => {} };
    heard.message[0](event);
  };
  const ask = async (request) => {
    let answer = null;
    hear("fetch", {
      request: {
        url: "https://a.test/here/t/a/g/entries",
        method: "POST",
        destination: "iframe",
        headers: new Headers(),
        arrayBuffer: async () => new ArrayBuffer(0),
        ...request
      },
      respondWith: (said) => {
        answer = said;
      },
      waitUntil: () => {}
    });
    return (await answer).status;
  };
  return { ask, asked, own };
};

test("a form of our own pages is handed on, and one of another site is not", async () => {
  const { ask, asked } = start();
  same(await ask({ mode: "navigate", referrer: "https://a.test/here/t/a/g/" }), 200);
  same(asked.length, 1);
  for (const referrer of ["", "https://a.test.evil/", "https://evil/here/"])
    same(await ask({ mode: "navigate", referrer }), 403);
  same(asked.length, 1);
});

test("what a script of our own pages sends is handed on", async () => {
  const { ask, asked } = start();
  same(await ask({ mode: "cors", referrer: "", destination: "" }), 200);
  same(asked, ["POST /here/t/a/g/entries"]);
});

test("a shell that another page has opened is asked too, and no frame", async () => {
  const opened = start("auxiliary");
  same(await opened.ask({ mode: "cors", referrer: "", destination: "" }), 200);
  const frame = start("nested");
  same(await frame.ask({ mode: "cors", referrer: "", destination: "" }), 503);
});

test("who gets the tables is asked at once what nobody has taken", async () => {
  const { ask, asked, own } = start("top-level", false);
  const answers = ["GET", "GET"].map((method) =>
    ask({ method, mode: "navigate", referrer: "https://a.test/here/" })
  );
  await new Promise(setImmediate);
  same(asked, []);
  own();
  same(await Promise.all(answers), [200, 200]);
  same(asked.length, 2);
  own();
  same(asked.length, 2); // no request is asked twice
});
