"""Undo means what was tapped last on this phone, also where its table has not answered yet."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route

from tests.browser import bluff_places, brain_places
from tests.browser.bluff_places import FIVE, scored, white
from tests.browser.brain_places import DRAW, extra
from tests.browser.conftest import Phones
from tests.browser.guests import is_told_nothing, lets_in
from tests.browser.phone import SENT, Phone
from tests.browser.shortcuts import card
from tests.support.live_server import Server

pytestmark = pytest.mark.usefixtures("pooled_phones")

Does = Callable[[Phone], object]
FIRST = ("card-played", 2, "up-1")


class Line:
    """What is entered on this phone is under way until all of it is let `through`."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.under_way, self.is_slow = phone, list[Route](), True
        is_told_nothing(phone)
        phone.page.route("**/entries", self._comes)

    def _comes(self, route: Route) -> None:
        if self.is_slow:
            self.under_way.append(route)
        else:
            route.continue_()

    def lets_go(self) -> None:
        """All of it arrives."""
        self.is_slow = False
        while self.under_way:
            self.under_way.pop(0).continue_()

    def ends(self) -> None:
        """Nothing stands between this phone and its table any more."""
        self.phone.page.unroute_all()

    def through(self) -> None:
        """All of it arrives and is answered, and nothing is left to send."""
        self.lets_go()
        self.phone.has(SENT)


def lays(number: int, pile: str) -> Does:
    return lambda phone: phone.tap(phone.chip(number, pile))


def draws(phone: Phone) -> None:
    phone.tap(phone.dock_button("Draw"))


def closes_round(phone: Phone) -> None:
    for name, number in list(zip(FIVE, (3, 4, 5, 1, 2), strict=True))[:-1]:
        white(phone, name, number)
    phone.tap(phone.dock_button("Close round"))


def undoes(phone: Phone) -> None:
    undo = phone.button("Undo")
    phone.takes_a_moment(undo)
    phone.tap(undo)
    phone.page.evaluate("() => queue.inTurn?.(() => {})")


GAMES: dict[str, tuple[Does, Does]] = {
    "The Game": (lambda phone: phone.joins(card(2, "up-1")), lays(3, "up-1")),
    "Extreme": (
        lambda phone: phone.joins(card(47, "up-1", "none"), extreme="y"), lays(48, "up-1")
    ),
    "One Brain": (lambda phone: brain_places.sits(phone, extra(), DRAW), draws),
    "Game of Bluff": (
        lambda phone: bluff_places.sits(phone, scored(1, 2, 3, 4, 5)), closes_round
    ),
}  # fmt: skip


def test_undo_takes_back_what_is_under_way(phone: Phone) -> None:
    """No chip stands on the board yet, and its button names the entry before."""
    for begins, taps in GAMES.values():
        begins(phone)
        before = phone.entries
        line = Line(phone)
        taps(phone)
        undoes(phone)
        line.through()
        assert phone.entries == before
        line.ends()


@pytest.mark.long
def test_undo_means_the_own_tap_though_another_phone_was_quicker_and_else_its_last(
    phone: Phone, phones: Phones, server: Server
) -> None:
    phone.joins(card(2, "up-1"))
    other = phones()
    lets_in(server, phone, other)
    other.visits(phone.game)
    line = Line(phone)
    phone.tap(phone.chip(99, "down-1"))
    other.plays(3, "up-1")
    undoes(phone)
    line.through()
    assert phone.entries == [FIRST, ("card-played", 3, "up-1")]
    line.ends()
    phone.page.reload()
    phone.undoes()
    assert phone.entries == [FIRST]
