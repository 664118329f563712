"""What an onlooker watches on a large screen: a scoreboard that goes on by itself."""

import os
import re
import time
from collections.abc import Callable
from operator import le

import pytest
from playwright.sync_api import Page, expect

from tests.browser import bluff_places, brain_places, measures, pad_places, shortcuts
from tests.browser.conftest import Phones
from tests.browser.guests import way_in
from tests.browser.phone import Phone
from tests.browser.shortcuts import CANNOT, card

HIGH = 120  # px, the main digits at 1,920 x 1,080
SIZE = {"width": 1920, "height": 1080}
OUT = 15_000  # ms; an entry stands out for five seconds, and a slow machine takes its time
NEXT = 30_000  # ms; the page of a table looks every five seconds

# What would be tapped on a screen that nobody touches, and whether there is more than it shows.
FAULTS = """() => [
  ...[...document.querySelectorAll("#main :is(a, button, input, summary)")].filter((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return each.checkVisibility() && !each.closest(".bar") && hit && each.contains(hit);
  }).map((each) => `tapped: ${each.innerText}`),
  ...(document.scrollingElement.scrollHeight > innerHeight ? ["it scrolls"] : []),
]"""
MEASURED = ("cut text", "overlap", "sideways")
HEIGHTS = """(digits) => [...document.querySelectorAll(digits)].map((each) =>
  parseFloat(getComputedStyle(each).fontSize) * (each.currentCSSZoom ?? 1))"""


def watches(host: Phone, phone: Phone) -> Page:
    """This phone is a television at that one's table, and shows what is on there."""
    phone.page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    phone.visits(way_in(host, -1))
    phone.goes(phone.button("Watch"))
    return phone.page


def is_well(screen: Page, board: str = "") -> None:
    wrong = {"faults": screen.evaluate(FAULTS), **measures.found(screen, MEASURED)}
    assert [each for each in wrong.items() if each[1]] == [], board


def shows(screen: Page, digits: str, many: int) -> None:
    """So many main digits stand there, large enough, and nothing is wrong around them."""
    heights = screen.evaluate(HEIGHTS, digits)
    assert len(heights) == many
    assert min(heights) >= HIGH, heights
    is_well(screen)
    assert not screen.get_by_text(re.compile("tap the name", re.I)).locator("visible=true").count()


SEVEN = ("Ann", "Ben", "Cas", "Dee", "Eva", "Finn", "Gus")
FEW, MANY = ".player .sum b", ".sheet td:last-child"
BOARDS: dict[str, tuple[Callable[[Phone], None], str, int]] = {
    "Extreme": (
        lambda phone: phone.joins(
            card(10, "up-1", "silence"), card(20, "up-2", "no-trick"), names=SEVEN[:5], extreme="y"
        ),
        ".face b", 4,
    ),
    "The Game, over": (lambda phone: phone.joins(card(2, "up-1"), CANNOT), ".fan b", 1),
    "One Brain": (
        lambda phone: brain_places.sits(phone, *brain_places.OF_SEVEN, names=SEVEN, hand="4"),
        ".limit .of", 1,
    ),
    "One Brain, won": (
        lambda phone: brain_places.sits(phone, *brain_places.won()), ".result .of", 1
    ),
    "Bluff, five": (lambda phone: bluff_places.sits(phone, *bluff_places.TWO), FEW, 5),
    "Bluff, fifteen": (
        lambda phone: bluff_places.sits(
            phone, *bluff_places.six_rounds_of_fifteen(), names=bluff_places.FIFTEEN
        ),
        MANY, 15,
    ),
    "a pad, long totals": (
        pad_places.sits(
            *pad_places.scored(1, -241, 1024, 359), *pad_places.scored(2, 77), names=SEVEN[:3]
        ),
        FEW, 3,
    ),
}  # fmt: skip


@pytest.mark.long
def test_each_board_is_a_scoreboard_on_a_television(phone: Phone, phones: Phones) -> None:
    for board, (goes, digits, many) in BOARDS.items():
        goes(phone)
        screen = watches(phone, phones())
        screen.goto(phone.game)
        for width, height in ((1920, 1080), (1280, 720), (1280, 623)):
            measures.is_sized(screen, width, height)
            is_well(screen, board)
        screen.set_viewport_size(SIZE)  # type: ignore[arg-type]
        shows(screen, digits, many)
    back = screen.locator(".bar a").first  # it is there while somebody stirs
    expect(back).not_to_be_visible(timeout=OUT)
    screen.keyboard.press("ArrowDown")
    expect(back).to_be_visible()


# What is alive in a page: timers that run, and streams that are open.
ALIVE = """{
const timers = new Set(), streams = new Set();
const { setTimeout, clearTimeout, EventSource } = window;
window.setTimeout = (does, wait, ...more) => {
  const id = setTimeout((...given) => {
    timers.delete(id);
    does(...given);
  }, wait, ...more);
  timers.add(id);
  return id;
};
window.clearTimeout = (id) => {
  timers.delete(id);
  clearTimeout(id);
};
window.EventSource = class extends EventSource {
  constructor(...given) {
    super(...given);
    streams.add(this);
  }
  close() {
    streams.delete(this);
    super.close();
  }
};
window.alive = () => [timers.size, streams.size];
}"""
FIRST = 4  # entries after which it is as large as it may be
EVENING = 144 if "DEEP" in os.environ else 12  # entries, each five minutes after the last
MOMENT = 6_000  # ms after which nothing stands out any more, and who hears of nothing has asked


def alive(screen: Page) -> list[int]:
    """Its timers, streams, listeners, nodes and bytes, once all rubbish is gone."""
    screen.locator("html:not(.just)").wait_for()
    tools = screen.context.new_cdp_session(screen)
    for _ in range(3):  # a document goes after what held it
        tools.send("HeapProfiler.collectGarbage")
    tools.send("Performance.enable")
    said = tools.send("Performance.getMetrics")["metrics"]
    tools.detach()
    figures = {each["name"]: int(each["value"]) for each in said}
    kinds = ("JSEventListeners", "Nodes", "JSHeapUsedSize")
    return [*screen.evaluate("alive()"), *(figures[kind] for kind in kinds)]


@pytest.mark.long
def test_a_long_evening_leaves_no_more_than_its_beginning(phone: Phone, phones: Phones) -> None:
    """The clock of the page runs ahead of what the network does."""
    phone.joins()
    television = phones()
    television.page.clock.install()
    television.page.add_init_script(ALIVE)
    screen = watches(phone, television)
    screen.wait_for_url(phone.game)
    began, first = screen.evaluate("performance.timeOrigin"), [0]
    for place in range(EVENING):
        facts = {"kind": "taken-back", "target": place} if place % 2 else card(47, "up-1")
        shortcuts.enter(phone.context.request, phone.game, [facts], after=place)
        screen.clock.run_for(MOMENT)
        screen.locator(f'#board[data-seen="{place + 1}"]').wait_for(timeout=NEXT)
        if place + 1 == FIRST:
            screen.clock.run_for(MOMENT)
            first = alive(screen)
        screen.clock.run_for(300_000)
    assert screen.evaluate("performance.timeOrigin") == began
    timers, _, listeners, nodes, heap = first
    most = [timers + 3, 1, listeners * 1.2 + 10, nodes * 1.3 + 200, heap * 4 / 3 + 1_000_000]
    screen.clock.run_for(MOMENT)
    until = time.monotonic() + NEXT / 1000  # a task of the browser may hold the board before
    while not all(map(le, last := alive(screen), most)):
        assert time.monotonic() < until, (last, most)
