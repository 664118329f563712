"""Four phones without network at one table, browsers killed: all they entered arrives, once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.guests import lets_in, table_of, whole_log
from tests.browser.local_app import WHOLE_HAND, is_kept
from tests.browser.phone import KEPT, Phone
from tests.browser.restarts import Restarts
from tests.support.live_server import Server

FOUR = ("Ann", "Ben", "Cas", "Dee")
PILES = (("up-1", 2, 1), ("up-2", 20, 1), ("down-1", 99, -1), ("down-2", 80, -1))
"""A pile for each phone, its first card and the way to the next: no two of them share a card."""
FEW = 4  # entries of each phone: by its chips and by the pad


@pytest.fixture
def four(playwright: Playwright, server: Server, tmp_path: Path) -> Iterator[list[Restarts]]:
    """Four phones, each with a browser of its own."""
    held = [Restarts(playwright, server, tmp_path / name, light=True) for name in FOUR]
    yield held
    for each in held:
        each.ends()


def laid(seat: int, nth: int) -> tuple[int, str]:
    """This card of this phone, on its pile of one long turn."""
    pile, first, way = PILES[seat]
    return first + way * nth, pile


def go_away(server: Server, four: list[Restarts]) -> str:
    """The address of the game that has begun; none of its phones has any network."""
    four[0].phone.joins(WHOLE_HAND, names=FOUR)
    address = four[0].phone.game
    for held in four[1:]:
        lets_in(server, four[0].phone, held.phone)
    for held in four:
        held.ends()  # that it was at this table is on its disk by now
        phone = held.start()
        phone.visits(address)
        is_kept(phone)
        phone.goes_away()
    return address


def known(server: Server, phone: Phone) -> str:
    """What the server knows this phone by."""
    with table_of(server, phone) as (_store, me, _table):
        return me


@pytest.mark.long
def test_all_arrive_once_and_in_order(four: list[Restarts], server: Server) -> None:
    address = go_away(server, four)
    before = len(whole_log(server, four[0].phone))
    for nth in range(FEW):
        for seat, held in enumerate(four):
            enters = held.phone.plays if nth % 3 else held.phone.keys_in
            enters(*laid(seat, nth))
    for held in four:
        held.phone.page.reload()  # there is no network: the worker has it
        held.phone.has(f"async (n) => (await ({KEPT})()).length === n", FEW)
    assert len(whole_log(server, four[0].phone)) == before
    for held in four:
        held.kill()
    for held in four:
        held.start().visits(address)
    for held in four:
        held.phone.is_reached()
        assert held.phone.page.evaluate(KEPT) == []
    log = whole_log(server, four[0].phone)[before:]
    assert len(log) == FEW * len(four)
    for seat, held in enumerate(four):
        own = [each.facts for each in log if each.phone == known(server, held.phone)]
        meant = [laid(seat, nth) for nth in range(FEW)]
        assert [(facts["card"], facts["pile"]) for facts in own] == meant
