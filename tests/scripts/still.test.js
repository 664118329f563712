// A page that only looks on does not stand still where its scripts cannot run.
const { same, each, opens, assert, test } = require("./table.js");

const begins = () => {
  const asked = [];
  class XMLHttpRequest {
    open(...what) {
      asked.push({ what, comes: () => this.onload() });
    }

    send() {}
  }
  const { world, page } = opens("", { set: { XMLHttpRequest } });
  page.load("pages/still.js");
  page.happens("load");
  return { world, asked, page };
};

test("where no script ran, and only there, it is loaded anew once the server answers", async () => {
  const { world, asked, page } = begins();
  await world.run(40_000);
  same(each(asked, "what"), Array(2).fill(["HEAD", "https://companion.test/t/a/g/"]));
  assert.equal(page.loads, 0);
  asked[1].comes();
  assert.equal(page.loads, 1);
  const other = begins();
  other.page.document.documentElement.dataset.runs = "a";
  await other.world.run(40_000);
  same(other.asked, []);
});
