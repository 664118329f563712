"""What came between a phone's picture of a game and the game as it stands."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.engine.entry import Facts
from companion.engine.growing import extend
from companion.engine.log import (
    TAKEN_BACK,
    Line,
    Story,
    Written,
    line_places,
    order_lines,
    read,
)
from companion.engine.replay import Result
from companion.engine.rules import Concurrency, Rules
from companion.engine.setup import Setup

NEVER = datetime.min  # when an entry was written that is only thought of
ANSWER = "confirmed"
"""The fact that answers a question: it changes nothing of what an entry says."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A line that reads otherwise than in the picture: what it said there, and what it says now.

    `was` is None for a line that did not count there, `now` for one that counts no more. `by` is
    the entry that made the difference.
    """

    by: Written
    was: Line | None
    now: Line | None

    @property
    def place(self) -> int:
        """The place of the line."""
        return next(line.place for line in (self.now, self.was) if line)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The line as it was, and as it is, as far as it counts."""
        return tuple(line for line in (self.was, self.now) if line)


def picture(rules: Rules[Any, Any], setup: Setup, story: Story, unseen: Iterable[Written]) -> Story:
    """The story as it reads without these entries."""
    places = {written.place for written in unseen}
    known = tuple(written for written in story.log if written.place not in places)
    return read(rules, setup, known, order_lines(story.log))


def differences(seen: Story, story: Story) -> Iterator[Difference]:
    """The lines that read otherwise now than in the picture `seen`, in the order of the table.

    What was entered and taken back again meanwhile makes no difference; nor does what was entered
    and has no effect.
    """
    known = {line.place: line for line in seen.lines if line.counts}
    makers = _makers(seen, story)
    for line in story.lines:
        was, now = known.get(line.place), line if line.counts else None
        if was is None and (now is None or has_no_effect(now)):
            continue
        if was is None or now is None or was.facts != now.facts:
            yield Difference(makers[line.place], was, now)


def without(rules: Rules[Any, Any], setup: Setup, story: Story, place: int) -> Story:
    """The story as it would read if the line at this place were taken back."""
    line = story.line(place)
    if line is None or not line.counts:
        return story
    facts: Facts = {"kind": TAKEN_BACK, "target": place}
    return extend(rules, setup, story, Written(story.head + 1, "", "", NEVER, story.head, facts))


def has_no_effect(line: Line) -> bool:
    """Whether a line that counts is refused where it stands."""
    return line.step is not None and line.step.result is not Result.RECORDED


def find_troubled(story: Story) -> frozenset[int]:
    """The places of the lines that break a rule or have no effect."""
    flagged = {flag.entry for flag in story.replay.flags}
    return frozenset(
        line.place for line in story.counting if line.index in flagged or has_no_effect(line)
    )


def agree(said: Facts, written: Facts, concurrency: Concurrency[Any, Any]) -> bool:
    """Whether an entry says nothing else than what is written about the same act.

    What its phone did not know, it may leave out.
    """
    mine, theirs = (_as_json(concurrency.normalize(facts)) for facts in (said, written))
    return all(
        mine.get(name) == theirs.get(name) or (name in concurrency.optional and name not in mine)
        for name in mine.keys() | theirs.keys()
    )


def _as_json(facts: Facts) -> dict[str, object]:
    """The facts that say something, as JSON has them."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in facts.items()
        if value is not None and name != ANSWER
    }


def _makers(seen: Story, story: Story) -> dict[int, Written]:
    """The entry that is new to the picture, by the line about which it is: who wrote it, if new."""
    known, lines = {written.place for written in seen.log}, line_places(story.log)
    makers: dict[int, Written] = {}
    for written in story.log:
        if written.place not in known:
            place = lines[written.place]
            first = makers.get(place)
            makers[place] = first if first and first.place == place else written
    return makers
