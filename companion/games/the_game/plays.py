"""Games of The Game for the tests."""

from random import Random
from typing import get_args

from companion.engine.entry import Facts
from companion.engine.setup import Setup
from companion.games.plays import Play, Plays, make_up
from companion.games.the_game.entries import Command, GameEntry
from companion.games.the_game.state import Rating, Reason

NAMES = ("Ann", "Ben")


def hold(player: int, cards: int) -> Facts:
    """Somebody holds so many cards."""
    return {"kind": "hand-corrected", "player": player, "cards": cards}


def make_entry(setup: Setup, random: Random) -> dict[str, object]:
    """Cards and turns more often than the rest, and hardly ever an end."""
    odds = {"card-played": 40, "turn-ended": 20, "hand-corrected": 6, "cards-missed": 6}
    odds |= {"cards-laid": 6, "turn-laid": 12, "depth-chosen": 4, "starter-chosen": 4}
    odds |= {"cannot-play": 2, "result-entered": 1}

    def some() -> object:
        return random.choice([98, *range(1, 9)])

    return make_up(
        get_args(GameEntry),
        odds,
        setup,
        random,
        player=lambda: random.randint(0, 4),
        cards=some,
        count=some,
    )


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
