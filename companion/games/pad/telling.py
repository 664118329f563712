"""How score sheets tell of what they share, and how a plain pad tells of each kind of entry."""

from collections.abc import Iterator, Sequence
from functools import partial

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from companion.engine.log import Line
from companion.games.pad.entries import BONUS
from companion.games.pad.sheet import Sheet
from companion.games.pad.state import State
from companion.games.pad.value import Begins
from companion.games.pad.words import PadWords, list_by_seat, minus, say_end, say_totals, sign
from companion.games.telling import STARTS, Named, Row, Telling, Tellings, Told


class SheetTold(Told):
    """A line of a score sheet."""

    before: Sheet
    after: Sheet

    @property
    def total(self) -> int:
        return self.after.totals[self.seat]

    @property
    def points(self) -> str:
        said = self.facts.get("begins_with")
        return minus(self.total if said is None else said)

    @property
    def totals(self) -> str:
        return list_by_seat(self.facts["totals"], self.names)

    @property
    def early(self) -> bool:
        """Whether the game would have ended by itself."""
        terms = self.before.terms
        return terms.limit is not None or terms.rounds is not None


def _log_stop(told: SheetTold) -> str:
    return _("Game stopped early") if told.early else _("Game finished")


def _log_leavers(told: SheetTold) -> str:
    if told.after.leavers_below:
        return _("Whoever leaves is ranked below the others")
    return _("Whoever leaves is ranked by points")


def _list_result(told: SheetTold) -> Iterator[Row]:
    for name, total in zip(told.names, told.after.totals, strict=True):
        yield name, _("result: total"), total, total


SHEET_TELLINGS = {
    "starter-chosen": STARTS,
    "player-left": Telling(
        _l("%(name)s leaves with %(points)s"), rows=[("name", _l("leaves"), "", "total")]
    ),
    "player-joined": Telling(
        _l("%(name)s joins with %(points)s"), rows=[("name", _l("joins"), "", "total")]
    ),
    "leavers-ranked": Telling(_log_leavers, rows=[("", _log_leavers, "", "")]),
    "game-stopped": Telling(
        _log_stop,
        say=lambda told: _("The game was stopped early.") if told.early else f"{told.log()}.",
        rows=[("", _log_stop, "", "")],
    ),
    "result-entered": Telling(
        _l("Result: %(totals)s"), say=_l("The result was entered."), rows=_list_result
    ),
}


class _Told(SheetTold):
    before: State
    after: State
    whoever = Named("player")

    def __init__(self, words: PadWords, telling: Telling, line: Line, names: Sequence[str]) -> None:
        super().__init__(telling, line, names)
        self.words = words

    def in_round(self, said: str) -> str:
        """With the number of the round where that is not the one which is played."""
        if self.facts["round"] == self.before.number:
            return said
        return _("%(said)s, in round %(number)s", said=said, number=self.facts["round"])

    def announce(self) -> Iterator[str]:
        before, after = self.before, self.after
        if after.end:
            yield say_totals(after, self.names)
            yield from say_end(after, self.names)
        elif before.number < after.number and after.rounds:
            yield say_totals(after, self.names)
            if after.plays_on:
                yield self.words.play_on()
            if after.pad.begins is not Begins.NOBODY:
                yield _("%(name)s starts.", name=self.names[after.starter])
        elif before.due != after.due and after.due and after.due.step > 0:
            yield f"{self.words.describe_due(after, after.due)}."

    def say_number(self) -> str:
        step = self.words.find_step(self.facts["kind"])
        title = self.words.title(step)
        if step.one:
            return _("%(label)s: %(told)s", label=title, told=self.whoever or _("nobody"))
        number = minus(self[step.name])
        if self.facts.get(BONUS):
            number += f" ({sign(self[BONUS])})"
        if title:
            return _("%(name)s, %(step)s: %(number)s", name=self.name, step=title, number=number)
        return _("%(label)s: %(told)s", label=self.name, told=number)

    def list_number(self) -> Iterator[Row]:
        """The number, and its bonus, with the total once the last step is entered."""
        step, steps = self.words.find_step(self.facts["kind"]), self.words.pad.steps
        then: int | str = self.total if self.whoever and step is steps[-1] else ""
        number = "" if step.one else self[step.name]
        yield self.whoever, self.words.title(step) or _("points"), number, then
        if self.facts.get(BONUS):
            yield self.name, _("bonus"), self[BONUS], then


NUMBER = Telling(
    lambda told: told.in_round(told.say_number()),
    say=lambda told: f"{told.say_number()}.",
    rows=_Told.list_number,
)
CLOSED = Telling(
    lambda told: told.in_round(_("All others: %(number)s", number=told.words.pad.rest)),
    rows=lambda told: [("", _("all others"), told.words.pad.rest or 0, "")],
)


def tellings_of(words: PadWords) -> Tellings:
    numbers = dict.fromkeys((step.kind for step in words.pad.steps), NUMBER)
    return Tellings(partial(_Told, words), {**SHEET_TELLINGS, "round-closed": CLOSED, **numbers})
