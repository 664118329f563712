"""Four phones without network at one table, browsers killed: all they entered arrives, once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.four_offline import (
    FOUR,
    GAMES,
    arrived,
    die_and_come_back,
    enter,
    go_away,
    keeps,
)
from tests.browser.guests import whole_log
from tests.browser.phone import KEPT
from tests.browser.restarts import Restarts
from tests.support.live_server import Server

FEW = 4  # entries of each phone: by its chips and by the pad


@pytest.fixture
def four(playwright: Playwright, server: Server, tmp_path: Path) -> Iterator[list[Restarts]]:
    """Four phones, each with a browser of its own."""
    held = [Restarts(playwright, server, tmp_path / name, light=True) for name in FOUR]
    yield held
    for each in held:
        each.ends()


@pytest.mark.long
def test_all_arrive_once_and_in_order(four: list[Restarts], server: Server) -> None:
    evening = GAMES["the-game"]
    address = go_away(server, four, evening)
    before = len(whole_log(server, four[0].phone))
    enter(four, evening, FEW)
    for held in four:
        held.phone.page.reload()  # there is no network: the worker has it
        keeps(held.phone, FEW)
    assert len(whole_log(server, four[0].phone)) == before
    die_and_come_back(four, address)
    for held in four:
        assert held.phone.page.evaluate(KEPT) == []
    meant = [[evening.says(seat, nth) for nth in range(FEW)] for seat in range(len(four))]
    assert arrived(server, four, before) == meant
