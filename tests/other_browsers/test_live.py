"""Two phones at one table: what is tapped on one, the other shows, and loses nothing half done."""

import re

import pytest

from tests.other_browsers.conftest import Phones
from tests.other_browsers.phone import Phone, button, dock, face, key
from tests.other_browsers.test_games import heading

pytestmark = pytest.mark.long


def is_live(phone: Phone) -> None:
    phone.reads(".hears small", "^Live$")


def top(phone: Phone, pile: str, card: int) -> None:
    phone.reads(f'a[data-pile="{pile}"] b', f"^{card}$")


@pytest.fixture
def guest(phone: Phone, phones: Phones) -> Phone:
    """A second phone, which has sat down at the table of the first one as the next player."""
    phone.starts("The Game")
    sits_down(phone, phones(1), "Player 2")
    return phones(1)


def sits_down(host: Phone, guest: Phone, name: str) -> None:
    """By the link that the host's phone shows; both hear of the game."""
    game = host.game
    host.visits(re.sub(r"[^/]+/$", "phones/", game))
    invitation = host.runs("() => document.querySelector('.invitation [data-share]').href")
    guest.visits(invitation)
    guest.goes(button(name))
    host.visits(game)
    assert guest.game == game
    is_live(host)
    is_live(guest)


def test_what_one_phone_enters_the_other_shows_to_the_end(phone: Phone, guest: Phone) -> None:
    phone.plays(3, "up-1")
    top(guest, "up-1", 3)
    guest.plays(98, "down-1")
    top(phone, "down-1", 98)
    phone.enters(dock("End turn"))
    guest.reads("h1", "^Your turn$")
    guest.keys_in(47, "up-2")
    top(phone, "up-2", 47)
    guest.enters(button("Undo"))
    top(phone, "up-2", 1)
    guest.plays(4, "up-1")
    guest.enters(button("I cannot play"))
    heading(phone, "95 cards left")
    phone.enters(button("Keep playing"))
    top(guest, "up-1", 4)
    said = [("card-played", 3, "up-1"), ("card-played", 98, "down-1"), ("turn-ended",)]
    assert phone.entries == guest.entries == [*said, ("card-played", 4, "up-1")]

    phone.taps(face("up-2"))
    phone.taps(key(4))
    guest.plays(5, "up-1")
    top(phone, "up-1", 5)
    phone.reads("dialog#pad [data-digit]", "^4$")  # which was half typed
    phone.enters(key(7))
    for each in (phone, guest):
        top(each, "up-2", 47)
    assert len(phone.entries) == len(said) + 3
