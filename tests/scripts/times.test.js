// Times and dates are those of the phone, whatever clock the server goes by.
const { same, World, Browser, test } = require("./table.js");

const WINTER = "2026-11-21T01:57:03+00:00",
  SUMMER = "2026-07-01T01:57:03+00:00";
const HTML = `<time datetime="${WINTER}" data-said="time"></time>
  <time datetime="${SUMMER}" data-said="time"></time><time datetime="${WINTER}" data-said="day">
  </time><a data-share="Ann, 20 November. Ended: 20 November." data-at="${WINTER}"
  data-day="20 November"></a><a rel="x" data-at="${WINTER}"
  href="/play?at=${encodeURIComponent("2026-11-21 01:57:03")}"></a>`;

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
    const page = new Browser(new World()).open([], { html: HTML });
    page.window.navigator.languages = languages;
    page.document.documentElement.lang = languages.at(-1).slice(0, 2);
    page.load("screen/times.js");
    const find = (selector) => page.document.querySelectorAll(selector);
    const shown = () => [
      ...find("time").map(({ textContent }) => textContent.replaceAll("\u202f", " ")),
      find("[data-share]")[0].dataset.share,
      decodeURIComponent(find("[rel]")[0].href)
    ];
    const meant = [...said, `Ann, 20 November. Ended: ${words}.`, `/play?at=${hour}:57:03`];
    same(shown(), meant);
    page.document.dispatchEvent(new page.window.Event("htmx:afterSwap")); // another end, or none
    same(shown(), meant);
    process.env.TZ = "UTC";
  });
}
