"""Who leaves a score sheet between two rounds, and who comes back or in late."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.engine.entry import Entry, seat, whole
from companion.engine.rules import Breach, Weight
from companion.games.pad.sheet import Sheet

WHO_PLAYS = "who-plays"
"""The rule that somebody who has left is not named, and somebody who plays does not come."""
FEWEST_PLAYERS = "fewest-players"
"""The rule that enough players stay."""
MOST = 999_999_999

T = TypeVar("T", bound=Sheet)


@dataclass(frozen=True, slots=True)
class PlayerLeft(Entry):
    """This player plays no round from here on; the points stay as they are."""

    kind = "player-left"
    player: int = seat()


@dataclass(frozen=True, slots=True)
class PlayerJoined(Entry):
    """This player, who had left, plays from here on: with so many points, or with the old ones."""

    kind = "player-joined"
    player: int = seat()
    begins_with: int | None = whole(-MOST, MOST, optional=True)


def check_who(sheet: Sheet, *seats: int | None) -> Iterator[Breach]:
    """Yield the breach of an entry that names somebody who has left."""
    if set(seats) & set(sheet.away):
        yield Breach(WHO_PLAYS, Weight.REFUSE)


def check_leaving(sheet: Sheet, entry: PlayerLeft | PlayerJoined, fewest: int) -> Iterator[Breach]:
    """Yield the rules that leaving or coming breaks."""
    if (entry.player in sheet.away) == isinstance(entry, PlayerLeft):
        yield Breach(WHO_PLAYS, Weight.REFUSE)
    elif isinstance(entry, PlayerLeft) and len(sheet.at_table) <= fewest:
        yield Breach(FEWEST_PLAYERS, Weight.REFUSE)


def move(state: T, entry: PlayerLeft | PlayerJoined) -> T:
    """The sheet once that player has left or come."""
    who = entry.player
    if isinstance(entry, PlayerLeft):
        return _change(state, away=tuple(sorted((*state.away, who))))
    away = tuple(each for each in state.away if each != who)
    if entry.begins_with is None:
        return _change(state, away=away)
    more = (len(state.rows), who, entry.begins_with - state.totals[who])
    return _change(state, away=away, given=(*state.given, more))


def is_about(entry: Entry, player: int) -> bool:
    """Whether this entry says of that player that they leave, or come."""
    return isinstance(entry, PlayerLeft | PlayerJoined) and entry.player == player


def _change(state: T, **changes: Any) -> T:
    changed: T = replace(state, **changes)  # type: ignore[type-var]
    return changed
