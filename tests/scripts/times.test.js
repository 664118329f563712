// Times and dates are those of the phone, whatever clock the server goes by.
const { same, opens, World, test } = require("./table.js");

const WINTER = "2026-11-21T01:57:03+00:00",
  SUMMER = "2026-07-01T01:57:03+00:00";
const HTML = `<time datetime="${WINTER}" data-said="time"></time>
  <time datetime="${SUMMER}" data-said="time"></time><time datetime="${WINTER}" data-said="day">
  </time><a data-share="Ann, 20 November. Ended: 20 November." data-at="${WINTER}"
  data-day="20 November"></a><a rel="x" data-at="${WINTER}"
  href="/play?at=${encodeURIComponent("2026-11-21 01:57:03")}"></a>`;

test.afterEach(() => {
  process.env.TZ = "UTC";
});
const begins = (html, languages, more) => {
  const made = opens(html, more);
  made.window.navigator.languages = languages;
  made.document.documentElement.lang = languages.at(-1).slice(0, 2);
  made.page.load("screen/times.js");
  return made;
};

// Of a phone there with these languages: times in winter and summer, the day, and it in words.
for (const line of [
  "America/New_York | en-US | 8:57 PM | 9:57 PM | Nov 20, 2026 | November 20, 2026 | 2026-11-20 20",
  "Pacific/Kiritimati | de-AT de | 15:57 | 15:57 | 21.11.2026 | 21. November 2026 | 2026-11-21 15",
  "Europe/London | fr en-GB | 01:57 | 02:57 | 21 Nov 2026 | 21 November 2026 | 2026-11-21 01"
]) {
  const [zone, spoken, ...said] = line.split(" | "),
    [words, hour] = said.splice(3),
    languages = spoken.split(" ");
  test(`in ${zone} it is ${said[0]}`, () => {
    process.env.TZ = zone;
    const { page, find, all } = begins(HTML, languages);
    const shown = () => [
      ...all("time").map(({ textContent }) => textContent.replaceAll("\u202f", " ")),
      find("[data-share]").dataset.share,
      decodeURIComponent(find("[rel]").href)
    ];
    const meant = [...said, `Ann, 20 November. Ended: ${words}.`, `/play?at=${hour}:57:03`];
    same(shown(), meant);
    page.hears("htmx:afterSwap"); // another end, or none
    same(shown(), meant);
  });
}

// The clock of the phone says this; a game was last played then, and that is told so.
for (const [zone, now, at, told] of [
  ["UTC", "2026-11-21T02:00:00Z", "2026-11-21T01:57:03Z", "today 1:57 AM"],
  ["UTC", "2026-11-21T00:10:00Z", "2026-11-20T23:50:00Z", "yesterday 11:50 PM"],
  ["America/New_York", "2026-11-21T06:00:00Z", "2026-11-21T04:00:00Z", "yesterday 11:00 PM"],
  ["America/New_York", "2026-03-09T12:00:00Z", "2026-03-07T12:00:00Z", "2 days ago"],
  ["UTC", "2026-11-21T02:00:00Z", "2026-11-15T23:00:00Z", "6 days ago"],
  ["UTC", "2026-11-21T02:00:00Z", "2026-11-14T23:00:00Z", "Nov 14, 2026"],
  ["UTC", "2026-11-21T02:00:00Z", "2026-11-22T23:00:00Z", "Nov 22, 2026"]
])
  test(`in ${zone} at ${now} it was ${told}`, () => {
    process.env.TZ = zone;
    const html = `<time datetime="${at}" data-said="ago"></time>`,
      world = Object.assign(new World(), { wall: Date.parse(now) });
    const { find } = begins(html, ["en-US"], { world });
    same(find("time").textContent.replaceAll("\u202f", " "), told);
  });

test("when a game began is shown as it was here, and sent as it was everywhere", () => {
  process.env.TZ = "America/New_York";
  const { page, all } = opens(
    `<input type="datetime-local" data-began="${WINTER}"><input type="hidden" disabled>`
  );
  page.load("screen/moment.js");
  const [field, sent] = all("input"),
    says = (typed = field.value) => {
      field.value = typed;
      field.dispatchEvent(new page.window.Event("input"));
      return [field.value, sent.value];
    };
  same([sent.value, sent.disabled], ["2026-11-21T01:57:00.000Z", false]);
  same(says(), ["2026-11-20T20:57", "2026-11-21T01:57:00.000Z"]);
  same([says("2026-07-01T20:00")[1], says("")[1]], ["2026-07-02T00:00:00.000Z", ""]);
});
