"""A second phone at a table comes by a link, is seen on the first one, and enters nothing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import bluff_places, brain_places, measures
from tests.browser.conftest import Phones
from tests.browser.guests import way_in
from tests.browser.phone import Phone
from tests.browser.shortcuts import card

ENTERS = """() => [...document.querySelectorAll("#main form.entry, #main a[data-sheet]")]
  .filter((each) => !each.matches("[href^='/rules/']"))
  .flatMap((each) => each.matches("a") ? [each] : [...each.querySelectorAll("button, input")])
  .filter((each) => {
    if (!each.checkVisibility() || each.type === "hidden") return false;
    each.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = each.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit && (each.contains(hit) || hit.contains(each) && hit.closest("form.entry"));
  }).map((each) => each.innerText || each.getAttribute("aria-label") || each.outerHTML)"""
LOOKED_UP = ("Cards", "Set-up", "attempt")
"""What opens a sheet in which nothing is entered, besides those of the rules."""

BOARDS: dict[str, Callable[[Phone], None]] = {
    "The Game": lambda phone: phone.joins(card(47, "up-1"), card(80, "down-1"), aids="y"),
    "Extreme": lambda phone: phone.joins(card(47, "up-1"), card(80, "down-1"), extreme="y"),
    "One Brain, not begun": lambda phone: brain_places.sits(phone),
    "One Brain": lambda phone: brain_places.sits(phone, brain_places.lay("donate", to=1)),
    "Bluff, few": lambda phone: bluff_places.sits(phone, bluff_places.scored(1, 2, 3, 4, 5)),
    "Bluff, many": lambda phone: bluff_places.sits(phone, names=bluff_places.EIGHT),
}


@pytest.mark.long
def test_nothing_on_an_onlooker_s_board_enters(phone: Phone, phones: Phones) -> None:
    onlooker = phones()
    for board, begins in BOARDS.items():
        onlooker.visits("/rules/")
        onlooker.context.clear_cookies()  # it is at no table
        begins(phone)
        assert phone.page.evaluate(ENTERS)
        board, link = phone.page.url, way_in(phone, -1)
        phone.visits(re.sub(r"[^/]+/$", "phones/", phone.game))
        here = phone.page.locator("#here h2")
        before = int(here.inner_text().split()[0])  # those of the board before are at this table
        onlooker.visits(link)
        onlooker.goes(onlooker.button("Watch"))
        expect(here).to_have_text(f"{before + 1} phones at this table")
        phone.visits(board)
        assert onlooker.page.url == phone.page.url
        expect(onlooker.page.get_by_text("You’re watching.")).to_be_visible()
        for width in (320, 390):
            measures.is_sized(onlooker.page, width, 664)
            tapped = [
                said
                for said in onlooker.page.evaluate(ENTERS)
                if not said.strip().startswith(LOOKED_UP)
            ]
            assert tapped == [], (board, width)
            assert measures.found(onlooker.page, ["sideways"])["sideways"] == [], (board, width)
