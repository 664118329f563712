"""One tap in a browser: from the finger that leaves the glass to the board that shows it."""

import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import BrowserContext, Page

from tests.benchmarks import chromium
from tests.benchmarks.figures import Figure, Section, timed
from tests.benchmarks.served import BARE, Served, companion
from tests.benchmarks.stock import Stock, board

TAPS, BLOCK = 60, 6  # taps of each kind, and how many follow each other before the other kind's
PAUSE = 400  # ms: a tap sooner than 350 ms may be no tap to the app, and no thumb plays quicker
BUDGET = 20.0  # ms
RATIO = 1.5  # times a tap on the bare htmx page
# htmx settles 20 ms after the swap; the tap is over for the player with the DOM and its picture.
# The echo of a tap is whole once all have heard of it, with the first microtask after that.
WATCH = """
window.taps = [];
let tap = null;
const afterFrame = (does) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = does;
  channel.port2.postMessage(0);
});
addEventListener("touchend", (event) => { tap = { touch: event.timeStamp }; }, true);
addEventListener("click", (event) => { if (tap) tap.click = performance.now(); }, true);
document.addEventListener("echo", () => {
  const echoed = tap;
  if (!echoed) return;
  queueMicrotask(() => { echoed.drawn = performance.now(); });
  afterFrame(() => { echoed.echoed = performance.now(); });
});
document.addEventListener("queue:sends", () => { if (tap) tap.sent = performance.now(); });
document.addEventListener("queue:answer", () => { if (tap) tap.came = performance.now(); });
addEventListener("htmx:afterSwap", () => {
  if (!tap) return;
  const done = tap;
  tap = null;
  done.swapped = performance.now();
  afterFrame(() => { done.painted = performance.now(); });
  const loaded = performance.getEntriesByType("resource");
  const post = loaded.filter((each) => each.name.endsWith("/entries")).pop();
  done.served = post.responseStart - post.requestStart;
  addEventListener("htmx:afterSettle", () => { taps.push(done); }, { once: true });
});
"""
CARDS = ('[data-pile="up-1"] ~ form .chip', '[data-pile="down-1"] ~ form .chip')
TURN = (*CARDS, "main > .dock form:last-of-type button")


Measured = TypeVar("Measured")


def section(folder: Path) -> Section:
    stock = Stock.within(folder)
    game = stock.game()
    stock.close()
    with Served(companion(folder)) as served, Served(BARE) as bare, chromium.chromium() as browser:
        with (
            chromium.phone(browser, served.url, stock.secret) as phone,
            chromium.phone(browser, bare.url) as other,
        ):
            phone.add_init_script(WATCH)
            page = phone.new_page()
            page.goto(board(game))
            page.wait_for_load_state("load")
            page.wait_for_function("() => typeof Idiomorph !== 'undefined'")
            taps, references = in_turns(
                lambda number: _tap(page, TURN[number % 3], number), bare_taps(other)
            )
        machine = chromium.machine_with(browser)
    own = _times(taps, "touch", "swapped")
    figures = [
        timed("finger up → DOM (htmx:afterSwap)", own, against=BUDGET, beside="budget"),
        timed("finger up → DOM of a bare htmx page", references),
        beside_bare("finger up → DOM", own, references),
        _between(taps, "click heard in the page → DOM", "click", "swapped", BUDGET),
        _between(taps, "finger up → after the next frame", "touch", "painted"),
        *_echo(taps),
        _between(taps, "of it: finger up → click heard in the page", "touch", "click"),
        _between(taps, "of it: click → kept, request handed over", "click", "sent"),
        _between(taps, "of it: request → answer in the script", "sent", "came"),
        timed("of that: request out → first byte back", [tap["served"] / 1000 for tap in taps]),
        _between(taps, "of it: answer → DOM", "came", "swapped"),
    ]
    runs = (
        f"{TAPS} taps in one game of two (two cards, end of turn, …), {ALTERNATING}; loopback,"
        " real gunicorn"
    )
    return Section("Tap to DOM", runs, figures, machine)


ALTERNATING = f"{BLOCK} at a time in turn with as many on a bare htmx page that swaps one number"


def in_turns(
    ours: Callable[[int], Measured], bare: Callable[[int], float]
) -> tuple[list[Measured], list[float]]:
    """Each kind of tap in turn, a block at a time, so that both meet the machine in one state.

    Both are told how many taps of their kind there were before.
    """
    taps: list[Measured] = []
    references: list[float] = []
    for first in range(0, TAPS, BLOCK):
        block = range(first, first + BLOCK)
        taps += [ours(number) for number in block]
        references += [bare(number) for number in block]
    return taps, references


def bare_taps(phone: BrowserContext) -> Callable[[int], float]:
    """The bare htmx page on this phone; each call taps it: from the finger to the DOM, in s."""
    phone.add_init_script(WATCH)
    page = phone.new_page()
    page.goto("/page", wait_until="load")

    def measure(number: int) -> float:
        tap = _tap(page, "button", number)
        return float(tap["swapped"] - tap["touch"]) / 1000

    return measure


def beside_bare(what: str, times: Sequence[float], bare: Sequence[float]) -> Figure:
    """How many times what taps on the bare page took these took."""
    ratio = statistics.median(times) / statistics.median(bare)
    return Figure(f"{what}, beside bare htmx", ratio, "×", against=RATIO, beside="budget")


def _echo(taps: list[dict[str, Any]]) -> list[Figure]:
    """When the page showed what was tapped by itself, if it did."""
    heard = [tap for tap in taps if "drawn" in tap]
    if not heard:
        return []
    return [
        _between(heard, "click heard in the page → its echo drawn", "click", "drawn"),
        _between(heard, "click heard in the page → after the echo’s frame", "click", "echoed"),
    ]


def _tap(page: Page, target: str, number: int) -> dict[str, Any]:
    box = page.locator(target).first.bounding_box()
    assert box
    page.wait_for_timeout(PAUSE)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("count => taps.length > count && taps.at(-1).painted", arg=number)
    measured: dict[str, Any] = page.evaluate("taps.at(-1)")
    return measured


def _between(
    taps: list[dict[str, Any]], what: str, first: str, then: str, budget: float | None = None
) -> Figure:
    return timed(what, _times(taps, first, then), against=budget, beside="budget")


def _times(taps: list[dict[str, Any]], first: str, then: str) -> list[float]:
    """From the one to the other, in s."""
    return [(tap[then] - tap[first]) / 1000 for tap in taps]
