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
    kinds = {"card-played": 20, "turn-ended": 10, "hand-corrected": 3, "cards-missed": 3}
    kinds |= {"starter-chosen": 2, "cannot-play": 1}
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
