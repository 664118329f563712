"""What the rules suggest for the next attempt: levels and hands over several of them.

003:123: after three that failed at the level to start with, the one for beginners; 003:153: there
with a card more; 003:126: a higher level only once this one is beaten.
"""

from dataclasses import replace as but
from typing import Any

import pytest

from companion.games.one_brain.state import Ending, State
from companion.games.one_brain.tips import tip
from tests.games.one_brain.telling import CARDS, GAME, table
from tests.games.one_brain.test_saying import is_said
from tests.support.rulings import read_table

LOST, WON, GIVEN_UP = "limit-reached", "won", "given-up"
LEVELS = ("beginner", "advanced", "expert")


def attempt(ending: str, level: str = "advanced", hand: int = 5, seats: int = 3) -> State:
    started = GAME.rules.start(table(seats, level=level, hand=hand))
    return but(started, end=Ending(ending))


def suggested(*attempts: State) -> Any:
    """The level and the hand of the tip; None where there is none."""
    said = tip(attempts)
    return said and (said.level, said.hand)


def test_what_comes_next() -> None:
    """After attempts by their ending, level, hand and seats, a level and a hand, or nothing."""
    for said, expected in read_table(__file__, "TIPS"):
        told = [each.split() for each in said.split(", ") if each]
        attempts = (attempt(*words, int(hand), int(seats)) for *words, hand, seats in told)
        assert " ".join(map(str, suggested(*attempts) or ())) == expected, said


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


def test_why_is_said_with_each(language: str) -> None:
    won, lost = ([attempt(WON, level)] for level in ("advanced", "expert")), [attempt(LOST)]
    four = (*won, lost * 3, [attempt(LOST, "beginner")] * 3)
    said = {str(each.why) for each in map(tip, four) if each}
    assert len(said) == len(four)
    assert all(map(is_said, said))
