"""Words for games by rounds whose players have places: what its `Words` can take as they are."""

from collections.abc import Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.engine.rules import Summary
from companion.games.lists import join_list


def name_winners(result: Summary, names: Sequence[str]) -> str:
    """Who won, in a few words; only for a game that is over."""
    winners = [name for name, rank in zip(names, result.ranks, strict=True) if rank == 1]
    return ngettext(
        "%(names)s wins", "%(names)s share the win", len(winners), names=join_list(winners)
    )


class RankedWords:
    """Those sentences; the words of such a game inherit from these."""

    def describe_result(self, result: Summary, names: Sequence[str]) -> str:
        """How a game stands: the round while it runs, then who won."""
        if result.ending is not None:
            return name_winners(result, names)
        return _("Round %(number)s", number=result.turns)

    def share_result(self, result: Summary, names: Sequence[str]) -> str:
        """The result as it is told to those who were not there: "Ben wins: Ben (7), Ann (12)"."""
        placed = sorted(
            zip(result.ranks, result.scores, names, strict=True), key=lambda each: each[0]
        )
        points = ", ".join(f"{name} ({score})" for _rank, score, name in placed)
        return f"{self.describe_result(result, names)}: {points}"

    def describe_length(self, result: Summary) -> str:
        """How long a game was."""
        if result.result_only:
            return _("Only the result")
        return ngettext("%(num)d round", "%(num)d rounds", result.turns)
