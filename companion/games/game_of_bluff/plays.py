"""Games of Bluff for the tests."""

from random import Random
from typing import get_args

from companion.engine.entry import Facts
from companion.engine.setup import Setup
from companion.games.game_of_bluff.entries import BluffEntry
from companion.games.pad.value import Tie
from companion.games.plays import Play, Plays, make_up

NAMES = ("Ann", "Ben", "Cas")
ROUND: Facts = {"kind": "round-scored", "cards": [3, 1, 2]}


def make_entry(setup: Setup, random: Random) -> dict[str, object]:
    """Rounds more often than the rest, and hardly ever a stop."""
    odds: dict[str, float] = {"round-scored": 8, "emma-played": 4, "turn-taken": 12}
    odds |= {
        "starter-chosen": 4,
        "player-left": 1,
        "player-joined": 1,
        "game-stopped": 0.4,
        "result-entered": 0.4,
    }

    def seat() -> int:
        return random.randrange(setup.seats)

    def cards() -> list[int]:
        return random.sample(range(1, setup.seats + 1), setup.seats)

    entries = get_args(BluffEntry)
    values = {"player": seat, "rik": seat, "cards": cards, "begins_with": lambda: 4}
    return make_up(entries, odds, setup, random, **values)


PLAYS = Plays(
    games=(
        Play(
            NAMES,
            (
                {"kind": "starter-chosen", "player": 1},
                {**ROUND, "rik": 0},
                {"kind": "emma-played", "player": 2},
                {"kind": "turn-taken"},
            ),
        ),
        Play(NAMES, (ROUND, ROUND, ROUND, ROUND)),
        Play(
            (*NAMES, "Dea"),
            (
                {"kind": "player-left", "player": 3},
                {**ROUND, "cards": [3, 1, 2, 0]},
                {"kind": "player-joined", "player": 3, "begins_with": 2},
                {"kind": "game-stopped"},
            ),
            {"last_round": "y"},
        ),
        Play(NAMES, (ROUND, {"kind": "result-entered", "totals": [9, 0, 9]})),
        Play(NAMES, ({"kind": "result-entered", "totals": [14, 3, 3]},), {"depth": "result"}),
    ),
    make_entry=make_entry,
    named=Tie,
)
