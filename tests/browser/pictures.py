"""The pictures in the README, taken from the running app: `tools/pictures`."""

import base64
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.bluff_places import scored, sits
from tests.browser.chromium import held, launching
from tests.browser.phone import Phone
from tests.browser.plans import beaten, in_turns
from tests.browser.shortcuts import END, card
from tests.support.live_server import Server

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
LOOKS = ("light", "dark")
FOUR = ("Anna", "Ben", "Clara", "David")
TURNS = (
    card(11, "up-1"), card(14, "up-1"), END,
    card(92, "down-1"), card(88, "down-1"), END,
    card(7, "up-2"), card(23, "up-1"), card(13, "up-1"), END,
    card(95, "down-2"), card(90, "down-2"), END,
    card(81, "down-1"), card(19, "up-1"), END,
    card(12, "up-2"), card(15, "up-2"), END,
    card(78, "down-1"),
)  # fmt: skip
ROUNDS = (
    scored(2, 1, 4, 3, 5),
    scored(1, 3, 2, 5, 4, rik=3),
    scored(3, 2, 1, 4, 5),
)


def board(phone: Phone) -> None:
    """The Game in the middle of a turn."""
    phone.joins(*TURNS, names=FOUR)


def sheet(phone: Phone) -> None:
    """Bluff after some rounds."""
    sits(phone, *ROUNDS, names=(*FOUR, "Emma"))


def ending(phone: Phone) -> None:
    """The Game, won, with its chart."""
    phone.joins(*in_turns(beaten(), [*FOUR[:2]]), names=FOUR[:2])


def rules(phone: Phone) -> None:
    """The rule behind a sentence of the board."""
    board(phone)
    phone.tap(phone.page.locator("main .owed a[data-sheet]"))
    phone.sheet.wait_for()


SCENES: dict[str, Callable[[Phone], None]] = {
    "board": board,
    "sheet": sheet,
    "ending": ending,
    "rules": rules,
}


def take(browser: Browser, url: str) -> None:
    """Take all of them anew, in each look."""
    FOLDER.mkdir(exist_ok=True)
    for look in LOOKS:
        context = browser.new_context(**held(url) | {"color_scheme": look})
        phone = Phone(context)
        for name, go in SCENES.items():
            go(phone)
            phone.page.wait_for_timeout(1000)  # until everything has moved to its place
            session = context.new_cdp_session(phone.page)
            shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 85})
            (FOLDER / f"{name}-{look}.webp").write_bytes(base64.b64decode(shot["data"]))
        context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            browser = playwright.chromium.launch(**launching())
            take(browser, server.url)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
