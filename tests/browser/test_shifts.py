"""Nothing moves while a game is played: on the phone that is tapped, and on another one."""

from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Page, Route

from tests.browser import measures
from tests.browser.conftest import Phones
from tests.browser.phone import BOTH, Phone
from tests.browser.plans import beaten, in_turns

pytestmark = pytest.mark.usefixtures("pooled_phones")

SIZES = [(390, 844), (320, 640), (844, 390)]
# All that the browser calls a shift, a moment after a tap as well. Within the bar, the dock, the
# line below it, a chip and the top of a pile, one text gives way to another, or makes room for a
# button that comes: there it is enough that they themselves stay.
WATCH = """() => {
  const GIVE_WAY = ".bar, .chip, .dock, .face, .quiet";
  const says = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const moved = ({ node, previousRect, currentRect }) => {
    const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (element?.parentElement?.closest(GIVE_WAY)) return [];
    if (node !== element && element?.matches(GIVE_WAY)) return [];
    const name = element ? `${element.localName}.${element.className}` : "what is gone";
    return [`${name} from ${says(previousRect)} to ${says(currentRect)}`];
  };
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) shifts.push(...sources.flatMap(moved));
  }).observe({ type: "layout-shift" });
}"""
# What the browser has seen since it was asked last, once all that was drawn has been told.
SHIFTS = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  setTimeout(() => done(shifts.splice(0))))))"""
# Where the parts of a board lie: a browser does not compare new elements with those they replace.
PARTS = """() => {
  const parts = {};
  for (const part of document.querySelectorAll(
    "#board > *, #board :is(.pile, .face, .chip, .counts > li)")) {
    if (!part.checkVisibility()) continue;
    const { x, y, width, height } = part.getBoundingClientRect();
    const kind = part.classList[0] ?? part.localName;
    const same = Object.keys(parts).filter((name) => name.startsWith(`${kind} `));
    parts[`${kind} ${same.length}`] = [x, y + scrollY, width, height].map(Math.round).join(" ");
  }
  return parts;
}"""
SHOWS = "seen => Number(document.getElementById('board').dataset.seen) >= seen"
# A style that moves the board once a card lies, as no style of ours may.
PUSH = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("#board:not([data-seen='0']) > .owed { margin-top: 12px; }");
  document.adoptedStyleSheets = [sheet];
}"""


def plays(phone: Phone, **switches: str) -> Iterator[str]:
    """The Game with undos, redos and a question; each step is done before it is named."""
    phone.joins(**switches)
    yield "the board"
    for number, entry in enumerate(in_turns(beaten(), list(BOTH)), 1):
        phone.does(entry)
        yield str(entry)
        if phone.signs.is_visible():
            phone.chooses("none")
            yield "no command"
        if number % 6 == 5:
            phone.undoes()
            yield "undo"
            phone.redoes()
            yield "redo"
        if number == 9:
            phone.keys_in(98, "down-2")
            yield "a question"
            phone.enters(phone.question.get_by_role("link", name="My mistake"))
            yield "a slip"


class Stillness:
    """What moved on one page since it was looked at last, once all its scripts are there."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.evaluate("() => ready.then(() => null)")
        page.evaluate(WATCH)
        page.evaluate(SHIFTS)
        self._parts = page.evaluate(PARTS)

    def broken(self) -> list[str]:
        shifts: list[str] = self._page.evaluate(SHIFTS)
        before, self._parts = self._parts, self._page.evaluate(PARTS)
        return shifts + [
            f"{name} from {before[name]} to {place}"
            for name, place in self._parts.items()
            if place != before.get(name, place)
        ]


def moves(
    phone: Phone, other: Phone, taps: int, switches: Mapping[str, str], style: str = "() => {}"
) -> Iterator[str]:
    """All that moves on both phones in so many taps on the one; `style` puts one in before."""
    steps = plays(phone, **switches)
    next(steps)
    other.visits(phone.game)
    for each in (phone, other):
        each.page.evaluate(style)
    pages = {"tapped": Stillness(phone.page), "other": Stillness(other.page)}
    phone.taps = 0
    while phone.taps < taps:
        step = next(steps)
        seen = int(str(phone.page.locator("#board").get_attribute("data-seen")))
        other.page.wait_for_function(SHOWS, arg=seen)
        for name, still in pages.items():
            yield from (f"{step}, {name} phone: {each}" for each in still.broken())


def two_phones(phone: Phone, phones: Phones) -> tuple[Phone, Phone]:
    """This one, and another one of the same person; on neither is anything on its way."""
    phone.joins()  # with a game it is a phone that the server knows
    other = phones(storage_state=phone.context.storage_state())
    for each in (phone, other):
        each.page.emulate_media(reduced_motion="reduce")
    return phone, other


@pytest.mark.parametrize(
    ("switches", "taps", "sizes"),
    [
        pytest.param({}, 12, SIZES[1:2], id="some"),
        pytest.param({}, 60, SIZES, id="sixty", marks=pytest.mark.long),
        pytest.param({"extreme": "y"}, 30, SIZES, id="Extreme", marks=pytest.mark.long),
    ],
)
def test_nothing_shifts(
    phone: Phone, phones: Phones, switches: dict[str, str], taps: int, sizes: measures.Sizes
) -> None:
    tapped, other = two_phones(phone, phones)
    found = []
    for width, height in sizes:
        for each in (tapped, other):
            measures.is_sized(each.page, width, height)
        found += [f"{width} x {height}, {each}" for each in moves(tapped, other, taps, switches)]
    assert not found, "\n".join(found)


@pytest.mark.long
def test_nothing_shifts_where_an_answer_takes_long(phone: Phone) -> None:
    """What waits is shown after a while: it comes and goes, and all else lies still."""
    phone.page.emulate_media(reduced_motion="reduce")
    found, held = list[str](), list[Route]()
    for switches in ({}, {"extreme": "y"}):
        for width, height in [*SIZES, (667, 375)]:
            phone.joins(**switches)
            measures.is_sized(phone.page, width, height)
            still = Stillness(phone.page)
            phone.page.route("**/entries", lambda route: held.append(route))
            phone.tap(phone.chip(2, "up-1"))
            phone.page.locator(".waits .wait").wait_for()
            moved = still.broken()
            held.pop().continue_()
            phone.page.locator(".waits").wait_for(state="detached")
            phone.page.unroute_all()
            if not switches:  # in Extreme the signs stand over a pile now
                moved += still.broken()
            found += [f"{width} x {height}, {switches}: {each}" for each in moved]
    assert not found, "\n".join(found)


def test_a_style_that_shifts_is_found(phone: Phone, phones: Phones) -> None:
    tapped, other = two_phones(phone, phones)
    found = list(moves(tapped, other, 1, {}, style=PUSH))
    assert any(" tapped phone: counts 0 from " in each for each in found), found
    assert any(" other phone: ul.counts " in each for each in found), found
