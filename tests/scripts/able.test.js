// A browser that lacks what the scripts need runs none of them, and says so.
const { opens, assert, test } = require("./table.js");
const vm = require("node:vm");
const { readFileSync } = require("node:fs");

const begins = (supports = () => true) =>
  opens('<p id="unable" hidden>Too old.</p>', {
    ...{ scripts: ["pages/old.js"], set: { CSS: { supports } } }
  }).page;

test("without `:has`, and only then, no script goes on, and one sentence says so", () => {
  const able = begins();
  able.load("browser/able.js");
  assert.equal(able.find("#unable").hidden, true);
  const page = begins((what) => !what.includes(":has"));
  assert.throws(
    () => page.load("browser/able.js"),
    (error) => page.window.onerror(`Uncaught ${error}`) ?? error.name === "SyntaxError"
  );
  assert.equal(page.find("#unable").hidden, false);
});

test("where a script cannot even be read the sentence says so, in words of that time", () => {
  const page = begins();
  page.window.onerror("Uncaught TypeError: that is something else");
  assert.equal(page.find("#unable").hidden, true);
  assert.throws(
    () => vm.runInContext("a ?. ?. b", page.context),
    (error) => page.window.onerror(String(error)) ?? true
  );
  assert.equal(page.find("#unable").hidden, false);
  const text = readFileSync(`${__dirname}/../../static/app/pages/old.js`, "utf8");
  assert.doesNotMatch(text.replace(/^\/\/.*/gm, ""), /=>|`|\?\.|\?\?|\b(const|let|class|async)\b/);
});
