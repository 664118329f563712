"""Somebody sets the clock of the server while people play: nobody loses anything by it."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from companion.web.rate_limiter import RateLimiter
from tests.support.client_phone import Phone
from tests.web.test_joining import WRONG, code, says

HOUR, DAY = 3600, 24 * 3600  # s
JUMPS = (HOUR, DAY, 401 * DAY, -HOUR, -DAY, -401 * DAY)


class Clock:
    """The clock of the server, which is so many seconds ahead; no fixture stands in for it."""

    ahead = 0


@pytest.fixture
def clock(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Clock:
    made, right, exact = Clock(), time.time, time.time_ns
    monkeypatch.setattr(time, "time", lambda: right() + made.ahead)
    monkeypatch.setattr(time, "time_ns", lambda: exact() + made.ahead * 1_000_000_000)
    monkeypatch.setitem(app.config, "LIMITED", True)
    monkeypatch.setitem(app.extensions, "writes", RateLimiter())
    return made


def test_nobody_is_held_up_and_nobody_is_given_tries_back(plain: Phone, clock: Clock) -> None:
    """Who may do so much at once may do as much after it, and no more."""
    for ahead in (0, -HOUR, HOUR, -DAY, DAY, -401 * DAY, 401 * DAY, 0):
        clock.ahead = ahead
        assert plain.starts(2, [f"Ann {ahead}", "Ben"]).status == 200
        assert (plain.plays(47, "up-1").status, says(plain, WRONG).status) == (200, 422)
        assert says(plain, code(plain)).status == 303
    other = Phone(plain.app)
    other.starts(1)
    assert [says(other, WRONG).status for _ in range(11)] == [422] * 10 + [429]
    clock.ahead = DAY
    assert says(other, WRONG).status == 429


def test_an_open_page_can_be_sent_and_the_last_game_is_newest(game: Phone, clock: Clock) -> None:
    """What it was signed with is neither too old nor of tomorrow."""
    for card, ahead in enumerate((*JUMPS, 0), 50):
        clock.ahead = ahead
        assert game.plays(card, "up-1").status == 200
    assert game.cards() == [47, *range(50, 57)]
    table, number = game.game.split("/")[2:4]
    newest = game.store.games.find(game.id, table, number)
    assert newest
    assert abs(datetime.now(UTC) - newest.log[-1].at) < timedelta(minutes=5)  # dated right again
    for ahead in (*JUMPS, 0):
        clock.ahead = ahead
        assert game.starts(2, ["Ann", "Ben"], table=table).status == 200
        assert game.store.games.find_all(game.id, table)[0].id == game.game.split("/")[3]
