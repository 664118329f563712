"""Paces: how many at once, when the next one, and that only the clock gives them back."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import strategies as st

from companion.web.rate_limiter import CROWD, Pace, Step, Steps, TooOften
from tests.often import often

PACES = st.builds(Pace, st.integers(1, 5_000), st.integers(5_000, 10_000_000))
START = 1_800_000_000_000


def taken(pace: Pace, moments: list[int]) -> Iterator[int]:
    """The moments of these, in order, at which one was taken."""
    full = 0
    for now in moments:
        if not pace.wait(full, now):
            full = pace.after(full, now)
            yield now


@often(PACES)
def test_as_many_as_it_says_at_once_and_no_more(pace: Pace) -> None:
    moments = [START] * (pace.most + 3)
    assert len(list(taken(pace, moments))) == pace.most


@often(PACES, st.integers(1, 50))
def test_whoever_waits_as_long_as_is_said_may_and_a_moment_earlier_may_not(
    pace: Pace, more: int
) -> None:
    full, now = 0, START
    for _ in range(pace.most + more):
        wait = pace.wait(full, now)
        if wait:
            assert pace.wait(full, now + wait - 1) == 1
        now += wait
        assert pace.wait(full, now) == 0
        full = pace.after(full, now)


@often(PACES, st.lists(st.integers(0, 100_000), max_size=300))
def test_in_no_stretch_of_time_are_there_more_than_come_back_in_it(
    pace: Pace, gaps: list[int]
) -> None:
    moments = [START]
    for gap in gaps:
        moments.append(moments[-1] + gap)
    done = list(taken(pace, moments))
    for at, first in enumerate(done):
        for count, last in enumerate(done[at:], 1):
            assert count <= pace.most + (last - first) / pace.each


class TestSteps:
    PACE = Pace(3, 3000)

    @pytest.fixture(autouse=True)
    def _clock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = START
        monkeypatch.setattr("companion.web.rate_limiter.now", lambda: self.now)

    def test_two_who_do_the_same_are_counted_each_for_itself(self) -> None:
        steps = Steps()
        for _ in range(3):
            steps.take([Step("write", "one", self.PACE)])
            steps.take([Step("write", "other", self.PACE)])
            steps.take([Step("read", "one", self.PACE)])
        with pytest.raises(TooOften):
            steps.take([Step("write", "one", self.PACE)])

    def test_of_several_none_is_counted_where_one_may_not_be(self) -> None:
        steps = Steps()
        seldom, often = Step("write", "phone", Pace(1, 8000)), Step("write", "pub", self.PACE)
        steps.take([often, seldom])
        for _ in range(10):
            with pytest.raises(TooOften) as held:
                steps.take([often, seldom])
            assert held.value.wait == 8000
        steps.take([often])
        steps.take([often])
        with pytest.raises(TooOften):
            steps.take([often])

    def test_however_many_come_at_once(self) -> None:
        steps, own, pub = Steps(), Pace(10, 600_000), Pace(25, 600_000)

        def takes(number: int) -> bool:
            try:
                steps.take([Step("code", "pub", pub), Step("code", "phone", own)])
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
        steps, both = Steps(), [Step("code", "phone", self.PACE), Step("code", "pub", self.PACE)]
        steps.give_back(both)
        for _ in range(20):
            steps.take(both)
            steps.give_back(both)
        for _ in range(3):
            steps.take(both)
        with pytest.raises(TooOften):
            steps.take(both)

    def test_looking_counts_nothing(self) -> None:
        steps, one = Steps(), [Step("code", "phone", self.PACE)]
        for _ in range(20):
            steps.may(one)
        for _ in range(3):
            steps.take(one)
        with pytest.raises(TooOften) as held:
            steps.may(one)
        assert held.value.wait == 1000

    def test_who_holds_nobody_up_is_forgotten(self) -> None:
        steps = Steps()
        steps.take([Step("write", "held", Pace(1, 10_000))])
        for number in range(CROWD):
            steps.take([Step("write", str(number), self.PACE)])
        self.now += 5_000
        steps.take([Step("write", "next", self.PACE)])
        assert len(steps._full) == 2
        with pytest.raises(TooOften):
            steps.take([Step("write", "held", Pace(1, 10_000))])
