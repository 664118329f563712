"""200 hostile names on every page, in files and the stream: `python -m tests.drills.hostile`.

Each stands in the database as it was typed, and everything in which it can be read is opened in
Chromium. Passes where nothing of it runs, the policy of no page has anything to report, every name
can be read as text, and every board that changes under somebody's eyes does so. Small it is one
table, up to the first page on which something ran or was reported.
"""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from playwright.sync_api import Error as Trouble

from companion import create_app
from tests.browser.chromium import held, launching
from tests.drills.named import ROOM, Night, needed, nights
from tests.drills.outcome import Outcome, run
from tests.support.live_server import Server

SMALL = ["the-game"]
FULL = [*ROOM, *ROOM, *6 * ["game-of-bluff"]]  # tables, by their tiles: 210 names
SOON = 15_000  # ms for what is pushed to arrive
BROKEN = ("unescaped",)

# What a name would call, and what the policy of a page would report.
WATCHES = """
window.met = [];
window.a = () => met.push("run");
addEventListener("securitypolicyviolation", () => met.push("reported"));
"""
# What was met on this page, and which of these names can be read on it, or in a field of it.
READ = """(names) => {
  const fields = [...document.querySelectorAll("input")].map((field) => field.value);
  const told = [document.documentElement.textContent, ...fields].join("\\n");
  return [window.met, names.filter((name) => told.includes(name))];
}"""


@dataclass
class Seen:
    """What was opened, and what came of it; on a `nameless` page no name of anybody stands."""

    names: int
    tables: int
    pages: int = 0
    files: int = 0
    pushed: int = 0
    met: list[str] = field(default_factory=list)
    read: int = 0
    nameless: set[str] = field(default_factory=set)

    @property
    def harmless(self) -> bool:
        return not self.met and self.read == self.names and self.pushed == self.tables

    def __str__(self) -> str:
        return (
            f"{self.names} names, {self.pages:,} pages, {self.files:,} files, "
            f"{self.pushed} of {self.tables} pushed boards, {self.met.count('run')} scripts run, "
            f"{self.met.count('reported')} CSP reports, {self.read} names read as typed"
        )


def drill(*, small: bool, broken: str | None) -> Outcome:
    """One table after the other, in one browser."""
    tiles = SMALL if small else FULL
    seen = Seen(needed(tiles), len(tiles))
    factory = f"tests.drills.broken:{broken}" if broken else "companion:create_app"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), factory)
        server.start()
        try:
            browser = playwright.chromium.launch(**launching(light=small))
            with beside(Path(folder)) as app:
                for night in nights(app, tiles):
                    looks(browser, server.url, night, seen, to_the_end=not small)
            browser.close()
        finally:
            server.stop()
    return Outcome(f"hostile: {seen}", seen.harmless)


@contextmanager
def beside(instance: Path) -> Iterator[Flask]:
    """The app on the data of the server, in which people do what they do."""
    app = create_app({"INSTANCE": instance, "LIMITED": False})
    yield app
    app.extensions["live"].stop()
    app.extensions["store"].close()


def looks(browser: Browser, url: str, night: Night, seen: Seen, *, to_the_end: bool) -> None:
    """Everything at this table is opened by whoever may, its board last, which then goes on.

    Unless it goes on `to_the_end`, it ends where something was met.
    """
    secrets = {secret for secret, _ in night.pages}
    phones = {secret: phone(browser, url, secret) for secret in secrets}
    read: set[str] = set()
    for secret, address in night.pages:
        if seen.met and not to_the_end:
            return
        if address not in seen.nameless:
            found = opens(phones[secret].pages[0], address, night.names, seen)
            seen.nameless |= set() if found else {address}
            read |= found
    board = phones[night.secret].pages[0]
    opens(board, night.host.game, night.names, seen)
    seen.pushed += goes_on(board, night)
    read |= reads(board, night.names, seen)
    seen.read += len(read)
    for context in phones.values():
        context.close()


def phone(browser: Browser, url: str, secret: str) -> BrowserContext:
    """A phone that is known by this secret, if any, with a page that tells what it meets."""
    settings: Mapping[str, Any] = held(url)
    context = browser.new_context(**settings, service_workers="block")
    if secret:
        context.add_cookies([{"name": "phone", "value": secret, "url": url}])
    context.add_init_script(WATCHES)
    context.new_page()
    return context


def opens(page: Page, address: str, names: tuple[str, ...], seen: Seen) -> set[str]:
    """Which names can be read at this address; a file that is not shown is only fetched."""
    try:
        answer = page.goto(address)
    except Trouble as trouble:
        if "Download is starting" not in trouble.message:
            raise
        seen.files += 1
        return set()
    said = answer.headers.get("content-type", "") if answer else ""
    if said.startswith("text/html"):
        seen.pages += 1
    else:
        seen.files += 1
    return reads(page, names, seen)


def reads(page: Page, names: tuple[str, ...], seen: Seen) -> set[str]:
    """Which names can be read on this page; what it met is seen."""
    met, read = page.evaluate(READ, list(names))
    seen.met += met or []
    return set(read)


def goes_on(board: Page, night: Night) -> bool:
    """Whether this board changes by itself when somebody else enters something."""
    try:
        before = board.locator("#board").first.get_attribute("data-seen", timeout=SOON)
        board.locator(".hears small", has_text="Live").wait_for(timeout=SOON)
        night.goes_on()
        board.locator(f'#board:not([data-seen="{before}"])').wait_for(timeout=SOON)
    except Trouble:
        return False
    return True


if __name__ == "__main__":
    run(drill, BROKEN)
