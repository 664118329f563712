"""Games of The Game for the tests."""

from random import Random

from companion.engine.entry import Facts
from companion.engine.setup import Setup
from companion.games.plays import Play, Plays
from companion.games.the_game.entries import Command, Pile
from companion.games.the_game.state import Rating, Reason

NAMES = ("Ann", "Ben")


def hold(player: int, cards: int) -> Facts:
    """Somebody holds so many cards."""
    return {"kind": "hand-corrected", "player": player, "cards": cards}


def make_entry(setup: Setup, random: Random) -> dict[str, object]:
    """Cards and turns more often than the rest, and hardly ever an end."""
    kinds = {"card-played": 40, "turn-ended": 20, "hand-corrected": 6, "cards-missed": 6}
    kinds |= {"cards-laid": 6, "turn-laid": 12, "depth-chosen": 4, "starter-chosen": 4}
    kinds |= {"cannot-play": 2, "result-entered": 1}
    [kind] = random.choices([*kinds], [*kinds.values()])
    entry: dict[str, object] = {"kind": kind}
    match kind:
        case "card-played":
            entry |= {"card": random.randint(2, 99), "pile": str(random.choice([*Pile]))}
            if random.random() < 0.5:
                entry["command"] = str(random.choice([*Command]))
        case "hand-corrected":
            entry |= {"player": random.randint(0, 4), "cards": random.choice([98, *range(13)])}
        case "cards-missed":
            count, top = random.choice([98, *range(1, 9)]), random.randint(2, 99)
            entry |= {"pile": str(random.choice([*Pile])), "count": count, "top": top}
        case "starter-chosen":
            entry["player"] = random.randint(0, 4)
        case "cards-laid" | "turn-laid":
            entry["cards"] = random.choice([98, *range(1, 9)])
        case "result-entered":
            entry["left"] = random.randint(0, 98)
            if random.random() < 0.5:
                entry["lost"] = random.choice([True, False])
        case "depth-chosen":
            entry["depth"] = random.choice(["cards", "turns"])
    return entry


PLAYS = Plays(
    games=(
        Play(
            NAMES,
            (
                {"kind": "starter-chosen", "player": 1},
                {"kind": "card-played", "card": 40, "pile": "up-1"},
                {"kind": "card-played", "card": 30, "pile": "up-1"},
                {"kind": "turn-ended"},
                {"kind": "card-played", "card": 47, "pile": "up-1"},
            ),
            {"expert": "y", "on_fire": "y", "aids": "y"},
        ),
        Play(  # beaten
            NAMES,
            (
                hold(1, 1),
                hold(0, 97),
                {"kind": "cards-missed", "pile": "up-1", "count": 97, "top": 2},
                hold(0, 0),
                {"kind": "card-played", "card": 99, "pile": "up-2"},
            ),
        ),
        Play(  # stuck
            NAMES,
            (
                hold(1, 7),
                hold(0, 91),
                {"kind": "cards-missed", "pile": "up-1", "count": 84, "top": 2},
                {"kind": "turn-ended"},
                hold(0, 4),
                {"kind": "cannot-play"},
            ),
        ),
        Play(  # by turns, then by cards, and then only the result
            NAMES,
            (
                {"kind": "turn-laid", "cards": 2},
                {"kind": "depth-chosen", "depth": "cards"},
                {"kind": "cards-laid", "cards": 1},
                {"kind": "card-played", "card": 40, "pile": "down-1"},
                {"kind": "depth-chosen", "depth": "turns"},
                {"kind": "result-entered", "left": 12},
            ),
            {"depth": "turns"},
        ),
        Play(  # only the result
            NAMES,
            ({"kind": "result-entered", "left": 31, "lost": True},),
            {"extreme": "y", "depth": "result"},
            tile="the-game-extreme",
        ),
        Play(  # a command is broken
            NAMES,
            (
                {"kind": "card-played", "card": 40, "pile": "up-1"},
                {"kind": "card-played", "card": 47, "pile": "up-1", "command": "skull"},
                {"kind": "turn-ended"},
            ),
            {"extreme": "y"},
            tile="the-game-extreme",
        ),
    ),
    make_entry=make_entry,
    named=(*Reason, *Rating, *Command),
)
