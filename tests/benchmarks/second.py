"""One tap as another phone sees it: from the finger on one to the board on the other."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.benchmarks import chromium
from tests.benchmarks.figures import Section, timed
from tests.benchmarks.served import BARE, Served, companion
from tests.benchmarks.stock import Stock, board
from tests.benchmarks.tap import ALTERNATING, PAUSE, TAPS, TURN, bare_taps, beside_bare, in_turns

BUDGET = 20.0  # ms
# Two pages of one browser have one clock, when each adds the moment that its own began at.
WATCH = """
window.seen = {};
const { timeOrigin } = performance;
addEventListener("touchend", (event) => { seen.touch = timeOrigin + event.timeStamp; }, true);
addEventListener("htmx:afterSwap", () => {
  seen.place = Number(document.getElementById("board").dataset.seen);
  seen.swapped = timeOrigin + performance.now();
});
"""


def section(folder: Path) -> Section:
    stock = Stock.within(folder)
    game = stock.game()
    stock.close()
    with Served(companion(folder)) as served, Served(BARE) as bare, chromium.chromium() as browser:
        with (
            chromium.phone(browser, served.url, stock.secret) as near,
            chromium.phone(browser, served.url, stock.secret) as far,
            chromium.phone(browser, bare.url) as third,
        ):
            one, other = near.new_page(), far.new_page()
            for page in (one, other):
                page.add_init_script(WATCH)
                page.goto(board(game))
                page.wait_for_function("() => typeof Idiomorph !== 'undefined'")
                page.wait_for_function("() => document.documentElement.dataset.net === 'live'")
            taps, references = in_turns(
                lambda number: _tap(one, other, TURN[number % 3], number + 1), bare_taps(third)
            )
        machine = chromium.machine_with(browser)
    own, others = _times(taps, "touch", "here"), _times(taps, "touch", "there")
    figures = [
        timed("finger up → DOM of the other phone", others, against=BUDGET, beside="budget"),
        timed("finger up → DOM of the own phone", own, against=BUDGET, beside="budget"),
        timed("DOM of the own phone → of the other", _times(taps, "here", "there")),
        timed("finger up → DOM of a bare htmx page", references),
        beside_bare("DOM of the other phone", others, references),
        beside_bare("DOM of the own phone", own, references),
    ]
    runs = (
        f"{TAPS} taps on one of two phones in one browser, {ALTERNATING}; loopback, real gunicorn"
    )
    return Section("Tap to a second phone", runs, figures, machine)


def _tap(one: Page, other: Page, target: str, place: int) -> dict[str, float]:
    box = one.locator(target).first.bounding_box()
    assert box
    one.wait_for_timeout(PAUSE)
    one.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    here, there = (_shown(page, place) for page in (one, other))
    return {"touch": here["touch"], "here": here["swapped"], "there": there["swapped"]}


def _shown(page: Page, place: int) -> dict[str, Any]:
    page.wait_for_function("place => seen.place === place", arg=place)
    measured: dict[str, Any] = page.evaluate("seen")
    return measured


def _times(taps: list[dict[str, float]], first: str, then: str) -> list[float]:
    """From the one to the other, in s."""
    return [(tap[then] - tap[first]) / 1000 for tap in taps]
