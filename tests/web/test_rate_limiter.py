"""Rate limits: how many at once, when the next one, and that only the clock gives them back."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import strategies as st

from companion.web.rate_limiter import CROWD, Hit, RateLimit, RateLimiter, TooOften
from tests.often import often

LIMITS = st.builds(RateLimit, st.integers(1, 5_000), st.integers(5_000, 10_000_000))
START = 1_800_000_000_000


def taken(limit: RateLimit, moments: list[int]) -> Iterator[int]:
    """The moments of these, in order, at which one was taken."""
    full = 0
    for now in moments:
        if not limit.wait(full, now):
            full = limit.after(full, now)
            yield now


@often(LIMITS)
def test_as_many_as_it_says_at_once_and_no_more(limit: RateLimit) -> None:
    moments = [START] * (limit.most + 3)
    assert len(list(taken(limit, moments))) == limit.most


@often(LIMITS, st.integers(1, 50))
def test_whoever_waits_as_long_as_is_said_may_and_a_moment_earlier_may_not(
    limit: RateLimit, more: int
) -> None:
    full, now = 0, START
    for _ in range(limit.most + more):
        wait = limit.wait(full, now)
        if wait:
            assert limit.wait(full, now + wait - 1) == 1
        now += wait
        assert limit.wait(full, now) == 0
        full = limit.after(full, now)


@often(LIMITS, st.lists(st.integers(0, 100_000), max_size=300))
def test_in_no_stretch_of_time_are_there_more_than_come_back_in_it(
    limit: RateLimit, gaps: list[int]
) -> None:
    moments = [START]
    for gap in gaps:
        moments.append(moments[-1] + gap)
    done = list(taken(limit, moments))
    for at, first in enumerate(done):
        for count, last in enumerate(done[at:], 1):
            assert count <= limit.most + (last - first) / limit.each


class TestSteps:
    LIMIT = RateLimit(3, 3000)

    @pytest.fixture(autouse=True)
    def _clock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = START
        monkeypatch.setattr("companion.web.rate_limiter.now", lambda: self.now)

    def test_two_who_do_the_same_are_counted_each_for_itself(self) -> None:
        limiter = RateLimiter()
        for _ in range(3):
            limiter.hit([Hit("write", "one", self.LIMIT)])
            limiter.hit([Hit("write", "other", self.LIMIT)])
            limiter.hit([Hit("read", "one", self.LIMIT)])
        with pytest.raises(TooOften):
            limiter.hit([Hit("write", "one", self.LIMIT)])

    def test_of_several_none_is_counted_where_one_may_not_be(self) -> None:
        limiter = RateLimiter()
        seldom, often = Hit("write", "phone", RateLimit(1, 8000)), Hit("write", "pub", self.LIMIT)
        limiter.hit([often, seldom])
        for _ in range(10):
            with pytest.raises(TooOften) as held:
                limiter.hit([often, seldom])
            assert held.value.wait == 8000
        limiter.hit([often])
        limiter.hit([often])
        with pytest.raises(TooOften):
            limiter.hit([often])

    def test_however_many_come_at_once(self) -> None:
        limiter, own, pub = RateLimiter(), RateLimit(10, 600_000), RateLimit(25, 600_000)

        def takes(number: int) -> bool:
            try:
                limiter.hit([Hit("code", "pub", pub), Hit("code", "phone", own)])
            except TooOften:
                return False
            return True

        often = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        try:
            with ThreadPoolExecutor(8) as threads:
                assert sum(threads.map(takes, range(400))) == 10
        finally:
            sys.setswitchinterval(often)

    def test_what_is_given_back_was_never_taken(self) -> None:
        limiter, both = (
            RateLimiter(),
            [Hit("code", "phone", self.LIMIT), Hit("code", "pub", self.LIMIT)],
        )
        limiter.refund(both)
        for _ in range(20):
            limiter.hit(both)
            limiter.refund(both)
        for _ in range(3):
            limiter.hit(both)
        with pytest.raises(TooOften):
            limiter.hit(both)

    def test_looking_counts_nothing(self) -> None:
        limiter, one = RateLimiter(), [Hit("code", "phone", self.LIMIT)]
        for _ in range(20):
            limiter.check(one)
        for _ in range(3):
            limiter.hit(one)
        with pytest.raises(TooOften) as held:
            limiter.check(one)
        assert held.value.wait == 1000

    def test_who_holds_nobody_up_is_forgotten(self) -> None:
        limiter = RateLimiter()
        limiter.hit([Hit("write", "held", RateLimit(1, 10_000))])
        for number in range(CROWD):
            limiter.hit([Hit("write", str(number), self.LIMIT)])
        self.now += 5_000
        limiter.hit([Hit("write", "next", self.LIMIT)])
        assert len(limiter._full) == 2
        with pytest.raises(TooOften):
            limiter.hit([Hit("write", "held", RateLimit(1, 10_000))])
