"""What score sheets say to the people at the table, and all that a plain pad says."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.engine.entry import Facts
from companion.engine.replay import GAME_OVER
from companion.engine.rules import Summary
from companion.games.forms import NO_NUMBER, NO_PLAYER, RESULT
from companion.games.game import Text
from companion.games.lists import join_list
from companion.games.pad import sheet
from companion.games.pad.entries import RoundClosed
from companion.games.pad.rules import Rule
from companion.games.pad.sheet import FEWEST_PLAYERS, TOTALS_EACH_SEAT, WHO_PLAYS, Sheet
from companion.games.pad.state import Due, State
from companion.games.pad.value import Ending, Leavers, Pad, Step, Sum, Terms

DEPTHS = {"rounds": _l("Every round"), RESULT: _l("Only the result")}
"""How much of a game a table enters."""

FORGOTTEN = _l("A missed round")
FORGOTTEN_NUMBER = _l("A missed number")
NO_TOTAL = _l("Every player needs a total: a whole number, 0 or more.")
ANY_TOTAL = _l("Every player needs a total: a whole number.")
MISTAKES: dict[str, Text] = {"player": NO_PLAYER, "totals": NO_TOTAL, "begins_with": NO_NUMBER}
NEAR = 2  # points that are a near miss of the limit


def say_away(state: Sheet, names: Sequence[str]) -> str:
    """Who has left, with their points: "Not playing: Ben (12)"; "" if nobody has."""
    told = list_by_seat([state.totals[at] for at in state.away], [names[at] for at in state.away])
    return _("Not playing: %(names)s", names=told) if told else ""


def find_lacking(totals: Sequence[int | None], least: int | None) -> list[int]:
    return [
        seat
        for seat, total in enumerate(totals)
        if total is None or (least is not None and total < least)
    ]


def lacking_totals(totals: Sequence[int | None], names: Sequence[str], least: int | None) -> str:
    """Whose total is missing, or is none, in a sentence; "" if all are right."""
    without = join_list([names[seat] for seat in find_lacking(totals, least)])
    if not without:
        return ""
    if least == 0:
        return _("Still missing: %(names)s. A total is a whole number, 0 or more.", names=without)
    return _("Still missing: %(names)s. A total is a whole number.", names=without)


def explain_end(state: Sheet, names: Sequence[str]) -> str:
    terms, end = state.terms, str(state.end)
    if state.result_only:
        return _("Only the result was entered.")
    if end == Ending.ROUNDS_PLAYED:
        return ngettext(
            "The one round has been played.", "All %(num)d rounds have been played.", state.number
        )
    if end == Ending.STOPPED:
        if terms.limit is None and terms.rounds is None:
            return _("The game is finished.")
        return _("Stopped early: the totals count as they are.")
    ends = [seat for seat in state.at_table if terms.is_over(state.totals[seat])]
    lost = [seat for seat in ends if terms.is_lost(state.totals[seat])]
    over = [names[seat] for seat in ends if lost == ends or seat not in lost]
    limit = terms.loses_at if lost == ends else terms.limit
    said = {"names": join_list(over), "limit": minus(limit)}
    if terms.passes:
        return ngettext(
            "%(names)s has more than %(limit)s points.",
            "%(names)s have more than %(limit)s points.",
            len(over),
            **said,
        )
    return ngettext(
        "%(names)s has reached %(limit)s points.",
        "%(names)s have reached %(limit)s points.",
        len(over),
        **said,
    )


def name_winners(state: Sheet, names: Sequence[str]) -> str:
    return name_first(sheet.summary(state), names)


def say_totals(state: Sheet, names: Sequence[str]) -> str:
    return _("Totals: %(totals)s.", totals=list_by_seat(state.totals, names))


def say_end(state: Sheet, names: Sequence[str]) -> Iterator[str]:
    """Why it is over, where what was entered has not said that, and who won."""
    if not state.result_only and state.end != Ending.STOPPED:
        yield explain_end(state, names)
    yield f"{name_winners(state, names)}."


def sign(points: int) -> str:
    """Points as they are added: "+5", "−3"."""
    return f"+{points}" if points >= 0 else minus(points)


def minus(points: object) -> str:
    """A number with the sign of print before it where it is below 0."""
    return str(points).replace("-", "−")


def list_by_seat(numbers: object, names: Sequence[str]) -> str:
    """A number for each seat: "Ann (4), Ben (1)", as a name may end with a number."""
    assert isinstance(numbers, list | tuple)
    return ", ".join(
        f"{name} ({minus(number)})" for name, number in zip(names, numbers, strict=False)
    )


def describe_terms(terms: Terms) -> str:
    """When a game ends, in a sentence; "" where it never does by itself."""
    if terms.limit is None and terms.rounds is None:
        return ""
    if terms.limit is None:
        return ngettext(
            "The game ends after %(num)d round.",
            "The game ends after %(num)d rounds.",
            terms.rounds or 0,
        )
    limit = minus(terms.limit)
    if terms.loses_at is not None:
        limit = _("%(limit)s or %(other)s", limit=limit, other=minus(terms.loses_at))
    if terms.passes:
        return _("The game ends above %(limit)s points.", limit=limit)
    if terms.rounds is None:
        return _("The game ends at %(limit)s points.", limit=limit)
    return ngettext(
        "The game ends at %(limit)s points, or after %(num)d round.",
        "The game ends at %(limit)s points, or after %(num)d rounds.",
        terms.rounds,
        limit=limit,
    )


def name_first(result: Summary, names: Sequence[str]) -> str:
    winners = [name for name, rank in zip(names, result.ranks, strict=True) if rank == 1]
    return ngettext(
        "%(names)s wins", "%(names)s share the win", len(winners), names=join_list(winners)
    )


class RankedWords:
    """The sentences of a game by rounds whose players have places; its words inherit from these."""

    def describe_result(self, result: Summary, names: Sequence[str]) -> str:
        """How a game stands: the round while it runs, then who won."""
        if result.ending is not None:
            return name_first(result, names)
        return _("Round %(number)s", number=result.turns)

    def share_result(self, result: Summary, names: Sequence[str]) -> str:
        """The result as it is told to those who were not there: "Ben wins: Ben (7), Ann (12)"."""
        placed = sorted(
            zip(result.ranks, result.scores, names, strict=True), key=lambda each: each[0]
        )
        points = ", ".join(f"{name} ({score})" for _rank, score, name in placed)
        return _("%(label)s: %(told)s", label=self.describe_result(result, names), told=points)


class SheetWords(RankedWords):
    """The sentences of every score sheet; those of a game inherit from these."""

    find_lacking = staticmethod(find_lacking)
    lacking_totals = staticmethod(lacking_totals)
    say_away = staticmethod(say_away)
    describe_terms = staticmethod(describe_terms)
    explain_end = staticmethod(explain_end)
    name_winners = staticmethod(name_winners)

    def explain_breach(self, rule: str, state: Any, facts: Facts, names: Sequence[str]) -> str:
        if rule == FEWEST_PLAYERS:
            return ngettext(
                "At least %(num)d player has to stay: nobody can leave now.",
                "At least %(num)d players have to stay: nobody can leave now.",
                len(state.at_table),
            )
        if rule == WHO_PLAYS:
            name = names[int(str(facts.get("player", facts.get("rik"))))]
            if facts["kind"] == "player-joined":
                return _("%(name)s is already playing.", name=name)
            return _("%(name)s is not playing this round.", name=name)
        if rule == TOTALS_EACH_SEAT:
            return str(ANY_TOTAL if state.terms.least is None else NO_TOTAL)
        assert rule == GAME_OVER, rule
        return _("The game is over. Undo the end first, then enter it.")

    def look_back(self, state: Any, names: Sequence[str]) -> Iterator[tuple[str, str]]:
        """What there is to tell of a game that is over: what, and how much; "" for nothing."""
        points = [
            (points, names[seat], number)
            for number, row in enumerate(state.rows, 1)
            for seat, points in enumerate(row)
            if state.plays(seat, number)
        ]
        few, many = min(points), max(points, key=lambda each: each[0])
        best, worst = (many, few) if state.terms.highest_wins else (few, many)
        for what, (added, name, number) in ((_("Best round"), best), (_("Worst round"), worst)):
            yield (
                _("%(what)s: %(name)s, round %(number)s", what=what, name=name, number=number),
                sign(added),
            )
        if state.terms.passes:
            left = zip(names, state.to_limit, strict=True)
            near = [name for name, each in left if each is not None and 0 <= each <= NEAR]
            if near:
                yield _("Within %(points)s points of the limit", points=NEAR), join_list(near)

    def describe_options(self, options: Mapping[str, object]) -> str:
        return _("Whoever leaves is last") if options.get("leavers") == Leavers.BELOW else ""


@dataclass(frozen=True)
class PadWords(SheetWords):
    """The sentences of a pad; `titles` are what its steps are called, "" for plain points."""

    pad: Pad
    titles: Mapping[str, Text]

    def title(self, step: Step) -> str:
        """What a step is called, "" for plain points."""
        return str(self.titles.get(step.name, ""))

    def explain_breach(self, rule: str, state: State, facts: Facts, names: Sequence[str]) -> str:
        number = facts.get("round", state.number)
        match rule:
            case Rule.ROUND_NOT_BEGUN:
                return _("Round %(number)s is not finished yet.", number=state.number)
            case Rule.ENTERED_ONCE:
                if facts["kind"] == RoundClosed.kind:
                    return _("Everybody has a number in round %(number)s.", number=number)
                if (step := self.find_step(str(facts["kind"]))).one:
                    title = self.title(step)
                    return _("“%(step)s” is already entered: tap it to change it.", step=title)
                return _(
                    "%(name)s already has a number in round %(number)s: change that one.",
                    name=names[int(str(facts["player"]))],
                    number=number,
                )
            case Rule.STEP_BEFORE:
                first = self.title(self._step_before(str(facts["kind"])))
                return _("First enter this: %(step)s.", step=first)
            case Rule.NUMBER_RANGE:
                return self._explain_range(state, facts)
            case Rule.SUM:
                return self._explain_sum(state, facts)
            case Rule.NOTHING_ENTERED:
                return _("Enter somebody’s number first.")
            case _:
                return super().explain_breach(rule, state, facts, names)

    def describe_due(self, state: State, due: Due) -> str:
        """What is entered now, and what the numbers come to until now: "Bid: 3 of 5"."""
        step = self.pad.steps[due.step]
        title, numbers = self.title(step), state.find_round(due.round).numbers[due.step]
        if step.sum is None:
            return title
        so_far = sum(number or 0 for number in numbers)
        of = step.sum.total(state.find_round(due.round).seats, due.round)
        told = _("%(count)s of %(total)s", count=so_far, total=of)
        return _("%(label)s: %(told)s", label=title, told=told)

    def play_on(self) -> str:
        return _("Tied for the lead: play on.")

    def find_step(self, kind: str) -> Step:
        return next(step for step in self.pad.steps if step.kind == kind)

    def _step_before(self, kind: str) -> Step:
        return self.pad.steps[self.pad.steps.index(self.find_step(kind)) - 1]

    def _explain_range(self, state: State, facts: Facts) -> str:
        step = self.find_step(str(facts["kind"]))
        number = int(str(facts["round"]))
        high = step.high and step.high(state.find_round(number).seats, number)
        if high is None:
            return _("Enter %(low)s or more.", low=minus(step.low))
        if step.low is None:
            return _("Enter %(high)s or less.", high=minus(high))
        return _("Enter a number from %(low)s to %(high)s.", low=minus(step.low), high=minus(high))

    def _explain_sum(self, state: State, facts: Facts) -> str:
        step, number = self.find_step(str(facts["kind"])), int(str(facts["round"]))
        rule = step.sum or Sum(lambda seats, number: 0)
        total = rule.total(state.find_round(number).seats, number)
        title = self.title(step)
        if rule.barred:
            return _("%(step)s: the total may not be %(total)s.", step=title, total=total)
        numbers = state.find_round(number).numbers[self.pad.steps.index(step)]
        said = sum(each or 0 for each in numbers) + int(str(facts[step.name]))
        return _(
            "%(step)s: the total should be %(total)s, not %(said)s.",
            step=title,
            total=total,
            said=said,
        )
