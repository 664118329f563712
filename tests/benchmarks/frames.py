"""On a slow processor: how long after a tap the screen shows its echo, and the new board.

Chromium's own trace says so, by what its developer tools draw their frames from: the marks that
the page sets, and the steps of a frame. The main thread begins a frame (`BeginMainThreadFrame`) and
hands it over (`Commit`): the first one handed over after a mark holds what was in the DOM by then.
The compositor takes it up under the same number (`ActivateLayerTree`), and hands it to the screen
with the next `DrawFrame`. A frame in which nothing is new is never taken up: then the next one
that is counts.
"""

import json
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.benchmarks import chromium
from tests.benchmarks.figures import Figure, Section, timed
from tests.benchmarks.served import Served, companion
from tests.benchmarks.stock import Stock, board
from tests.benchmarks.tap import PAUSE, TURN

TAPS, BEFORE = 9, 3  # taps that are recorded, and that go before them
CATEGORIES = [
    "blink.user_timing",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
]
MARKS = {"echo": "its echo", "swap": "the new board"}
WATCH = """
addEventListener("click", () => { performance.mark("tap click"); }, true);
document.addEventListener("echo", () => { performance.mark("tap echo"); });
addEventListener("htmx:afterSwap", () => { performance.mark("tap swap"); });
"""

Event = dict[str, Any]


def section(folder: Path) -> Section:
    stock = Stock.within(folder)
    game = stock.game()
    stock.close()
    with Served(companion(folder)) as served, chromium.chromium() as browser:
        with chromium.phone(browser, served.url, stock.secret) as phone:
            phone.add_init_script(WATCH)
            page = phone.new_page()
            page.goto(board(game))
            page.wait_for_function("() => typeof Idiomorph !== 'undefined'")
            session = phone.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": chromium.SLOWER})
            trace = _record(browser, page)
        machine = chromium.machine_with(browser)
    figures = [figure for mark, what in MARKS.items() for figure in _figures(trace, mark, what)]
    runs = (
        f"{TAPS} taps in one game of two after {BEFORE} others, CPU × {chromium.SLOWER}, loopback,"
        " real gunicorn; frames are those that reach the screen after the click, the first is 1"
    )
    return Section("Frames of a tap", runs, figures, machine)


def _record(browser: Browser, page: Page) -> "Trace":
    """The trace of all taps but the first ones."""
    for number in range(BEFORE):
        _tap(page, number)
    browser.start_tracing(page=page, categories=CATEGORIES)
    for number in range(BEFORE, BEFORE + TAPS):
        _tap(page, number)
    page.wait_for_timeout(PAUSE)  # until the last frame is drawn
    return Trace.of(json.loads(browser.stop_tracing())["traceEvents"])


def _tap(page: Page, number: int) -> None:
    box = page.locator(TURN[number % 3]).first.bounding_box()
    assert box
    page.wait_for_timeout(PAUSE)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function(
        "place => Number(document.getElementById('board').dataset.seen) === place", arg=number + 1
    )


@dataclass(frozen=True)
class Trace:
    """What the process of the page did, by name and in order; times are µs of one clock."""

    events: Sequence[Event]

    @classmethod
    def of(cls, events: Sequence[Event]) -> "Trace":
        """The part of the process that has the marks."""
        process = next(each["pid"] for each in events if each["name"] == "tap click")
        own = [each for each in events if each["pid"] == process]
        return cls(sorted(own, key=lambda each: float(each["ts"])))

    def times(self, name: str) -> list[float]:
        return [each["ts"] for each in self._named(name)]

    def shown(self, at: float) -> float:
        """When the screen got the first frame with what was in the DOM at this time."""
        committed = next(
            each["ts"] for each in self._named("Commit") if each["ph"] == "X" and each["ts"] >= at
        )
        begun = [each for each in self._named("BeginMainThreadFrame") if each["ts"] <= committed]
        frame = begun[-1]["args"]["data"]["frameId"]
        active = next(
            each["ts"] for each in self._named("ActivateLayerTree")
            if each["args"]["frameId"] >= frame
        )  # fmt: skip
        return next(time for time in self.times("DrawFrame") if time >= active)

    def _named(self, name: str) -> list[Event]:
        return [each for each in self.events if each["name"] == name]


def _figures(trace: Trace, mark: str, what: str) -> list[Figure]:
    """For each click that has such a mark before the next click; none without such marks."""
    clicks, marks, drawn = (trace.times(name) for name in ("tap click", f"tap {mark}", "DrawFrame"))
    times, frames = [], []
    for click, after in zip(clicks, [*clicks[1:], float("inf")], strict=True):
        if not (found := [time for time in marks if click < time < after]):
            continue
        shown = trace.shown(found[0])
        times.append((shown - click) / 1_000_000)
        frames.append(sum(click < time <= shown for time in drawn))
    if not times:
        return []
    return [
        timed(f"click → {what} on the screen", times),
        Figure(f"frame after the click that has {what}", statistics.median(frames), ""),
    ]
