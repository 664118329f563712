"""Tables that live on the phone: its first visit to a site without a server, starts, and taps."""

import gzip
import json
import time
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from companion.operations import local_app
from companion.web import packages
from tests.benchmarks import chromium
from tests.benchmarks.figures import Figure, Section, machine, seconds, timed
from tests.benchmarks.phone import STORED
from tests.benchmarks.tap import TURN
from tests.browser.local_app import STARTS
from tests.browser.own_tables import OwnTables
from tests.browser.restarts import Restarts
from tests.files.test_cases import case
from tests.support.random_logs import MADE_AT
from tests.support.static_host import ROOT, StaticHost

VISITS, STARTED, TAPS = 3, 5, 30
BEFORE = 3  # taps that are not measured
PAUSE = 700  # ms between taps
GAMES, LONGEST = 200, "the-game-nine-left"  # a year of evenings, each card of them entered
READY = 3_000.0  # ms, the goal for a board after "Start", the files being cached
TEXTS = (".html", ".js", ".mjs", ".json", ".webmanifest", ".svg", ".css")
WATCH = """
window.taps = [];
let touch = null;
addEventListener("touchend", ({ timeStamp }) => { touch = timeStamp; }, true);
addEventListener("htmx:afterSwap", ({ target }) => {
  if (touch === null || target.id !== "main") return;
  taps.push(performance.now() - touch);
  touch = null;
});
"""
SNAPSHOTS = """async (does) => {
  let found = 0;
  for (const name of (await caches.keys()).filter((each) => each.startsWith("local "))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!request.url.includes("/tables-snapshot?")) continue;
      found += 1;
      if (does === "forget") await cache.delete(request);
    }
  }
  return found;
}"""
KEPT_BY_NOW = f"""async () => {{
  while (!(await ({SNAPSHOTS})())) await new Promise((done) => setTimeout(done, 100));
}}"""
TAKE_IN = """async (text) => {
  const form = new FormData();
  form.set("file", new File([text], "games.json", { type: "application/json" }));
  return (await fetch("IMPORT", { method: "POST", body: form })).url.replace(/[?].*/, "");
}""".replace("IMPORT", f"{ROOT}here/import")


def section(folder: Path) -> Section:
    node = local_app.find_node()
    assert node
    local_app.make(folder / "packages", node)
    package = packages.find(folder / "packages")
    assert package
    host = StaticHost(folder / "www", package, folder / "asked.log")
    figures: list[Figure] = []
    try:
        with sync_playwright() as playwright:
            figures += _first_bytes(playwright, host, folder)
            for at, times in (("", VISITS), (f", CPU × {chromium.SLOWER}", 1)):
                figures += _first_visits(playwright, host, folder, times, at)
            for at, times in (("", STARTED), (f", CPU × {chromium.SLOWER}", 2)):
                figures += _starts(playwright, host, folder, times, at)
            figures += _full_table(playwright, host, folder)
    finally:
        host.stop()
    runs = (
        "a site below a path on loopback, from Python's file server; bytes as a host sends them"
        f" that packs texts with gzip; “CPU × {chromium.SLOWER}”: the whole browser runs that much"
        f" slower; taps after {BEFORE} others; {GAMES} games with each of their cards"
    )
    return Section("Tables that live on the phone", runs, figures, machine())


def _first_bytes(playwright: Playwright, host: StaticHost, folder: Path) -> Iterator[Figure]:
    """What a phone that was never here loads until it can read, and until it can play."""
    held = Restarts(playwright, host, folder / "bytes")
    try:
        phone = held.phone
        phone.context.route("**/local/**", lambda route: route.abort())
        phone.page.goto(ROOT)
        phone.page.wait_for_load_state("networkidle")
        yield Figure("bytes until the shelf can be used", _bytes(host) / 1000, "kB")
        phone.context.unroute("**/local/**")
        _begins(OwnTables(phone))
        yield Figure("bytes until the first board", _bytes(host) / 1e6, "MB", against=10.0,
                     beside="said in docs/site.md")  # fmt: skip
    finally:
        held.ends()


def _bytes(host: StaticHost) -> int:
    """How many bytes were fetched of this host, texts as gzip makes them."""
    total = 0
    for path in host.asked():
        body = path.read_bytes()
        total += len(gzip.compress(body, 6) if path.suffix in TEXTS else body)
    return total


