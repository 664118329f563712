"""The forms of score sheets that all of them can have."""

from collections.abc import Mapping

from wtforms import BooleanField

from companion.games.forms import SwitchesForm
from companion.games.pad.value import Leavers, Tie


class SheetForm(SwitchesForm):
    """Whether whoever leaves is ranked below those who play (`value.LEAVERS`)."""

    below = BooleanField()

    def options(self) -> dict[str, object]:
        return {"leavers": str(Leavers.BELOW)} if self.below.data else {}

    @classmethod
    def fields(cls, options: Mapping[str, object]) -> dict[str, object]:
        return {"below": options.get("leavers") == Leavers.BELOW}


class TieForm(SheetForm):
    """Whether the last round parts those who share the best total (`value.TIE`)."""

    last_round = BooleanField()

    def options(self) -> dict[str, object]:
        return super().options() | {
            "tie": str(Tie.LAST_ROUND if self.last_round.data else Tie.SHARED)
        }

    @classmethod
    def fields(cls, options: Mapping[str, object]) -> dict[str, object]:
        return super().fields(options) | {"last_round": options.get("tie") == Tie.LAST_ROUND}
