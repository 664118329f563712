"""The verdict on what a phone wants entered (protocol.md, The verdict)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

from companion.deck import Learning, Lesson, Taught, newly_taught
from companion.game import Facts, Game, Result, Setup, Unreadable
from companion.log import (
    ABOUT,
    CHANGED,
    TAKEN_BACK,
    Story,
    Written,
    extended,
    places_that_count,
)

NEVER = datetime.min  # when a wish was written that is only being judged


class Answer(StrEnum):
    """The verdict on a wish: what a phone is told (protocol.md, The verdict)."""

    RECORDED = "recorded"
    ASK = "ask"
    REFUSED = "refused"
    UNREADABLE = "unreadable"
    MERGED = "merged"
    CONFLICT = "conflict"
    REUSED = "reused"


@dataclass(frozen=True, slots=True)
class Wish:
    """An entry that a phone wants written: its id, made there, and the place it had seen."""

    id: str
    phone: str
    seen: int
    facts: Facts


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a wish.

    `between` is what other phones entered since it was made; for a kind of which two are the same
    act (`Game.once`) it holds what this phone entered since as well. `possible` says of a conflict
    that it can be entered all the same. `place` is where the wish stands in the log, None where
    nothing was written. `taught` is what the table's deck learns from this entry once it is
    recorded.
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
    game: Game[Any, Any],
    setup: Setup,
    story: Story,
    wish: Wish,
    lessons: Sequence[Lesson] = (),
    game_id: str = "",
) -> Verdict:
    """The verdict on a wish against the head of this story; ids are the store's business.

    Cases 3 to 6 of protocol.md: what cannot be taken as it is, with another phone's entries since
    it was made, is a conflict; so is what has been done meanwhile. What the deck of the
    table doubts is asked as well: `lessons` are what it has learned, those of the game `game_id`
    from this very story.
    """
    if not (type(wish.seen) is int and 0 <= wish.seen <= story.head and wish.id):
        return Verdict(Answer.UNREADABLE)
    return Case(game, setup, story, wish, lessons, game_id).verdict()


@dataclass(frozen=True)
class Case:
    """A wish before the log that it is for, with all that `judge` is given to find the verdict."""

    game: Game[Any, Any]
    setup: Setup
    story: Story
    wish: Wish
    lessons: Sequence[Lesson]
    game_id: str

    def verdict(self) -> Verdict:
        """The verdict on the wish, with what came between it and the head of the story."""
        verdict = self._judged()
        if self.game.deck and verdict.answer in (Answer.RECORDED, Answer.ASK):
            verdict = self._taught(verdict)
        since = tuple(w for w in self.story.log if w.place > self.wish.seen)
        if any(self._is_same_act(written) for written in since):
            return replace(verdict, answer=Answer.CONFLICT, place=None, between=since)
        between = tuple(w for w in since if w.phone != self.wish.phone)
        if between and verdict.answer in (Answer.ASK, Answer.REFUSED, Answer.UNREADABLE):
            possible = verdict.answer is Answer.ASK
            conflict = replace(verdict, answer=Answer.CONFLICT, place=None, between=between)
            return replace(conflict, possible=possible)
        return verdict

    def _judged(self) -> Verdict:
        """The verdict by the rules alone, whatever came between."""
        if not isinstance(self.wish.facts.get("confirmed"), bool | None):
            return Verdict(Answer.UNREADABLE)
        if about := _about(self.wish.facts):
            return self._judged_about(self.wish.facts.get(about))
        return self._judged_line(self.story.head + 1)

    def _judged_about(self, target: object) -> Verdict:
        """The verdict on an entry that speaks of the entry at the place `target`."""
        facts, log = self.wish.facts, self.story.log
        meant = next((w for w in log if type(target) is int and w.place == target), None)
        if meant is None:
            return Verdict(Answer.UNREADABLE)
        if facts["kind"] == TAKEN_BACK:
            if meant.place not in places_that_count(log):
                return Verdict(Answer.MERGED)  # two phones pressing undo at once: one step back
            return Verdict(Answer.RECORDED, place=self.story.head + 1)
        if meant.kind in (TAKEN_BACK, CHANGED) or not isinstance(facts.get("facts"), Mapping):
            return Verdict(Answer.UNREADABLE)
        place = meant.place if facts["kind"] == CHANGED else self.story.head + 1
        return self._judged_line(place)

    def _judged_line(self, place: int) -> Verdict:
        """The verdict on the line at `place` as it will stand once the wish is written."""
        facts = self.wish.facts
        try:
            self.game.read(self.setup, facts.get("facts") if _about(facts) else facts)
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
        """The verdict with what the deck learns from the wish, or with what it doubts."""
        learning: Learning = self.game.deck
        taught = newly_taught(learning.taught(self.story), learning.taught(self.longer))
        deck = learning.known_before(self.lessons, self.game_id, taught)
        doubts = {
            doubt
            for card, choice in taught.items()
            if choice is not None
            for doubt in learning.doubts(deck, card, choice)
        }
        facts = self.wish.facts
        if doubts and not facts.get("confirmed") and facts["kind"] != TAKEN_BACK:
            return Verdict(Answer.ASK, tuple(sorted({*verdict.rules, *doubts})), taught=taught)
        return replace(verdict, taught=taught)

    def _is_same_act(self, written: Written) -> bool:
        """Whether this entry, unseen by the page of the wish, does already what the wish is for."""
        kind = self.wish.facts.get("kind")
        once = kind in self.game.once and not self.wish.facts.get("confirmed")
        return once and written.kind == kind and written.place in places_that_count(self.story.log)

    @cached_property
    def longer(self) -> Story:
        """The story with the wish at its end; only for a wish that can be read."""
        wish, place = self.wish, self.story.head + 1
        written = Written(place, wish.id, wish.phone, NEVER, wish.seen, wish.facts)
        return extended(self.game, self.setup, self.story, written)


def _about(facts: Facts) -> str | None:
    """The fact that names another entry, if these speak of one."""
    kind = facts.get("kind")
    return ABOUT.get(kind) if isinstance(kind, str) else None
