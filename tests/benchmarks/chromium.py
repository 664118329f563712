"""A browser as a phone: its profile is new each time, and it can be slowed down like a phone."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.benchmarks.figures import machine
from tests.browser.chromium import held, launching

# The network and the processor of the budgets: a slow mobile connection, a phone of some years ago.
ROUND_TRIP = 562.5  # ms
DOWN, UP = 1_474 * 1024 / 8, 675 * 1024 / 8  # bytes a second
SLOWER = 4  # times
SLICE = 0.002  # s that a slowed browser runs without a break


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launching())
        yield browser
        browser.close()


@contextmanager
def phone(browser: Browser, url: str, secret: str | None = None) -> Iterator[BrowserContext]:
    """A phone that has never been here; with a secret, one that this server remembers."""
    context = browser.new_context(**held(url))
    if secret:
        context.add_cookies([{"name": "phone", "value": secret, "url": url}])
    yield context
    context.close()


def slow(page: Page) -> None:
    """From now on the page has the network and the processor of the budgets."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setBypassServiceWorker", {"bypass": True})  # its network is not slowed
    speed = {"latency": ROUND_TRIP, "downloadThroughput": DOWN, "uploadThroughput": UP}
    session.send("Network.emulateNetworkConditions", {"offline": False, **speed})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def machine_with(browser: Browser) -> str:
    return f"{machine()}, Chromium {browser.version}"


@contextmanager
def slowed(group: int) -> Iterator[None]:
    """All processes of this group run one slice of time, and are stopped for the others.

    Throttling does not reach Workers.
    """
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set():
            os.killpg(group, signal.SIGSTOP)
            time.sleep(SLICE * (SLOWER - 1))
            os.killpg(group, signal.SIGCONT)
            time.sleep(SLICE)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
