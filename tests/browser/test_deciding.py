"""What the table did not take of what had waited: it is decided later, on a sheet of its own."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import bluff_places
from tests.browser.bluff_places import FIVE, scored, touches, white
from tests.browser.conftest import Phones
from tests.browser.guests import closes, goes_out, is_told_nothing, lets_in
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.shortcuts import card

PATIENCE = 8  # s
LONG = 11_000  # ms after which an answer is no answer to a tap any more
ASKED = "() => queue.asked().length === 1"
FIRST = ("card-played", 2, "up-1")

Joins = Callable[[Phone], Phone]


@pytest.fixture
def phone(phones: Phones) -> Phone:
    """A phone on whose clock time can be made to pass."""
    held = phones()
    held.page.clock.install()
    held.visits("/")
    return held


@pytest.fixture
def another(phones: Phones, server: Server) -> Joins:
    """One more phone at the table of this one, with its game on the screen."""

    def joined(first: Phone) -> Phone:
        second = phones()
        lets_in(server, first, second)
        second.visits(first.game)
        return second

    return joined


def round_of(phone: Phone, *cards: int) -> None:
    """A round of five, by taps."""
    for name, number in list(zip(FIVE, cards, strict=True))[:-1]:
        white(phone, name, number)
    phone.enters(phone.dock_button("Close round"))


def comes_back_late(phone: Phone) -> None:
    """The network is there again, long after what was tapped; the table has said something."""
    phone.page.clock.fast_forward(LONG)
    phone.context.set_offline(False)
    phone.reached = True
    phone.page.wait_for_function(ASKED)
    expect(phone.net).to_have_text("1 to decide")


def row(phone: Phone) -> Locator:
    """The one that somebody has to decide, on the sheet."""
    if not phone.review.is_visible():
        phone.reviews()
    found = phone.review.locator("[data-asked] li")
    expect(found).to_have_count(1)
    return found


def decides(phone: Phone, way: str, *entries: tuple[object, ...]) -> None:
    """One tap on this way out: these are the entries then, and nothing is left to decide."""
    touches(phone, row(phone).get_by_role("button", name=way, exact=True))
    phone.page.wait_for_function("() => !queue.asked().length")
    until = time.monotonic() + PATIENCE
    while phone.entries != list(entries) and time.monotonic() < until:
        phone.page.wait_for_timeout(100)
    assert phone.entries == list(entries)
    phone.page.wait_for_function("() => !queue.waiting().length")


# What another phone entered meanwhile


def the_same_elsewhere(phone: Phone, other: Phone) -> None:
    """One card on two piles: only one of them can be right."""
    phone.goes_away()
    phone.plays(3, "up-1")
    other.keys_in(3, "up-2")
    comes_back_late(phone)


def test_what_contradicts_another_phone_says_why_and_can_be_left(
    phone: Phone, another: Joins
) -> None:
    phone.joins(card(2, "up-1"))
    the_same_elsewhere(phone, another(phone))
    asked = row(phone)
    expect(asked.locator("[data-says]")).to_have_text("3 ▲ 1")
    expect(asked.locator("[data-why]")).to_contain_text("3")
    expect(asked.locator("[data-why]")).not_to_have_text("")
    decides(phone, "Never mind", FIRST, ("card-played", 3, "up-2"))


@pytest.mark.long
def test_what_contradicts_another_phone_can_be_tried_again(phone: Phone, another: Joins) -> None:
    phone.joins(card(2, "up-1"))
    other = another(phone)
    the_same_elsewhere(phone, other)
    other.undoes()
    expect(phone.face("up-2").locator("b")).to_have_text("1")
    decides(phone, "Try again", FIRST, ("card-played", 3, "up-1"))


@pytest.mark.long
def test_what_the_rules_ask_about_can_be_entered_all_the_same(phone: Phone, another: Joins) -> None:
    phone.joins(card(2, "up-1"))
    other = another(phone)
    phone.goes_away()
    phone.keys_in(25, "up-1")
    other.keys_in(30, "up-1")
    comes_back_late(phone)
    expect(row(phone).get_by_role("button", name="Try again")).to_be_hidden()
    recorded = ("card-played", 30, "up-1"), ("card-played", 25, "up-1", True)
    decides(phone, "Enter it anyway", FIRST, *recorded)


@pytest.mark.long
@pytest.mark.parametrize(
    ("way", "rounds"),
    [("Never mind", [[2, 1, 3, 4, 5]]), ("Try again", [[2, 1, 3, 4, 5], [1, 2, 3, 4, 5]])],
)
def test_a_round_that_another_phone_entered_differently(
    phone: Phone, another: Joins, way: str, rounds: list[list[int]]
) -> None:
    """It is not that round any more: tried again it is the next one, and the sheet says so."""
    bluff_places.sits(phone, scored(5, 4, 3, 2, 1))
    other = another(phone)
    phone.goes_away()
    round_of(phone, 1, 2, 3, 4, 5)
    round_of(other, 2, 1, 3, 4, 5)
    comes_back_late(phone)
    expect(row(phone).locator("[data-says]")).to_have_text("Round 2: 1 2 3 4 5")
    expect(row(phone).locator("[data-why]")).to_contain_text("Ann 2")
    decides(phone, way, *(("round-scored", cards) for cards in [[5, 4, 3, 2, 1], *rounds]))


def test_what_another_phone_entered_alike_is_no_question(phone: Phone, another: Joins) -> None:
    phone.joins(card(2, "up-1"))
    other = another(phone)
    phone.goes_away()
    phone.plays(3, "up-1")
    phone.plays(99, "down-1")
    phone.ends_turn()
    other.plays(3, "up-1")
    other.plays(99, "down-1")
    other.ends_turn()
    phone.comes_back()
    assert phone.page.evaluate("queue.asked().length") == 0
    entries = [FIRST, ("card-played", 3, "up-1"), ("card-played", 99, "down-1"), ("turn-ended",)]
    assert phone.entries == entries


# Where the table takes nothing


def waits_here(phone: Phone, why: str) -> None:
    """The table takes nothing now: what was entered stays, and the sheet says why."""
    phone.context.set_offline(False)
    expect(phone.waits).to_have_text(["3 ▲ 1"])
    if not phone.review.is_visible():
        phone.reviews()
    expect(phone.review.locator("[data-about]")).to_contain_text(why)


def is_closed(server: Server, host: Phone, guest: Phone) -> None:
    closes(server, host)


def is_removed(server: Server, host: Phone, guest: Phone) -> None:
    goes_out(server, host, guest)


def looks_on(server: Server, host: Phone, guest: Phone) -> None:
    goes_out(server, host, guest)
    lets_in(server, host, guest, "onlooker")


def is_open_again(server: Server, host: Phone, guest: Phone) -> None:
    closes(server, host, closed=False)


def sits_again(server: Server, host: Phone, guest: Phone) -> None:
    lets_in(server, host, guest)


Changes = Callable[[Server, Phone, Phone], None]
NOT_TAKEN = {
    "closed": (is_closed, is_open_again, "This table is closed."),
    "removed": (is_removed, sits_again, "belongs to another phone"),
    "only looking on": (looks_on, sits_again, "is not allowed to do that here"),
}


def not_taken(often: str) -> list[Any]:
    """All of these; only one of them is tried often, the others are variations of it."""
    return [
        pytest.param(*given, id=name, marks=() if name == often else pytest.mark.long)
        for name, given in NOT_TAKEN.items()
    ]


@pytest.fixture
def guest(phone: Phone, another: Joins) -> Phone:
    """A phone at the table of `phone` that hears nothing but answers, without network, one entry
    waiting."""
    phone.joins(card(2, "up-1"))
    held = another(phone)
    held.forgives("status of 4")
    held.page.clock.install()
    is_told_nothing(held)
    for _ in range(PATIENCE):
        held.page.clock.fast_forward(1000)
        if held.net.inner_text() == "Reconnecting…":
            break
    expect(held.net).to_have_text("Reconnecting…")
    held.context.set_offline(True)
    held.reached = False
    held.plays(3, "up-1")
    return held


@pytest.mark.long
@pytest.mark.parametrize(("changes", "back", "why"), not_taken("removed"))
def test_where_nothing_is_taken_it_waits_and_can_be_removed(
    phone: Phone, server: Server, guest: Phone, changes: Changes, back: Changes, why: str
) -> None:
    changes(server, phone, guest)
    waits_here(guest, why)
    touches(guest, guest.review.get_by_role("button", name="Remove", exact=True))
    expect(guest.waits).to_have_count(0)
    back(server, phone, guest)
    guest.visits(phone.game)
    guest.page.wait_for_function("() => !queue.waiting().length")
    assert phone.entries == [FIRST]


@pytest.mark.parametrize(("changes", "back", "why"), not_taken("closed"))
def test_where_something_is_taken_again_it_goes_in(
    phone: Phone, server: Server, guest: Phone, changes: Changes, back: Changes, why: str
) -> None:
    changes(server, phone, guest)
    waits_here(guest, why)
    back(server, phone, guest)
    touches(guest, guest.review.get_by_role("button", name="Send now"))
    guest.page.wait_for_function("() => !queue.waiting().length")
    assert phone.entries == [FIRST, ("card-played", 3, "up-1")]


@pytest.mark.long
@pytest.mark.parametrize(("changes", "back", "why"), not_taken("only looking on"))
def test_a_phone_that_hears_of_it_keeps_what_waits_too(
    phone: Phone, another: Joins, server: Server, changes: Changes, back: Changes, why: str
) -> None:
    phone.joins(card(2, "up-1"))
    guest = another(phone)
    guest.forgives("status of 4")
    guest.goes_away()
    guest.plays(3, "up-1")
    changes(server, phone, guest)
    guest.context.set_offline(False)
    guest.page.wait_for_timeout(1500)  # what it does about it is done
    back(server, phone, guest)
    guest.visits(phone.game)
    guest.is_reached()
    assert phone.entries == [FIRST, ("card-played", 3, "up-1")]
