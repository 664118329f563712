"""What is dealt at the start of an attempt, and which set-ups there are."""

from typing import Any

import pytest

from companion.files.record import NotARecord, decode
from tests.games.one_brain.telling import table, told


@pytest.mark.parametrize("players", [0, 8, 9, 36])
def test_it_is_for_one_to_seven(players: int) -> None:
    with pytest.raises(ValueError, match="1 to 7 players"):
        table(players)
    with pytest.raises(NotARecord, match="1 to 7 players"):
        decode(told(players=players).record)


@pytest.mark.parametrize(
    "options",
    [
        {"level": "easy"},
        {"level": "Expert"},
        {"level": 6},
        {"level": True},
        {"level": ["expert"]},
        {"hand": 1},
        {"hand": 7},
        {"hand": 0},
        {"hand": -5},
        {"hand": "5"},
        {"hand": 5.0},
        {"hand": True},
        {"hand": [5]},
        {"expert": True},
        {"limit": 6},
        {"tie": "shared"},
    ],
    ids=repr,
)
def test_there_is_no_other_option(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="this game has no"):
        table(**options)
    with pytest.raises(NotARecord, match="this game has no"):
        decode(told(**options).record)


def test_thirty_six_cards_are_not_enough_for_seven_hands_of_six() -> None:
    with pytest.raises(ValueError, match="the deck has 36"):
        table(7, hand=6)
    with pytest.raises(NotARecord, match="the deck has 36") as raised:
        decode(told(players=7, hand=6).record)
    assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("players", "hand", "draw_pile"),
    [
        (players, hand, draw_pile)
        for players, row in {
            1: (32, 30, 28, 26, 24),
            2: (32, 30, 28, 26, 24),
            3: (30, 27, 24, 21, 18),
            4: (28, 24, 20, 16, 12),
            5: (26, 21, 16, 11, 6),
            6: (24, 18, 12, 6, 0),
            7: (22, 15, 8, 1),
        }.items()
        for hand, draw_pile in enumerate(row, start=2)
    ],
)
def test_what_is_dealt(players: int, hand: int, draw_pile: int) -> None:
    state = told(players=players, hand=hand).state
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


@pytest.mark.parametrize(
    ("level", "limit"), [("beginner", 7), ("advanced", 6), ("expert", 5), (None, 6)]
)
def test_the_limit_of_a_level(level: str | None, limit: int) -> None:
    assert told(level=level)["limit"] == limit
