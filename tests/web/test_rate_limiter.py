"""Rate limits, and a clock that somebody sets: only time gives tries back."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.safety.rate_limiter import CROWD, Hit, RateLimit, RateLimiter, TooOften
from tests.support.client_phone import Phone
from tests.web.conftest import Clock
from tests.web.test_joining import WRONG, says

LIMITS = st.builds(RateLimit, st.integers(1, 5_000), st.integers(5_000, 10_000_000))
START = 1_800_000_000_000
THREE = RateLimit(3, 3000)


@given(LIMITS, st.integers(1, 50))
def test_as_many_at_once_and_then_who_waits_as_said(limit: RateLimit, more: int) -> None:
    full, now, at_once = 0, START, 0
    for _ in range(limit.most + more):
        wait = limit.wait(full, now)
        at_once += now == START and not wait
        if wait:
            assert limit.wait(full, now + wait - 1) == 1
        now += wait
        assert limit.wait(full, now) == 0
        full = limit.after(full, now)
    assert at_once == limit.most


def held(limiter: RateLimiter, *hits: Hit) -> int:
    """How long whoever does this has to wait, which is not done then."""
    with pytest.raises(TooOften) as found:
        limiter.hit(list(hits))
    return found.value.wait


@pytest.mark.usefixtures("limited")
def test_each_is_counted_for_itself_and_nothing_of_what_is_refused_or_given_back() -> None:
    limiter = RateLimiter()
    asked = ("write one", "write other", "read one")
    write, other, read = (Hit(*each.split(), THREE) for each in asked)
    limiter.refund([write, other])  # was never taken
    for _ in range(20):
        limiter.hit([write, other])
        limiter.refund([write, other])
        limiter.check([write, other])  # looking counts nothing
    for _ in range(3):
        limiter.hit([write])
        limiter.hit([other])
        limiter.hit([read])
    assert held(limiter, write) == 1000
    with pytest.raises(TooOften):
        limiter.check([write])
    seldom, often = Hit("seldom", "phone", RateLimit(1, 8000)), Hit("often", "pub", THREE)
    limiter.hit([often, seldom])
    assert [held(limiter, often, seldom) for _ in range(10)] == [8000] * 10
    limiter.hit([often])
    limiter.hit([often])
    assert held(limiter, often) == 1000


def test_of_many_threads_no_more_get_through() -> None:
    limiter, own, pub = RateLimiter(), RateLimit(10, 600_000), RateLimit(25, 600_000)

    def takes(number: int) -> bool:
        try:
            limiter.hit([Hit("code", "pub", pub), Hit("code", "phone", own)])
        except TooOften:
            return False
        return True

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(takes, range(400))) == 10
    finally:
        sys.setswitchinterval(usual)


def test_who_holds_nobody_up_is_forgotten(limited: Clock) -> None:
    limiter, held_up = RateLimiter(), Hit("write", "held", RateLimit(1, 10_000))
    limiter.hit([held_up])
    for number in range(CROWD):
        limiter.hit([Hit("write", str(number), THREE)])
    limited.passes(5)
    limiter.hit([Hit("write", "next", THREE)])
    assert len(limiter._full) == 2
    assert held(limiter, held_up)


HOUR, DAY = 3600, 24 * 3600  # s
JUMPS = (HOUR, DAY, 401 * DAY, -HOUR, -DAY, -401 * DAY)


def test_a_set_clock_stops_and_spares_nobody(game: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """An open page can be sent, and games stay in order."""
    clock, right, exact = {"ahead": 0}, time.time, time.time_ns
    monkeypatch.setattr(time, "time", lambda: right() + clock["ahead"])
    monkeypatch.setattr(time, "time_ns", lambda: exact() + clock["ahead"] * 1_000_000_000)
    monkeypatch.setitem(game.app.config, "LIMITED", True)
    monkeypatch.setitem(game.app.extensions, "writes", RateLimiter())
    for card, clock["ahead"] in enumerate((*JUMPS, 0), 50):
        assert game.plays(card, "up-1").status == 200
    assert game.cards() == [47, *range(50, 57)]
    assert [says(game, WRONG).status for _ in range(11)] == [422] * 10 + [429]
    clock["ahead"] = DAY
    assert says(game, WRONG).status == 429
    clock["ahead"] = 0
    table, number = game.ids
    newest = game.store.games.find(game.id, table, number)
    assert abs(datetime.now(UTC) - newest.log[-1].at) < timedelta(minutes=5)  # dated right again
    for clock["ahead"] in (*JUMPS, 0):
        assert game.starts(2, ["Ann", "Ben"], table=table).status == 200
        assert game.store.games.find_all(game.id, table)[0].id == game.ids[1]
