"""What the table did not take of what had waited: it is decided later, on a sheet of its own."""

import time

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.bluff_places import touches
from tests.browser.conftest import Joins, Phones
from tests.browser.phone import Phone
from tests.browser.shortcuts import card

PATIENCE = 8  # s
LONG = 11_000  # ms after which an answer is no answer to a tap any more
FIRST = ("card-played", 2, "up-1")


@pytest.fixture
def phone(phones: Phones) -> Phone:
    """A phone on whose clock time can be made to pass."""
    held = phones()
    held.page.clock.install()
    held.visits("/")
    return held


def comes_back_late(phone: Phone) -> None:
    """The network is there again, long after what was tapped; the table has said something."""
    phone.page.clock.fast_forward(LONG)
    phone.context.set_offline(False)
    phone.reached = True
    phone.page.wait_for_function("() => queue.asked().length === 1")
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
    if (close := phone.review.get_by_role("button", name="Close")).is_visible():
        touches(phone, close)


def test_what_contradicts_another_phone_says_why_and_has_ways_out(
    phone: Phone, another: Joins
) -> None:
    phone.joins(card(2, "up-1"))
    other = another(phone)
    elsewhere = ("card-played", 3, "up-2")
    phone.goes_away()
    phone.plays(3, "up-1")
    other.keys_in(3, "up-2")  # one card on two piles: only one of them can be right
    comes_back_late(phone)
    expect(row(phone).locator("[data-says]")).to_have_text("3 ▲ 1")
    expect(row(phone).locator("[data-why]")).to_contain_text("3")
    decides(phone, "Never mind", FIRST, elsewhere)

    phone.goes_away()
    phone.keys_in(25, "up-1")
    other.keys_in(30, "up-1")
    comes_back_late(phone)
    expect(row(phone).get_by_role("button", name="Try again")).to_be_hidden()
    recorded = ("card-played", 30, "up-1"), ("card-played", 25, "up-1", True)
    decides(phone, "Enter it anyway", FIRST, elsewhere, *recorded)
