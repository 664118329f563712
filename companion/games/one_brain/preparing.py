"""What to lay out and deal for an attempt of One Brain, before its first card."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.games.one_brain.state import State


def preparing(state: State) -> Iterator[str]:
    """What the people at this table do, one thing after the other (003:107, 003:116, 003:136)."""
    cards = state.setup.options["hand"]
    yield _("Shuffle all 36 cards.")
    if state.solo:
        yield _("Deal %(cards)s cards to yourself, face up: they are your domain.", cards=cards)
        yield _("Deal %(cards)s cards to the dummy across from you, face up too.", cards=cards)
    else:
        yield _("Deal %(cards)s cards to each of you.", cards=cards)
    if state.draw_pile:
        yield ngettext(
            "The %(num)d remaining card is the draw pile, face down.",
            "The %(num)d remaining cards are the draw pile, face down.",
            state.draw_pile,
        )
    else:
        yield _("All cards are dealt: there is no draw pile.")
    yield _("Leave room in the middle: %(limit)s columns end the attempt.", limit=state.limit)
    if not state.solo:
        yield _(
            "Draw lots to see who starts; in later attempts, whoever laid the last card starts."
        )
