"""What players of One Brain tell the app."""

from enum import StrEnum

from companion.engine.entry import (
    Entry,
    Starter,
    Unreadable,
    numbers_once,
    one_of,
    pair,
    seat,
    truth,
    whole,
)


class Action(StrEnum):
    """The six actions, each on six of the 36 cards (seed 003)."""

    DONATE = "donate"
    COVER = "cover"
    EXTRA = "extra"
    TAKE_BACK = "take-back"
    REMOVE_KIND = "remove-kind"
    REMOVE_COLOUR = "remove-colour"

    @property
    def removes(self) -> bool:
        return self in (Action.REMOVE_KIND, Action.REMOVE_COLOUR)


class Source(StrEnum):
    """Where a card comes from: the hidden hand, or the open cards before a player (003:290)."""

    HAND = "hand"
    DOMAIN = "domain"


SOLO_SEATS = 2  # 003:136: who plays alone also plays for a virtual player


class StarterChosen(Starter):
    """The table says who starts: who laid the last card before, at first by lot (003:163)."""

    paragraph = "starter-before-first-card"
    player: int = seat(least=SOLO_SEATS)


class CardPlayed(Entry):
    """The player whose turn it is laid a card and carried out its action.

    `source` is `from` in a record. What the action hits is left out where it hits nothing. `card`
    and `extra_card` name the cards for those who like to, and change nothing. Raises `Unreadable`
    for a gift that does not say where it came from.
    """

    paragraph = "actions"
    acts = "{entry.kind} {state.turn}"
    source: str = one_of(Source, written_as="from")
    action: str = one_of(Action)
    to: int | None = seat(least=SOLO_SEATS, optional=True)
    given_from: str | None = one_of(Source, optional=True)
    column: int | None = whole(optional=True)
    columns: tuple[int, ...] | None = numbers_once(optional=True)
    extra_from: str | None = one_of(Source, optional=True)
    extra_action: str | None = one_of(Action, optional=True)
    card: dict[str, str] | None = pair("colour", "kind", optional=True)
    extra_card: dict[str, str] | None = pair("colour", "kind", optional=True)

    def __post_init__(self) -> None:
        if self.action == Action.DONATE and self.to is not None and self.given_from is None:
            raise Unreadable("given_from")

    @property
    def second(self) -> str | None:
        """Where the second card comes from: the one given, or the extra one."""
        if self.action == Action.EXTRA:
            return self.extra_from
        return self.given_from if self.action == Action.DONATE and self.to is not None else None

    @property
    def hit(self) -> frozenset[int]:
        """The columns that the action is said to hit."""
        if Action(self.action).removes:
            return frozenset(self.columns or ())
        if self.column is None or self.action not in (Action.COVER, Action.TAKE_BACK):
            return frozenset()
        return frozenset((self.column,))


class CardDrawn(Entry):
    """The player whose turn it is drew a card, which ends the turn (003:247)."""

    paragraph = "drawing"
    acts = "turn {state.turn}"


class TurnEnded(Entry):
    """The player whose turn it is ended the turn without drawing (003:249)."""

    paragraph = "drawing"
    acts = "turn {state.turn}"


class LateCardDrawn(Entry):
    """Who ended the turn before without drawing did draw after all (003:250)."""

    paragraph = "too-late-to-draw"
    acts = "{entry.kind} {state.turn}"


class CardsCorrected(Entry):
    """Somebody counted: this seat really holds so many cards, 0 or more each (record.md)."""

    paragraph = "no-such-card"
    acts = "{entry.kind} {entry.player}"
    player: int = seat(least=SOLO_SEATS)
    hand: int = whole(0)
    domain: int = whole(0)


class AttemptGivenUp(Entry):
    """The table gave this attempt up (003:64)."""

    paragraph = "given-up"


class ResultEntered(Entry):
    """The attempt is over: whether it was won, and with how many columns (0 where left out)."""

    paragraph = "result-only"
    won: bool = truth()
    columns: int | None = whole(0, optional=True)


class DiscardLookedAt(Entry):
    """A beginner looked through the discard pile (003:9): a note, and no part of a record."""

    paragraph = "one-look"


RecordEntry = (
    StarterChosen
    | CardPlayed
    | CardDrawn
    | TurnEnded
    | LateCardDrawn
    | CardsCorrected
    | AttemptGivenUp
    | ResultEntered
)
"""What a record has."""

BrainEntry = RecordEntry | DiscardLookedAt
