"""A log as phones write it: a submission is judged against its head, and written when recorded."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from companion.engine.entry import Facts
from companion.engine.log import Story, Written, read
from companion.engine.verdict import Answer, Submission, Verdict, judge
from companion.files.record import decode, encode, entries_of, report, state
from companion.games import GAMES

ANNS, BENS = "Ann's phone", "Ben's phone"
WHEN = datetime(2026, 1, 1, tzinfo=UTC)


def back(target: object) -> dict[str, object]:
    return {"kind": "taken-back", "target": target}


def changed(target: object, facts: object) -> dict[str, object]:
    return {"kind": "changed", "target": target, "facts": facts}


def inserted(before: object, facts: object) -> dict[str, object]:
    return {"kind": "inserted", "before": before, "facts": facts}


def read_story(slug: str, *entries: Facts, players: int = 2, **options: object) -> Story:
    """How a log of these entries reads, all of one phone, whatever becomes of them."""
    book = Book(slug=slug, players=players, **options)
    for facts in entries:
        book.writes(facts)
    return book.story


class Book:
    """A game and its log, all of these entries being recorded to begin with."""

    def __init__(
        self, *entries: Facts, slug: str = "the-game", players: int = 2, **options: object
    ) -> None:
        self.game = GAMES[slug]
        self.setup = self.game.rules.setup([f"player {seat}" for seat in range(players)], options)
        self.log: tuple[Written, ...] = ()
        for facts in entries:
            self.enters(facts)

    @property
    def head(self) -> int:
        return len(self.log)

    def judges(self, facts: Facts, phone: str = ANNS, seen: int | None = None) -> Verdict:
        """The verdict on a submission of this phone, which has seen all unless said otherwise."""
        at = self.head if seen is None else seen
        submission = Submission(f"id {self.head}", phone, at, facts)
        return judge(self.game, self.setup, self.story, submission)

    def submissions(self, facts: Facts, phone: str = ANNS, seen: int | None = None) -> Verdict:
        """The verdict, the entry being written where it is recorded."""
        verdict = self.judges(facts, phone, seen)
        if verdict.answer is Answer.RECORDED:
            assert verdict.place == self.head + 1
            self.writes(facts, phone)
        else:
            assert verdict.answer is Answer.MERGED or verdict.place is None
        return verdict

    def enters(self, facts: Facts, phone: str = ANNS) -> None:
        """Write what must be recorded."""
        assert self.submissions(facts, phone).answer is Answer.RECORDED

    def writes(self, facts: Facts, phone: str = ANNS, seen: int | None = None) -> None:
        """Write without asking for a verdict."""
        place, at = self.head + 1, self.head if seen is None else seen
        self.log += (Written(place, f"id {place}", phone, WHEN, at, facts),)

    @property
    def story(self) -> Story:
        return read(self.game.rules, self.setup, self.log)

    @property
    def state(self) -> Mapping[str, Any]:
        """The STATE of record.md as the log reads now."""
        return state(self.game, self.story.replay.last)

    @property
    def exported(self) -> Mapping[str, Any]:
        """The STATE that the record of this log replays to."""
        record = decode(encode(self.game, self.setup, entries_of(self.game, self.story)))
        return report(record)["state"]

    @property
    def reads(self) -> list[Facts]:
        """What the lines that count say, in the order of the table."""
        return [line.facts for line in self.story.counting]
