"""What waits on a phone outlives a reload and a dead server: nothing is lost, nothing doubled."""

import pytest

from tests.other_browsers.phone import Phone, button, dock
from tests.support.live_server import Server

pytestmark = pytest.mark.long


def show(phone: Phone, *chips: str) -> None:
    """This waits, within a moment."""
    phone.awaits("(chips) => [...document.querySelectorAll('.turn .wait')]"
                 ".map((each) => each.innerText).join() === chips", ",".join(chips))  # fmt: skip


def lives_on(phone: Phone, server: Server) -> None:
    """The server is there again, and has all that waited."""
    server.start()
    phone.is_reached()
    assert phone.kept == 0


def goes(phone: Phone, server: Server) -> None:
    """The server is gone, after this phone has all it needs without it."""
    phone.is_kept()
    server.kill()
    phone.reached = False


def test_cards_wait_through_a_reload_and_undo_means_the_last(phone: Phone, server: Server) -> None:
    phone.starts("The Game")
    phone.plays(2, "up-1")
    goes(phone, server)
    phone.plays(99, "down-1")
    phone.keys_in(47, "up-2")
    phone.enters(dock("End turn"))
    phone.plays(98, "down-1")
    phone.plays(97, "down-1")
    waiting = ["99 ▼ C", "47 ▲ B", "End turn", "98 ▼ C", "97 ▼ C"]
    assert phone.waits == waiting
    phone.reloads()
    show(phone, *waiting)
    assert phone.kept == len(waiting)
    phone.taps(button("Undo"))
    show(phone, *waiting[:-1])
    lives_on(phone, server)
    assert phone.entries == [
        ("card-played", 2, "up-1"), ("card-played", 99, "down-1"), ("card-played", 47, "up-2"),
        ("turn-ended",), ("card-played", 98, "down-1"),
    ]  # fmt: skip
