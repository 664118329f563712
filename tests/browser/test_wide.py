"""Tablets and laptops: all is larger, what fits stands side by side, and phones stay alike."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import measures
from tests.browser.bluff_places import BLUFF
from tests.browser.brain_places import BRAIN
from tests.browser.phone import Phone
from tests.browser.places import EXTREME, PLACES
from tests.browser.shortcuts import END, card
from tests.support.live_server import Server

pytestmark = pytest.mark.usefixtures("pooled_phones")

TABLETS = [(600, 960), (768, 1024), (1024, 768), (1180, 820), (1440, 900)]
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


@pytest.fixture
def tablet(phone: Phone, server: Server) -> Phone:
    """One that was here before: its pages bring the style for its screen."""
    cookie = {"name": phone.cookie_name("wide"), "value": "y", "url": server.url}
    phone.context.add_cookies([cookie])  # type: ignore[list-item]
    measures.is_sized(phone.page, *TABLETS[0])
    return phone


@pytest.mark.long
def test_the_tops_are_read_from_four_metres_away_and_piles_have_more_cards(tablet: Phone) -> None:
    page = tablet.page
    for goes in (EXTREME["four commands in force"], lambda phone: phone.joins(*FIVE, names=NAMES)):
        goes(tablet)
        for size in TABLETS[2:]:
            measures.is_sized(page, *size)
            assert [top for top, px in measures.tops(page) if px < 96] == [], size
    chips = page.locator(".pile").first.locator(".chip:visible")
    for size, cards in (
        ((600, 960), ["53", "54", "55", "56", "57", "42"]),
        ((1024, 768), ["53", "54", "55", "56", "57", "42"]),
        ((768, 1024), ["53", "54", "55", "56", "57", "58", "59", "42"]),
        ((1440, 900), ["53", "54", "55", "56", "57", "58", "59", "42"]),
    ):
        measures.is_sized(page, *size)
        expect(chips).to_have_count(len(cards))
        assert [str(each.get_attribute("value")) for each in chips.all()] == cards
    tablet.enters(tablet.chip(59, "up-1"))
    expect(chips.first).to_have_text("60")
    expect(chips).to_have_count(8)
    tablet.joins(card(95, "up-1"))
    measures.is_sized(page, 600, 960)
    buttons = page.locator(".pile").first.locator("button.chip:visible")
    expect(buttons).to_have_text(["96", "97", "98", "99", "85−10 ten back"])
    measures.is_sized(page, 390, 664)
    assert [top for top, px in measures.tops(page) if px < 64] == []


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
    PLACES["the end, beaten"](tablet)
    expect(side).to_be_hidden()  # the end has the whole screen
    boxes = [page.locator(part).first.bounding_box() for part in (".figures", ".facts")]
    assert boxes[0]
    assert boxes[1]
    assert boxes[1]["x"] > boxes[0]["x"] + boxes[0]["width"]


def test_the_first_page_gets_the_style_and_others_bring_it_and_a_phone_looks_as_before(
    phone: Phone,
) -> None:
    phone.visits("/")
    assert not phone.page.evaluate(IS_WIDE)
    with phone.page.expect_response("**/phone"):
        measures.is_sized(phone.page, 1024, 768)
    phone.has(IS_WIDE)
    answer: Any = phone.visits("/new/the-game")
    assert "<style data-wide>" in answer.text()
    for goes in (
        PLACES["a board in mid-game"],
        BRAIN["Brain, two begin"],
        BLUFF["Bluff, the first view"],
    ):
        goes(phone)
        for size in ((390, 844), (320, 568), (844, 390)):
            measures.is_sized(phone.page, *size)
            without, with_style = phone.page.evaluate(BOTH)
            assert without == with_style, size
