"""One tap in a browser: from the finger that leaves the glass to the boards that show it."""

import statistics
from collections.abc import Sequence
from functools import partial
from itertools import count
from pathlib import Path

from playwright.sync_api import Page

from tests.benchmarks import chromium
from tests.benchmarks.bare import BARE
from tests.benchmarks.figures import Figure, Section, timed
from tests.benchmarks.stock import SECRET, lay_out
from tests.support.live_server import Server

TAPS, BLOCK = 60, 6  # taps of each kind, and how many follow each other before the other kind's
PAUSE = 400  # ms: a tap sooner than 350 ms may be no tap to the app, and no thumb plays quicker
BUDGET = 20.0  # ms
RATIO = 1.5  # times a tap on the bare htmx page
# htmx settles 20 ms after the swap; the tap is over for the player with the DOM and its picture.
# The echo of a tap is whole once all have heard of it, with the first microtask after that.
# Two pages of one browser have one clock, when each adds the moment that its own began at.
WATCH = """
window.taps = [];
window.boards = {};
let tap = null;
const now = () => performance.timeOrigin + performance.now();
const afterFrame = (does) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = does;
  channel.port2.postMessage(0);
});
addEventListener("touchend", (event) => {
  tap = { touch: performance.timeOrigin + event.timeStamp };
}, true);
addEventListener("click", (event) => { if (tap) tap.click = now(); }, true);
document.addEventListener("echo", () => {
  const echoed = tap;
  if (!echoed) return;
  queueMicrotask(() => { echoed.drawn = now(); });
  afterFrame(() => { echoed.echoed = now(); });
});
addEventListener("htmx:afterSwap", () => {
  const seen = document.getElementById("board")?.dataset.seen;
  if (seen) boards[seen] ??= now();
  if (!tap) return;
  const done = tap;
  tap = null;
  done.swapped = now();
  afterFrame(() => { done.painted = now(); });
  addEventListener("htmx:afterSettle", () => { taps.push(done); }, { once: true });
});
"""
CARDS = ('[data-pile="up-1"] ~ form .chip', '[data-pile="down-1"] ~ form .chip')
TURN = (*CARDS, "main > .dock form:last-of-type button")

Tap = dict[str, float]


def section(folder: Path) -> Section:
    [board] = lay_out(folder)
    with (
        Server(folder) as ours,
        Server(folder / "bare", BARE) as bare,
        chromium.chromium() as browser,
    ):
        phone = partial(chromium.phone, browser)
        with (
            phone(ours.url, SECRET) as near,
            phone(ours.url, SECRET) as far,
            phone(bare.url) as third,
        ):
            one, other, htmx = (each.new_page() for each in (near, far, third))
            for page, address in ((one, board), (other, board), (htmx, "/page")):
                page.add_init_script(WATCH)
                page.goto(address, wait_until="load")
            for page in (one, other):
                page.wait_for_function("() => typeof Idiomorph !== 'undefined'")
                page.wait_for_function("() => document.documentElement.dataset.net === 'live'")
            taps: list[Tap] = []
            references: list[Tap] = []
            numbers = count()
            for _ in range(0, TAPS, BLOCK):  # both kinds meet the machine in one state
                for number in (next(numbers) for _ in range(BLOCK)):
                    taps.append(_tap(one, TURN[number % 3], number))
                    taps[-1]["there"] = _shown(other, number + 1)
                references += [_tap(htmx, "button", len(references) + n) for n in range(BLOCK)]
        machine = chromium.machine_with(browser)

    def between(what: str, first: str, then: str, budget: float | None = None) -> Figure:
        return timed(what, _times(taps, first, then), against=budget, beside="budget")

    bare_taps = _times(references, "touch", "swapped")
    figures = [
        between("finger up → DOM (htmx:afterSwap)", "touch", "swapped", BUDGET),
        between("finger up → DOM of the other phone", "touch", "there", BUDGET),
        timed("finger up → DOM of a bare htmx page", bare_taps),
        *(
            _beside(f"{what}, beside bare htmx", _times(taps, "touch", end), bare_taps)
            for what, end in (("finger up → DOM", "swapped"), ("the same of the other", "there"))
        ),
        between("click heard in the page → DOM", "click", "swapped", BUDGET),
        between("finger up → after the next frame", "touch", "painted"),
        between("click heard in the page → its echo drawn", "click", "drawn"),
        between("click heard in the page → after the echo’s frame", "click", "echoed"),
    ]
    runs = (
        f"{TAPS} taps in one game of two (two cards, end of turn, …) on one of two phones,"
        f" {BLOCK} at a time in turn with as many on a bare htmx page that swaps one number;"
        " loopback, real gunicorn"
    )
    return Section("Tap to DOM", runs, figures, machine)


def _tap(page: Page, target: str, number: int) -> Tap:
    """Tap this on the page, on which there were so many taps before."""
    box = page.locator(target).first.bounding_box()
    assert box
    page.wait_for_timeout(PAUSE)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("count => taps.length > count && taps.at(-1).painted", arg=number)
    measured: Tap = page.evaluate("taps.at(-1)")
    return measured


def _shown(page: Page, place: int) -> float:
    page.wait_for_function("place => place in boards", arg=place)
    return float(page.evaluate("place => boards[place]", place))


def _times(taps: Sequence[Tap], first: str, then: str) -> list[float]:
    """From the one to the other, in s, of the taps that have both."""
    return [(tap[then] - tap[first]) / 1000 for tap in taps if {first, then} <= tap.keys()]


def _beside(what: str, times: Sequence[float], bare: Sequence[float]) -> Figure:
    """How many times what taps on the bare page took these took."""
    ratio = statistics.median(times) / statistics.median(bare)
    return Figure(what, ratio, "×", against=RATIO, beside="budget")
