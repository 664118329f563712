"""The first view of the shelf and of a board: what it weighs, and when it can be used."""

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.benchmarks import chromium
from tests.benchmarks.figures import Figure, Section, timed
from tests.benchmarks.stock import PLAYED, SECRET, lay_out
from tests.support.live_server import Server

RUNS = 5
WEIGHT, REQUESTS = 30.0, 5  # kB, requests
PAINT, USABLE = 700.0, 1_350.0  # ms
TIMES = """() => {
  const page = performance.getEntriesByType("navigation")[0];
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const loaded = performance.getEntriesByType("resource");
  const scripts = loaded.filter((each) => each.initiatorType === "script");
  return {
    came: page.responseStart, read: page.responseEnd, paint: paint.startTime,
    scripts: Math.max(0, ...scripts.map((each) => each.responseEnd)),
    usable: page.domContentLoadedEventEnd,
  };
}"""


def section(folder: Path) -> Section:
    [board] = lay_out(folder, entries=PLAYED[:20], players=4)
    pages = {"shelf": ("/", None), "board": (board, SECRET)}
    figures: list[Figure] = []
    with Server(folder) as server, chromium.chromium() as browser:
        for name, (path, secret) in pages.items():
            figures += _weights(browser, server.url, name, path, secret)
            figures += _moments(browser, server.url, name, path, secret)
        machine = chromium.machine_with(browser)
    runs = (
        f"weights: 1 run, network cache empty, headers included; times: median of {RUNS} new"
        f" profiles, from the start of the navigation (performance.timeOrigin), round trip"
        f" {chromium.ROUND_TRIP} ms, 1,474 kbit/s, CPU × {chromium.SLOWER}"
    )
    return Section("First view", runs, figures, machine)


def _weights(
    browser: Browser, url: str, name: str, path: str, secret: str | None
) -> Iterator[Figure]:
    with chromium.phone(browser, url, secret) as phone:
        weights = _loaded(phone.new_page(), path)
    total = sum(weights) / 1000
    yield Figure(f"{name}: weight, gzip", total, "kB", against=WEIGHT, beside="budget")
    yield Figure(f"{name}: of it the page itself", weights[0] / 1000, "kB")
    yield Figure(f"{name}: requests", len(weights), "", against=REQUESTS, beside="budget")


def _loaded(page: Page, path: str) -> list[int]:
    """The bytes of every request of this page, the document first."""
    came: dict[str, float] = {}
    session = page.context.new_cdp_session(page)
    session.on("Network.requestWillBeSent", lambda event: came.setdefault(event["requestId"], 0))
    session.on(
        "Network.loadingFinished",
        lambda event: came.update({event["requestId"]: event["encodedDataLength"]}),
    )
    session.send("Network.enable")
    page.set_extra_http_headers({"Accept-Encoding": "gzip"})
    page.goto(path)
    page.wait_for_load_state("load")  # what comes later, when idle, is no part of the first view
    return [int(weight) for weight in came.values()]


def _moments(
    browser: Browser, url: str, name: str, path: str, secret: str | None
) -> Iterator[Figure]:
    runs = []
    for _ in range(RUNS):
        with chromium.phone(browser, url, secret) as phone:
            page = phone.new_page()
            chromium.slow(page)
            page.goto(path, wait_until="load")
            page.wait_for_function(
                "performance.getEntriesByName('first-contentful-paint').length > 0"
            )
            runs.append(page.evaluate(TIMES))
    lines = {
        "came": ("the server answers, before the slow network", None),
        "read": ("last byte of the page", None),
        "paint": ("first contentful paint", PAINT),
        "scripts": ("last byte of the scripts", None),
        "usable": ("usable by script (end of DOMContentLoaded)", USABLE),
    }
    for key, (what, budget) in lines.items():
        times = [run[key] / 1000 for run in runs]
        if any(times):  # else a page without scripts
            yield timed(f"{name}: {what}", times, against=budget, beside="budget")
