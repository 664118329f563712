"""Tablets and laptops: all is larger, and what fits stands side by side."""

from typing import Any

import pytest

from tests.browser import measures
from tests.browser.phone import Phone
from tests.browser.places import EXTREME
from tests.browser.shortcuts import END, card
from tests.support.live_server import Server

NAMES = ("Ann", "Ben", "Carla", "David", "Hannelor")
FIVE = [card(47, "up-1"), card(52, "up-1"), END, card(80, "down-2"), card(76, "down-2"), END]
TOPS = """() => [...document.querySelectorAll("a[data-pile] b")]
  .map((top) => parseFloat(getComputedStyle(top).fontSize))"""
CHIPS = """() => [...document.querySelector(".pile").querySelectorAll("button.chip")]
  .filter((each) => each.checkVisibility()).map((each) => each.value || each.innerText)"""
IS_WIDE = "() => Boolean(document.querySelector('style[data-wide]'))"


@pytest.mark.long
def test_tops_are_read_from_afar_and_wider_piles_have_more_cards(
    phone: Phone, server: Server
) -> None:
    """On a tablet that was here before: its pages bring the style for its screen."""
    phone.likes(server.url, wide="y")
    page, chips = phone.page, list[list[str]]()
    behind = (*FIVE, card(57, "up-2"))  # the last chip before those that are more
    for goes in (
        EXTREME["four commands in force"],
        lambda phone: phone.joins(*behind, names=NAMES),
    ):
        goes(phone)
        for width, height in ((390, 664), (1024, 768), (1440, 900)):
            measures.is_sized(page, width, height)
            assert min(page.evaluate(TOPS)) >= min(width, height) / 8
            chips.append(page.evaluate(CHIPS))
    few, more, most = map(len, chips[3:])
    assert few <= more < most
    phone.enters(phone.chip(59, "up-1"))
    assert len(page.evaluate(CHIPS)) == most


def test_the_first_page_gets_the_style_and_others_bring_it(phone: Phone) -> None:
    phone.visits("/")
    assert not phone.page.evaluate(IS_WIDE)
    with phone.page.expect_response("**/phone"):
        measures.is_sized(phone.page, 1024, 768)
    phone.has(IS_WIDE)
    answer: Any = phone.visits("/new/the-game")
    assert "<style data-wide>" in answer.text()
