"""Two phones at one table: what is tapped on one, the other shows, and loses nothing half done."""

import re

import pytest

from tests.other_browsers.conftest import Phones
from tests.other_browsers.phone import Phone, button, dock, face, key

pytestmark = pytest.mark.long


def top(phone: Phone, pile: str, card: int) -> None:
    phone.reads(f'a[data-pile="{pile}"] b', f"^{card}$")


@pytest.fixture
def guest(phone: Phone, phones: Phones) -> Phone:
    """A second phone, which has sat down by the link that the first one shows; both hear of it."""
    phone.starts("The Game")
    game, other = phone.game, phones()
    phone.visits(re.sub(r"[^/]+/$", "phones/", game))
    other.visits(phone.runs("() => document.querySelector('.invitation [data-share]').href"))
    other.goes(button("Player 2"))
    phone.visits(game)
    assert other.game == game
    for each in (phone, other):
        each.reads(".hears small", "^Live$")
    return other


def test_what_one_phone_enters_the_other_shows(phone: Phone, guest: Phone) -> None:
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

    phone.taps(face("up-2"))
    phone.taps(key(4))
    guest.plays(4, "up-1")
    top(phone, "up-1", 4)
    phone.reads("dialog#pad [data-digit]", "^4$")  # which was half typed
    phone.enters(key(7))
    for each in (phone, guest):
        top(each, "up-2", 47)
    said = [("card-played", 3, "up-1"), ("card-played", 98, "down-1"), ("turn-ended",)]
    said += [("card-played", 4, "up-1"), ("card-played", 47, "up-2")]
    assert phone.entries == guest.entries == said
