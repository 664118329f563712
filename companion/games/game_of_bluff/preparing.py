"""What to lay out and deal for Game of Bluff, before its first round."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.games.game_of_bluff.state import BASE_CHARACTERS, State


def preparing(state: State) -> Iterator[str]:
    """What the people at this table do, one thing after the other (004:24, 004:28, 004:36)."""
    seats = state.setup.seats
    yield _("White: take 1 to %(most)s; higher ones stay in the box.", most=seats)
    yield _("Black: Ending Emma, Shaking Sofie and Redemption Rik are in.")
    if others := seats - BASE_CHARACTERS:
        yield ngettext(
            "Draw %(num)d of the other twelve characters blind, and put it with them.",
            "Draw %(num)d of the other twelve characters blind, and put them with those three.",
            others,
        )
    yield _("Shuffle white and black, each by itself.")
    yield _("Deal everybody one white and one black card, face down.")
    yield _("Everybody looks at their own two cards, and at no others.")
    yield _("Who told a lie last? That player starts.")
