"""One tap as another phone sees it: from the finger on one to the board on the other."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.benchmarks import chromium
from tests.benchmarks.figures import Figure, Section, timed
from tests.benchmarks.served import Served, companion
from tests.benchmarks.stock import Stock, board
from tests.benchmarks.tap import PAUSE, TURN

TAPS = 60
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
    with Served(companion(folder)) as served, chromium.chromium() as browser:
        with (
            chromium.phone(browser, served.url, stock.secret) as near,
            chromium.phone(browser, served.url, stock.secret) as far,
        ):
            one, other = near.new_page(), far.new_page()
            for page in (one, other):
                page.add_init_script(WATCH)
                page.goto(board(game))
                page.wait_for_function("() => typeof Idiomorph !== 'undefined'")
                page.wait_for_function("() => document.documentElement.dataset.net === 'live'")
            taps = [_tap(one, other, TURN[number % 3], number + 1) for number in range(TAPS)]
        machine = chromium.machine_with(browser)
    figures = [
        _between(taps, "finger up → DOM of the other phone", "touch", "there", BUDGET),
        _between(taps, "finger up → DOM of the own phone", "touch", "here", BUDGET),
        _between(taps, "DOM of the own phone → of the other", "here", "there"),
    ]
    runs = f"{TAPS} taps on one of two phones in one browser, loopback, real gunicorn"
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


def _between(
    taps: list[dict[str, float]], what: str, first: str, then: str, budget: float | None = None
) -> Figure:
    times = [(tap[then] - tap[first]) / 1000 for tap in taps]
    return timed(what, times, against=budget, beside="budget")
