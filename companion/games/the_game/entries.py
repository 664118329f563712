"""What players of The Game tell the app."""

from enum import StrEnum

from companion.engine.entry import Entry, Facts, Starter, one_of, seat, truth, whole


class Pile(StrEnum):
    """The four piles in the middle: two go up from 1, two go down from 100 (001:3)."""

    UP_1 = "up-1"
    UP_2 = "up-2"
    DOWN_1 = "down-1"
    DOWN_2 = "down-2"

    @property
    def up(self) -> bool:
        return self in (Pile.UP_1, Pile.UP_2)


class Command(StrEnum):
    """The seven commands of Extreme, each on four of the 98 cards (000:75-115)."""

    STOP = "stop"
    SKULL = "skull"
    THREE = "three"
    SILENCE = "silence"
    NO_TRICK = "no-trick"
    SAME_PILE = "same-pile"
    DRAW_ONE = "draw-one"

    @property
    def lasting(self) -> bool:
        """Whether it holds for everybody until it is covered, not for this turn only (000:99)."""
        return self not in (Command.STOP, Command.SKULL, Command.THREE)


class Depth(StrEnum):
    """How much a table enters: each card, a number of cards a turn, or how the game ended."""

    CARDS = "cards"
    TURNS = "turns"
    RESULT = "result"


LOWEST_CARD, HIGHEST_CARD = 2, 99  # 001:3: one card each of 2 to 99
CARDS = HIGHEST_CARD - LOWEST_CARD + 1


class StarterChosen(Starter):
    """The table chose who starts, after everybody had seen the own hand (001:29)."""

    paragraph = "starter-before-first-card"
    player: int = seat()


class CardPlayed(Entry):
    """The player whose turn it is laid a card, 2 to 99, on a pile."""

    paragraph = "pile-direction"
    acts = "{entry.kind} {entry.card}"
    card: int = whole(LOWEST_CARD, HIGHEST_CARD)
    pile: str = one_of(Pile)
    command: str | None = one_of(Command, only_with="extreme", optional=True)


class TurnEnded(Entry):
    """The player whose turn it is stopped laying cards and drew (001:33)."""

    paragraph = "drawing"
    acts = "turn {state.turn.number}"


class CannotPlay(Entry):
    """The player whose turn it is said that the cards owed cannot be laid (001:58)."""

    paragraph = "stuck"
    acts = "{entry.kind} {state.turn.number}"


class HandCorrected(Entry):
    """Somebody counted: this seat really holds so many cards, 0 or more (record.md)."""

    paragraph = "hand-corrected"
    acts = "{entry.kind} {entry.player}"
    player: int = seat()
    cards: int = whole(0)


class CardsMissed(Entry):
    """So many cards of this turn went onto a pile without being entered, the last of them `top`."""

    paragraph = "cards-missed"
    acts = None
    pile: str = one_of(Pile)
    count: int = whole(1)
    top: int = whole(LOWEST_CARD, HIGHEST_CARD)


class CardsLaid(Entry):
    """The player whose turn it is laid so many cards; nobody entered which, or where."""

    paragraph = "by-turns"
    acts = None
    cards: int = whole(1)


class ResultEntered(Entry):
    """The game is over: so many cards were left, and `lost` says whether a command was broken."""

    paragraph = "result-only"
    left: int = whole(0, CARDS)
    lost: bool | None = truth(only_with=("extreme", "on_fire"), optional=True)


class TurnLaid(Entry):
    """The player whose turn it is laid so many cards, and ended the turn with them.

    A record has it as `cards-laid` and, unless these end the turn by themselves, `turn-ended`.
    """

    paragraph = "by-turns"
    acts = "turn {state.turn.number}"
    cards: int = whole(1)


class DepthChosen(Entry):
    """From here on the table enters each card, or a number a turn: a note, and in no record."""

    paragraph = "by-turns"
    depth: str = one_of((Depth.CARDS, Depth.TURNS))


RecordEntry = (
    StarterChosen
    | CardPlayed
    | TurnEnded
    | CannotPlay
    | HandCorrected
    | CardsMissed
    | CardsLaid
    | ResultEntered
)
"""What a record has."""

GameEntry = RecordEntry | TurnLaid | DepthChosen


def count_laid(facts: Facts) -> int:
    match facts.get("kind"):
        case CardPlayed.kind:
            return 1
        case CardsMissed.kind:
            return int(str(facts["count"]))
        case CardsLaid.kind | TurnLaid.kind:
            return int(str(facts["cards"]))
        case _:
            return 0
