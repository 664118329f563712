"""Two phones at one table: what is tapped on one, the other shows, and loses nothing half done."""

import re

import pytest

from tests.other_browsers.conftest import Phones
from tests.other_browsers.phone import Phone, Spot, button, chip, dock, face, key, link
from tests.other_browsers.test_games import BOTH, heading, white

pytestmark = pytest.mark.long


def is_live(phone: Phone) -> None:
    phone.reads(".hears small", "^Live$")


def top(phone: Phone, pile: str, card: int) -> None:
    phone.reads(f'a[data-pile="{pile}"] b', f"^{card}$")


@pytest.fixture
def guest(phone: Phone, phones: Phones) -> Phone:
    """A second phone, which has sat down at the table of the first one as Ben."""
    phone.starts("The Game", BOTH)
    sits_down(phone, phones(1), "Ben")
    return phones(1)


def sits_down(host: Phone, guest: Phone, name: str) -> None:
    """By the link that the host's phone shows, unless it sits there; both hear of the game."""
    game = host.game
    host.visits(re.sub(r"[^/]+/$", "phones/", game))
    invitation = host.runs("() => document.querySelector('.invitation [data-share]').href")
    guest.visits(invitation)
    sits = guest.runs("() => !document.querySelector('form.names-of')")
    guest.goes(link("To the table") if sits else button(name))
    host.visits(game)
    if sits:
        guest.visits(game)
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


def test_half_typed_digits_survive(phone: Phone, guest: Phone) -> None:
    phone.taps(face("up-2"))
    phone.taps(key(4))
    guest.plays(3, "up-1")
    top(phone, "up-1", 3)
    assert phone.text("dialog#pad [data-digit]") == "4"
    phone.enters(key(7))
    for each in (phone, guest):
        top(each, "up-2", 47)
    assert phone.entries == [("card-played", 3, "up-1"), ("card-played", 47, "up-2")]


def test_a_half_closed_round_of_bluff_survives(phone: Phone, phones: Phones) -> None:
    guest = phones(1)
    phone.starts("Game of Bluff", ("Ann", "Ben", "Cas", "Dee"))
    sits_down(phone, guest, "Ben")
    for name, card in (("Ann", 3), ("Ben", 1), ("Cas", 4)):
        phone.taps(white(name, card))
    guest.taps(Spot("#board a", "^Emma"))
    guest.enters(Spot("dialog#sheet button", "^Cas$"))
    phone.awaits("() => document.getElementById('board').dataset.seen === '1'")
    phone.enters(dock("Close round"))
    guest.reads("h1", "^Round 2$")
    assert [entry[:2] for entry in guest.entries] == [
        ("emma-played", 2), ("round-scored", [3, 1, 4, 2]),
    ]  # fmt: skip


def test_both_tap_at_once_and_both_cards_are_there(phone: Phone, guest: Phone) -> None:
    phone.taps(chip(3, "up-1"))
    guest.taps(chip(98, "down-2"))
    for each in (phone, guest):
        top(each, "up-1", 3)
        top(each, "down-2", 98)
    assert sorted(phone.entries) == [("card-played", 3, "up-1"), ("card-played", 98, "down-2")]
