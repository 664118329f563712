"""A phone that keeps the local app: it counts, and has tables of its own, while nobody answers."""

import pytest

from tests.other_browsers.own_tables import STARTS, OwnTables
from tests.other_browsers.phone import Phone, Spot, button, dock
from tests.other_browsers.test_games import heading
from tests.support.live_server import Server

pytestmark = pytest.mark.long

COUNTS = "() => 'counts' in document.documentElement.dataset"


@pytest.mark.usefixtures("offered")
def test_games_go_on_begin_and_end_while_nobody_answers(phone: Phone, server: Server) -> None:
    phone.visits("/on-this-phone")
    phone.taps(Spot("#local button", "^Download "))
    phone.reads("#local .state", "^Companion is on this phone.$", patience=STARTS)
    counts(phone, server)
    phone.counts = False
    server.kill()
    own = OwnTables(phone.session, phone.url)
    plays_here(own)
    server.start()
    own.leaves()
    phone.visits("/on-this-phone")
    phone.taps(button("Delete from phone"))
    phone.reads("#local .state", "^Not on this phone yet.$")


def counts(phone: Phone, server: Server) -> None:
    """The board counts what waits, also after a reload."""
    phone.counts = True
    phone.starts("The Game")
    phone.plays(2, "up-1")
    phone.awaits(COUNTS, patience=STARTS)
    phone.is_kept()
    server.kill()
    phone.reached = False
    phone.plays(99, "down-1")
    assert phone.screen().laid == "2 of 2"
    phone.enters(dock("End turn"))
    phone.reloads()
    phone.reads("h1", "^Player 2’s turn$", patience=STARTS)
    phone.keys_in(98, "down-1")
    shown = phone.screen()
    assert (shown.heading, shown.laid) == ("Player 2’s turn", "1 of 2")
    server.start()
    phone.is_reached()
    said = [("card-played", 2, "up-1"), ("card-played", 99, "down-1"), ("turn-ended",)]
    assert phone.entries == [*said, ("card-played", 98, "down-1")]
    assert phone.screen() == shown


def plays_here(phone: OwnTables) -> None:
    """A game of its own is played to its end, and there again after each reload."""
    phone.starts_here("The Game", 2)
    phone.plays(2, "up-1")
    phone.plays(99, "down-1")
    phone.reloads()
    phone.enters(dock("End turn"))
    phone.enters(button("I can’t play"))
    heading(phone, "96 cards left")
    record = phone.record()
    phone.reloads()
    heading(phone, "96 cards left")
    assert phone.record() == record
