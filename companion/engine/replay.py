"""Replaying a log: everything known of a game, from its set-up and its entries alone.

Nothing of a game in progress is stored but its entries.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic

from companion.engine.entry import Unreadable
from companion.engine.rules import E, Outcome, Rules, S, Weight
from companion.engine.setup import Setup

GAME_OVER = "game-over"
"""The rule that every game has: after the end nothing can be entered (record.md)."""


class Result(StrEnum):
    """What becomes of an entry (record.md)."""

    RECORDED = "recorded"
    ASK = "ask"
    REFUSED = "refused"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Flag:
    """A rule broken, and confirmed, by the entry at this index of the log (from 0)."""

    entry: int
    rule: str


@dataclass(frozen=True, slots=True)
class Flagged:
    """A flag, and those before it: a step shares them with the step before."""

    flag: Flag
    # Left out of what is compared and shown, since there may be thousands one behind the other.
    before: "Flagged | None" = dataclasses.field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What became of one entry: the verdict, the rules it names, and the state after it.

    `flagged` is the latest flag after it, None where there is none.
    """

    result: Result
    rules: tuple[str, ...]
    state: S
    flagged: Flagged | None
    outcome: Outcome | None

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Every flag after this entry, the first one first."""
        flags: list[Flag] = []
        last = self.flagged
        while last:
            flags.append(last.flag)
            last = last.before
        return tuple(reversed(flags))


@dataclass(frozen=True, slots=True)
class Replay(Generic[S]):
    """Everything known about a game, from its set-up and its entries alone."""

    start: Step[S]
    steps: tuple[Step[S], ...]

    @property
    def last(self) -> Step[S]:
        """The step that stands at the end: the latest entry's, or the start."""
        return self.steps[-1] if self.steps else self.start

    @property
    def state(self) -> S:
        return self.last.state

    @property
    def flags(self) -> tuple[Flag, ...]:
        return self.last.flags

    @property
    def outcome(self) -> Outcome | None:
        return self.last.outcome

    def before(self, index: int) -> S:
        """The state against which the entry at `index` was judged."""
        return self.steps[index - 1].state if index else self.start.state


def replay(rules: Rules[S, E], setup: Setup, entries: Iterable[object]) -> Replay[S]:
    """Judge and apply entries one after the other; what is not taken leaves the state alone."""
    state = rules.start(setup)
    last = start = Step(Result.RECORDED, (), state, None, rules.outcome(state))
    steps: list[Step[S]] = []
    for index, facts in enumerate(entries):
        last = judge(rules, setup, last, index, facts)
        steps.append(last)
    return Replay(start, tuple(steps))


def judge(rules: Rules[S, E], setup: Setup, last: Step[S], index: int, facts: object) -> Step[S]:
    """The step that follows `last` when these facts are entered as number `index` of the log."""
    try:
        entry = rules.read(setup, facts)
    except Unreadable:
        return dataclasses.replace(last, result=Result.UNREADABLE, rules=())
    if last.outcome is not None:
        return dataclasses.replace(last, result=Result.REFUSED, rules=(GAME_OVER,))
    asked: list[str] = []
    for breach in rules.check(last.state, entry):
        if breach.weight is Weight.REFUSE:
            return dataclasses.replace(last, result=Result.REFUSED, rules=(breach.rule,))
        asked.append(breach.rule)
    broken = tuple(sorted(asked))
    if broken and not (isinstance(facts, Mapping) and facts.get("confirmed")):
        return dataclasses.replace(last, result=Result.ASK, rules=broken)
    state = rules.apply(last.state, entry)
    flagged = last.flagged
    for rule in broken:
        flagged = Flagged(Flag(index, rule), flagged)
    return Step(Result.RECORDED, (), state, flagged, rules.outcome(state))
