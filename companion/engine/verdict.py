"""The verdict on what a phone wants entered (protocol.md, The verdict)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from companion.engine.conflict import Comparison
from companion.engine.deck import Lesson, Taught, newly_taught
from companion.engine.diff import NEVER, Difference
from companion.engine.entry import Facts, Unreadable
from companion.engine.game import Playable
from companion.engine.growing import extend
from companion.engine.log import (
    CHANGED,
    TAKEN_BACK,
    Story,
    Written,
    about,
    places_that_count,
)
from companion.engine.replay import Result
from companion.engine.setup import Setup


class Answer(StrEnum):
    """The verdict on a submission: what a phone is told (protocol.md, The verdict)."""

    RECORDED = "recorded"
    ASK = "ask"
    REFUSED = "refused"
    UNREADABLE = "unreadable"
    MERGED = "merged"
    CONFLICT = "conflict"
    REUSED = "reused"


@dataclass(frozen=True, slots=True)
class Submission:
    """An entry that a phone wants written: its id, made there, and the place it had seen."""

    id: str
    phone: str
    seen: int
    facts: Facts


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a submission.

    `between` is what a conflict is about: what other phones entered since it was made, or those of
    it that contradict it; for a kind in `Concurrency.once` this phone may have entered it itself.
    `possible` says of a conflict that it can be entered all the same. `place` is where the
    submission stands in the log, or the entry that it was merged with; None where it stands
    nowhere. `taught` is what the table's deck learns from this entry once it is recorded.
    """

    answer: Answer
    rules: tuple[str, ...] = ()
    place: int | None = None
    between: tuple[Written, ...] = ()
    taught: Taught = field(default_factory=dict, hash=False)
    possible: bool = True

    @property
    def asks(self) -> bool:
        """Whether the one who entered it decides what becomes of it."""
        return self.answer is Answer.ASK or (self.answer is Answer.CONFLICT and self.possible)


def judge(
    game: Playable[Any, Any],
    setup: Setup,
    story: Story,
    submission: Submission,
    lessons: Sequence[Lesson] = (),
    game_id: str = "",
    met: frozenset[int] = frozenset(),
) -> Verdict:
    """The verdict on a submission against the head of this story; ids are the store's business.

    Cases 2 to 6 of protocol.md: what another phone has entered meanwhile is merged; what cannot be
    taken as it is, with another phone's entries since it was made, is a conflict, and so is what
    contradicts one of them. What the deck of the table doubts is asked as well: `lessons` are what
    it has learned, those of the game `game_id` from this very story. `met` are the places of the
    entries that earlier submissions of the phone were merged with: it knows of these.
    """
    if not (type(submission.seen) is int and 0 <= submission.seen <= story.head and submission.id):
        return Verdict(Answer.UNREADABLE)
    return Case(game, setup, story, submission, lessons, game_id, met).verdict()


