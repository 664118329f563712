// A result goes to the phone's own sheet where there is one; else it is copied, or saved.
const { same, opens, test } = require("./table.js");

const HTML = `<a href="/result.txt" data-share="97 left" data-copied="Copied"><span>Share</span></a>
  <p id="status"></p>`;
const fails = (name) => async () => {
  throw new DOMException("no", name);
};

// What the browser can, what comes of a tap, and how often each is done by two pages of one end.
for (const [what, given, meant] of [
  ["has a sheet", { share: async ({ text }) => text }, ["share 97 left", "Share", []]],
  ["has one that was left", { share: fails("AbortError") }, ["share", "Share", []]],
  ["has one that fails", { share: fails("DataError") }, ["share", "Share", ["/result.txt"]]],
  ["has a clipboard", { writeText: async (text) => text }, ["copy 97 left", "Copied", []]],
  ["has one that fails", { writeText: fails("NotAllowed") }, ["copy", "Share", ["/result.txt"]]],
  ["copies as of old", { execCommand: () => true }, ["old 97 left", "Copied", []]],
  ["copies nothing", { execCommand: () => false }, ["old 97 left", "Share", ["/result.txt"]]]
])
  test(`a browser that ${what} comes to ${JSON.stringify(meant)}`, async () => {
    const { page, document, window, find } = opens(HTML),
      did = [];
    const notes = (name, does) =>
      does &&
      (async (said) => {
        did.push(name);
        did[0] += ` ${await does(said)}`;
      });
    if (given.share) window.navigator.share = notes("share", given.share);
    if (given.writeText) window.navigator.clipboard = { writeText: notes("copy", given.writeText) };
    document.body.appendChild = (made) => document.body.append(made) ?? made;
    const create = document.createElement.bind(document);
    document.createElement = (name) =>
      Object.assign(create(name), {
        select() {
          document.execCommand = () => did.push(`old ${this.value}`) && given.execCommand();
        }
      });
    for (let times = 0; times < 2; times += 1) page.again("tables/share.js");
    find("a").click();
    await new Promise((done) => setImmediate(done));
    const says = find("span").textContent;
    same([...did, says, page.went], meant);
    same(document.getElementById("status").textContent, says === "Copied" ? says : "");
  });
