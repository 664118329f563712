"""Tables that live on the phone: when what was shown last stands, and when the app has started."""

import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from tests.benchmarks import chromium
from tests.benchmarks.figures import Figure, Section, machine, timed
from tests.browser.local_app import STARTS
from tests.browser.own_tables import OwnTables
from tests.browser.restarts import Restarts
from tests.support.local_app_package import find_or_make
from tests.support.static_host import ROOT, StaticHost

RUNS = 3
OPENED, RESTORED = "opened → what was shown last", "opened → shelf, from a snapshot"
COLD, BEGUN = "opened → shelf, cold", "first “Start” → board, files kept"
BUDGETS = {
    OPENED: (300, 1_000),
    RESTORED: (800, 3_000),
    COLD: (1_500, 6_000),
    BEGUN: (2_000, 4_000),
}
"""In ms, as a phone is and at a quarter of its speed."""
WATCH = """
window.states = {};
addEventListener("DOMContentLoaded", () => {
  const note = () => { states[document.body.dataset.state] ??= performance.now(); };
  new MutationObserver(note).observe(document.body, { attributeFilter: ["data-state"] });
  note();
});
"""
SNAPSHOTS = """async (forgets) => {
  let found = 0;
  for (const name of (await caches.keys()).filter((each) => each.startsWith("local "))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (request.url.includes("/tables-snapshot?")) {
        found += 1;
        if (forgets) await cache.delete(request);
      }
  }
  return found;
}"""
KEPT_BY_NOW = f"""async () => {{
  while (!(await ({SNAPSHOTS})())) await new Promise((done) => setTimeout(done, 100));
}}"""


def section(folder: Path) -> Section:
    figures: list[Figure] = []
    with StaticHost(folder / "www", find_or_make()) as host, sync_playwright() as playwright:
        for slower in (False, True):
            figures += _figures(playwright, host.url, folder / f"{slower}", slower)
    runs = (
        f"{RUNS} starts of each kind in a browser that has just started, from the navigation; a"
        f" site on loopback; “CPU × {chromium.SLOWER}”: the whole browser runs that much slower"
    )
    return Section("Tables that live on the phone", runs, figures, machine())


def _figures(playwright: Playwright, url: str, folder: Path, slower: bool) -> Iterator[Figure]:
    held = Restarts(playwright, url, folder)
    times: dict[str, list[float]] = {what: [] for what in BUDGETS}
    try:
        slowed = chromium.slowed if slower else lambda _: nullcontext()
        phone = OwnTables(held.phone)
        phone.page.goto(f"{url}{ROOT}en/new/the-game/")
        phone.page.wait_for_function(
            "() => JSON.parse(localStorage.app ?? '{}').folder", timeout=STARTS
        )
        with slowed(held.group):
            times[BEGUN].append(_begins(phone))
        for forgets in (False, True) * RUNS:
            phone.tab.evaluate(KEPT_BY_NOW)
            phone.tab.evaluate(SNAPSHOTS, forgets)
            held.ends()
            phone = OwnTables(held.start())
            phone.context.add_init_script(WATCH)
            with slowed(held.group):
                phone.opens_tables(f"{url}{ROOT}here/")
            states = phone.tab.evaluate("states")
            times[OPENED].append(states.get("opening", states["shown"]) / 1000)
            times[COLD if forgets else RESTORED].append(states["shown"] / 1000)
    finally:
        held.ends()
    at = f", CPU × {chromium.SLOWER}" if slower else ""
    for what, taken in times.items():
        yield timed(f"{what}{at}", taken, against=BUDGETS[what][slower], beside="budget")


def _begins(phone: OwnTables) -> float:
    """How long it takes (s) from the set-up of a game of two to its board."""
    phone.page.get_by_role("radio", name="2", exact=True).check()
    began = time.perf_counter()
    phone.page.get_by_role("button", name="Start").click()
    phone.tab.wait_for_url(f"**{ROOT}here/t/**", timeout=STARTS)
    phone.shows_tables()
    phone.page.locator("#board").wait_for(timeout=STARTS)
    return time.perf_counter() - began
