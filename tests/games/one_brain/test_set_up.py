"""What is dealt at the start of an attempt, and which set-ups there are."""

import pytest

from tests.games.one_brain.telling import table
from tests.support.rulings import tell

PILES = {
    1: (32, 30, 28, 26, 24),
    2: (32, 30, 28, 26, 24),
    3: (30, 27, 24, 21, 18),
    4: (28, 24, 20, 16, 12),
    5: (26, 21, 16, 11, 6),
    6: (24, 18, 12, 6, 0),
    7: (22, 15, 8, 1),
}
"""The cards of the draw pile for so many players, with hands of two, three and so on."""


def test_what_is_no_set_up_is_said_so() -> None:
    for players in (0, 8, 36):
        with pytest.raises(ValueError, match="1 to 7 players"):
            table(players)
    for hand in (1, 7, "5"):
        with pytest.raises(ValueError, match="this game has no hand"):
            table(hand=hand)
    with pytest.raises(ValueError, match="the deck has 36"):
        table(7, hand=6)


def test_what_is_dealt() -> None:
    for players, row in PILES.items():
        for hand, draw_pile in enumerate(row, start=2):
            state = tell("one-brain", [], players, hand=hand)["state"]
            solo, seats = players == 1, max(players, 2)
            assert state == {
                "limit": 6,
                "columns": [],
                "hands": [0 if solo else hand] * seats,
                "domains": [hand if solo else 0] * seats,
                "draw_pile": draw_pile,
                "discarded": 0,
                "turn": {"player": 0, "phase": "play"},
                "late_draw": None,
                "must_draw": False,
                "outcome": None,
                "flags": [],
            }
