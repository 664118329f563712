"""What a table has learned of its cards: which of them carries what.

Nobody tells Companion what is printed on a card. A deck learns from the choices that players make
while they enter cards, and from its own page; it belongs to a table and to a game of the shelf.
"""

import json
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.engine.log import Story

Deck = Mapping[str, str]
"""Card → what it is known to carry; a card that is missing is not known yet."""

Taught = Mapping[str, str | None]
"""Card → what it carries from now on; None: that is not known any more."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Somebody chose what a card carries.

    `game` is the id of the game in which it was chosen; "" for the page of the deck, and for a deck
    that was taken over from another table.
    """

    card: str
    carries: str
    game: str = ""


class Doubt(StrEnum):
    """What is odd about a choice: key of its words, and anchor on the rules page."""

    ANOTHER = "another-command"
    """The card was known to carry something else."""
    ONE_TOO_MANY = "one-too-many"
    """All cards that carry this are known already."""


def learn_in_game(lessons: Iterable[Lesson], game: str, taught: Taught) -> tuple[Lesson, ...]:
    """The lessons with what was chosen in this game, in place of what was chosen in it before."""
    kept = (each for each in lessons if each.game != game or each.card not in taught)
    new = ((card, carries) for card, carries in sorted(taught.items()) if carries is not None)
    return (*kept, *(Lesson(card, carries, game) for card, carries in new))


@dataclass(frozen=True, slots=True)
class Learning:
    """How the cards of a game are learned, for games whose cards carry something.

    `cards` are all of them, in order. `carried` are the things that a card may carry, with how
    often each occurs in a whole deck. `taught` is what the choices of a story say, `given` what is
    known before anybody has chosen anything. `rest` is what all the others carry once the cards
    that carry something are known; None where there are no such others.
    """

    cards: tuple[str, ...]
    carried: Mapping[str, int]
    taught: Callable[[Story], Deck]
    given: Deck = field(default_factory=dict)
    rest: str | None = None

    def read_lessons(self, lessons: Iterable[Lesson]) -> dict[str, str]:
        """All that is known of the cards after these lessons, oldest first."""
        return {**self.given, **merge_lessons(lessons)}

    def read_lessons_before(
        self, lessons: Iterable[Lesson], game: str, cards: Container[str]
    ) -> dict[str, str]:
        """What is known without the lessons that this game itself gave about these cards."""
        return self.read_lessons(
            each for each in lessons if not (each.game == game and each.card in cards)
        )

    def doubts(self, deck: Deck, card: str, choice: str) -> tuple[Doubt, ...]:
        """What is odd about this choice for this card, by what the deck knew before it."""
        if deck.get(card) == choice:
            return ()
        doubts = []
        if card in deck:
            doubts.append(Doubt.ANOTHER)
        if len(self.carriers(deck, choice)) >= self.carried[choice]:
            doubts.append(Doubt.ONE_TOO_MANY)
        return tuple(doubts)

    def doubtful(self, doubt: str, deck: Deck, taught: Taught) -> tuple[str, str]:
        """The first of these cards about which there is this doubt, and what was chosen for it.

        What was doubted once may be known by now: then it is the first of those chosen.
        """
        chosen = [(card, choice) for card, choice in taught.items() if choice]
        doubts = (
            (card, choice) for card, choice in chosen if doubt in self.doubts(deck, card, choice)
        )
        return next(doubts, chosen[0])

    def sort_cards(self, deck: Deck) -> dict[str, str]:
        """What is known, in the order of the cards."""
        return {card: deck[card] for card in self.cards if card in deck}

    def carriers(self, deck: Deck, choice: str) -> list[str]:
        """The cards that are known to carry this, in the order of the deck."""
        return [card for card in self.cards if deck.get(card) == choice]


def merge_lessons(lessons: Iterable[Lesson]) -> dict[str, str]:
    """What these lessons say together, oldest first: of two about one card the later one holds."""
    return {lesson.card: lesson.carries for lesson in lessons}


def newly_taught(before: Deck, after: Deck) -> dict[str, str | None]:
    """What has to be learned, or unlearned, to get from one deck to the other."""
    cards = sorted(before.keys() | after.keys())
    return {card: after.get(card) for card in cards if before.get(card) != after.get(card)}


FORMAT = "companion-deck/1"


class Fault(StrEnum):
    """Why a text is no deck: key of its words."""

    NOT_A_DECK = "not-a-deck"
    OTHER_GAME = "other-game"
    NO_SUCH_CARD = "no-such-card"
    NO_SUCH_CHOICE = "no-such-choice"


class NotADeck(ValueError):
    """This cannot be read as a deck; `detail` is the card or the word that it stumbled on."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(fault, detail)
        self.fault, self.detail = fault, detail


def encode(slug: str, deck: Deck) -> str:
    """The text of a deck of this game, to take it along; `decode` gives it back."""
    document = {"format": FORMAT, "game": slug, "cards": dict(deck)}
    return json.dumps(document, ensure_ascii=False, indent=1)


def decode(text: str, slug: str, learning: Learning) -> dict[str, str]:
    """The deck of this game that a text holds. Raises `NotADeck`."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise NotADeck(Fault.NOT_A_DECK) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotADeck(Fault.NOT_A_DECK)
    if document.get("game") != slug:
        raise NotADeck(Fault.OTHER_GAME)
    return check_cards(document.get("cards"), learning)


def check_cards(cards: object, learning: Learning) -> dict[str, str]:
    """What a file says of cards, in the order of the deck. Raises `NotADeck`."""
    if not isinstance(cards, dict):
        raise NotADeck(Fault.NOT_A_DECK)
    for card, choice in cards.items():
        if card not in learning.cards:
            raise NotADeck(Fault.NO_SUCH_CARD, card)
        if not isinstance(choice, str) or choice not in learning.carried:
            raise NotADeck(Fault.NO_SUCH_CHOICE, card)
    return learning.sort_cards(cards)