@dataclass(frozen=True)
class Case:
    """A submission before the log that it is for, with all that `judge` is given."""

    game: Playable[Any, Any]
    setup: Setup
    story: Story
    submission: Submission
    lessons: Sequence[Lesson]
    game_id: str
    met: frozenset[int]

    def verdict(self) -> Verdict:
        """The verdict on the submission, with what came between it and the head of the story."""
        verdict = self._judge_rules()
        if self.game.learning and verdict.answer in (Answer.RECORDED, Answer.ASK):
            verdict = self._taught(verdict)
        if verdict.answer is Answer.MERGED:
            return verdict
        readable, unseen = verdict.answer is not Answer.UNREADABLE, self.comparison.unseen
        if readable and unseen and (same := self.comparison.same_act):
            return self._same(verdict, same)
        if readable and (own := self._own):
            return _conflict(verdict, own, verdict.answer is not Answer.REFUSED)
        if not unseen:
            return verdict
        if verdict.answer is not Answer.RECORDED:
            return _conflict(verdict, unseen, verdict.answer is Answer.ASK)
        against = self.comparison.against(self.longer)
        return _conflict(verdict, against) if against else verdict

    def _judge_rules(self) -> Verdict:
        """The verdict by the rules alone, whatever came between."""
        if not isinstance(self.submission.facts.get("confirmed"), bool | None):
            return Verdict(Answer.UNREADABLE)
        if named := about(self.submission.facts):
            return self._judge_target(self.submission.facts.get(named))
        return self._judge_line(self.story.head + 1)

    def _judge_target(self, target: object) -> Verdict:
        """The verdict on an entry that speaks of the entry at the place `target`."""
        facts, log = self.submission.facts, self.story.log
        meant = next((w for w in log if type(target) is int and w.place == target), None)
        if meant is None:
            return Verdict(Answer.UNREADABLE)
        if facts["kind"] == TAKEN_BACK:
            if meant.place not in places_that_count(log):  # two undo at once: one step back
                return Verdict(Answer.MERGED, place=self.story.find_take_back(meant.place))
            return Verdict(Answer.RECORDED, place=self.story.head + 1)
        if meant.kind in (TAKEN_BACK, CHANGED) or not isinstance(facts.get("facts"), Mapping):
            return Verdict(Answer.UNREADABLE)
        place = meant.place if facts["kind"] == CHANGED else self.story.head + 1
        return self._judge_line(place)

    def _judge_line(self, place: int) -> Verdict:
        """The verdict on the line at `place` as it will stand once the submission is written."""
        facts = self.submission.facts
        try:
            self.game.rules.read(self.setup, facts.get("facts") if about(facts) else facts)
        except Unreadable:
            return Verdict(Answer.UNREADABLE)
        line = self.longer.line(place)
        if line is None or line.index is None or line.step is None:
            return Verdict(Answer.UNREADABLE)  # changing what is taken back: restore it first
        if line.step.result is Result.REFUSED:
            return Verdict(Answer.REFUSED, line.step.rules)
        asked = tuple(flag.rule for flag in self.longer.replay.flags if flag.entry == line.index)
        if asked and not facts.get("confirmed"):
            return Verdict(Answer.ASK, asked)
        return Verdict(Answer.RECORDED, place=self.story.head + 1)

    def _taught(self, verdict: Verdict) -> Verdict:
        """The verdict with what the deck learns from the submission, or with what it doubts."""
        learning = self.game.learning
        assert learning
        taught = newly_taught(learning.taught(self.story), learning.taught(self.longer))
        deck = learning.read_lessons_before(self.lessons, self.game_id, taught)
        doubts = {
            doubt
            for card, choice in taught.items()
            if choice is not None
            for doubt in learning.doubts(deck, card, choice)
        }
        facts = self.submission.facts
        if doubts and not facts.get("confirmed") and facts["kind"] != TAKEN_BACK:
            return Verdict(Answer.ASK, tuple(sorted({*verdict.rules, *doubts})), taught=taught)
        return replace(verdict, taught=taught)

    def _same(self, verdict: Verdict, same: Difference) -> Verdict:
        """The verdict on an act that is entered already: merged, unless it says something else.

        Entering it all the same is possible while it would still be that act: the hand of somebody
        can be counted again, but the end of a turn would be that of the next one.
        """
        if self.comparison.agrees(same):
            return Verdict(Answer.MERGED, place=same.by.place)
        possible = self.comparison.is_still_open and verdict.answer in (Answer.RECORDED, Answer.ASK)
        rules = verdict.rules if self.comparison.is_still_open else ()
        return _conflict(replace(verdict, rules=rules), (same.by,), possible)

    @property
    def _own(self) -> tuple[Written, ...]:
        """What this phone has entered since of a kind in `Concurrency.once`, unseen by this too.

        It is asked about and never merged: two rounds in a queue may have the same cards.
        """
        kind, counting = self.submission.facts.get("kind"), places_that_count(self.story.log)
        if kind not in self.game.concurrency.once or self.submission.facts.get("confirmed"):
            return ()
        since = (w for w in self.story.log if w.place > self.submission.seen and w.kind == kind)
        return tuple(w for w in since if w.phone == self.submission.phone and w.place in counting)

    @cached_property
    def comparison(self) -> Comparison:
        """The submission beside what its phone had not seen."""
        submission = self.submission
        known = frozenset(w.place for w in self.story.log if w.phone == submission.phone) | self.met
        return Comparison(
            self.game, self.setup, self.story, known, submission.seen, submission.facts
        )

    @cached_property
    def longer(self) -> Story:
        """The story with the submission at its end; only for a submission that can be read."""
        submission, place = self.submission, self.story.head + 1
        written = Written(
            place, submission.id, submission.phone, NEVER, submission.seen, submission.facts
        )
        return extend(self.game.rules, self.setup, self.story, written)


def _conflict(verdict: Verdict, between: tuple[Written, ...], possible: bool = True) -> Verdict:
    conflict = replace(verdict, answer=Answer.CONFLICT, place=None)
    return replace(conflict, between=between, possible=possible)
