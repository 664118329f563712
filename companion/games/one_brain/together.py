"""Several phones at One Brain: which entries go together unseen."""

from companion.engine.rules import Concurrency, either_way
from companion.games.one_brain.entries import BrainEntry
from companion.games.one_brain.rules import apply, check
from companion.games.one_brain.state import State

ENDS = frozenset(("attempt-given-up", "result-entered"))
COUNTS = frozenset(("cards-corrected", "discard-looked-at"))


def commutes(state: State, entry: BrainEntry, other: BrainEntry) -> bool:
    """Whether `entry` may stand after `other`, which its phone had not seen.

    A card, its end of turn and the next card have one order by the rules, so each may follow the
    other unseen. A count goes with what leaves those cards alone. Who starts decides whose card it
    is, and giving up and a result end the attempt.
    """
    kinds = frozenset((entry.kind, other.kind))
    if kinds & ENDS or ("starter-chosen" in kinds and not kinds & COUNTS):
        return False
    return either_way(check, apply, state, entry, other)


CONCURRENCY = Concurrency(
    commutes=commutes,
    # Naming a card is for those who like to.
    optional=("card", "extra_card", "extra_action", "removes"),
)
