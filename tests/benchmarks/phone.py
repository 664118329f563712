"""A phone that counts by itself: its download and start, and a tap without the server's answer.

`Emulation.setCPUThrottlingRate` does not reach Workers, where the local app runs. So the whole
browser is stopped and let go on, in turn, and the same loop says how much slower it is then.
"""

import os
import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from playwright.sync_api import sync_playwright

from companion.engine.table import StoredGame
from companion.operations import local_app
from companion.web import packages
from tests.benchmarks import chromium
from tests.benchmarks.figures import Figure, Section, machine, seconds, timed
from tests.benchmarks.served import Served, companion
from tests.benchmarks.stock import Stock, board
from tests.benchmarks.tap import TURN
from tests.browser.local_app import KEEPS, SNAPSHOT, STARTS, goes_away, keeps_app
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts

OFTEN, FEWER = 5, 3  # times that the app starts, and those on a slower processor
TAPS, ONLINE = 30, 9  # without network, and on a slow line
BEFORE = 3  # taps that are not measured
PAUSE = 700  # ms between taps without network
AROUND = 3_000  # ms between taps on the slow line: all answers are there
QUICK, SLOW = 50.0, 150.0  # ms, the budgets of a tap
WATCH = """
window.taps = [];
let tap = null;
addEventListener("touchend", ({ timeStamp }) => { tap = { touch: timeStamp }; }, true);
document.addEventListener("echo", () => { if (tap) tap.echo ??= performance.now(); });
addEventListener("htmx:afterSwap", ({ target }) => {
  if (!tap || target.id !== "main") return;
  taps.push({ ...tap, board: performance.now() });
  tap = null;
});
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    const began = performance.now();
    this.addEventListener("message", ({ data }) => {
      if (data.started) window.started = performance.now() - began;
    });
  }
};
"""
LOOP = """() => {
  const began = performance.now();
  for (let sum = 0, number = 0; number < 3e8; number += 1) sum = (sum + number) | 0;
  return performance.now() - began;
}"""
FORGET = """async () => {
  for (const name of (await caches.keys()).filter((each) => each.startsWith("local "))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (request.url.includes("/snapshot?")) await cache.delete(request);
  }
}"""
KEPT_BY_NOW = f"""async () => {{
  while (!(await ({KEEPS})())) await new Promise((done) => setTimeout(done, 100));
}}"""
STORED = "async () => (await navigator.storage.estimate()).usage"


def section(folder: Path) -> Section:
    stock = Stock.within(folder)
    games = [stock.game() for _ in range(5)]
    stock.close()
    figures = list(_packed(folder))
    with Served(companion(folder)) as served, sync_playwright() as playwright:
        held = Restarts(playwright, served, folder / "phone")
        try:
            figures += _measure(held, served.url, stock.secret, games)
        finally:
            held.ends()
    runs = (
        f"loopback, real gunicorn; the slow line has a round trip of {chromium.ROUND_TRIP} ms and"
        f" 1,474 kbit/s; “CPU × {chromium.SLOWER}”: the whole browser runs that much slower;"
        f" taps after {BEFORE} others, two cards and an end of turn in turn"
    )
    return Section("A phone that counts by itself", runs, figures, machine())


def _packed(folder: Path) -> Iterator[Figure]:
    """What a phone downloads. The package is made as `companion local-app` makes it."""
    node = local_app.find_node()
    assert node
    local_app.make(packages.folder(folder), node)
    made = packages.find(packages.folder(folder))
    assert made
    for encoding, ending in (("Brotli", "br"), ("gzip", "gz")):
        size = sum((made.folder / f"{each['name']}.{ending}").stat().st_size for each in made.files)
        budget = {"against": 8.0, "beside": "budget"} if ending == "br" else {}
        yield Figure(f"download, {encoding}", size / 1e6, "MB", **budget)  # type: ignore[arg-type]


