"""What the rules suggest for the next attempt: levels and hands over several of them.

003:123: after three that failed at the level to start with, the one for beginners; 003:153: there
with a card more; 003:126: a higher level only once this one is beaten.
"""

from typing import Any

import pytest

from companion.games.one_brain.tips import Attempt, Why, tip
from tests.games.one_brain.telling import CARDS

LOST, WON, GIVEN_UP = "limit-reached", "won", "given-up"
LEVELS = ("beginner", "advanced", "expert")


def attempt(ending: str, level: str = "advanced", hand: int = 5, seats: int = 3) -> Attempt:
    return Attempt(seats=seats, level=level, hand=hand, ending=ending, columns=6)


def suggested(*attempts: Attempt) -> Any:
    """The level and the hand of the tip; None where there is none."""
    said = tip(attempts)
    return said and (said.level, said.hand)


FAILED, BEATEN, EASIER = attempt(LOST), attempt(WON), ("beginner", 5)
TIPS: tuple[tuple[list[Attempt], tuple[str, int] | None], ...] = (
    ([], None),
    ([FAILED] * 3, EASIER),
    ([FAILED, attempt(GIVEN_UP), FAILED], EASIER),
    ([FAILED, FAILED, BEATEN, FAILED], None),
    ([BEATEN, *[FAILED] * 3], EASIER),
    ([attempt(LOST, "beginner"), *[FAILED] * 3], EASIER),
    *(([attempt(LOST, level)] * few, None) for level in LEVELS for few in range(3)),
    *(
        ([attempt(LOST, "beginner", hand, seats)] * 3, more and ("beginner", more))
        for hand, seats, more in (
            *((5, 2, 6), (5, 6, 6), (4, 7, 5), (2, 4, 3)),
            *((6, 2, None), (5, 7, None)),
        )
    ),
    ([attempt(WON, "beginner")], ("advanced", 5)),
    ([BEATEN], ("expert", 5)),
    ([attempt(WON, "expert")], ("expert", 4)),
    ([attempt(WON, "expert", 2)], None),
    ([BEATEN, FAILED], None),
    ([attempt(GIVEN_UP)], None),
)


def test_what_comes_next() -> None:
    for attempts, expected in TIPS:
        assert suggested(*attempts) == expected, attempts


@pytest.mark.parametrize("ending", [LOST, WON, GIVEN_UP])
def test_what_is_suggested_can_be_played_and_after_a_failure_is_not_harder(ending: str) -> None:
    for seats in range(2, 8):
        for at, level in enumerate(LEVELS):
            for hand in range(2, min(6, CARDS // seats) + 1):
                said = suggested(*[attempt(ending, level, hand, seats)] * 3)
                if said is None:
                    continue
                assert said != (level, hand)
                assert 2 <= said[1] <= min(6, CARDS // seats)
                assert ending == WON or (LEVELS.index(said[0]) <= at and said[1] >= hand)


def test_why_is_said_with_each() -> None:
    four = ([BEATEN], [attempt(WON, "expert")], [FAILED] * 3, [attempt(LOST, "beginner")] * 3)
    assert {said and said.why for said in map(tip, four)} == {*Why}
