"""Four real pages at one table whose people count their hands, on and on."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, Route, sync_playwright
from rjsmin import jsmin

from tests.browser.chromium import held, launching
from tests.drills.crowd import Seated

SLOW = 12_000  # ms that a page waits for an answer
SLOW_HERE = 800  # ms, so that a stalled answer does not last longer than the drill
MOST = 10  # that wait on a phone, as many as people put up with
PACE = 120  # ms between two entries of one phone, as quick as nobody taps
AT_MOST = 4000  # ms for an entry of each phone, however bad the line is

SOONER = f"""
const later = window.setTimeout;
window.setTimeout = (does, wait, ...more) =>
  later(does, wait === {SLOW} ? {SLOW_HERE} : wait, ...more);
"""
# The sheet of hands stays at hand; each entry goes through its form, as by a tap on a number, with
# the place that a sheet opened at that moment would say.
COUNTS = """async ([seat, entries, pace, most]) => {
  const answer = await fetch(`sheet/hands?seat=${seat}`);
  const sheet = new DOMParser().parseFromString(await answer.text(), "text/html");
  const form = [...sheet.querySelectorAll("form.entry")].find((each) =>
    each.querySelector("[name=player]").value === String(seat));
  form.hidden = true;
  document.body.append(form);
  const numbers = [...form.querySelectorAll("[name=cards]")];
  window.counted = [];
  const count = () => {
    if (queue.waiting().length >= most) return setTimeout(count, pace);
    const button = numbers[counted.length % numbers.length];
    const board = document.getElementById("board"); // a broken page may show another's
    form.elements.seen.value = board?.dataset.seen ?? form.elements.seen.value;
    form.requestSubmit(button);
    counted.push(Number(button.value));
    if (counted.length < entries) setTimeout(count, pace);
  };
  count();
}"""
COUNTED = "(entries) => counted.length === entries"
WAITS = """() => new Promise((done) => {
  const asked = indexedDB.open("companion", 1);
  asked.onsuccess = () => {
    const all = asked.result.transaction("wishes").objectStore("wishes").getAll();
    all.onsuccess = () => done(all.result.length);
  };
})"""

BROKEN: dict[str, tuple[str, str]] = {
    "forgets": (
        "const [id, verdict, place, asks] =",
        'if (status === 200) return { submission, said: "recorded", taken: true, place: 0, html };'
        "const [id, verdict, place, asks] =",
    ),
    "early": (
        "if (!submission.tried)\n"
        "return change(submission.n, (now) => ({ ...now, tried: true })).then(() => ({}));",
        "await write((all) => all.delete(submission.n));",
    ),
    "doubles": (
        "const ask = async (submission, renewed = false) => {",
        "const ask = async (submission, renewed = false) => {"
        "submission = { ...submission, id: `${submission.id.slice(0, 20)}${Date.now()}` };",
    ),
}
"""What a queue does wrong: it takes a 200 for delivered, deletes before the answer comes, or makes
a new id at each try. In each pair the first is as the app has it."""


@contextmanager
def opened(
    url: str, table: Seated, broken: str = "", *, light: bool = False
) -> Iterator[list[Page]]:
    """A page for each phone of this table, on its game; its queue is the app's, or a broken one."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launching(light=light))
        yield [
            _page(
                browser.new_context(**held(url), service_workers="block"),
                url,
                table,
                secret,
                broken,
            )
            for secret in table.phones
        ]
        browser.close()


def count_all(pages: Sequence[Page], entries: int) -> list[list[int]]:
    """Each page has entered so many numbers; which, in the order of their taps."""
    for seat, page in enumerate(pages):
        page.evaluate(COUNTS, [seat, entries, PACE, MOST])
    for page in pages:
        page.wait_for_function(COUNTED, arg=entries, timeout=AT_MOST * entries, polling=100)
    return [page.evaluate("counted") for page in pages]


def left(pages: Sequence[Page], patience: int) -> int:
    """How many entries still wait on these phones after at most so many seconds."""
    for page in pages:
        page.evaluate("dispatchEvent(new Event('online'))")
    for _ in range(patience * 10):
        waiting = sum(page.evaluate(WAITS) for page in pages)
        if not waiting:
            return 0
        pages[0].wait_for_timeout(100)
    return waiting


def _page(context: Any, url: str, table: Seated, secret: str, broken: str) -> Page:
    context.add_cookies([{"name": "phone", "value": secret, "url": url}])
    context.add_init_script(SOONER)
    page: Page = context.new_page()
    if broken:
        page.route("**/scripts/*queue+*.js", lambda route: _breaks(route, *BROKEN[broken]))
    page.goto(table.address)
    page.wait_for_load_state("load")
    return page


def _breaks(route: Route, *change: str) -> None:
    answer = route.fetch()
    said, (right, wrong) = answer.text(), map(jsmin, change)
    assert right in said, f"the app says no {right}"
    route.fulfill(response=answer, body=said.replace(right, wrong))
