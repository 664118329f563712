"""The forms of score sheets that all of them can have."""

from typing import ClassVar

from wtforms import BooleanField

from companion.games.forms import SwitchesForm
from companion.games.pad.value import Leavers, Tie


class SheetForm(SwitchesForm):
    """Whether whoever leaves is ranked below those who play (`value.LEAVERS`)."""

    means: ClassVar = {"below": ("leavers", str(Leavers.BELOW), None)}
    below = BooleanField()


class TieForm(SheetForm):
    """Whether the last round parts those who share the best total (`value.TIE`)."""

    means: ClassVar = {
        **SheetForm.means,
        "last_round": ("tie", str(Tie.LAST_ROUND), str(Tie.SHARED)),
    }
    last_round = BooleanField()
