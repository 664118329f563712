"""Somebody sets the clock of a phone with tables of its own: nothing is lost, refused or hidden."""

import time
from collections.abc import Callable
from http import HTTPStatus

import pytest

from companion.local.serving import Serving
from tests.support.phone_tables import HerePhone

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


def test_nothing_is_lost_refused_or_out_of_order(
    phone: HerePhone, jumps: Callable[[int], None]
) -> None:
    phone.starts(names=["Ann", "Ben"])
    game, games, table = phone.game, {phone.game}, phone.table
    for card, seconds in enumerate(JUMPS, 50):
        jumps(seconds)
        phone.opens(game)
        phone.game = game
        assert phone.plays(card, "up-1").status == HTTPStatus.OK
        assert phone.cards() == [*range(50, card + 1)]
        phone.starts(names=["Ann", "Ben"], table=table.split("/")[2])
        games.add(phone.game)
        assert "Ann and Ben" in phone.opens("/").main.text
        for page in PAGES:
            answer = phone.client.get(f"{table}{page}")
            assert answer.status_code == HTTPStatus.OK, (seconds, page)
    kept = phone.client.get(f"{table}table.json").json
    assert kept
    assert sorted(len(each["entries"]) for each in kept["games"])[-1] == len(JUMPS)
    assert len(kept["games"]) == len(games)
