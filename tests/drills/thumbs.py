"""Two thumbs on a tablet at the same time, 200 times: `python -m tests.drills.thumbs`.

Two chips of different piles are touched at once: both together, or one a moment before or after the
other. Passes where both cards of each pair are in the log, once, and nothing else is. Small it is
one game of six pairs.
"""

import random
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import shortcuts
from tests.browser.chromium import close, launching
from tests.browser.server import Server
from tests.browser.thumbs import PILES, taps_both
from tests.drills.outcome import Outcome, run

BROKEN = ("gestures",)
FULL, SMALL = (5, 40), (1, 6)  # games, and pairs in each of them
TABLET = {"width": 1024, "height": 768}
SEED = 28

# Nobody hears a finger that leaves the glass: there is a gesture, and no click.
GESTURES = """addEventListener("pointerup", (event) => event.stopImmediatePropagation(), true);"""
ENDED = """(place) => Number(document.getElementById("board").dataset.seen) === place"""


def drill(*, small: bool, broken: str | None) -> Outcome:
    """One game after the other, on a new table each."""
    games, pairs = SMALL if small else FULL
    chance, began = random.Random(SEED), time.monotonic()
    both = entered = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "instance")
        server.start()
        browser = playwright.chromium.launch(**launching(light=small))
        try:
            for _ in range(games):
                heard, cards = played(browser, server, pairs, chance, broken)
                both, entered = both + heard, entered + cards
        finally:
            close(browser)
            server.stop()
    meant = games * pairs
    line = f"thumbs: {both} of {meant} pairs, {entered} of {2 * meant} cards in the logs"
    passed = both == meant and entered == 2 * meant
    return Outcome(f"{line}, {time.monotonic() - began:.0f} s", passed)


def played(
    browser: Browser, server: Server, pairs: int, chance: random.Random, broken: str | None
) -> tuple[int, int]:
    """A game of so many pairs: how many were heard, and how many cards are in its log.

    It ends with the first pair that is not.
    """
    context = browser.new_context(
        base_url=server.url,
        viewport=TABLET,  # type: ignore[arg-type]
        has_touch=True,
    )
    try:
        if broken:
            context.add_init_script(GESTURES)
        game = shortcuts.start(context.request, ("Ann", "Ben"), {})
        page = context.new_page()
        page.goto(game)
        page.locator("html[data-facing]").wait_for(state="attached")
        heard = 0
        while heard < pairs and taps_both(page, chance.randrange(3)):
            heard += 1
            ends_turn(page)
        entries = context.request.get(f"{game}record.json", max_retries=1).json()["entries"]
        return heard, sum(each.get("pile") in PILES for each in entries)
    finally:
        close(context)


def ends_turn(page: Page) -> None:
    place = page.evaluate("() => Number(document.getElementById('board').dataset.seen)")
    page.wait_for_timeout(400)  # a board is read before it counts what is tapped
    page.locator("#end-turn button").tap()
    page.wait_for_function(ENDED, arg=place + 1)


if __name__ == "__main__":
    run(drill, BROKEN)
