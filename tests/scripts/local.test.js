// What is offered to be kept on this phone, and what is not.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { seat } = require("./table.js");

const html = `
  <section id="local" data-offered="Not yet." data-locked="WebAssembly is off." data-none="False">
  <p role="status"></p><p class="hint"></p><progress></progress>
  <button data-keep hidden>Keep</button><button data-remove hidden></button></section>`;
const opens = async (WebAssembly, at = html, app = undefined) => {
  const fetched = [];
  const { page, world, browser } = await seat({ scripts: ["queue.js"], html: at });
  Object.assign(page.window, { WebAssembly, caches: {}, crypto: { subtle: {} } });
  page.window.isSecureContext = true;
  if (app) page.window.localStorage.app = app;
  browser.fetch = ({ url, fail }) => {
    fetched.push(url);
    fail(new TypeError("no network"));
  };
  page.load("local.js");
  await world.run(500);
  const find = (selector) => page.document.querySelector(selector);
  return {
    said: find("[role=status]")?.textContent,
    isOffered: !find("[data-keep]")?.hidden,
    fetched
  };
};

test("a browser that can run it is offered it", async () => {
  const { said, isOffered } = await opens({});
  assert.equal(said, "Not yet.");
  assert.equal(isOffered, true);
});

test("where WebAssembly is switched off nothing is offered or fetched", async () => {
  const begun = "{}";
  const { said, isOffered, fetched } = await opens(undefined, html, begun);
  assert.equal(said, "WebAssembly is off.");
  assert.equal(isOffered, false);
  assert.equal(fetched.length, 0);
  const other = await opens(undefined, "<p></p>", begun);
  assert.equal(other.fetched.length, 0);
});
