"""The verdict on what a phone wants entered (protocol.md, The verdict)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from companion.deck import Learning, Lesson, Taught, known_before, newly_taught
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
    """The answer to a wish; `between` is what other phones entered since it was made.

    `place` is where the wish stands in the log, None where nothing was written.
    `taught` is what the table's deck learns from this entry once it is recorded.
    """

    answer: Answer
    rules: tuple[str, ...] = ()
    place: int | None = None
    between: tuple[Written, ...] = ()
    taught: Taught = field(default_factory=dict, hash=False)


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
    verdict = _judge(game, setup, story, wish)
    if game.deck and verdict.answer in (Answer.RECORDED, Answer.ASK):
        verdict = _taught(game, setup, story, wish, verdict, lessons, game_id)
    between = tuple(w for w in story.log if w.place > wish.seen and w.phone != wish.phone)
    since = tuple(w for w in story.log if w.place > wish.seen)
    if any(_same_act(game, story, wish, written) for written in since):
        return replace(verdict, answer=Answer.CONFLICT, place=None, between=since)
    if between and verdict.answer in (Answer.ASK, Answer.REFUSED, Answer.UNREADABLE):
        return replace(verdict, answer=Answer.CONFLICT, place=None, between=between)
    return verdict


def _judge(game: Game[Any, Any], setup: Setup, story: Story, wish: Wish) -> Verdict:
    if not isinstance(wish.facts.get("confirmed"), bool | None):
        return Verdict(Answer.UNREADABLE)
    if about := _about(wish.facts):
        return _judge_about(game, setup, story, wish, wish.facts.get(about))
    return _judge_line(game, setup, story, wish, story.head + 1)


def _judge_about(
    game: Game[Any, Any], setup: Setup, story: Story, wish: Wish, target: object
) -> Verdict:
    """The verdict on an entry that speaks of the entry at the place `target`."""
    meant = next((w for w in story.log if type(target) is int and w.place == target), None)
    if meant is None:
        return Verdict(Answer.UNREADABLE)
    if wish.facts["kind"] == TAKEN_BACK:
        if meant.place not in places_that_count(story.log):
            return Verdict(Answer.MERGED)  # two phones pressing undo at once: one step back
        return Verdict(Answer.RECORDED, place=story.head + 1)
    if meant.kind in (TAKEN_BACK, CHANGED) or not isinstance(wish.facts.get("facts"), Mapping):
        return Verdict(Answer.UNREADABLE)
    place = meant.place if wish.facts["kind"] == CHANGED else story.head + 1
    return _judge_line(game, setup, story, wish, place)


def _judge_line(
    game: Game[Any, Any], setup: Setup, story: Story, wish: Wish, place: int
) -> Verdict:
    """The verdict on the line at `place` once the wish is written: judged where it will stand."""
    facts = wish.facts.get("facts") if _about(wish.facts) else wish.facts
    try:
        game.read(setup, facts)
    except Unreadable:
        return Verdict(Answer.UNREADABLE)
    longer = extended(game, setup, story, _written(story, wish))
    line = longer.line(place)
    if line is None or line.index is None or line.step is None:
        return Verdict(Answer.UNREADABLE)  # changing what is taken back: restore it first
    if line.step.result is Result.REFUSED:
        return Verdict(Answer.REFUSED, line.step.rules)
    asked = tuple(flag.rule for flag in longer.replay.flags if flag.entry == line.index)
    if asked and not wish.facts.get("confirmed"):
        return Verdict(Answer.ASK, asked)
    return Verdict(Answer.RECORDED, place=story.head + 1)


def _same_act(game: Game[Any, Any], story: Story, wish: Wish, written: Written) -> bool:
    """Whether this entry, unseen by the page of the wish, does already what the wish is for."""
    kind = wish.facts.get("kind")
    once = kind in game.once and not wish.facts.get("confirmed")
    return once and written.kind == kind and written.place in places_that_count(story.log)


def _taught(
    game: Game[Any, Any],
    setup: Setup,
    story: Story,
    wish: Wish,
    verdict: Verdict,
    lessons: Sequence[Lesson],
    game_id: str,
) -> Verdict:
    """The verdict with what the deck learns from the wish, or with what it doubts."""
    learning: Learning = game.deck
    longer = extended(game, setup, story, _written(story, wish))
    taught = newly_taught(learning.taught(story), learning.taught(longer))
    deck = known_before(lessons, game_id, taught)
    doubts = {
        doubt
        for card, choice in taught.items()
        if choice is not None
        for doubt in learning.doubts(deck, card, choice)
    }
    if doubts and not wish.facts.get("confirmed") and wish.facts["kind"] != TAKEN_BACK:
        return Verdict(Answer.ASK, tuple(sorted({*verdict.rules, *doubts})), taught=taught)
    return replace(verdict, taught=taught)


def _written(story: Story, wish: Wish) -> Written:
    """The wish as it will stand at the end of the log."""
    return Written(story.head + 1, wish.id, wish.phone, NEVER, wish.seen, wish.facts)


def _about(facts: Facts) -> str | None:
    """The fact that names another entry, if these speak of one."""
    kind = facts.get("kind")
    return ABOUT.get(kind) if isinstance(kind, str) else None
