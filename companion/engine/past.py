"""In what states the lines of a log were written."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Optional

from companion.engine.log import ABOUT, TAKEN_BACK, Log, Written, confirm, order_lines, read
from companion.engine.replay import Step, judge
from companion.engine.rules import Rules
from companion.engine.setup import Setup
from companion.runtime.yielding import yield_now

MOST = 40_000
"""Entries that are replayed for one submission to know what earlier phones saw: eight of the
longest logs. Only who mends a log hundreds of times over needs more, and does not get it."""


class Work:
    """How many entries may still be replayed."""

    def __init__(self, most: int = MOST) -> None:
        self._left = most

    def takes(self, entries: int) -> bool:
        """Whether so many more may be; if so, they are counted."""
        if entries > self._left:
            return False
        self._left -= entries
        return True


@dataclass(frozen=True, slots=True, eq=False)
class Top:
    """The last line that counts, by its place and what became of it, and what is below it."""

    step: Step[Any]
    place: int = 0
    below: Optional["Top"] = None


class Past:
    """What each line of a log was written after: what was there, and what its phone knew of that.

    It is made in one pass from the place `first` on. An entry at the end, and a take-back of the
    last line, cost one step; what mends an earlier line has the log read anew.
    """

    def __init__(
        self, rules: Rules[Any, Any], setup: Setup, log: Log, first: int, work: Work
    ) -> None:
        self._rules, self._setup, self._log, self._work = rules, setup, log, work
        self._first = first
        self._order = order_lines(log)
        self._by_phone = defaultdict[str, list[int]](list)
        for written in log:
            self._by_phone[written.phone].append(written.place)
        self._tops = [self._read(first - 1)]
        self._of_lines: dict[int, Top | None] = {}
        self._of_phones: dict[tuple[str, int], tuple[int, Top | None]] = {}

    def states(self, by: Written) -> Iterator[Any]:
        """The states that this entry, not before `first`, was written in.

        One is that of all that was there, the other that of what its phone had seen and written
        itself. Those that would take too much work are left out.
        """
        there = self._there(by.place - 1)
        if there:
            yield there.step.state
        known = self._find_known(by)
        if known and known is not there:
            yield known.step.state

    def _there(self, place: int) -> Top | None:
        """What the log came to with its entry at this place."""
        while (reached := self._first - 1 + len(self._tops)) <= place:
            written = self._log[reached - 1]
            self._tops.append(self._on(self._tops[-1], written, partial(self._read, reached)))
        return self._tops[place + 1 - self._first]

    def _find_known(self, by: Written) -> Top | None:
        """What the phone of this entry knew: what it had seen, and what it wrote since."""
        if by.place not in self._of_lines:
            self._of_lines[by.place] = self._find_known_first(by)
        return self._of_lines[by.place]

    def _find_known_first(self, by: Written) -> Top | None:
        before = by.place - 1
        seen = min(by.seen, before)
        if (by.phone, seen) in self._of_phones:
            reached, top = self._of_phones[by.phone, seen]
        elif seen < self._first - 1:
            reached, top = before, self._read(seen, by.phone, before)
        else:
            reached, top = seen, self._there(seen)
        if reached > before:
            return self._read(seen, by.phone, before)
        for place in self._places_of(by.phone, reached, before):
            if top is None or not self._work.takes(1):
                top = None
                break
            top = self._on(top, self._log[place - 1], partial(self._read, seen, by.phone, place))
        self._of_phones[by.phone, seen] = before, top
        return top

    def _places_of(self, phone: str, after: int, last: int) -> Sequence[int]:
        """The places of what this phone wrote in this part of the log."""
        places = self._by_phone[phone]
        return places[bisect_right(places, after) : bisect_right(places, last)]

    def _on(self, top: Top | None, written: Written, read: Callable[[], Top | None]) -> Top | None:
        """What is on top with this entry at the end of a log, which `read` reads with it anew."""
        yield_now()
        if top is None:
            return None
        if written.kind == TAKEN_BACK and written.about == top.place:
            return top.below
        if written.kind in ABOUT:
            return read()
        if not self._work.takes(1):
            return None
        facts = confirm(written.facts)
        return Top(judge(self._rules, self._setup, top.step, 0, facts), written.place, top)

    def _read(self, seen: int, phone: str | None = None, last: int = 0) -> Top | None:
        """What is on top of the log up to a place, and what a phone wrote from there to the last.

        None for too much work, of which nothing is begun.
        """
        its = () if phone is None else self._places_of(phone, seen, last)
        if not self._work.takes(seen + len(its)):
            return None
        log = (*self._log[:seen], *(self._log[place - 1] for place in its))
        story = read(self._rules, self._setup, log, self._order)
        top = Top(story.replay.start)
        for line in story.counting:
            assert line.step
            top = Top(line.step, line.place, top)
        return top
