"""The rules in mid-game: what matters now first, anything else by a word that is typed."""

import pytest

from tests.browser.bluff_places import FIVE
from tests.other_browsers.phone import Phone, Spot, link
from tests.other_browsers.test_games import BOTH, white

pytestmark = pytest.mark.long

SEARCH = "input[type=search]"
IN_VIEW = """(css) => {
  const { top, bottom } = document.querySelector(css).getBoundingClientRect();
  return top >= 0 && top < innerHeight && bottom > 0;
}"""


def test_one_tap_leads_to_what_holds_now_a_word_to_the_rest_and_one_tap_back(phone: Phone) -> None:
    phone.starts("The Game: Extreme", BOTH)
    phone.plays(6, "up-1")
    phone.chooses("silence")
    phone.goes(link("Rules", "#main"))
    phone.reads(".matters h2", "^Silence$")
    assert phone.runs(IN_VIEW, ".matters h2")
    phone.types(SEARCH, "skul")
    phone.reads("#found a", "Skull")
    phone.taps(link("Skull", "#found"))
    phone.awaits("() => location.hash === '#skull'")
    phone.awaits(IN_VIEW, "#skull")
    phone.goes(link("Back to the game"))
    assert phone.screen().force == ["silence"]


def test_a_word_of_another_game_leads_there(phone: Phone) -> None:
    phone.visits("/rules/one-brain")
    phone.types(SEARCH, "skul")
    phone.reads("#found a", "Skull")
    phone.goes(link("Skull", "#found"))
    assert phone.runs("() => location.pathname + location.hash") == "/rules/the-game#skull"
    phone.awaits(IN_VIEW, "#skull")


def test_enter_opens_the_first(phone: Phone) -> None:
    phone.visits("/rules/")
    phone.types(SEARCH, "doodshoofd\ue007")
    phone.awaits("() => location.pathname + location.hash === '/rules/the-game#skull'")
    phone.awaits(IN_VIEW, "#skull")


def test_what_a_board_says_is_one_tap_from_its_paragraph_and_one_back(phone: Phone) -> None:
    phone.starts("The Game", BOTH)
    phone.keys_in(50, "up-1")
    phone.taps(Spot(".owed a"))
    phone.reads("dialog#sheet h2", "^How many cards$")
    phone.taps(link("Back", "dialog#sheet"))
    phone.awaits("() => !document.querySelector('dialog[open]')")
    phone.plays(51, "up-1")
    assert phone.screen().tops["up-1"] == 51


def test_characters_are_searched_as_one_types_and_half_entered_cards_stay(phone: Phone) -> None:
    phone.starts("Game of Bluff", FIVE)
    phone.taps(white("Ann", 5))
    phone.taps(link("Characters", "#board"))
    phone.awaits("() => settled && document.querySelectorAll('#found > *').length === 15")
    phone.types(SEARCH, "sof")
    phone.awaits("() => document.querySelectorAll('#found > *').length < 15")
    phone.reads("#found > *", "Sofie")
    phone.taps(link("Back", "dialog#sheet"))
    phone.awaits("() => !document.querySelector('dialog[open]')")
    chosen = phone.runs("() => [...document.querySelectorAll('form.closing input:checked')]"
                        ".map((each) => each.ariaLabel)")  # fmt: skip
    assert chosen == ["Ann: 5"]
