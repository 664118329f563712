"""Several phones at Game of Bluff: which entries are one act, and which go together unseen."""

from collections.abc import Hashable
from typing import assert_never

from companion.engine.rules import Concurrency
from companion.games.game_of_bluff.entries import BluffEntry, EmmaPlayed, RoundScored, TurnTaken
from companion.games.game_of_bluff.state import State
from companion.games.pad.entries import GameStopped, ResultEntered, StarterChosen
from companion.games.pad.leaving import PlayerJoined, PlayerLeft, is_about


def act(state: State, entry: BluffEntry) -> Hashable | None:
    """The name of what an entry does: in each round once, the last turns by how many are left."""
    match entry:
        case StarterChosen():
            return ("starter", state.number)
        case EmmaPlayed():
            return ("emma", state.number)
        case TurnTaken():
            return ("turn", state.number, len(state.countdown or ()))
        case RoundScored():
            return ("round", state.number)
        case PlayerLeft() | PlayerJoined():
            return (entry.kind, entry.player)
        case GameStopped():
            return ("stopped",)
        case ResultEntered():
            return ("result",)
        case _:
            assert_never(entry)


def commutes(state: State, entry: BluffEntry, other: BluffEntry) -> bool:
    """Whether `entry` may stand after `other`, which its phone had not seen.

    A round is closed after all that happened in it, and says its own cards whatever another round
    says. So is a game, but not after a round that nobody there had seen. Who starts and who plays
    Emma have nothing to do with each other.
    """
    match entry:
        case RoundScored():
            return not isinstance(other, GameStopped | ResultEntered | PlayerLeft | PlayerJoined)
        case ResultEntered():
            return False
        case GameStopped():
            return isinstance(other, StarterChosen | EmmaPlayed | TurnTaken)
        case StarterChosen():
            goes = isinstance(other, EmmaPlayed | TurnTaken | PlayerLeft | PlayerJoined)
            return goes and not is_about(other, entry.player)
        case EmmaPlayed():
            goes = isinstance(other, StarterChosen | PlayerLeft | PlayerJoined)
            return goes and not is_about(other, entry.player)
        case TurnTaken():
            return isinstance(other, StarterChosen)
        case PlayerLeft() | PlayerJoined():
            goes = isinstance(
                other, StarterChosen | EmmaPlayed | TurnTaken | PlayerLeft | PlayerJoined
            )
            return goes and getattr(other, "player", None) != entry.player
        case _:
            assert_never(entry)


CONCURRENCY = Concurrency(act=act, commutes=commutes, once=("round-scored", "emma-played"))
