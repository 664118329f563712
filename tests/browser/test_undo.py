"""Undo means what was tapped last on this phone, also where its table has not answered yet."""

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Phones
from tests.browser.guests import is_told_nothing, lets_in
from tests.browser.phone import SENT, Phone
from tests.browser.shortcuts import card
from tests.support.live_server import Server

FIRST = ("card-played", 2, "up-1")


def undoes(phone: Phone) -> None:
    undo = phone.button("Undo")
    phone.takes_a_moment(undo)
    phone.tap(undo)
    phone.page.evaluate("() => queue.inTurn?.(() => {})")


@pytest.mark.long
def test_undo_means_the_own_tap_though_another_phone_was_quicker_and_else_its_last(
    phone: Phone, phones: Phones, server: Server
) -> None:
    """No chip stands on the board yet, and its button names the entry before."""
    phone.joins(card(2, "up-1"))
    other, under_way = phones(), list[Route]()
    lets_in(server, phone, other)
    other.visits(phone.game)
    is_told_nothing(phone)
    phone.page.route("**/entries", lambda route: under_way.append(route), times=1)
    phone.tap(phone.chip(99, "down-1"))
    other.plays(3, "up-1")
    undoes(phone)
    under_way[0].continue_()
    phone.has(SENT)
    assert phone.entries == [FIRST, ("card-played", 3, "up-1")]
    phone.page.unroute_all()
    phone.page.reload()
    phone.undoes()
    assert phone.entries == [FIRST]
