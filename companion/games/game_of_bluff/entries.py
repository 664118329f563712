"""What players of Game of Bluff tell the app."""

from dataclasses import dataclass

from companion.engine.entry import Entry, Starter, seat, wholes


@dataclass(frozen=True, slots=True)
class StarterChosen(Starter):
    """The table says who starts this round (004:36)."""

    kind = "starter-chosen"
    player: int = seat()


@dataclass(frozen=True, slots=True)
class EmmaPlayed(Entry):
    """This player laid Ending Emma: everybody has one more turn, that player the last (004:74)."""

    kind = "emma-played"
    player: int = seat()


@dataclass(frozen=True, slots=True)
class TurnTaken(Entry):
    """The next player of the countdown has had the last turn."""

    kind = "turn-taken"


@dataclass(frozen=True, slots=True)
class RoundScored(Entry):
    """The white cards were shown: one number a seat, and who held Redemption Rik, if anybody."""

    kind = "round-scored"
    cards: tuple[int, ...] = wholes()
    rik: int | None = seat(optional=True)


@dataclass(frozen=True, slots=True)
class GameStopped(Entry):
    """The table stopped before anybody had passed the limit; the totals count as they stand."""

    kind = "game-stopped"


@dataclass(frozen=True, slots=True)
class ResultEntered(Entry):
    """The game is over, and these are the totals by seat, whatever the rounds came to."""

    kind = "result-entered"
    totals: tuple[int, ...] = wholes()


BluffEntry = StarterChosen | EmmaPlayed | TurnTaken | RoundScored | GameStopped | ResultEntered
