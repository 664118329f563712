"""The paragraphs that all score sheets share, filled in for a game, and which matter now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import product
from typing import TypeVar, get_args

from flask_babel import force_locale
from jinja2 import Environment, StrictUndefined

from companion.engine.replay import GAME_OVER
from companion.engine.rules import Weight
from companion.engine.setup import Setup
from companion.games.pad import entries
from companion.games.pad.rules import Rule, rules_that_apply
from companion.games.pad.sheet import WHO_PLAYS, Sheet
from companion.games.pad.state import State
from companion.games.pad.value import Begins, Ending, Figure, Pad, Step, Tie
from companion.games.pad.words import minus
from companion.rulebook.book import Common

T = TypeVar("T")

LOOKED_AT = 20  # rounds, at most, to say whether a number is the same in all of them
TERMS = ("highest_wins", "limit", "loses_at", "at_once", "falls", "start", "rounds", "least")
SHEET = frozenset((*(entry.paragraph for entry in get_args(entries.SheetEntry)), GAME_OVER, "ties"))
MARKDOWN = Environment(  # noqa: S701 - its page takes no HTML
    line_statement_prefix="%",
    comment_start_string="<!--",
    comment_end_string="-->",
    undefined=StrictUndefined,
    finalize=lambda value: minus(value) if type(value) is int else value,
)
"""What fills in the paragraphs: `{#` begins no comment there, but an anchor."""


def share(pad: Pad, slug: str, titles: Mapping[str, object]) -> Common:
    """What comes by itself into the book of the pad of this slug.

    `titles` are what its steps are called. A score sheet of which other things are said is a pad
    without steps.
    """

    def write(language: str) -> str:
        source = files(__package__) / f"common.{language}.md"
        page = MARKDOWN.from_string(source.read_text(encoding="utf-8"))
        with force_locale(language):
            steps = [(str(titles.get(step.name, "")), step) for step in pad.steps]
        return page.render({"slug": slug} | _describe_terms(pad) | _describe_steps(pad, steps))

    named = {*SHEET, *pad.endings}
    if not pad.leaving:
        named.remove(WHO_PLAYS)
    if pad.steps:
        named |= {entries.NumberEntered.paragraph, *rules_that_apply(pad)}
    if pad.rest is not None:
        named.add(entries.RoundClosed.paragraph)
    if pad.begins is Begins.NOBODY:
        named.remove(entries.StarterChosen.paragraph)
    return Common(write, frozenset(map(str, named)))


def _describe_terms(pad: Pad) -> dict[str, object]:
    """What its tables play for: None for what is not the same at all of them."""
    names = [option.name for option in pad.options]
    played = {
        pad.terms(Setup(("",) * seats, dict(zip(names, chosen, strict=True))))
        for seats in (pad.seats[0], pad.seats[-1])
        for chosen in product(*(option.values for option in pad.options))
    }
    ends = {each.limit is not None or each.rounds is not None for each in played}
    return {
        **{name: _only(getattr(each, name) for each in played) for name in TERMS},
        "played_on": all(each.tie is Tie.PLAYED_ON for each in played),
        "ends": "sometimes" if len(ends) > 1 else "always" if True in ends else "never",
    }


def _describe_steps(pad: Pad, steps: Sequence[tuple[str, Step]]) -> dict[str, object]:
    """What is said in a round, by the titles of the steps."""
    highs = [step.high and _over_all(pad, step.high) for _title, step in steps]
    return {
        "steps": steps,
        "signed": any(step.signed for step in pad.steps),
        "bonus": any(step.bonus for step in pad.steps),
        "ranges": [
            (title, step.low, high, step.high and high is None)
            for (title, step), high in zip(steps, highs, strict=True)
            if step.low is not None or step.high
        ],
        "sums": [
            (
                title,
                _over_all(pad, step.sum.total),
                step.sum.barred,
                step.sum.weight is Weight.REFUSE,
            )
            for title, step in steps
            if step.sum and step.sum.weight
        ],
        "leaving": pad.leaving,
        "rest": pad.rest,
        "begins": str(pad.begins),
    }


def _over_all(pad: Pad, figure: Figure) -> int | None:
    """The number that this is however many play, and in each round; None where there is none."""
    usual = {option.name: option.default for option in pad.options}
    return _only(
        figure(seats, number)
        for seats in pad.seats
        for number in range(1, (pad.terms(Setup(("",) * seats, usual)).rounds or LOOKED_AT) + 1)
    )


def _only(values: Iterable[T]) -> T | None:
    """What all of these are; None where they differ."""
    first, *others = set(values)
    return None if others else first


def relevant_at_end(state: Sheet) -> Iterator[str]:
    """The paragraphs of a game that is over."""
    if state.result_only:
        yield entries.ResultEntered.paragraph
    yield str(state.end)
    shared = len(set(state.ranks)) < len(state.ranks)
    if (state.rows or state.result_only) and (shared or len(state.leaders) > 1):
        yield "ties"
    yield "game-over"


def relevant(state: State) -> Iterator[str]:
    if state.end:
        yield from relevant_at_end(state)
        return
    yield entries.NumberEntered.paragraph
    if state.plays_on:
        yield "ties"
    if state.away:
        yield Rule.WHO_PLAYS
    if state.pad.rest is not None and state.open:
        yield entries.RoundClosed.paragraph
    if state.open and len(state.rounds) > 1:
        yield Rule.ROUND_NOT_BEGUN
    ends = [end for end in state.pad.endings if end is not Ending.STOPPED]
    if state.terms.limit is not None:
        yield from (end for end in ends if end is state.terms.over_by_limit)
    if state.terms.rounds is not None:
        yield Ending.ROUNDS_PLAYED
    yield Ending.STOPPED
