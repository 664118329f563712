"""What to lay out and deal for The Game, before its first card."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.games.the_game.state import State


def preparing(state: State) -> Iterator[str]:
    """What the people at this table do, one thing after the other (001:3, 001:25, 001:66)."""
    setup = state.setup
    if setup.options["extreme"]:
        yield _("Use the cards of Extreme: 28 of them have a command.")
    if setup.options["on_fire"]:
        yield _("Swap 22, 33, 44, 55, 66 and 77 for the fire cards.")
    yield _("Lay out the four start cards: two 1s going up, two 100s going down.")
    yield _("Shuffle the other 98 cards, 2 to 99.")
    if setup.seats == 1:
        yield _("Deal yourself %(cards)s cards.", cards=state.full_hand)
    else:
        yield _("Deal %(cards)s cards to each of you.", cards=state.full_hand)
    yield ngettext(
        "The %(num)d remaining card is the draw pile, face down.",
        "The %(num)d remaining cards are the draw pile, face down.",
        state.draw_pile,
    )
    if setup.seats > 1:
        yield _("Look at your cards, then agree on who starts.")
