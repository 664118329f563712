"""What The Game says of the cards that a table learns."""

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.engine.deck import Deck, Doubt, Taught
from companion.games.learned_deck import LearnedDeck, Nicknames
from companion.games.the_game.deck import LEARNING, NONE
from companion.games.the_game.words import COMMANDS


class ExtremeDeck(LearnedDeck):
    """The numbers, with their commands."""

    choose_first = _l("Choose a command first, then tap a number.")
    no_such_choice = _l("This deck has a command that does not exist. Nothing was changed.")

    def describe_choice(self, choice: str, nicknames: Nicknames | None = None) -> str:
        return str(COMMANDS[choice])

    def more_than_can_carry(self, cards: int, room: int) -> str:
        return ngettext(
            "%(num)d number is still unknown. At most %(room)s more can be without a command.",
            "%(num)d numbers are still unknown. At most %(room)s more can be without a command.",
            cards,
            room=room,
        )

    def explain_doubt(
        self, doubt: str, deck: Deck, taught: Taught, nicknames: Nicknames | None = None
    ) -> str:
        _card, choice = self.learning.doubtful(doubt, deck, taught)
        if doubt == Doubt.ONE_TOO_MANY and choice == NONE:
            number = self.learning.carried[NONE]
            return _("All %(num)d cards without a command are already known.", num=number)
        return super().explain_doubt(doubt, deck, taught, nicknames)


DECK = ExtremeDeck(LEARNING)