def _measure(
    held: Restarts, url: str, secret: str, games: Sequence[StoredGame]
) -> Iterator[Figure]:
    phone = held.phone
    phone.context.add_init_script(WATCH)
    phone.context.add_cookies([{"name": "phone", "value": secret, "url": url}])
    ahead, quick, slower, line, slower_line = games

    with _slow_line(phone):
        _opens(phone, ahead)
        yield from _taps(phone, ONLINE, "slow line, no local app", AROUND)
    plain = _memory(held)

    yield from _downloads(phone)
    _opens(phone, quick)
    _counts(phone)
    yield from _starts(phone, OFTEN, "")
    goes_away(phone)
    yield from _taps(phone, TAPS, "no network", PAUSE, QUICK)
    yield Figure("memory of the browser beside one without", _memory(held) - plain, "MB")
    yield Figure("kept: snapshot", phone.page.evaluate(SNAPSHOT) / 1e6, "MB")
    yield Figure("kept: all of it", phone.page.evaluate(STORED) / 1e6, "MB")
    phone.comes_back()
    with _slow_line(phone):
        _opens(phone, line)
        _counts(phone)
        yield from _taps(phone, ONLINE, "slow line", AROUND, QUICK)

    at = f", CPU × {chromium.SLOWER}"
    bare = statistics.median(phone.page.evaluate(LOOP) for _ in range(5))
    with chromium.slowed(held.group):
        loops = statistics.median(phone.page.evaluate(LOOP) for _ in range(5))
        yield Figure(f"how much slower a loop is{at}", loops / bare, "×")
        phone.context.set_default_timeout(STARTS)
        _opens(phone, slower)
        _counts(phone)
        yield from _starts(phone, FEWER, at)
        goes_away(phone)
        yield from _taps(phone, TAPS, f"no network{at}", PAUSE * 2, SLOW)
        phone.context.set_offline(False)
        phone.page.wait_for_timeout(AROUND)
        with _slow_line(phone):
            _opens(phone, slower_line)
            _counts(phone)
            yield from _taps(phone, ONLINE, f"slow line{at}", AROUND * 2, SLOW)


def _opens(phone: Phone, game: StoredGame) -> None:
    phone.visits(board(game))
    phone.page.wait_for_function("() => typeof Idiomorph !== 'undefined'")


def _counts(phone: Phone) -> None:
    phone.page.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)


def _downloads(phone: Phone) -> Iterator[Figure]:
    """From the address of the offer to the app on the phone, by a tap; it stays there."""
    for what, line in (("slow line", _slow_line), ("loopback", nullcontext)):
        with line(phone):
            [taken] = seconds(lambda: keeps_app(phone), 1)
        yield timed(f"offer opened → kept, {what}", [taken])
        if line is _slow_line:
            phone.tap(phone.page.get_by_role("button", name="Remove it from this phone"))


def _starts(phone: Phone, times: int, at: str) -> Iterator[Figure]:
    """From the Worker to the app in it, without a snapshot and from one."""
    for what, script in ((f"start{at}", FORGET), (f"start from a snapshot{at}", None)):
        taken = []
        for _ in range(times):
            if script:
                phone.page.evaluate(script)
            phone.page.reload()
            _counts(phone)
            taken.append(phone.page.evaluate("started") / 1000)
            phone.page.evaluate(KEPT_BY_NOW)
        yield timed(what, taken)


def _taps(
    phone: Phone, times: int, what: str, pause: int, budget: float | None = None
) -> Iterator[Figure]:
    """From the finger that leaves the glass to the board that counts the tap."""
    for number in range(BEFORE + times):
        phone.page.wait_for_timeout(pause)
        box = phone.page.locator(TURN[number % 3]).first.bounding_box()
        assert box
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        phone.page.wait_for_function("count => taps.length > count", arg=number, timeout=STARTS)
    taps = phone.page.evaluate("taps")[BEFORE:]
    boards = [(tap["board"] - tap["touch"]) / 1000 for tap in taps]
    yield timed(f"finger → DOM, {what}", boards, against=budget, beside="budget")


@contextmanager
def _slow_line(phone: Phone) -> Iterator[None]:
    session = chromium.slow_line(phone.page)
    yield
    session.detach()


def _memory(held: Restarts) -> float:
    """What all processes of this browser have of the machine's memory, in MB."""
    held.phone.page.wait_for_timeout(3000)
    kilobytes = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(process.name)) == held.group:
                rollup = (process / "smaps_rollup").read_text()
                kilobytes += int(rollup.split("\nPss:")[1].split()[0])
        except OSError:
            continue
    return kilobytes / 1000
