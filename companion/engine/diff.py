"""What came between a phone's picture of a game and the game as it stands."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.engine.game import Facts, Game, Result, Setup
from companion.engine.log import TAKEN_BACK, Line, Story, Written, extended, line_places, read

NEVER = datetime.min  # when an entry was written that is only thought of
LEFT_OUT = ("confirmed", "choice")


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


def picture(game: Game[Any, Any], setup: Setup, story: Story, unseen: Iterable[Written]) -> Story:
    """The story as it reads without these entries."""
    places = {written.place for written in unseen}
    known = tuple(written for written in story.log if written.place not in places)
    return read(game, setup, known, story.log)


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


def without(game: Game[Any, Any], setup: Setup, story: Story, place: int) -> Story:
    """The story as it would read if the line at this place were taken back."""
    line = story.line(place)
    if line is None or not line.counts:
        return story
    facts: Facts = {"kind": TAKEN_BACK, "target": place}
    return extended(game, setup, story, Written(story.head + 1, "", "", NEVER, story.head, facts))


def has_no_effect(line: Line) -> bool:
    """Whether a line that counts is refused where it stands."""
    return line.step is not None and line.step.result is not Result.RECORDED


def troubled(story: Story) -> frozenset[int]:
    """The places of the lines that break a rule or have no effect."""
    flagged = {flag.entry for flag in story.replay.flags}
    return frozenset(
        line.place for line in story.counting if line.index in flagged or has_no_effect(line)
    )


def agree(said: Facts, written: Facts, unsaid: Container[str]) -> bool:
    """Whether an entry says nothing else than what is written about the same act.

    The answer to a question changes nothing of it. What its phone did not know, it may leave out:
    the facts in `unsaid`. What somebody chose for a card is what the card carries.
    """
    mine, theirs = _plain(said), _plain(written)
    return all(
        mine.get(name) == theirs.get(name) or (name in unsaid and name not in mine)
        for name in mine.keys() | theirs.keys()
    )


def _plain(facts: Facts) -> dict[str, object]:
    """The facts that two phones can disagree about, as JSON has them."""
    said = {**facts, "command": facts.get("choice") or facts.get("command")}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in said.items()
        if value is not None and name not in LEFT_OUT
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
