"""Four phones without network at one table, ten entries each, browsers killed: 40 of 40, once.

That is so at one game. At the others it is fewer entries each, of every kind that is entered: ten
of each are the drill's business.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.four_offline import (
    FOUR,
    GAMES,
    TAPS,
    arrived,
    die_and_come_back,
    enter,
    go_away,
    keeps,
)
from tests.browser.guests import whole_log
from tests.browser.phone import KEPT
from tests.browser.restarts import Restarts
from tests.browser.server import Server

FEW = 4  # entries of each phone; after three at the most the kind of them comes again


@pytest.fixture
def four(playwright: Playwright, server: Server, tmp_path: Path) -> Iterator[list[Restarts]]:
    """Four phones, each with a browser of its own."""
    held = [Restarts(playwright, server, tmp_path / name, light=True) for name in FOUR]
    yield held
    for each in held:
        each.ends()


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "taps"), [("the-game", TAPS), *((game, FEW) for game in GAMES if game != "the-game")]
)
def test_all_arrive_once_and_in_order(
    game: str, taps: int, four: list[Restarts], server: Server
) -> None:
    evening = GAMES[game]
    address = go_away(server, four, evening)
    before = len(whole_log(server, four[0].phone))
    enter(four, evening, taps)
    for held in four:
        held.phone.page.reload()  # there is no network: the worker has it
        keeps(held.phone, taps)
    assert len(whole_log(server, four[0].phone)) == before
    die_and_come_back(four, address)
    for held in four:
        assert held.phone.page.evaluate(KEPT) == []
    meant = [[evening.says(seat, nth) for nth in range(taps)] for seat in range(len(four))]
    assert arrived(server, four, before) == meant
