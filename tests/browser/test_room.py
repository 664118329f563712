"""The board keeps its place and fits, on small phones, lying on its side, with long names."""

from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import expect

from tests.browser import measures
from tests.browser.conftest import Phones
from tests.browser.measures import SIZES
from tests.browser.phone import Phone
from tests.browser.places import LONG
from tests.browser.shortcuts import END, card

pytestmark = pytest.mark.usefixtures("pooled_phones")


FITS = {"sideways": measures.SIDEWAYS, "overlap": measures.OVERLAPS}
PLAIN = {
    **{what: measures.RULER[what] for what in ("sideways", "small target", "cut number")},
    "covered": measures.COVERED_TARGETS,
}


@pytest.mark.parametrize(
    "players", [*(pytest.param(some, marks=pytest.mark.long) for some in (1, 2, 3, 4)), 5]
)
def test_long_names_fit_on_every_size(phone: Phone, players: int) -> None:
    phone.joins(card(47, "up-1"), *([END, END] if players == 2 else []), names=LONG[:players])
    wrong = []
    for page in ("", "log/", "log/1", "sheet/hands", "../"):
        phone.visits(f"{phone.game}{page}")
        found = measures.on_every_size(phone.page, PLAIN)
        wrong += [f"{page or 'board'}, {each}" for each in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(LONG[:3], id="long"),
        pytest.param(("Ann", "Robert", "Cas"), id="usual", marks=pytest.mark.long),
    ],
)
def test_an_end_of_turn_that_was_forgotten_fits_on_every_size(
    phone: Phone, names: tuple[str, ...]
) -> None:
    phone.joins(card(47, "up-1"), card(48, "up-1"), card(49, "up-1"), names=names)
    expect(phone.page.locator("#board .quiet button")).to_have_text(f"49 was {names[1]}’s")
    wrong = measures.on_every_size(phone.page, FITS)
    assert not wrong, "\n".join(wrong)


def test_nothing_jumps(phone: Phone) -> None:
    """Each step is tapped on one size, and all sizes show what it left where it was."""
    phone.joins(card(47, "up-1"), card(80, "down-1"))
    before = measures.at_sizes(phone.page, SIZES, measures.PILES)
    steps: dict[str, Callable[[], None]] = {
        "a card": lambda: phone.plays(99, "down-2"),
        "a card by the pad": lambda: phone.keys_in(60, "up-2"),
        "a question": lambda: phone.keys_in(36, "up-1"),
        "another question": lambda: phone.keys_in(59, "up-2"),
        "a card entered all the same": lambda: phone.enters(phone.button("Enter 59")),
        "undo": phone.undoes,
        "redo": phone.redoes,
        "an end of turn": phone.ends_turn,
        "a question about the dock": phone.ends_turn,
    }
    jumps = []
    for number, (step, does) in enumerate(steps.items()):
        measures.is_sized(phone.page, *SIZES[number % len(SIZES)])
        if step == "another question":
            phone.enters(phone.question.get_by_role("link", name="My mistake"))
        does()
        lies = measures.at_sizes(phone.page, SIZES, measures.PILES)
        jumps += [
            f"{step}: {name} from {before.get(name)} to {place}"
            for name, place in lies.items()
            if place != before.get(name)
        ]
        assert lies.keys() == before.keys(), step
    assert not jumps, "\n".join(jumps)


def test_the_piles_are_read_from_a_metre_away(phone: Phone) -> None:
    phone.joins(card(47, "up-1"), card(80, "down-1"))
    for height in (664, 844):
        measures.is_sized(phone.page, 390, height)
        assert [top for top, size in measures.tops(phone.page) if size < 64] == [], height


def test_a_question_hides_no_way_out(phone: Phone) -> None:
    phone.joins(card(47, "up-1"), card(80, "down-1"), names=LONG[:2])
    phone.keys_in(36, "up-1")
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        for ways in (phone.question.get_by_role("button"), phone.question.get_by_role("link")):
            assert measures.unreached(ways) == [], (width, height)
        assert measures.sideways(phone.page) == [], (width, height)


def test_pages_can_be_zoomed(phone: Phone) -> None:
    phone.joins()
    for path in ("/", "/new/the-game", phone.game, "/rules/the-game"):
        phone.visits(path)
        said = phone.page.locator('meta[name="viewport"]').get_attribute("content") or ""
        assert "user-scalable" not in said
        assert "maximum-scale" not in said


def test_the_turned_screen_still_enters(phone: Phone) -> None:
    phone.joins()
    phone.tap(phone.button("Rotate the screen"))
    phone.enters(phone.chip(3, "up-1"))
    expect(phone.face("up-1").locator("b")).to_have_text("3")
    phone.tap(phone.button("Rotate the screen"))
    assert phone.entries == [("card-played", 3, "up-1")]


@pytest.mark.parametrize("tile", ["the-game", "one-brain"])
@pytest.mark.parametrize(
    ("width", "height"),
    [
        (320, 568),
        pytest.param(390, 664, marks=pytest.mark.long),
        pytest.param(390, 844, marks=pytest.mark.long),
    ],
)
def test_names_come_into_sight_once_they_are_asked_for(
    phone: Phone, tile: str, width: int, height: int
) -> None:
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.visits(f"/new/{tile}")
    phone.tap(phone.page.get_by_text("Names, in the order you sit"))
    last = phone.page.get_by_label("Player 2")
    expect(last).to_be_in_viewport(ratio=1)
    name, start = last.bounding_box(), phone.button("Start").bounding_box()
    assert name
    assert start
    assert name["y"] + name["height"] < start["y"]


def test_the_ways_to_take_a_table_along_stand_apart(phones: Phones) -> None:
    phone = phones(locale="nl-NL", viewport={"width": 320, "height": 568})
    phone.joins()
    phone.visits(phone.game.rsplit("/", 2)[0] + "/")
    links = phone.page.locator(".taken-along span, .taken-along .icon")
    boxes = [link.bounding_box() for link in links.all()]
    for one, other in combinations(filter(None, boxes), 2):
        beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
        below = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
        assert beside or below
