"""A browser as a phone: its profile is new each time, and it can be slowed down like a phone."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.benchmarks.figures import machine
from tests.browser.chromium import CHROMIUMS, PORTRAIT, QUIET

# The network and the processor of the budgets: a slow mobile connection, a phone of some years ago.
ROUND_TRIP = 562.5  # ms
DOWN, UP = 1_474 * 1024 / 8, 675 * 1024 / 8  # bytes a second
SLOWER = 4  # times


@contextmanager
def chromium() -> Iterator[Browser]:
    """$CHROMIUM, else the first on PATH."""
    names = (os.environ.get("CHROMIUM") or "", *CHROMIUMS)
    path = next(filter(None, (shutil.which(name) for name in names if name)), None)
    if path is None:
        raise RuntimeError("no Chromium found: install chromium, or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=QUIET, chromium_sandbox=os.geteuid() != 0
        )
        yield browser
        browser.close()


@contextmanager
def phone(browser: Browser, url: str, secret: str | None = None) -> Iterator[BrowserContext]:
    """A phone that has never been here; with a secret, one that this server remembers."""
    context = browser.new_context(
        base_url=url, viewport=PORTRAIT, has_touch=True, is_mobile=True, device_scale_factor=2,
        locale="en-GB", color_scheme="light",
    )  # fmt: skip
    if secret:
        context.add_cookies([{"name": "phone", "value": secret, "url": url}])
    yield context
    context.close()


def slow(page: Page) -> None:
    """From now on the page has the network and the processor of the budgets."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setBypassServiceWorker", {"bypass": True})  # its network is not slowed
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": ROUND_TRIP, "downloadThroughput": DOWN,
         "uploadThroughput": UP},
    )  # fmt: skip
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def machine_with(browser: Browser) -> str:
    return f"{machine()}, Chromium {browser.version}"
