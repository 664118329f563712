"""Two phones that enter the same: the slower one is told, and its board stays where it is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.guests import is_told_nothing, lets_in
from tests.browser.phone import Phone
from tests.support.live_server import Server

pytestmark = pytest.mark.usefixtures("pooled_phones")

PLACES = """() => [...document.querySelectorAll("#board > *")].map((part) => {
  const { top, height } = part.getBoundingClientRect();
  return [Math.round(top), Math.round(height)];
})"""


def lays(phone: Phone) -> None:
    phone.plays(3, "up-1")


def draws(phone: Phone) -> None:
    phone.enters(phone.dock_button("Draw"))


def asks_for_emma(phone: Phone) -> None:
    phone.tap(phone.page.get_by_role("link", name="Emma"))
    phone.page.get_by_role("dialog").wait_for()


def plays_emma(phone: Phone) -> None:
    if not phone.page.get_by_role("dialog").is_visible():
        asks_for_emma(phone)
    phone.enters(phone.page.get_by_role("dialog").get_by_role("button", name="Ben"))


CARD = {"kind": "card-played", "from": "hand", "action": "remove-kind"}
LEVEL = {"level": "beginner", "hand": "5"}
GAMES: dict[str, tuple[list[dict[str, object]], dict[str, str], Callable[[Phone], None]]] = {
    "the-game": ([], {}, lays),
    "one-brain": ([CARD], LEVEL, draws),
    "game-of-bluff": ([], {}, plays_emma),
}
"""What was entered before, what the form of the set-up says besides, and what both enter."""


@pytest.mark.long
def test_what_was_entered_already_is_told_where_nothing_moves(
    phones: Phones, server: Server
) -> None:
    host, guest = (phones(viewport={"width": 320, "height": 700}) for _ in range(2))
    for tile, (before, given, act) in GAMES.items():
        for each in (guest, host):
            each.joins(*before, names=["Ann", "Ben", "Cas"], tile=tile, **given)
        lets_in(server, host, guest)
        guest.visits(host.game)
        is_told_nothing(guest)
        if act is plays_emma:  # what a sheet has seen is what it was opened with
            asks_for_emma(guest)
        act(host)
        act(guest)
        said = "Already entered by another phone."
        expect(guest.page.locator(".told")).to_have_text(said)
        expect(guest.page.locator("#status")).to_contain_text(said)
        told = guest.page.evaluate(PLACES)
        guest.page.reload()
        expect(guest.page.locator(".told")).to_have_count(0)
        assert guest.page.evaluate(PLACES) == told
