"""The cards of a game that carry something, and are learned by the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from flask_babel import gettext as _
from flask_babel import ngettext
from flask_babel.speaklater import LazyString

from companion.engine.deck import Deck, Doubt, Learning, Taught
from companion.engine.names import capitalise
from companion.games.lists import join_list

Nicknames = Mapping[str, str]
"""The words that a table has given things itself."""


@dataclass(frozen=True)
class LearnedDeck:
    """How these cards are learned, and all that is said of them; a game inherits from this.

    `choose_first` says that a choice comes before the card, `no_such_choice` of a file that a card
    in it carries what none does. `nicknames` are the things that a table may name itself, with the
    title of each.
    """

    learning: Learning
    choose_first: ClassVar[LazyString]
    no_such_choice: ClassVar[LazyString]
    nicknames: ClassVar[Mapping[str, LazyString]] = {}

    def check_nickname(self, thing: str, name: str) -> str | None:
        """Why a table cannot call this thing so, in a sentence; None where it can."""
        return None

    def name_card(self, card: str, nicknames: Nicknames | None = None) -> str:
        """What a card is called: its own word, unless a game says more."""
        return card

    def describe_choice(self, choice: str, nicknames: Nicknames | None = None) -> str:
        raise NotImplementedError

    def more_than_can_carry(self, cards: int, room: int) -> str:
        """That so many cards are more than there is room for; asked where `Learning.rest` is."""
        raise NotImplementedError

    def explain_doubt(
        self, doubt: str, deck: Deck, taught: Taught, nicknames: Nicknames | None = None
    ) -> str:
        """What is odd about these choices, in a sentence; `deck` as it was before."""
        card, choice = self.learning.doubtful(doubt, deck, taught)
        chosen = self.describe_choice(choice, nicknames)
        if doubt == Doubt.ANOTHER:
            said = _(
                "%(card)s was known as “%(before)s”; you chose “%(now)s”.",
                card=self.name_card(card, nicknames),
                before=self.describe_choice(deck[card], nicknames),
                now=chosen,
            )
            return capitalise(said)
        assert doubt == Doubt.ONE_TOO_MANY, doubt
        known = [self.name_card(each, nicknames) for each in self.learning.carriers(deck, choice)]
        return ngettext(
            "There is only %(num)d of these: “%(carried)s” is already on %(known)s.",
            "There are only %(num)d of these: “%(carried)s” is already on %(known)s.",
            self.learning.carried[choice],
            carried=chosen,
            known=join_list(known),
        )
