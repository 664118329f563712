"""Tablets and laptops: all is larger, what fits stands side by side, and phones stay alike."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import measures
from tests.browser.bluff_places import BLUFF
from tests.browser.brain_places import BRAIN
from tests.browser.chromium import PORTRAIT
from tests.browser.phone import Phone
from tests.browser.places import EXTREME, PLACES
from tests.browser.shortcuts import END, card
from tests.support.live_server import Server

pytestmark = pytest.mark.usefixtures("pooled_phones")

TABLETS = [(600, 960), (768, 1024), (1024, 768), (1180, 820), (1440, 900)]
BESIDE = [size for size in TABLETS if size[0] >= 1000]
NAMES = ("Ann", "Ben", "Carla", "David", "Hannelor")
FIVE = [card(47, "up-1"), card(52, "up-1"), END, card(80, "down-2"), card(76, "down-2"), END]
# Where everything on the screen is, and how large its letters are: without the style for wide
# screens and with it, at one moment.
BOTH = """() => {
  const style = document.querySelector("style[data-wide]");
  const laid = () => [...document.querySelectorAll("#main *")]
    .filter((each) => each.checkVisibility())
    .map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [each.tagName, x, y, width, height, getComputedStyle(each).font].join(" ");
    });
  style.sheet.disabled = true;
  const without = laid();
  style.sheet.disabled = false;
  return [without, laid()];
}"""
IS_WIDE = "() => Boolean(document.querySelector('style[data-wide]'))"


def was_wide(phone: Phone, server: Server) -> None:
    """The pages of this phone bring the style for wide screens."""
    phone.context.add_cookies(
        [{"name": phone.cookie_name("wide"), "value": "y", "url": server.url}]
    )


@pytest.fixture
def tablet(phone: Phone, server: Server) -> Phone:
    """One that was here before: its pages bring the style for its screen."""
    was_wide(phone, server)
    measures.is_sized(phone.page, *TABLETS[0])
    return phone


@pytest.mark.long
def test_the_tops_are_read_from_a_metre_and_from_four_metres_away(tablet: Phone) -> None:
    for goes in (
        lambda phone: phone.joins(*FIVE, names=NAMES),
        EXTREME["Extreme with what commands mark"],
        EXTREME["four commands in force"],
    ):
        goes(tablet)
        for size in BESIDE:
            measures.is_sized(tablet.page, *size)
            assert [top for top, px in measures.tops(tablet.page) if px < 96] == [], size
    tablet.joins(card(47, "up-1"), card(80, "down-1"))
    for height in (664, 844):
        measures.is_sized(tablet.page, 390, height)
        assert [top for top, px in measures.tops(tablet.page) if px < 64] == [], height


@pytest.mark.long
def test_a_pile_has_more_of_its_next_cards_where_there_is_room(tablet: Phone) -> None:
    page = tablet.page
    pile = page.locator(".pile").first.locator(".chip:visible")
    for names, size, more in (
        ("53 54 55 56 57 42", (600, 960), ""),
        ("53 54 55 56 57 42", (1024, 768), ""),
        ("53 54 55 56 57 58 59 42", (768, 1024), "59"),
        ("53 54 55 56 57 58 59 42", (1440, 900), "59"),
    ):
        tablet.joins(*FIVE, names=NAMES)
        measures.is_sized(page, *size)
        cards = names.split()
        expect(pile).to_have_count(len(cards))
        assert [str(each.get_attribute("value")) for each in pile.all()] == cards
        if more:
            tablet.enters(tablet.chip(int(more), "up-1"))
            expect(tablet.face("up-1").locator("b")).to_have_text(more)
            expect(pile.first).to_have_text("60")
            expect(pile).to_have_count(len(cards))
    tablet.joins(card(95, "up-1"), aids="y")
    shown = [page.locator(".pile").nth(at).locator("button.chip:visible") for at in (0, 1)]
    expect(shown[1]).to_have_count(6)
    tablet.joins(card(95, "up-1"))
    expect(shown[0]).to_have_text(["96", "97", "98", "99", "85−10 ten back"])
    expect(shown[1]).to_have_count(8)


def test_the_log_or_the_rules_stand_beside_a_board(tablet: Phone) -> None:
    tablet.joins(*FIVE, names=NAMES)
    page, side = tablet.page, tablet.page.locator("#side")
    for width, height in TABLETS:
        measures.is_sized(page, width, height)
        if width < 1000:
            expect(side).to_be_hidden()
            continue
        expect(side.locator("h2").first).to_have_text("Turn 2")
        beside, board = side.bounding_box(), page.locator("#board").bounding_box()
        assert beside
        assert board
        assert beside["x"] >= board["x"] + board["width"]
        assert beside["width"] >= 250
    tablet.enters(tablet.chip(2, "up-2"))
    expect(side.locator(".row-link").first).to_contain_text("Carla: 2 on ▲")
    tablet.undoes()
    expect(side.locator("li").first).to_contain_text("undone")
    tablet.tap(side.get_by_role("button", name="Rules"))
    expect(side.locator(".matters .when")).to_have_text("Right now")
    page.reload()
    expect(side.locator(".matters .when")).to_have_text("Right now")
    expect(side.get_by_role("button", name="Rules")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_the_end_has_the_whole_screen(tablet: Phone) -> None:
    PLACES["the end, beaten"](tablet)
    measures.is_sized(tablet.page, 1180, 820)
    expect(tablet.page.locator("#side")).to_be_hidden()
    boxes = [tablet.page.locator(part).first.bounding_box() for part in (".figures", ".facts")]
    assert boxes[0]
    assert boxes[1]
    assert boxes[1]["x"] > boxes[0]["x"] + boxes[0]["width"]


def test_the_first_page_gets_the_style_and_all_others_bring_it(phone: Phone) -> None:
    phone.visits("/")
    assert not phone.page.evaluate(IS_WIDE)
    with phone.page.expect_response("**/phone"):
        measures.is_sized(phone.page, 1024, 768)
    phone.has(IS_WIDE)
    answer: Any = phone.visits("/new/the-game")
    assert "<style data-wide>" in answer.text()


@pytest.mark.long
def test_a_phone_looks_the_same_whatever_its_pages_bring(phone: Phone, server: Server) -> None:
    was_wide(phone, server)
    for goes in (
        PLACES["a board in mid-game"],
        BRAIN["Brain, two begin"],
        BLUFF["Bluff, the first view"],
    ):
        goes(phone)
        for size in (tuple(PORTRAIT.values()), (320, 568), (844, 390)):
            measures.is_sized(phone.page, *size)
            without, with_style = phone.page.evaluate(BOTH)
            assert without == with_style, size
