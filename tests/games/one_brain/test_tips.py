"""What the rules suggest for the next attempt: levels and hands over several of them."""

from typing import Any

import pytest

from companion.games.one_brain.tips import Attempt, tip
from tests.games.one_brain.telling import CARDS

LOST, WON, GIVEN_UP = "limit-reached", "won", "given-up"
LEVELS = ("beginner", "advanced", "expert")


def attempt(ending: str, level: str = "advanced", hand: int = 5, seats: int = 3) -> Attempt:
    return Attempt(seats=seats, level=level, hand=hand, ending=ending, columns=6)


def suggested(*attempts: Attempt) -> Any:
    """The level and the hand of the tip; None where there is none."""
    said = tip(attempts)
    return said and (said.level, said.hand)


class TestFailures:
    """003:123: after three that failed at the level to start with, try the one for beginners."""

    @pytest.mark.parametrize(
        ("attempts", "expected"),
        [
            ([], None),
            ([attempt(LOST)] * 3, ("beginner", 5)),
            (
                [attempt(LOST), attempt(GIVEN_UP), attempt(LOST)],
                ("beginner", 5),
            ),
            (
                [attempt(LOST), attempt(LOST), attempt(WON), attempt(LOST)],
                None,
            ),
            ([attempt(WON), *[attempt(LOST)] * 3], ("beginner", 5)),
            (
                [attempt(LOST, "beginner"), *[attempt(LOST)] * 3],
                ("beginner", 5),
            ),
        ],
    )
    def test_at_the_level_to_start_with(
        self, attempts: list[Attempt], expected: tuple[str, int] | None
    ) -> None:
        assert suggested(*attempts) == expected

    @pytest.mark.parametrize("failures", [0, 1, 2])
    @pytest.mark.parametrize("level", LEVELS)
    def test_fewer_than_three_are_no_reason(self, level: str, failures: int) -> None:
        assert suggested(*[attempt(LOST, level)] * failures) is None

    @pytest.mark.parametrize(
        ("hand", "seats", "expected"),
        [(5, 2, 6), (5, 6, 6), (4, 7, 5), (2, 4, 3), (6, 2, None), (5, 7, None)],
    )
    def test_beginners_start_with_a_card_more_as_far_as_there_are_cards(
        self, hand: int, seats: int, expected: int | None
    ) -> None:
        """003:153."""
        failed = [attempt(LOST, "beginner", hand, seats)] * 3
        assert suggested(*failed) == (expected and ("beginner", expected))

    def test_nothing_harder_is_ever_suggested_after_a_failure(self) -> None:
        for level in LEVELS:
            for hand in range(2, 7):
                said = suggested(*[attempt(LOST, level, hand, 2)] * 3)
                if said is not None:
                    assert LEVELS.index(said[0]) <= LEVELS.index(level)
                    assert said[1] >= hand


class TestBeaten:
    """003:126: a higher level only once this one is beaten."""

    @pytest.mark.parametrize(
        ("attempts", "expected"),
        [
            ([attempt(WON, "beginner")], ("advanced", 5)),
            ([attempt(WON)], ("expert", 5)),
            ([attempt(WON, "expert")], ("expert", 4)),
            ([attempt(WON, "expert", 2)], None),
            ([attempt(WON), attempt(LOST)], None),
            ([attempt(GIVEN_UP)], None),
        ],
    )
    def test_what_comes_next(
        self, attempts: list[Attempt], expected: tuple[str, int] | None
    ) -> None:
        assert suggested(*attempts) == expected


@pytest.mark.parametrize("ending", [LOST, WON, GIVEN_UP])
@pytest.mark.parametrize("seats", range(2, 8))
def test_what_is_suggested_can_be_played_and_is_something_else(seats: int, ending: str) -> None:
    for level in LEVELS:
        for hand in range(2, min(6, CARDS // seats) + 1):
            said = suggested(*[attempt(ending, level, hand, seats)] * 3)
            if said is not None:
                assert said != (level, hand)
                assert said[0] in LEVELS
                assert 2 <= said[1] <= 6
                assert said[1] * seats <= CARDS


def test_why_is_said_with_each() -> None:
    reasons = [
        tip([attempt(WON)]),
        tip([attempt(WON, "expert")]),
        tip([attempt(LOST)] * 3),
        tip([attempt(LOST, "beginner")] * 3),
    ]
    assert len({said and said.why for said in reasons}) == 4
