"""The log of a game: what was entered, in order, and what it says after taking back and changing.

Nothing in a log is ever changed or removed. Taking back, changing and putting a forgotten entry in
its place are entries too, each naming the entry it means by its place (protocol.md).
"""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import islice, pairwise
from typing import Any

from companion.engine.entry import Facts, Unreadable
from companion.engine.replay import Replay, Result, Step, replay
from companion.engine.rules import Rules
from companion.engine.setup import Setup
from companion.runtime.yielding import in_turns

TAKEN_BACK, CHANGED, INSERTED = "taken-back", "changed", "inserted"
ABOUT = {TAKEN_BACK: "target", CHANGED: "target", INSERTED: "before"}
"""The kinds that speak of another entry, and the fact that names it."""
UNREADABLE = "unreadable"
"""The kind of a line whose facts the rules cannot read: it says nothing, and has no effect."""
NOTHING: Facts = {"kind": UNREADABLE}

UNDOABLE = 8
"""As many entries a phone can undo before it has the answer to the first."""

PAUSE = timedelta(minutes=30)
"""A longer time without an entry is a pause: nothing is talked over so long."""


@dataclass(frozen=True, slots=True)
class Written:
    """An entry in the log at its place (from 1, without gaps), who wrote it and when (UTC)."""

    place: int
    id: str
    phone: str
    at: datetime
    seen: int
    facts: Facts

    @property
    def kind(self) -> str:
        return str(self.facts["kind"])

    @property
    def about(self) -> int | None:
        """The place of the earlier entry that this one takes back, changes or stands before."""
        fact = about(self.facts)
        place = None if fact is None else self.facts.get(fact)
        return place if type(place) is int and 0 < place < self.place else None


