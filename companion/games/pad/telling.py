"""How score sheets tell of a result, and how a plain pad tells of each kind of entry."""

from collections.abc import Iterator, Sequence
from functools import partial

from flask_babel import gettext as _

from companion.engine.log import Line
from companion.games.pad.entries import BONUS
from companion.games.pad.state import State
from companion.games.pad.words import PadWords, list_by_seat, minus, sign
from companion.games.telling import Row, StarterTelling, Telling, Tellings


class ResultTelling(Telling):
    """The totals with which a table ended its game."""

    def log(self) -> str:
        return _("Result: %(totals)s", totals=list_by_seat(self.facts["totals"], self.names))

    def say(self) -> str:
        return _("The result was entered.")

    def rows(self) -> Iterator[Row]:
        for name, total in zip(self.names, self.after.totals, strict=True):
            yield name, _("result: total"), total, total


class LeftTelling(Telling):
    """Somebody who leaves, with the points of that moment."""

    def log(self) -> str:
        return _("%(name)s leaves with %(points)s", name=self.name(0), points=self.points)

    def rows(self) -> Iterator[Row]:
        yield self.name(0), _("leaves"), "", self.after.totals[self.number("player")]

    @property
    def points(self) -> str:
        """What they have then."""
        said = self.facts.get("begins_with")
        return minus(self.after.totals[self.number("player")] if said is None else said)


class JoinedTelling(LeftTelling):
    """Somebody who comes, with the points that they begin with."""

    def log(self) -> str:
        return _("%(name)s joins with %(points)s", name=self.name(0), points=self.points)

    def rows(self) -> Iterator[Row]:
        yield self.name(0), _("joins"), "", self.after.totals[self.number("player")]


class StoppedTelling(Telling):
    """The end that the table said."""

    def log(self) -> str:
        return _("Game stopped early") if self.early else _("Game finished")

    def say(self) -> str:
        return _("The game was stopped early.") if self.early else f"{self.log()}."

    def rows(self) -> Iterator[Row]:
        yield "", self.log(), "", ""

    @property
    def early(self) -> bool:
        """Whether the game would have ended by itself."""
        terms = self.before.terms
        return terms.limit is not None or terms.rounds is not None


SHEET_TELLINGS: Tellings = {
    "starter-chosen": StarterTelling,
    "player-left": LeftTelling,
    "player-joined": JoinedTelling,
    "game-stopped": StoppedTelling,
    "result-entered": ResultTelling,
}


class _Told(Telling):
    before: State
    after: State

    def __init__(self, words: PadWords, line: Line, names: Sequence[str]) -> None:
        super().__init__(line, names)
        self.words = words

    def in_round(self, said: str) -> str:
        """With the number of the round where that is not the one which is played."""
        if self.facts["round"] == self.before.number:
            return said
        return _("%(said)s, in round %(number)s", said=said, number=self.facts["round"])


class _RoundClosed(_Told):
    def log(self) -> str:
        return self.in_round(_("All others: %(number)s", number=self.words.pad.rest))

    def rows(self) -> Iterator[Row]:
        yield "", _("all others"), self.words.pad.rest or 0, ""


class _NumberEntered(_Told):
    def __init__(self, words: PadWords, line: Line, names: Sequence[str]) -> None:
        super().__init__(words, line, names)
        self.step = words.find_step(line.kind)

    def log(self) -> str:
        return self.in_round(self._number())

    def say(self) -> str:
        return f"{self._number()}."

    def rows(self) -> Iterator[Row]:
        is_last = self.step is self.words.pad.steps[-1]
        then: int | str = self.after.totals[self.number("player")] if is_last else ""
        what = self.words.title(self.step) or _("points")
        yield self.name(0), what, self.number(self.step.name), then
        if self.facts.get(BONUS):
            yield self.name(0), _("bonus"), self.number(BONUS), then

    def _number(self) -> str:
        name, number = self.name(0), minus(self.facts[self.step.name])
        if self.facts.get(BONUS):
            number += f" ({sign(self.number(BONUS))})"
        if title := self.words.title(self.step):
            return _("%(name)s, %(step)s: %(number)s", name=name, step=title, number=number)
        return _("%(label)s: %(told)s", label=name, told=number)


def tellings_of(words: PadWords) -> Tellings:
    """How the pad with these words tells of its lines."""
    return {
        **SHEET_TELLINGS,
        "round-closed": partial(_RoundClosed, words),
        **{step.kind: partial(_NumberEntered, words) for step in words.pad.steps},
    }
