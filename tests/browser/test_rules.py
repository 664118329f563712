"""The rules in mid-game: what matters now first, anything else by a word, and a sheet to print."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from companion.games import GAMES
from companion.web.safety.phone import LANGUAGES
from tests.browser.conftest import Phones
from tests.browser.phone import Phone

SHEET = 2  # sides
INK = """() => [...new Set([...document.querySelectorAll(".rules :is(h1, h2, h3, p, li, td, th)")]
  .filter((each) => each.checkVisibility()).map((each) => getComputedStyle(each).color))]"""


def search(phone: Phone) -> Locator:
    return phone.page.get_by_role("searchbox")


def test_it_is_found_as_it_is_typed_also_before_the_scripts_are_there(phone: Phone) -> None:
    phone.visits("/rules/one-brain")
    search(phone).press_sequentially("skul")
    found = phone.page.locator("#found a")
    expect(found.first).to_contain_text("Skull")
    phone.goes(found.first)
    expect(phone.page.locator("#skull")).to_be_in_viewport()

    library, held = "**/vendor/htmx*", list[Route]()
    phone.page.route(library, lambda route: held.append(route))
    with phone.page.expect_request(library):
        phone.page.goto("/rules/game-of-bluff/characters")
    search(phone).press_sequentially("gemma")
    phone.page.route(library, lambda route: route.continue_())
    for each in held:  # the worker, which keeps the app, may have asked too
        each.continue_()
    expect(phone.page.locator("#found")).to_contain_text("Gambeling Gemma")
    expect(phone.page.locator("#found")).not_to_contain_text("Intrusive Timpe")


def test_it_is_printed_in_black(phones: Phones) -> None:
    phone = phones(color_scheme="dark")
    phone.visits("/rules/the-game")
    phone.page.emulate_media(media="print")
    assert phone.page.evaluate(INK) == ["rgb(0, 0, 0)"]


@pytest.mark.long
def test_each_game_is_printed_on_one_sheet(phones: Phones) -> None:
    for language in LANGUAGES:
        phone = phones(locale=language, color_scheme="dark")
        for slug in GAMES:
            phone.visits(f"/rules/{slug}")
            paper = phone.page.pdf(prefer_css_page_size=True, print_background=True)
            sides = re.findall(rb"/Type\s*/Page\b", paper)
            assert 0 < len(sides) <= SHEET, (slug, language)
