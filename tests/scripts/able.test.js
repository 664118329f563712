// A browser that lacks what the scripts need runs none of them, and says so.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const vm = require("node:vm");
const { World, Browser } = require("./world.js");

const opens = (before = "") => {
  class HTMLDialogElement {
    showModal() {}
  }
  const html = '<p id="unable" hidden>Too old.</p>',
    page = new Browser(new World()).open([], { html, set: { HTMLDialogElement } });
  vm.runInContext(before, page.context);
  return page;
};

test("whoever has what is needed sees nothing of it", () => {
  const page = opens();
  page.load("able.js");
  assert.equal(page.document.getElementById("unable").hidden, true);
});

for (const lacks of [
  "delete Array.prototype.findLast",
  "delete HTMLDialogElement.prototype.showModal",
  "delete globalThis.HTMLDialogElement"
]) {
  test(`after ${lacks} no script goes on, and one sentence says so`, () => {
    const page = opens(lacks);
    assert.throws(() => page.load("able.js"), /too old/);
    assert.equal(page.document.getElementById("unable").hidden, false);
  });
}
