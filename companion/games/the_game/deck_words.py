"""What The Game says of the cards that a table learns."""

from collections.abc import Mapping

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.engine.deck import Deck, Doubt, Taught
from companion.games.lists import join_list
from companion.games.the_game.deck import COPIES_OF, LEARNING, NONE
from companion.games.the_game.words import COMMANDS

CHOOSE_FIRST = _l("Choose a command first, then tap a number.")
NO_SUCH_CHOICE = _l("This deck has a command that does not exist. Nothing was changed.")


def describe_choice(choice: str, nicknames: Mapping[str, str] | None = None) -> str:
    """What a number carries: its command, or none."""
    return str(COMMANDS[choice])


def name_card(card: str, nicknames: Mapping[str, str] | None = None) -> str:
    """What a card is called: its number."""
    return card


def describe_known(cards: int) -> str:
    """How many cards a deck knows."""
    return ngettext("%(num)d number known", "%(num)d numbers known", cards)


def cards_known_of(cards: int, all_of: int) -> str:
    """How many of all cards a deck knows, in a sentence."""
    return _("%(num)d of %(all)d numbers known.", num=cards, all=all_of)


def describe_learned(cards: int) -> str:
    """How many cards a deck has just learned, in a sentence."""
    return ngettext("%(num)d number added.", "%(num)d numbers added.", cards)


def more_than_can_carry(cards: int, room: int) -> str:
    """That more cards are not known yet than can carry what was chosen for all of them."""
    return ngettext(
        "%(num)d number is still unknown, but only %(room)s more can be without a command.",
        "%(num)d numbers are still unknown, but only %(room)s more can be without a command.",
        cards,
        room=room,
    )


def describe_differing(cards: int) -> str:
    """How many cards another deck knows otherwise, before they are listed."""
    return ngettext("%(num)d number differs from ours:", "%(num)d numbers differ from ours:", cards)


def explain_doubt(
    doubt: str, deck: Deck, taught: Taught, nicknames: Mapping[str, str] | None = None
) -> str:
    """What is odd about the commands that were chosen, in a sentence; `deck` as it was before."""
    card, choice = LEARNING.doubtful(doubt, deck, taught)
    if doubt == Doubt.ANOTHER:
        return _(
            "%(card)s was known as “%(before)s”; you chose “%(now)s”.",
            card=card,
            before=COMMANDS[deck[card]],
            now=COMMANDS[choice],
        )
    assert doubt == Doubt.ONE_TOO_MANY, doubt
    if choice == NONE:
        return _("All %(num)d cards without a command are already known.", num=COPIES_OF[NONE])
    known = join_list(LEARNING.carriers(deck, choice))
    return _(
        "There are only four of each, and “%(command)s” is already on %(known)s.",
        command=COMMANDS[choice],
        known=known,
    )