Log = Sequence[Written]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story: an entry of the game as it stands now.

    `written` is where it came from, `changed` the entry that last changed it, `before` the state of
    the game as this line found it. A line that is taken back does not count and has neither `index`
    (its number among those that count) nor `step`. Whatever was written, the rules can read
    `facts`, which have nothing besides; or these are of the kind `UNREADABLE` and say nothing.
    """

    written: Written
    facts: Facts
    counts: bool
    before: Any = None
    changed: Written | None = None
    index: int | None = None
    step: Step[Any] | None = None

    @property
    def place(self) -> int:
        return self.written.place

    @property
    def kind(self) -> str:
        return str(self.facts["kind"])

    @property
    def after(self) -> Any:
        """The state that it led to; the one before it, where it does not count."""
        return self.step.state if self.step else self.before

    @property
    def corrected(self) -> bool:
        """Whether it said something else before; what was only added to it is no correction."""
        return not _bare(_facts_in(self.written)).items() <= self.facts.items()

    @property
    def holds(self) -> bool:
        """Whether it counts and has an effect: no rule refused it where it stands."""
        return bool(self.step and not self.step.rules)


@dataclass(frozen=True)
class Story:
    """A log as it reads now: its lines in the order of the table, and their replay."""

    lines: tuple[Line, ...]
    replay: Replay[Any]
    log: Log

    @property
    def head(self) -> int:
        """The place of the latest entry, 0 for an empty log."""
        return self.log[-1].place if self.log else 0

    @cached_property
    def counting(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.counts)

    @property
    def undo(self) -> Written | None:
        """The entry that pressing undo names: the latest that shows and takes nothing back.

        A change of a line that is itself taken back shows nowhere, so it is passed over.
        """
        return next(iter(self.undoable), None)

    @cached_property
    def undoable(self) -> tuple[Written, ...]:
        """What undo names, and what it would name after that: the newest first, a few of them."""
        counting = self._places
        shows = (
            written
            for written in reversed(self.log)
            if written.place in counting
            and written.kind != TAKEN_BACK
            and not (written.kind == CHANGED and written.about not in counting)
        )
        return tuple(islice(shows, UNDOABLE))

    @property
    def redo(self) -> Written | None:
        """The take-back that pressing redo names; None once something new has been entered."""
        counting = self._places
        kinds = {written.place: written.kind for written in self.log}
        for written in reversed(self.log):
            if written.kind != TAKEN_BACK:
                return None
            if written.place in counting and kinds.get(written.about or 0) != TAKEN_BACK:
                return written
        return None

    @cached_property
    def _places(self) -> frozenset[int]:
        return places_that_count(self.log)

    @property
    def play_time(self) -> timedelta:
        """How long was played: from the first line that counts to the last, without the pauses."""
        moments = sorted(line.written.at for line in self.counting)
        gaps = (later - earlier for earlier, later in pairwise(moments))
        return sum((gap for gap in gaps if gap <= PAUSE), timedelta())

    def line(self, place: int) -> Line | None:
        """The line that the entry at this place wrote; None where it wrote none."""
        return next((line for line in self.lines if line.place == place), None)

    def line_of(self, written: Written) -> Line | None:
        """The line that this entry wrote, changed, took back or restored; None for no such line."""
        return next(self.lines_of([written]))

    def lines_of(self, entries: Iterable[Written]) -> Iterator[Line | None]:
        """As `line_of`, for each of these entries."""
        meant, lines = line_places(self.log), {line.place: line for line in self.lines}
        return (lines.get(meant.get(written.place, 0)) for written in entries)

    def line_named(self, place: int) -> Line | None:
        """As `line_of`, for the entry at this place; None where the log has none there."""
        named = next((written for written in self.log if written.place == place), None)
        return None if named is None else self.line_of(named)

    def find_take_back(self, place: int) -> int | None:
        """The place of the counting take-back that names this entry; taking it back restores it."""
        counting = self._places
        named = (each for each in self.log if each.kind == TAKEN_BACK and each.about == place)
        return next((each.place for each in named if each.place in counting), None)

    def export(self) -> tuple[Facts, ...]:
        """The entries that count, `confirmed` where they break a rule (protocol.md)."""
        flagged = {flag.entry for flag in self.replay.flags}
        return tuple(
            {**_bare(line.facts), **({"confirmed": True} if index in flagged else {})}
            for index, line in enumerate(self.counting)
        )


def read(
    rules: Rules[Any, Any], setup: Setup, log: Log, order: Mapping[int, int] | None = None
) -> Story:
    """The story of this log: take-backs, changes and insertions done, everything replayed.

    What would ask counts as confirmed and is flagged; what would be refused keeps its line, has no
    effect, and says why. Where the log is a part of a whole one, such as what one phone knows of
    it, its lines stand in the `order` of that one: what was put in before a line that is no part of
    it still stands where it was put.
    """
    counting = places_that_count(log)
    changes = {
        written.about: written
        for written in log
        if written.kind == CHANGED and written.place in counting
    }
    ordered = _order_entries(log) if order is None else _sort_part(log, order)
    lines = [_line(written, changes.get(written.place), counting) for written in ordered]
    counted = (confirm(line.facts) for line in lines if line.counts)
    replayed = replay(rules, setup, in_turns(counted))
    with_steps = _with_steps(rules, setup, lines, replayed)
    return Story(tuple(with_steps), replayed, tuple(log))


def order_lines(log: Log) -> dict[int, int]:
    """Which line of the table each entry writes, from 0, by its place; those that write one."""
    return {written.place: at for at, written in enumerate(_order_entries(log))}


def check_places(log: Log) -> None:
    """Raise LookupError where the places of a log, which rise, have gaps."""
    head = log[-1].place if log else 0
    if head != len(log):
        raise LookupError(f"{len(log)} entries up to place {head}")


def line_places(log: Log) -> dict[int, int]:
    """For each entry the place of the line that it wrote, changed, took back or restored."""
    places: dict[int, int] = {}
    for written in log:
        about = written.about if written.kind in (TAKEN_BACK, CHANGED) else None
        places[written.place] = written.place if about is None else places.get(about, 0)
    return places


def places_that_count(log: Log) -> frozenset[int]:
    """The places of the entries that count: no counting take-back names them."""
    gone: set[int] = set()
    for written in reversed(log):
        if written.kind == TAKEN_BACK and written.place not in gone:
            gone.add(written.about or 0)
    return frozenset(written.place for written in log if written.place not in gone)


def about(facts: Facts) -> str | None:
    """The fact that names another entry, if these facts speak of one."""
    kind = facts.get("kind")
    return ABOUT.get(kind) if isinstance(kind, str) else None


def undoes(log: Log, facts: Facts) -> bool:
    """Whether these facts take back an entry of this log that takes back nothing itself.

    No log has many of them: each entry is taken back once, until that is taken back again.
    """
    if facts.get("kind") != TAKEN_BACK:
        return False
    target = facts["target"]
    return type(target) is int and 0 < target <= len(log) and log[target - 1].kind != TAKEN_BACK


def confirm(facts: Facts) -> Facts:
    """These facts as what is written is replayed: nobody is asked again."""
    return {**facts, "confirmed": True}


def _order_entries(log: Log) -> Iterable[Written]:
    """The entries that say something of the game, in the order of the table."""
    before: dict[int, list[Written]] = {}
    for written in log:
        if written.kind == INSERTED:
            before.setdefault(written.about or 0, []).append(written)
    waiting = [written for written in reversed(log) if written.kind not in ABOUT]
    while waiting:
        written = waiting[-1]
        earlier = before.pop(written.place, None)
        if earlier:
            waiting.extend(reversed(earlier))
        else:
            yield waiting.pop()


def _sort_part(log: Log, order: Mapping[int, int]) -> list[Written]:
    """The entries of a part of a log that write a line, in the order that those of all have."""
    writing = (written for written in log if written.place in order)
    return sorted(writing, key=lambda written: order[written.place])


def _line(written: Written, changed: Written | None, counting: frozenset[int]) -> Line:
    source = changed or written
    return Line(written, _facts_in(source), written.place in counting, changed=changed)


def _with_steps(
    rules: Rules[Any, Any], setup: Setup, lines: Iterable[Line], replayed: Replay[Any]
) -> Iterable[Line]:
    last, index = replayed.start, 0
    for line in in_turns(lines):
        found = dataclasses.replace(line, before=last.state)
        if line.counts:
            last = replayed.steps[index]
            found = dataclasses.replace(found, index=index, step=last)
            index += 1
        facts = as_read(rules, setup, line.facts, found.step)
        yield found if facts is line.facts else dataclasses.replace(found, facts=facts)


def as_read(
    rules: Rules[Any, Any], setup: Setup, facts: Facts, step: Step[Any] | None = None
) -> Facts:
    """Of these facts those that its kind of entry has; `NOTHING` where the rules cannot read them.

    One that says nothing is as one that is not there.

    What became of them, if that is known, says that as well.
    """
    if step is None:
        try:
            rules.read(setup, confirm(facts))
        except Unreadable:
            return NOTHING
    elif step.result is Result.UNREADABLE:
        return NOTHING
    known = rules.facts_of(str(facts["kind"]))
    if not isinstance(facts.get("confirmed"), bool | None):
        known -= {"confirmed"}
    if facts.keys() <= known and None not in facts.values():
        return facts
    return {name: fact for name, fact in facts.items() if name in known and fact is not None}


def read_facts(rules: Rules[Any, Any], setup: Setup, written: Written) -> Facts:
    """What this entry says of its line, as these rules read it; `NOTHING` where they cannot."""
    return as_read(rules, setup, _facts_in(written))


def _facts_in(written: Written) -> Facts:
    facts = written.facts.get("facts") if written.kind in ABOUT else written.facts
    return facts if isinstance(facts, Mapping) else NOTHING


def _bare(facts: Facts) -> dict[str, object]:
    return {name: value for name, value in facts.items() if name != "confirmed"}
