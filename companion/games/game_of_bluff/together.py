"""Several phones at Game of Bluff: which entries are one act, and which go together unseen."""

from collections.abc import Hashable

from companion.engine.rules import Concurrency
from companion.games.game_of_bluff.entries import BluffEntry, EmmaPlayed, RoundScored, TurnTaken
from companion.games.game_of_bluff.state import State
from companion.games.pad import sheet
from companion.games.pad.entries import (
    GameStopped,
    PlayerJoined,
    PlayerLeft,
    ResultEntered,
    StarterChosen,
)

MOVES = (StarterChosen, EmmaPlayed, TurnTaken)
LEAVING = (PlayerLeft, PlayerJoined)
FOLLOWS: sheet.Follows = {
    RoundScored: (*MOVES, RoundScored),
    ResultEntered: (),
    GameStopped: MOVES,
    StarterChosen: (EmmaPlayed, TurnTaken, *LEAVING),
    EmmaPlayed: (StarterChosen, *LEAVING),
    TurnTaken: (StarterChosen,),
    PlayerLeft: (*MOVES, *LEAVING),
    PlayerJoined: (*MOVES, *LEAVING),
}


def act(state: State, entry: BluffEntry) -> Hashable | None:
    """The name of what an entry does: in each round once, the last turns by how many are left."""
    match entry:
        case EmmaPlayed() | RoundScored():
            return (entry.kind, state.number)
        case TurnTaken():
            return (entry.kind, state.number, len(state.countdown or ()))
        case _:
            return sheet.act(state, entry)


def commutes(state: State, entry: BluffEntry, other: BluffEntry) -> bool:
    """Whether `entry` may stand after `other`, which its phone had not seen.

    A round is closed after all that happened in it, and says its own cards whatever another round
    says. So is a game, but not after a round that nobody there had seen. Who starts and who plays
    Emma have nothing to do with each other, nor with whom else leaves.
    """
    left_after = sheet.is_leaving(entry, getattr(other, "player", None))
    return sheet.may_follow(FOLLOWS, entry, other) and not left_after


CONCURRENCY = Concurrency(act=act, commutes=commutes, once=("round-scored", "emma-played"))
