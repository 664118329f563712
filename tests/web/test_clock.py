"""Somebody sets the clock of the server while people play: nobody loses anything by it."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from companion.store.store import Store
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


@pytest.fixture(params=[False, True], ids=["running", "restarted"])
def jumps(
    request: pytest.FixtureRequest, app: Flask, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> Callable[[int], None]:
    """The clock is so far ahead from now on; the server goes on, or begins anew."""

    def jump(ahead: int) -> None:
        clock.ahead = ahead
        if request.param:
            app.extensions["store"].close()
            app.extensions["store"] = Store(app.config["DATABASE_URL"])
            app.extensions["live"]._store = app.extensions["store"]
            app.extensions["store"].database.on_change = app.extensions["live"].notify
            app.extensions["writes"] = RateLimiter()

    return jump


def tables(phone: Phone) -> set[str]:
    return {table.id for table in phone.store.tables.find_all(phone.id)}


def test_no_table_goes_and_what_was_deleted_comes_back(
    game: Phone, jumps: Callable[[int], None], app: Flask
) -> None:
    app.config["LIMITED"] = False
    for number in range(5):
        game.starts(1, [f"Ann {number}"])
    deleted = game.table.split("/")[2]
    game.store.tables.delete(game.id, deleted)
    there = tables(game)
    for ahead in JUMPS:
        for now in (ahead, 0, ahead, 0):
            jumps(now)
            assert game.starts(1, [f"Cas {ahead} {now}"]).status == 200
            assert there <= tables(game)
    game.store.tables.restore(game.id, deleted)
    assert deleted in tables(game)


def test_what_is_entered_once_it_is_right_again_is_dated_right(
    game: Phone, jumps: Callable[[int], None]
) -> None:
    for card, ahead in enumerate(JUMPS, 50):
        jumps(ahead)
        game.plays(card, "up-1")
        jumps(0)
        game.plays(card + 10, "up-1")
        [table, number] = game.game.strip("/").split("/")[1:]
        stored = game.store.games.find(game.id, table, number)
        assert stored is not None
        assert abs(datetime.now(UTC) - stored.log[-1].at) < timedelta(minutes=5)


def test_nobody_is_held_up_and_nobody_is_given_tries_back(plain: Phone, clock: Clock) -> None:
    """Who may do so much at once may do as much after it, and no more."""
    for ahead in (0, -HOUR, HOUR, -DAY, DAY, -401 * DAY, 401 * DAY, 0):
        clock.ahead = ahead
        assert plain.starts(2, [f"Ann {ahead}", "Ben"]).status == 200
        assert plain.plays(47, "up-1").status == 200
        assert says(plain, WRONG).status == 422
        assert says(plain, code(plain)).status == 303
    other = Phone(plain.app)
    other.starts(1)
    assert [says(other, WRONG).status for _ in range(11)] == [422] * 10 + [429]
    clock.ahead = DAY
    assert says(other, WRONG).status == 429


def test_a_page_that_was_open_can_still_be_sent_and_the_last_game_is_the_newest(
    game: Phone, jumps: Callable[[int], None]
) -> None:
    """What it was signed with is neither too old nor of tomorrow."""
    for card, ahead in enumerate((*JUMPS, 0), 50):
        jumps(ahead)
        assert game.plays(card, "up-1").status == 200
    assert game.cards() == [47, *range(50, 57)]
    table = game.table.split("/")[2]
    for ahead in (*JUMPS, 0):
        jumps(ahead)
        assert game.starts(2, ["Ann", "Ben"], table=table).status == 200
        assert game.store.games.find_all(game.id, table)[0].id == game.game.split("/")[3]
