"""What a small screen still shows: ways out of a question, names that are asked for, links."""

from itertools import combinations

import pytest
from playwright.sync_api import expect

from tests.browser import measures
from tests.browser.conftest import Phones
from tests.browser.measures import SIZES
from tests.browser.phone import Phone
from tests.browser.places import LONG
from tests.browser.shortcuts import card

pytestmark = pytest.mark.usefixtures("pooled_phones")


def test_a_question_hides_no_way_out(phone: Phone) -> None:
    phone.joins(card(47, "up-1"), card(80, "down-1"), names=LONG[:2])
    phone.keys_in(36, "up-1")
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        for ways in (phone.question.get_by_role("button"), phone.question.get_by_role("link")):
            assert measures.unreached(ways) == [], (width, height)
        assert measures.sideways(phone.page) == [], (width, height)


@pytest.mark.long
def test_the_turned_screen_still_enters(phone: Phone) -> None:
    phone.joins()
    phone.tap(phone.button("Rotate the screen"))
    phone.enters(phone.chip(3, "up-1"))
    expect(phone.face("up-1").locator("b")).to_have_text("3")
    phone.tap(phone.button("Rotate the screen"))
    assert phone.entries == [("card-played", 3, "up-1")]


@pytest.mark.long
def test_names_come_into_sight_once_they_are_asked_for(phone: Phone) -> None:
    for tile, width, height in (("the-game", 320, 568), ("one-brain", 390, 664)):
        measures.is_sized(phone.page, width, height)
        phone.visits(f"/new/{tile}")
        phone.tap(phone.page.get_by_text("Names, in the order you sit"))
        last = phone.page.get_by_label("Player 2")
        expect(last).to_be_in_viewport(ratio=1)
        assert measures.unreached(last) == []


@pytest.mark.long
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
