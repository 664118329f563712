"""Several phones at a score sheet: which entries are one act, and which go together unseen."""

from collections.abc import Hashable

from companion.engine.rules import Concurrency
from companion.games.pad import sheet
from companion.games.pad.entries import (
    GameStopped,
    NumberEntered,
    PadEntry,
    PlayerJoined,
    PlayerLeft,
    ResultEntered,
    RoundClosed,
    StarterChosen,
)
from companion.games.pad.state import State


def act(state: State, entry: PadEntry) -> Hashable | None:
    """The name of what an entry does: a number of each player, once in a step of a round."""
    match entry:
        case NumberEntered():
            return (entry.kind, entry.round, entry.player)
        case RoundClosed():
            return (entry.kind, entry.round)
        case _:
            return sheet.act(state, entry)


MOVES = (StarterChosen, NumberEntered, RoundClosed, PlayerLeft, PlayerJoined)
FOLLOWS: sheet.Follows = {
    NumberEntered: MOVES,
    RoundClosed: (StarterChosen,),
    StarterChosen: MOVES[1:],
    PlayerLeft: MOVES,
    PlayerJoined: MOVES,
    GameStopped: (StarterChosen,),
    ResultEntered: (),
}


def commutes(state: State, entry: PadEntry, other: PadEntry) -> bool:
    """Whether `entry` may stand after `other`, which its phone had not seen.

    The numbers of two players both count, whoever was quicker. A round is not closed, and a game
    not ended, over a number that nobody there had seen.
    """
    return sheet.may_follow(FOLLOWS, entry, other)


CONCURRENCY: Concurrency[State, PadEntry] = Concurrency(act=act, commutes=commutes)
