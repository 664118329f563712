"""How many taps a thing takes: the phone is used with one thumb while others wait."""

from collections.abc import Callable

import pytest

from tests.browser.phone import Phone


@pytest.fixture
def playing(phone: Phone) -> Phone:
    """A phone on the board of a new game for Ann and Ben, its taps counted from here."""
    phone.starts(names=["Ann", "Ben"])
    phone.taps = 0
    return phone


def test_the_first_visit_is_three_taps_from_a_ready_board(phone: Phone) -> None:
    phone.starts(players=4)
    assert phone.taps == 3
    assert phone.screen().hands == [6, 6, 6, 6]


def card(number: int, pile: str) -> Callable[[Phone], None]:
    return lambda phone: phone.plays(number, pile)


def then_undo(phone: Phone) -> None:
    phone.plays(2, "up-1")
    phone.taps = 0
    phone.undoes()


@pytest.mark.parametrize(
    ("does", "taps", "entered"),
    [
        pytest.param(card(4, "up-2"), 1, [("card-played", 4, "up-2")], id="a card with a chip"),
        pytest.param(card(47, "up-1"), 3, [("card-played", 47, "up-1")], id="any other card"),
    ],
)
def test_taps(playing: Phone, does: Callable[[Phone], None], taps: int, entered: list) -> None:
    does(playing)
    assert playing.taps == taps
    assert playing.entries == entered
