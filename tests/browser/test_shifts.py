"""Nothing moves while a game is played: on the phone that is tapped, and on another one."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Route

from tests.browser import bluff_places, brain_places, measures
from tests.browser.bluff_places import LONG_FIFTEEN, holds_rik, scored, white
from tests.browser.brain_places import DRAW, LONG_SEVEN, adds, chooses, covers, donate, draws
from tests.browser.conftest import Phones
from tests.browser.phone import BOTH, Phone
from tests.browser.plans import beaten, in_turns
from tests.browser.shortcuts import card

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
        ({}, 12, SIZES[1:2]),
        pytest.param({"extreme": "y"}, 20, SIZES, marks=pytest.mark.long),
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
        for width, height in SIZES:
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


# Whatever is done, the parts of a board lie where they lay: each step is tapped on one size, and
# all sizes show what it left where it was.

LIES = """() => Object.fromEntries(PARTS.flatMap((part) =>
  [...document.querySelectorAll(part)].map((each, at) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [`${part} ${at}`, [x, y + scrollY, width, height].map(Math.round)];
  })))"""
CHIPS = [f".pile:nth-of-type({nth}) .chip" for nth in range(1, 5)]
OF_EXTREME = [".pile", "a[data-pile]", *CHIPS, "main > .dock"]
OF_BRAIN = ["dock", "quiet", "middle", "middle > li", "counts", "counts > li", "play-area"]
OF_BLUFF = [".player", ".white", ".sum b", ".rounds", "#board .quiet > a", "#board > .dock > *"]
LOW = [(320, 568), (390, 664), (390, 844), (844, 390)]
Steps = Callable[[Phone], Iterator[object]]


def steps_of_the_game(phone: Phone) -> Iterator[object]:
    phone.joins(card(47, "up-1"), card(80, "down-1"))
    yield "the board"
    yield phone.plays(99, "down-2")
    yield phone.keys_in(60, "up-2")
    yield phone.keys_in(36, "up-1")
    phone.enters(phone.question.get_by_role("link", name="My mistake"))
    yield phone.keys_in(59, "up-2")
    yield phone.enters(phone.button("Enter 59"))
    yield phone.undoes()
    yield phone.redoes()
    yield phone.ends_turn()
    yield phone.ends_turn()


def steps_of_extreme(phone: Phone) -> Iterator[object]:
    phone.joins(card(2, "up-1", "none"), extreme="y", on_fire="y")
    phone.page.emulate_media(reduced_motion="reduce")
    yield "the board"
    yield phone.plays(3, "up-1")
    if (x := phone.signs.get_by_role("link", name="Not now")).is_visible():
        yield phone.tap(x)
    yield phone.plays(99, "down-2")
    yield phone.chooses("none")
    phone.plays(4, "up-1")
    yield phone.chooses("silence")
    yield phone.ends_turn()
    yield phone.keys_in(20, "up-2", "no-trick")
    yield phone.plays(10, "up-2")
    yield phone.enters(phone.question.get_by_role("link", name="My mistake"))
    yield phone.keys_in(90, "down-1", "draw-one")
    yield phone.keys_in(80, "down-2", "same-pile")
    yield phone.ends_turn()
    phone.plays(79, "down-2")
    yield phone.chooses("stop")
    yield phone.keys_in(21, "up-2", "three")
    yield phone.keys_in(70, "down-1", "skull")
    yield phone.keys_in(66, "down-1", "none")


def steps_of_brain(phone: Phone) -> Iterator[object]:
    brain_places.sits(phone, donate(1), DRAW, names=LONG_SEVEN, hand="4")
    yield "the board"
    yield covers(1)(phone)
    yield draws(phone)
    yield adds("hand")(phone)
    yield phone.ends_turn()
    yield phone.enters(phone.page.locator("#board .quiet button"))
    chooses(phone, "take-back")
    yield phone.enters(brain_places.target(phone, 1))
    yield covers(2)(phone)
    yield phone.enters(phone.question.locator(".ways a"))
    yield phone.undoes()
    yield phone.redoes()
    yield draws(phone)
    yield phone.ends_turn() if phone.dock_button("End turn").is_visible() else None


def steps_of_bluff(phone: Phone) -> Iterator[object]:
    players = LONG_FIFTEEN[:6]
    bluff_places.sits(phone, scored(*range(1, 7)), names=players)
    yield "the board"
    yield white(phone, players[0], 6)
    yield holds_rik(phone, players[0])
    yield holds_rik(phone, players[1])
    for number, name in enumerate(players[1:-1], 1):
        white(phone, name, number)
    yield holds_rik(phone, players[0])
    yield white(phone, players[2], 6)


class Lying(NamedTuple):
    """The steps of a game, the sizes, and where its parts lie; some may move, but not grow."""

    steps: Steps
    sizes: measures.Sizes
    lies: str
    moves: str = "nothing"


BOARDS = {
    "The Game": Lying(steps_of_the_game, measures.SIZES, LIES.replace("PARTS", "['.pile']")),
    "Extreme": Lying(steps_of_extreme, LOW[:3], LIES.replace("PARTS", str(OF_EXTREME))),
    "One Brain": Lying(
        steps_of_brain, LOW, LIES.replace("PARTS", str([f"#board .{each}" for each in OF_BRAIN]))
    ),
    "Bluff": Lying(steps_of_bluff, LOW[1:], LIES.replace("PARTS", str(OF_BLUFF)), "> .dock"),
}


@pytest.mark.long
@pytest.mark.parametrize("game", BOARDS)
def test_nothing_jumps(phone: Phone, game: str) -> None:
    steps, sizes, lies, moving = BOARDS[game]
    before: dict[str, list[int]] = {}
    jumps = []
    for number, _ in enumerate(steps(phone)):
        now = measures.at_sizes(phone.page, sizes, lies)
        before = before or now
        for part, place in before.items():
            stays = slice(2, None) if moving in part else slice(None)
            if now.get(part, [])[stays] != place[stays]:
                jumps += [f"step {number}, {part}: from {place} to {now.get(part)}"]
        measures.is_sized(phone.page, *sizes[number % len(sizes)])
    assert not jumps, "\n".join(jumps)


@pytest.mark.long
def test_the_pad_of_fifteen_does_not_jump_under_the_thumb(phone: Phone) -> None:
    bluff_places.opens_pad(LONG_FIFTEEN)(phone)
    parts = ["dialog [data-white]", "dialog [data-crown]", "dialog .holder", "dialog .dock button"]
    lies = LIES.replace("PARTS", str(parts))
    phone.page.evaluate(measures.STILL)
    before = phone.page.evaluate(lies)
    for number in range(15, 1, -1):
        bluff_places.gives(phone, number)
        assert phone.page.evaluate(lies) == before, number
