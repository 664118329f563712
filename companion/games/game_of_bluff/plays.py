"""Games of Bluff for the tests."""

from random import Random

from companion.engine.entry import Facts
from companion.engine.setup import Setup
from companion.games.pad.plays import make_sheet_entry
from companion.games.pad.value import Tie
from companion.games.plays import Play, Plays

NAMES = ("Ann", "Ben", "Cas")
ROUND: Facts = {"kind": "round-scored", "cards": [3, 1, 2]}


def make_entry(setup: Setup, random: Random) -> dict[str, object]:
    """Rounds more often than the rest, and hardly ever a stop."""
    kinds = {"round-scored": 8, "emma-played": 4, "turn-taken": 12, "starter-chosen": 4}
    kinds |= {"player-left": 1, "player-joined": 1}
    ends = {"game-stopped": 0.4, "result-entered": 0.4}
    [kind] = random.choices([*kinds, *ends], [*kinds.values(), *ends.values()])
    if kind == "round-scored":
        cards = random.sample(range(1, setup.seats + 1), setup.seats)
        rik = random.choice([None, random.randrange(setup.seats)])
        return {"kind": kind, "cards": cards, "rik": rik}
    if kind == "turn-taken":
        return {"kind": kind}
    if kind == "emma-played":
        return {"kind": kind, "player": random.randrange(setup.seats)}
    return make_sheet_entry(kind, setup, random)


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
