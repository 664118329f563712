"""Games on the pad for any other game, for the tests."""

from companion.games.any_game import PAD
from companion.games.pad.plays import NAMES, plays_of, round_of
from companion.games.plays import Play

TWO = NAMES[:2]
LOW = {"called": "1000", "wins": "lowest", "limit": "3"}

PLAYS = plays_of(
    PAD,
    Play(TWO, tuple(round_of(PAD, 2, 1)), LOW),
    Play(TWO, tuple(round_of(PAD, 2, 1)), {"rounds": "1", "start": "-5"}),
)