def _first_visits(
    playwright: Playwright, host: StaticHost, folder: Path, times: int, at: str
) -> Iterator[Figure]:
    """From an unknown address to the shelf and to the app, and from “Start” to a board."""
    shelves, kept, boards = list[float](), list[float](), list[float]()
    for number in range(times):
        held = Restarts(playwright, host, folder / f"visit{at}{number}")
        try:
            with chromium.slowed(held.group) if at else nullcontext():
                phone = OwnTables(held.phone)
                phone.context.set_default_timeout(STARTS)
                began = time.perf_counter()
                phone.page.goto(ROOT, wait_until="load")
                shelves.append(time.perf_counter() - began)
                phone.page.goto(f"{ROOT}en/new/the-game/")
                phone.page.wait_for_function("() => JSON.parse(localStorage.app ?? '{}').folder")
                kept.append(time.perf_counter() - began)
                began = time.perf_counter()
                _begins(phone, "")
                boards.append(time.perf_counter() - began)
        finally:
            held.ends()
    yield timed(f"first visit → shelf{at}", shelves)
    yield timed(f"first visit → all of the app kept{at}", kept)
    yield timed(f"first “Start” → board, files kept{at}", boards, against=READY, beside="goal")


def _begins(phone: OwnTables, address: str = f"{ROOT}en/new/the-game/") -> None:
    """A game of two, from its set-up to its board."""
    if address:
        phone.page.goto(address)
        phone.page.wait_for_function("() => JSON.parse(localStorage.app ?? '{}').folder",
                                     timeout=STARTS)  # fmt: skip
    phone.page.get_by_role("radio", name="2", exact=True).check()
    phone.page.get_by_role("button", name="Start").click()
    phone.tab.wait_for_url(f"**{ROOT}here/t/**", timeout=STARTS)
    phone.shows_tables()
    phone.page.locator("#board").wait_for(timeout=STARTS)


def _starts(
    playwright: Playwright, host: StaticHost, folder: Path, times: int, at: str
) -> Iterator[Figure]:
    """From the address of the tables to their shelf in a new browser; then what a tap takes."""
    held = Restarts(playwright, host, folder / f"starts{at}")
    try:
        phone = OwnTables(held.phone)
        phone.context.set_default_timeout(STARTS)
        _begins(phone)
        game = phone.tab.url
        phone.tab.evaluate(KEPT_BY_NOW)
        for what, does in (("cold start", "forget"), ("start from a snapshot", "")):
            taken = list[float]()
            for _ in range(times):
                phone.tab.evaluate(SNAPSHOTS, does)
                held.ends()
                phone = OwnTables(held.start())
                with chromium.slowed(held.group) if at else nullcontext():
                    phone.context.set_default_timeout(STARTS)
                    began = time.perf_counter()
                    phone.opens_tables(f"{ROOT}here/")
                    taken.append(time.perf_counter() - began)
                phone.tab.evaluate(KEPT_BY_NOW)
            yield timed(f"{what} → shelf{at}", taken)
        with chromium.slowed(held.group) if at else nullcontext():
            phone.context.add_init_script(WATCH)
            phone.opens_tables(game)
            yield timed(f"finger → board{at}", list(_taps(phone)))
    finally:
        held.ends()


def _taps(phone: OwnTables) -> Iterator[float]:
    """How long each tap takes (s), from the finger that leaves the glass to the board."""
    for number in range(BEFORE + TAPS):
        phone.tab.wait_for_timeout(PAUSE)
        phone.page.locator(TURN[number % 3]).first.tap()
        phone.page.wait_for_function("(count) => taps.length > count", arg=number, timeout=STARTS)
    yield from (taken / 1000 for taken in phone.page.evaluate("taps")[BEFORE:])


def _full_table(playwright: Playwright, host: StaticHost, folder: Path) -> Iterator[Figure]:
    """A year of evenings: how large that is on the phone, and what it makes slow."""
    held = Restarts(playwright, host, folder / "full")
    try:
        phone = OwnTables(held.phone)
        _begins(phone)
        before = phone.tab.evaluate(STORED)
        table = phone.page.evaluate(TAKE_IN, json.dumps(case(LONGEST)["record"]))
        whole = json.loads(phone.fetch(f"{table}table.json"))
        [game] = whole["games"]
        days = (MADE_AT + timedelta(days=day) for day in range(GAMES - 1))
        whole["games"] += [{**game, "made_at": f"{day:%Y-%m-%dT%H:%M:%S.000Z}"} for day in days]
        text = json.dumps(whole)
        yield timed("a file of all games taken in",
                    seconds(lambda: phone.page.evaluate(TAKE_IN, text), 1))  # fmt: skip
        for time_of in ("first", "second"):
            taken = seconds(lambda: phone.fetch(f"{table}statistics"), 1)
            yield timed(f"statistics of them, the {time_of} time", taken)
        yield timed("a file of them made", seconds(lambda: phone.fetch(f"{table}table.json"), 1))
        phone.tab.wait_for_timeout(3000)
        yield Figure("kept for them", (phone.tab.evaluate(STORED) - before) / 1e6, "MB")
    finally:
        held.ends()
