"""The rules in mid-game: what matters now first, anything else by a word that is typed."""

import pytest

from tests.other_browsers.phone import Phone, link
from tests.other_browsers.test_games import BOTH

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

    phone.visits("/rules/one-brain")
    phone.types(SEARCH, "doodshoofd\ue007")  # which is in the rules of another game
    phone.awaits("() => location.pathname + location.hash === '/rules/the-game#skull'")
    phone.awaits(IN_VIEW, "#skull")
