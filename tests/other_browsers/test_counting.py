"""A phone that keeps the local app goes on counting while nobody answers."""

from collections.abc import Iterator

import pytest

from tests.browser.screen import assert_says
from tests.browser.server import Server
from tests.other_browsers.own_tables import STARTS
from tests.other_browsers.phone import Phone, button, dock
from tests.other_browsers.test_games import BOTH
from tests.other_browsers.test_waiting import goes, lives_on

pytestmark = pytest.mark.long

COUNTS = "() => 'counts' in document.documentElement.dataset"
LAID = "(laid) => document.querySelector('.laid')?.innerText === laid"


@pytest.fixture
def counting(keeping: Phone) -> Iterator[Phone]:
    """A phone that keeps the local app until it is removed."""
    phone = keeping
    phone.counts = True
    yield phone
    phone.visits("/on-this-phone")
    phone.taps(button("Remove it from this phone"))
    phone.reads("#local .state", "^Not on this phone yet.$")


def test_the_board_counts_what_waits_also_after_a_reload(counting: Phone, server: Server) -> None:
    phone = counting
    phone.starts("The Game", BOTH)
    phone.plays(2, "up-1")
    phone.awaits(COUNTS, patience=STARTS)
    goes(phone, server)
    phone.plays(99, "down-1")
    phone.keys_in(47, "up-2")
    assert phone.screen().laid == "3 laid"
    phone.enters(dock("End turn"))
    phone.plays(98, "down-1")
    phone.reloads()
    phone.awaits(LAID, "1 of 2", patience=STARTS)
    phone.plays(97, "down-1")
    shown = phone.screen()
    assert (shown.heading, shown.laid) == ("Ben’s turn", "2 of 2")
    assert phone.waits == []
    lives_on(phone, server)
    assert phone.entries == [
        ("card-played", 2, "up-1"), ("card-played", 99, "down-1"), ("card-played", 47, "up-2"),
        ("turn-ended",), ("card-played", 98, "down-1"), ("card-played", 97, "down-1"),
    ]  # fmt: skip
    assert phone.screen() == shown
    assert_says(shown, phone.state(), BOTH)
