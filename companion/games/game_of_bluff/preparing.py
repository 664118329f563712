"""What to lay out and deal for Game of Bluff, before its first round."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.games.game_of_bluff.state import BASE_CHARACTERS, State


def preparing(state: State) -> Iterator[str]:
    """What the people at this table do, one thing after the other (004:24, 004:28, 004:36)."""
    seats = state.setup.seats
    yield _("White: take 1 to %(most)s; higher ones stay in the box.", most=seats)
    yield _("Black: take Ending Emma, Shaking Sofie and Redemption Rik.")
    if others := seats - BASE_CHARACTERS:
        yield ngettext(
            "Add %(num)d of the other twelve characters without looking.",
            "Add %(num)d of the other twelve characters without looking.",
            others,
        )
    yield _("Shuffle the white cards and the black cards separately.")
    yield _("Deal everybody one white and one black card, face down.")
    yield _("Everybody looks only at their own two cards.")
    yield _("Who told a lie last? That player starts.")
