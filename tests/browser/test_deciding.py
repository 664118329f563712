"""What the table did not take of what had waited: it is decided later, on a sheet of its own."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import bluff_places
from tests.browser.bluff_places import FIVE, scored, touches, white
from tests.browser.conftest import Phones
from tests.browser.guests import closes, goes_out, is_told_nothing, lets_in
from tests.browser.phone import Phone
from tests.browser.shortcuts import card
from tests.support.live_server import Server

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
def test_a_round_that_another_phone_entered_differently(phone: Phone, another: Joins) -> None:
    """It is not that round any more: tried again it is the next one, and the sheet says so."""
    bluff_places.sits(phone, scored(5, 4, 3, 2, 1))
    other = another(phone)
    phone.goes_away()
    round_of(phone, 1, 2, 3, 4, 5)
    round_of(other, 2, 1, 3, 4, 5)
    comes_back_late(phone)
    expect(row(phone).locator("[data-says]")).to_have_text("Round 2: 1 2 3 4 5")
    expect(row(phone).locator("[data-why]")).to_contain_text("Ann 2")
    rounds = [5, 4, 3, 2, 1], [2, 1, 3, 4, 5], [1, 2, 3, 4, 5]
    decides(phone, "Try again", *(("round-scored", cards) for cards in rounds))


@pytest.mark.long
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
@pytest.mark.parametrize("how", ["closed", "removed", "onlooker"])
def test_where_nothing_is_taken_it_waits_until_something_is_or_it_is_removed(
    phone: Phone, server: Server, guest: Phone, how: str
) -> None:
    if how == "closed":
        closes(server, phone)
    else:
        goes_out(server, phone, guest)
    if how == "onlooker":
        lets_in(server, phone, guest, "onlooker")
    guest.context.set_offline(False)
    expect(guest.waits).to_have_text(["3 ▲ 1"])
    if not guest.review.is_visible():
        guest.reviews()
    why = {"closed": "This table is closed.", "removed": "belongs to another phone"}
    about = guest.review.locator("[data-about]")
    expect(about).to_contain_text(why.get(how, "is not allowed to do that here"))
    if how == "removed":
        touches(guest, guest.review.get_by_role("button", name="Remove", exact=True))
        expect(guest.waits).to_have_count(0)
    if how == "closed":
        closes(server, phone, closed=False)
    else:
        lets_in(server, phone, guest)
    if how == "removed":
        guest.visits(phone.game)
    else:
        touches(guest, guest.review.get_by_role("button", name="Send now"))
    guest.page.wait_for_function("() => !queue.waiting().length")
    assert phone.entries == [FIRST, *([] if how == "removed" else [("card-played", 3, "up-1")])]
