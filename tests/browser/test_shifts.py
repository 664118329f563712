"""Nothing moves while a game is played: on the phone that is tapped, and on another one.

Each step is tapped on one size, and all sizes show what it left where it was.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Route

from tests.browser import bluff_places, brain_places, measures, pad_places
from tests.browser.bluff_places import LONG_FIFTEEN, holds_rik, scored, white
from tests.browser.brain_places import DRAW, LONG_SEVEN, adds, chooses, covers, donate, draws
from tests.browser.conftest import Phones
from tests.browser.phone import IS_WHOLE, Phone
from tests.browser.shortcuts import card
from tests.browser.test_extreme import GAME

# All that the browser calls a shift, a moment after a tap as well. Within the bar, the dock, the
# line below it, what is owed, a chip and the top of a pile, one text gives way to another, or makes
# room for a button that comes: there it is enough that they themselves stay.
WATCH = """() => {
  const GIVE_WAY = ".bar, .chip, .dock, .face, .owed, .quiet, .strip, .turn";
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
LIES = """() => Object.fromEntries(PARTS.flatMap((part) =>
  [...document.querySelectorAll(part)].map((each, at) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [`${part} ${at}`, [x, y + scrollY, width, height].map(Math.round)];
  })))"""
# So many letters more in the words of a board, and each time the browser lays it out.
WRITE = """(letters) => { for (let n = 0; n < letters; n += 1) {
  document.querySelector("#board h1").append("x");
  document.body.getBoundingClientRect();
} }"""
LETTERS = 10
CONTAINERS = 5  # of a board: as often it may compute styles for one letter
CHIPS = [f".pile:nth-of-type({nth}) .chip" for nth in range(1, 5)]
OF_EXTREME = [".pile", "a[data-pile]", *CHIPS, "main > .dock"]
OF_BRAIN = ["dock", "quiet", "middle", "middle > li", "counts", "counts > li", "play-area"]
OF_BLUFF = [".player", ".white", ".sum b", ".rounds", "#board .quiet > a", "#board > .dock > *"]
OF_PAD = [".numpad .key", ".player", ".cell-now", ".sheet tr"]
SIZES = [(320, 568), (390, 664), (390, 844), (844, 390)]
SHOWS = "seen => Number(document.getElementById('board').dataset.seen) >= seen"
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
    """Those of test_extreme.py, and a fire that goes with its command."""
    phone.joins(card(80, "down-2", "none"), extreme="y", on_fire="y")
    phone.page.emulate_media(reduced_motion="reduce")
    yield "the board"
    for does, *_ in GAME[:8]:
        yield does(phone)
    yield phone.plays(4, "up-1")
    yield phone.tap(phone.signs.get_by_role("link", name="Not now"))
    yield phone.keys_in(70, "down-2", "same-pile")
    yield phone.keys_in(66, "down-2", "none")


def steps_of_brain(phone: Phone) -> Iterator[object]:
    brain_places.sits(phone, donate(1), DRAW, names=LONG_SEVEN, hand="4")
    yield "the board"
    yield covers(phone, 1)
    yield draws(phone)
    yield adds(phone, "hand")
    yield phone.ends_turn()
    yield phone.enters(phone.page.locator("#board .quiet button"))
    chooses(phone, "take-back")
    yield phone.enters(brain_places.target(phone, 1))
    yield covers(phone, 2)
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


def steps_of_pad(phone: Phone) -> Iterator[object]:
    pad_places.sits(limit="150")(phone)
    yield "the board"
    for points in (12, 0, 25, 7, 130, 5):
        for digit in str(points):
            phone.tap(phone.page.locator(f'#board [data-type="{digit}"]'))
        phone.enters(phone.page.locator("#board [data-enter]"))
        yield phone.page.evaluate("() => scrollTo(0, 0)")  # not as far as for a tap by a program


class Lying(NamedTuple):
    """The steps of a game, and where its parts lie; some may move, but not grow."""

    steps: Steps
    parts: list[str]
    sizes: measures.Sizes = SIZES
    moves: str = "nothing"


BOARDS = {
    "The Game": Lying(steps_of_the_game, [".pile"], measures.SIZES),
    "Extreme": Lying(steps_of_extreme, OF_EXTREME, SIZES[:3]),
    "One Brain": Lying(steps_of_brain, [f"#board .{each}" for each in OF_BRAIN]),
    "Bluff": Lying(steps_of_bluff, OF_BLUFF, SIZES[1:], "> .dock"),
    "a pad": Lying(steps_of_pad, OF_PAD, [(390, 844), (768, 1024), (844, 390)]),
}
SHIFT_NOTHING = ("The Game", "Extreme")


def watches(page: Page) -> list[str]:
    page.wait_for_function(IS_WHOLE)
    page.evaluate(f"() => window.shifts || ({WATCH})()")
    return page.evaluate(SHIFTS)


def styled(page: Page) -> float:
    """How many times styles are computed on this page when a letter of its board changes.

    Containers that are laid out once to be measured, and then otherwise, need many, each time.
    """
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")

    def count() -> float:
        said = tools.send("Performance.getMetrics")["metrics"]
        return {each["name"]: float(each["value"]) for each in said}["RecalcStyleCount"]

    before = count()
    page.evaluate(WRITE, LETTERS)
    return (count() - before) / LETTERS


@pytest.mark.parametrize(
    "game", ["The Game", *(pytest.param(each, marks=pytest.mark.long) for each in [*BOARDS][1:])]
)
def test_nothing_jumps(phone: Phone, phones: Phones, game: str) -> None:
    """Neither on this phone nor on another one of the same person; and little is laid out anew."""
    steps, parts, sizes, moving = BOARDS[game]
    lies = LIES.replace("PARTS", str(parts))
    before, jumps, pages = dict[str, list[int]](), list[str](), [phone.page]
    for number, _ in enumerate(steps(phone)):
        if not number and game in SHIFT_NOTHING:
            other = phones(storage_state=phone.context.storage_state())
            other.visits(phone.game)
            pages.append(other.page)
        seen = int(str(phone.board.get_attribute("data-seen")))
        for page in pages:
            page.emulate_media(reduced_motion="reduce")
            page.wait_for_function(SHOWS, arg=seen)
            moved = watches(page) if number and game in SHIFT_NOTHING else []
            jumps += [f"step {number}: {each}" for each in moved]
        now = dict[str, list[int]]()
        for width, height in sizes:
            measures.is_sized(phone.page, width, height)
            told = phone.page.evaluate(lies)
            now |= {f"{width} x {height}, {part}": place for part, place in told.items()}
        before = before or now
        for part, place in before.items():
            stays = slice(2, None) if moving in part else slice(None)
            if now.get(part, [])[stays] != place[stays]:
                jumps += [f"step {number}, {part}: from {place} to {now.get(part)}"]
        for page in pages:
            measures.is_sized(page, *sizes[number % len(sizes)])
            watches(page)
    assert not jumps, "\n".join(jumps)
    assert styled(phone.page) < CONTAINERS


@pytest.mark.long
def test_nothing_shifts_where_an_answer_takes_long(phone: Phone) -> None:
    """What waits is shown after a while: it comes and goes, and all else lies still."""
    phone.page.emulate_media(reduced_motion="reduce")
    found, held = list[str](), list[Route]()
    for switches in ({}, {"extreme": "y"}):
        for width, height in SIZES[1:]:
            phone.joins(**switches)
            measures.is_sized(phone.page, width, height)
            watches(phone.page)
            phone.page.route("**/entries", lambda route: held.append(route))
            phone.tap(phone.chip(2, "up-1"))
            phone.page.locator(".waits .wait").wait_for()
            moved = watches(phone.page)
            held.pop().continue_()
            phone.page.locator(".waits").wait_for(state="detached")
            phone.page.unroute_all()
            if not switches:  # in Extreme the signs stand over a pile now
                moved += watches(phone.page)
            found += [f"{width} x {height}, {switches}: {each}" for each in moved]
    assert not found, "\n".join(found)


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
