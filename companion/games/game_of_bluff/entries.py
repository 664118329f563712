"""What players of Game of Bluff tell the app."""

from companion.engine.entry import Entry, seat, wholes
from companion.games.pad.entries import SheetEntry


class EmmaPlayed(Entry):
    """This player laid Ending Emma: everybody has one more turn, that player the last (004:74)."""

    paragraph = "ending-emma"
    acts = "{entry.kind} {state.number}"
    player: int = seat()


class TurnTaken(Entry):
    """The next player of the countdown has had the last turn."""

    paragraph = "last-turns"
    acts = "{entry.kind} {state.number} {state.turns_left}"


class RoundScored(Entry):
    """The white cards by seat, 0 for one that has left, and who held Redemption Rik, if anybody."""

    paragraph = "score"
    acts = "{entry.kind} {state.number}"
    cards: tuple[int, ...] = wholes()
    rik: int | None = seat(optional=True)


BluffEntry = EmmaPlayed | TurnTaken | RoundScored | SheetEntry
