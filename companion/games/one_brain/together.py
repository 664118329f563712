"""Several phones at One Brain: which entries are one act, and which go together unseen."""

from collections.abc import Hashable
from typing import assert_never

from companion.engine.rules import Concurrency, either_way
from companion.games.one_brain.entries import (
    AttemptGivenUp,
    BrainEntry,
    CardDrawn,
    CardPlayed,
    CardsCorrected,
    DiscardLookedAt,
    LateCardDrawn,
    ResultEntered,
    StarterChosen,
    TurnEnded,
)
from companion.games.one_brain.rules import apply, check
from companion.games.one_brain.state import State


def act(state: State, entry: BrainEntry) -> Hashable | None:
    """The name of what an entry does: a turn has one card (003:241), and one end."""
    match entry:
        case StarterChosen():
            return ("starter",)
        case CardPlayed():
            return ("card", state.turn)
        case CardDrawn() | TurnEnded():
            return ("turn", state.turn)
        case LateCardDrawn():
            return ("late", state.turn)
        case CardsCorrected():
            return ("cards", entry.player)
        case AttemptGivenUp():
            return ("given up",)
        case ResultEntered():
            return ("result",)
        case DiscardLookedAt():
            return ("look",)
        case _:
            assert_never(entry)


def commutes(state: State, entry: BrainEntry, other: BrainEntry) -> bool:
    """Whether `entry` may stand after `other`, which its phone had not seen.

    A card, its end of turn and the next card have one order by the rules, so each may follow the
    other unseen. A count goes with what leaves those cards alone. Who starts decides whose card it
    is, and giving up and a result end the attempt.
    """
    match entry, other:
        case (AttemptGivenUp() | ResultEntered(), _) | (_, AttemptGivenUp() | ResultEntered()):
            return False
        case (CardsCorrected() | DiscardLookedAt(), _) | (_, CardsCorrected() | DiscardLookedAt()):
            return either_way(check, apply, state, entry, other)
        case (StarterChosen(), _) | (_, StarterChosen()):
            return False
        case _:
            return either_way(check, apply, state, entry, other)


CONCURRENCY = Concurrency(
    act=act,
    commutes=commutes,
    # Naming a card is for those who like to.
    optional=("card", "extra_card", "extra_action", "removes"),
)
