// A browser that lacks what the scripts need runs none of them, and says so.
const { World, Browser, assert, test } = require("./table.js");
const vm = require("node:vm");
const { readFileSync } = require("node:fs");

const opens = (knows = () => true) => {
  const html = '<p id="unable" hidden>Too old.</p>',
    page = new Browser(new World()).open([], { html, set: { CSS: { supports: knows } } });
  page.load("pages/old.js");
  return page;
};

test("whoever has what is needed sees nothing of it", () => {
  const page = opens();
  page.load("browser/able.js");
  assert.equal(page.document.getElementById("unable").hidden, true);
});

test("without `:has` no script goes on, and one sentence says so", () => {
  const page = opens((what) => !what.includes(":has"));
  assert.throws(
    () => page.load("browser/able.js"),
    (error) => page.window.onerror(`Uncaught ${error}`) ?? error.name === "SyntaxError"
  );
  assert.equal(page.document.getElementById("unable").hidden, false);
});

test("where a script cannot even be read the sentence says so, in words of that time", () => {
  const page = opens();
  page.window.onerror("Uncaught TypeError: that is something else");
  assert.equal(page.document.getElementById("unable").hidden, true);
  assert.throws(
    () => vm.runInContext("a ?. ?. b", page.context),
    (error) => page.window.onerror(String(error)) ?? true
  );
  assert.equal(page.document.getElementById("unable").hidden, false);
  const plain = readFileSync(`${__dirname}/../../static/app/pages/old.js`, "utf8").replace(
    /^\/\/.*/gm,
    ""
  );
  assert.doesNotMatch(plain, /=>|`|\?\.|\?\?|\b(const|let|class|async)\b/);
});
