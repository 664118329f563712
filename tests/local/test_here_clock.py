"""Somebody sets the clock of a phone with tables of its own: nothing is lost, refused or hidden."""

import time
from collections.abc import Callable
from http import HTTPStatus

import pytest

from companion.local.serving import Serving
from tests.here import HerePhone, at

HOUR, DAY = 3600, 24 * 3600  # s
JUMPS = (-HOUR, -DAY, -401 * DAY, DAY, 401 * DAY, 0)
PAGES = ("", "history", "statistics", "table.json", "table.csv", "deck/the-game/")


@pytest.fixture(params=[False, True], ids=["running", "restarted"])
def jumps(
    request: pytest.FixtureRequest, here: Serving, monkeypatch: pytest.MonkeyPatch
) -> Callable[[int], None]:
    """The clock is so many seconds ahead from now on; the app goes on, or opens the data anew."""
    right, exact, ahead = time.time, time.time_ns, [0]
    monkeypatch.setattr(time, "time", lambda: right() + ahead[0])
    monkeypatch.setattr(time, "time_ns", lambda: exact() + ahead[0] * 1_000_000_000)

    def jump(seconds: int) -> None:
        ahead[0] = seconds
        if request.param:
            here.open("", "http://localhost")

    return jump


def test_entries_stand_in_the_order_in_which_they_were_made(
    phone: HerePhone, jumps: Callable[[int], None]
) -> None:
    phone.starts(names=["Ann", "Ben"])
    cards = []
    for card, seconds in enumerate(JUMPS, 50):
        jumps(seconds)
        assert phone.plays(card, "up-1").status == HTTPStatus.OK
        cards.append(card)
        assert phone.cards() == cards
    log = phone.store.games.find(phone.id, *at(phone)).log
    assert [written.facts["card"] for written in log] == cards


def test_the_phone_finds_its_tables_and_all_their_pages(
    phone: HerePhone, jumps: Callable[[int], None]
) -> None:
    phone.starts(names=["Ann", "Ben"])
    games, table = {phone.game}, phone.table
    phone.plays(50, "up-1")
    for seconds in JUMPS:
        jumps(seconds)
        phone.starts(names=["Ann", "Ben"], table=table.split("/")[2])
        phone.plays(50, "up-1")
        games.add(phone.game)
        assert "Ann and Ben" in phone.opens("/").main.text
        for page in PAGES:
            answer = phone.client.get(f"{table}{page}")
            assert answer.status_code == HTTPStatus.OK, (seconds, page)
    kept = phone.client.get(f"{table}table.json").json
    assert kept
    assert [len(game["entries"]) for game in kept["games"]] == [1] * len(games)
