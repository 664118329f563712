// A table goes onto a server: what the phone is told then, and where the table goes on.
const { same, World, Browser, test } = require("./table.js");

const HTML = `<section class="handing" data-table="/here/t/a/" data-server="/" data-begun="Begun"
    data-away="Away" data-lost="Lost"><button type="button"></button><p hidden></p><a hidden></a></section>`;
const SCANS = `<form><input name="address"><div class="scans" data-ends="Stop" data-looks="Point"
    data-strange="Strange" data-fails="No camera" hidden><button type="button"><b>Scan</b></button>
    <video hidden></video><p hidden></p></div></form>`;
const PUT = JSON.stringify({ address: "/t/a/phones/", way: "/way/" });

const gives = (status, text) => ({
  ...{ status, ok: status < 400, headers: { has: () => true } },
  blob: async () => ({ text: async () => text })
});
class Form {
  append() {}
}

// Whether it was stopped here just now, or before; what the server says; what comes of it. Another
// tab may have told the phone so before: while it was sent (412), or before that (204).
for (const [going, said, meant, moved = 204] of [
  [201, 200, ["moved", "Begun", "/t/a/phones/"]],
  [200, 200, ["moved", "Begun", "/t/a/phones/"], 412],
  [204, 200, ["", "Begun", "anew"]],
  ...[403, 404, 409, 413, 422, 429].map((status) => [201, status, ["stays", `It is ${status}`]]),
  ...[404, 413, 422].map((status) => [200, status, ["stays", `It is ${status}`]]),
  [200, 409, ["stays", "It is 409", "/here/t/a/b/about/"]],
  ...[403, 429, 503].map((status) => [200, status, ["", `It is ${status}`]]),
  [201, 503, ["", "It is 503"]],
  [201, null, ["", "Lost"]],
  [200, null, ["", "Lost"]]
])
  test(`of ${going} on the phone and ${said} of the server comes ${meant} by ${moved}`, async () => {
    const world = new World(),
      told = [],
      went = [];
    const fetch = async (address) => {
      const what = address.split("/").at(-1);
      if (address.startsWith("/here/")) told.push(what);
      if (what === "going") return gives(going, "whole");
      if (what === "moved") return gives(moved, "");
      if (what !== "handover") return gives(200, "");
      if (said === null) throw new TypeError("no network");
      const game = going === 200 && said === 409 ? ' data-game="b"' : "";
      return gives(said, said < 400 ? PUT : `<p class="lead"${game}>It is ${said}</p>`);
    };
    const page = new Browser(world).open(["tables/handover.js"], {
      html: HTML,
      set: {
        ...{ fetch, FormData: Form, top: { location: { assign: (where) => went.push(where) } } }
      }
    });
    const [button, notice, link] = page.find(".handing").children;
    button.click();
    await world.run(1_000);
    if (page.loads) went.push("anew");
    if (!link.hidden) went.push(link.getAttribute("href"));
    same([told.slice(1).join(), notice.textContent, ...went], meant);
    same(
      [told[0], notice.hidden, button.disabled],
      ["going", false, went.length > 0 && link.hidden]
    );
  });

// When this begins, what the server has of the table, whether games here go there first, and whether any
// came from there; what is asked for, what is said, and where the phone goes on.
for (const [when, has, going, came, asked, says, goes = ""] of [
  ["tap", 200, 204, false, "read token going along", "Done"],
  ["tap", 200, 201, true, "read token going send moved read along", "Begun", "again"],
  ["tap", 404, 201, true, "read token going send moved read along", "Begun", "again"],
  ["tap", 403, 204, true, "read", "It is 403"],
  ["tap", null, 204, true, "read", "Away"],
  ["begins", 200, 204, true, "read along", "Begun", "/t/b/"],
  ["loaded", 200, 204, false, "read token going along", ""],
  ["online", 200, 204, true, "read token going along", "", "again"],
  ["online", null, 204, true, "read", ""],
  ["online", 403, 204, true, "read", "It is 403"]
])
  test(`what a server has (${has}) comes along (${when}, ${going}): ${says || "silence"}`, async () => {
    const all = [],
      world = new World(),
      browser = new Browser(world, { online: when === "loaded" });
    let status = has;
    const fetch = async (address, { method } = {}) => {
      const way = address.split("/").at(-1),
        what = way === "handover" ? (method ? "send" : "read") : way;
      if (what) all.push(what);
      if (status === null) throw new TypeError("no network");
      if (what === "send") status = 200;
      if (what === "read") return gives(status, `<p class="lead">It is ${status}</p>`);
      const texts = { send: PUT, along: JSON.stringify({ came, address: "/t/b/" }) };
      return gives(what === "going" ? going : 200, texts[what] ?? '<b id="here-tables">a</b>');
    };
    const along = 'data-along="/here/along" data-done="Done"';
    const page = browser.open(["tables/handover.js"], {
      html: HTML.replace("data-server", `${along} data-${when}="1" data-server`),
      set: { fetch, FormData: Form }
    });
    const [button, notice] = page.find(".handing").children;
    await world.run(100);
    if (when === "tap") button.click();
    if (when === "online") browser.goes(true);
    await world.run(1_000);
    same([all.join(" "), notice.textContent, notice.hidden], [asked, says, !says]);
    same([page.went.join() || "again".repeat(page.loads), button.disabled], [goes, Boolean(goes)]);
    same(browser.kept.local.here === "a", asked.includes("along"));
  });

test("a code that is scanned is the address; any other says so, and the camera ends", async () => {
  const world = new World(),
    page = new Browser(world).open([], { html: SCANS }),
    { document, window } = page,
    [box, field] = ["div", "input"].map(page.find),
    [button, video, notice] = box.children,
    running = new Set();
  let frame = null,
    code;
  window.navigator.mediaDevices = {};
  page.brings = () => ({
    QRCanvas: class {},
    frameLoop: (does) => {
      frame = does;
      return () => running.delete("loop");
    },
    rearCamera: async () => {
      if (code === "refused") throw new DOMException("", "NotAllowedError");
      running.add("camera").add("loop");
      return { readFrame: async () => code, stop: () => running.delete("camera") };
    }
  });
  page.load("tables/scan.js");
  const does = async (act) => {
    await act();
    await world.run(10);
    const { textContent } = button.children[0];
    return [textContent, video.hidden, notice.textContent, notice.hidden, running.size].join();
  };
  const taps = () => does(() => button.click()),
    sees = (said) =>
      does(() => {
        code = said;
        return frame();
      });
  const [looks, ended] = ["Stop,false,Point,false,2", "Scan,true,,true,0"];
  same([await taps(), await sees()], [looks, looks]);
  same([await sees("K7QM"), await taps()], ["Stop,false,Strange,false,2", ended]);
  same([box.hidden, field.value, document.posted.length], [false, "", 0]);
  same([await taps(), await sees("https://a.test/j/x")], [looks, ended]);
  same([field.value, document.posted.length], ["https://a.test/j/x", 1]);
  code = "refused";
  same(await taps(), "Scan,true,No camera,false,0");
});
