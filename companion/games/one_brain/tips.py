"""What the rules say about the next attempt, after those that a table has made (003:123-161)."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from companion.games.one_brain.state import CARDS, LARGEST_HAND, SMALLEST_HAND, Ending, State

FAILURES = 3  # 003:124: after three attempts that failed

UP = {"beginner": "advanced", "advanced": "expert"}


@dataclass(frozen=True, slots=True)
class Tip:
    """The level and the start hand that the rules suggest next, and why, in a sentence."""

    why: LazyString
    level: str
    hand: int


def tip(attempts: Sequence[State]) -> Tip | None:
    """What the rules suggest after these attempts, oldest first; None: try the same again."""
    if not attempts:
        return None
    last = attempts[-1]
    if last.end == Ending.WON:
        return _harder(last)
    return _easier(last) if _failures(attempts) >= FAILURES else None


def _harder(last: State) -> Tip | None:
    """Up a level, and after the highest with a card fewer, down to two (003:126, 003:158)."""
    if last.level in UP:
        why = _l("You won this level. The rules suggest the next one.")
        return Tip(why, UP[last.level], last.hand)
    if last.hand > SMALLEST_HAND:
        why = _l("You won the highest level. For a harder game, start with one card fewer.")
        return Tip(why, last.level, last.hand - 1)
    return None


def _easier(last: State) -> Tip | None:
    """From advanced to beginner (003:124); from any other level with a card more (003:153)."""
    if last.level == "advanced":
        why = _l("After three losses, the rules suggest the beginner level.")
        return Tip(why, "beginner", last.hand)
    if last.hand < LARGEST_HAND and (last.hand + 1) * last.seats <= CARDS:
        why = _l("Still too hard? The rules suggest starting with one more card.")
        return Tip(why, last.level, last.hand + 1)
    return None


def _failures(attempts: Sequence[State]) -> int:
    """How many attempts in a row failed like the last one: with its seats, level and hand."""
    last, failed = attempts[-1], 0
    for attempt in reversed(attempts):
        same = (attempt.seats, attempt.level, attempt.hand) == (last.seats, last.level, last.hand)
        if not same or attempt.end == Ending.WON:
            break
        failed += 1
    return failed
