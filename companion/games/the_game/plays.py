"""Games of The Game for the tests."""

from random import Random

from companion.engine.setup import Setup
from companion.games.plays import Play, Plays, log
from companion.games.the_game.entries import Command
from companion.games.the_game.state import Rating, Reason

NAMES = ("Ann", "Ben")

BEATEN = """hand-corrected player=1 cards=1, hand-corrected player=0 cards=97, \
cards-missed pile=up-1 count=97 top=2, hand-corrected player=0 cards=0, \
card-played card=99 pile=up-2"""
STUCK = """hand-corrected player=1 cards=7, hand-corrected player=0 cards=91, \
cards-missed pile=up-1 count=84 top=2, turn-ended, hand-corrected player=0 cards=4, cannot-play"""


def _some(setup: Setup, random: Random) -> object:
    return random.choice([98, *range(1, 9)])


PLAYS = Plays(
    games=(
        Play(
            NAMES,
            log(
                "starter-chosen player=1, card-played card=40 pile=up-1,"
                " card-played card=30 pile=up-1, turn-ended, card-played card=47 pile=up-1"
            ),
            {"expert": "y", "on_fire": "y", "aids": "y"},
        ),
        Play(NAMES, log(BEATEN)),
        Play(NAMES, log(STUCK)),
        Play(  # by turns, then by cards, and then only the result
            NAMES,
            log(
                "turn-laid cards=2, depth-chosen depth=cards, cards-laid cards=1,"
                " card-played card=40 pile=down-1, depth-chosen depth=turns, result-entered left=12"
            ),
            {"depth": "turns"},
        ),
        Play(  # only the result
            NAMES,
            log("result-entered left=31 lost=true"),
            {"extreme": "y", "depth": "result"},
            tile="the-game-extreme",
        ),
        Play(  # a command is broken
            NAMES,
            log(
                "card-played card=40 pile=up-1, card-played card=47 pile=up-1 command=skull,"
                " turn-ended"
            ),
            {"extreme": "y"},
            tile="the-game-extreme",
        ),
    ),
    odds={
        **{"card-played": 40, "turn-ended": 20, "hand-corrected": 6, "cards-missed": 6},
        **{"cards-laid": 6, "turn-laid": 12, "depth-chosen": 4, "starter-chosen": 4},
        **{"cannot-play": 2, "result-entered": 1},
    },
    values={"player": lambda setup, random: random.randint(0, 4), "cards": _some, "count": _some},
    named=(*Reason, *Rating, *Command),
)
