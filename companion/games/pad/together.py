"""Several phones at a score pad: which entries are one act, and which go together unseen."""

from collections.abc import Hashable
from typing import assert_never

from companion.engine.rules import Concurrency
from companion.games.pad.entries import (
    GameStopped,
    NumberEntered,
    PadEntry,
    ResultEntered,
    RoundClosed,
    StarterChosen,
)
from companion.games.pad.leaving import PlayerJoined, PlayerLeft, is_about
from companion.games.pad.state import State


def act(state: State, entry: PadEntry) -> Hashable | None:
    """The name of what an entry does: a number of each player, once in a step of a round."""
    match entry:
        case NumberEntered():
            return (entry.kind, entry.round, entry.player)
        case StarterChosen():
            return (entry.kind, state.number)
        case RoundClosed():
            return (entry.kind, entry.round)
        case PlayerLeft() | PlayerJoined():
            return (entry.kind, entry.player)
        case GameStopped() | ResultEntered():
            return (entry.kind,)
        case _:
            assert_never(entry)


def commutes(state: State, entry: PadEntry, other: PadEntry) -> bool:
    """Whether `entry` may stand after `other`, which its phone had not seen.

    The numbers of two players both count, whoever was quicker. A round is not closed, and a game
    not ended, over a number that nobody there had seen.
    """
    match entry:
        case NumberEntered():
            return not isinstance(other, GameStopped | ResultEntered) and not is_about(
                other, entry.player
            )
        case RoundClosed():
            return isinstance(other, StarterChosen)
        case StarterChosen():
            goes = isinstance(other, NumberEntered | RoundClosed | PlayerLeft | PlayerJoined)
            return goes and not is_about(other, entry.player)
        case PlayerLeft() | PlayerJoined():
            ends = isinstance(other, GameStopped | ResultEntered)
            return not ends and not is_about(other, entry.player)
        case GameStopped():
            return isinstance(other, StarterChosen)
        case ResultEntered():
            return False
        case _:
            assert_never(entry)


CONCURRENCY: Concurrency[State, PadEntry] = Concurrency(act=act, commutes=commutes)
