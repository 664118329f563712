"""What a verdict teaches the deck of a table, and what it asks about a choice first."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.deck import Lesson, Taught, merge_lessons
from companion.engine.entry import Facts
from companion.engine.verdict import Answer, Submission, Verdict, judge
from tests.engine.test_deck import chosen
from tests.games.the_game.telling import holds, log_of, play, sure
from tests.support.submitted_log import ANNS, BENS, Book, back, changed

HERE, EARLIER = "this game", "an earlier game"
ANOTHER = "another-command"
SKULLS = {"2": "skull", "3": "skull", "4": "skull", "5": "skull"}


class Lessons(Book):
    """A game of Extreme at a table that has learned something before, and learns from it."""

    def __init__(self, *entries: Facts, deck: Taught | None = None, **options: Any) -> None:
        learned = {card: carries for card, carries in (deck or {}).items() if carries}
        self.lessons = [Lesson(card, carries, EARLIER) for card, carries in learned.items()]
        super().__init__(*entries, **{"extreme": True, **options})

    def judges(self, facts: Facts, phone: str = ANNS, seen: int | None = None) -> Verdict:
        at = self.head if seen is None else seen
        submission = Submission(f"id {self.head}", phone, at, facts)
        return bare(judge(self.game, self.setup, self.story, submission, self.lessons, HERE))

    def submissions(self, facts: Facts, phone: str = ANNS, seen: int | None = None) -> Verdict:
        """The verdict; what it teaches is learned as the store learns it."""
        verdict = super().submissions(facts, phone, seen)
        self.lessons = [
            lesson
            for lesson in self.lessons
            if lesson.game != HERE or lesson.card not in verdict.taught
        ]
        self.lessons += [
            Lesson(card, carries, HERE) for card, carries in verdict.taught.items() if carries
        ]
        return verdict

    @property
    def deck(self) -> dict[str, str]:
        return merge_lessons(self.lessons)


def recorded(place: int, **taught: str | None) -> Verdict:
    """The verdict on what is recorded at this place; `_48` is what it teaches of the 48."""
    said = {card.strip("_"): carries for card, carries in taught.items()}
    return Verdict(Answer.RECORDED, place=place, taught=said)


def bare(verdict: Verdict) -> Verdict:
    """The verdict without what it would teach, which only counts once it is recorded."""
    return verdict if verdict.answer is Answer.RECORDED else replace(verdict, taught={})


TEACHES: tuple[tuple[str, Taught], ...] = (
    ("48 up-1", {}),
    ("48 up-1 skull", {}),
    ("48 up-1 =skull", {"48": "skull"}),
    ("48 up-1 =none", {"48": "none"}),
    ("48 up-1 =none, end!", {}),
    ("48 up-1, change 1 48 up-1 =skull", {"48": "skull"}),
    ("48 up-1 =skull, change 1 48 up-1 =none", {"48": "none"}),
    ("48 up-1 =skull, change 1 48 up-2 =skull", {}),
    ("48 up-1 =skull, change 1 49 up-1 =skull", {"48": None, "49": "skull"}),
    ("48 up-1 =skull, change 1 48 up-1 skull", {"48": None}),
    ("48 up-1 =skull, back 1", {"48": None}),
    ("48 up-1 =skull, back 1, back 2", {"48": "skull"}),
    ("48 up-1 skull, back 1", {}),
    ("48 up-1 =skull, change 1 48 up-1 =none, back 2", {"48": "skull"}),
    ("48 up-1 =skull, change 1 49 up-1 =none, back 2", {"48": "skull", "49": None}),
    ("48 up-1, put-in 1 40 up-1 =skull", {"40": "skull"}),
    ("48 up-1, put-in 1 40 up-1 =skull, back 2", {"40": None}),
    ("48 up-1 =none, 30 up-1 =none!", {"30": "none"}),
)
"""A log, and what its last entry teaches."""


ODD = {**SKULLS, "30": "stop", "40": "stop"}
STOP, THREE_SKULLS = {"48": "stop"}, dict.fromkeys(("2", "3", "4"), "skull")
KNOWN: tuple[tuple[Taught, str, str | Taught], ...] = (
    ({}, "48 up-1 =skull", {"48": "skull"}),
    ({"48": "skull"}, "48 up-1 =skull", {"48": "skull"}),
    (STOP, "48 up-1 =skull", "ask another-command"),
    (STOP, "48 up-1 =skull!", {"48": "skull"}),
    (STOP, "48 up-1 =none", "ask another-command"),
    ({"48": "none"}, "48 up-1 =skull", "ask another-command"),
    (SKULLS, "48 up-1 =skull", "ask one-too-many"),
    (SKULLS, "4 up-1 =skull", {"4": "skull"}),
    ({**SKULLS, "48": "stop"}, "48 up-1 =skull", "ask another-command one-too-many"),
    (STOP, "48 up-1 skull", {}),
    (STOP, "48 up-1", {}),
    # beside a broken rule, and in changes and what is put in
    (ODD, "50 up-1 no-trick, 30 up-1 =none", "ask another-command pile-direction"),
    (ODD, "50 up-1 no-trick, 40 up-1 =none", "ask another-command trick-forbidden"),
    (ODD, "50 up-1 no-trick, 30 up-1 =skull", "ask another-command one-too-many pile-direction"),
    (ODD, "50 up-1 no-trick, 30 up-1 =skull!", {"30": "skull"}),
    (STOP, "48 up-1 stop, 48 up-2 =skull", "refused card-once"),
    (STOP, "48 up-1, change 1 48 up-1 =skull", "ask another-command"),
    (STOP, "48 up-1, change 1 48 up-1 =skull!", {"48": "skull"}),
    ({"40": "stop"}, "48 up-1, put-in 1 40 up-1 =skull", "ask another-command"),
    ({}, "48 up-1 =none, 100 up-1 =skull", "unreadable"),
    ({}, "48 up-1 =none, change 7 48 up-1 =skull", "unreadable"),
    # not of what this game taught, or the very line said; but of what an earlier game did
    ({}, "48 up-1 =stop, back 1, 48 up-1 =skull", {"48": "skull"}),
    ({}, "48 up-1 =silence, change 1 48 up-1 =stop", {"48": "stop"}),
    ({}, "48 up-1 =silence, change 1 48 up-1 =none", {"48": "none"}),
    (THREE_SKULLS, "5 up-1 =skull, change 1 5 up-1 =none, 6 up-1 =skull", {"6": "skull"}),
    (THREE_SKULLS, "5 up-1 =skull, change 1 6 up-1 =skull", {"5": None, "6": "skull"}),
    ({"48": "skull"}, "48 up-1 =stop!, change 1 48 up-1 =none", "ask another-command"),
    ({"48": "skull"}, "48 up-1 =stop!, change 1 48 up-1 =skull", {"48": "skull"}),
    ({"48": "skull"}, "48 up-1 =stop!, change 1 48 up-1 =none!, back 2", {"48": "stop"}),
    (
        STOP,
        "47 up-1, 48 up-2 =stop, change 1 48 up-1 =skull, change 2 60 up-2!",
        {"48": "skull"},
    ),
)
"""What the table knew, a log, and what is asked about its last entry, or what that teaches."""


@pytest.mark.parametrize(("deck", "log", "expected"), KNOWN)
def test_by_what_the_table_knew(deck: Taught, log: str, expected: str | Taught) -> None:
    *before, last = log_of(log)
    verdict = Lessons(*before, deck=deck).judges(last)
    if isinstance(expected, str):
        answer, *rules = expected.split()
        assert verdict == Verdict(Answer(answer), tuple(rules))
    else:
        assert verdict == Verdict(Answer.RECORDED, place=len(before) + 1, taught=expected)


@pytest.mark.parametrize(("log", "taught"), TEACHES)
def test_an_entry_teaches(log: str, taught: Taught) -> None:
    *before, last = log_of(log)
    verdict = Verdict(Answer.RECORDED, place=len(before) + 1, taught=taught)
    assert Lessons(*before).judges(last) == verdict


def test_an_entry_taken_back_leaves_what_was_known_before() -> None:
    book = Lessons(*log_of("48 up-1 =stop!"), deck={"48": "skull", "50": "none"})
    assert book.deck == {"48": "stop", "50": "none"}
    for place, known in ((1, "skull"), (2, "stop"), (3, "skull")):
        assert book.submissions(back(place)).answer is Answer.RECORDED
        assert book.deck == {"48": known, "50": "none"}


def test_two_phones_pressing_undo_at_once_unlearn_once() -> None:
    book = Lessons(chosen(48, "up-1", "skull"))
    assert book.submissions(back(1), ANNS, seen=1) == recorded(2, _48=None)
    assert book.submissions(back(1), BENS, seen=1) == Verdict(Answer.MERGED, place=2)


def test_an_answer_of_no_is_none() -> None:
    for no in (False, None):
        submission = {**chosen(48, "up-1", "skull"), "confirmed": no}
        asks = Verdict(Answer.ASK, (ANOTHER,))
        assert Lessons(deck=STOP).judges(submission) == asks


class TestBetween:
    def test_a_doubt_after_another_phone_is_a_conflict(self) -> None:
        book = Lessons(deck={"48": "stop"})
        book.enters(holds(0, 7), BENS)
        verdict = book.judges(chosen(48, "up-1", "skull"), ANNS, seen=0)
        assert verdict == Verdict(Answer.CONFLICT, (ANOTHER,), None, book.log)

    def test_with_a_broken_rule_it_names_both(self) -> None:
        book = Lessons(deck={"48": "stop"})
        book.enters(play(60, "up-1"), BENS)
        verdict = book.judges(chosen(48, "up-1", "skull"), ANNS, seen=0)
        assert verdict == Verdict(Answer.CONFLICT, (ANOTHER, "pile-direction"), None, book.log)

    def test_of_two_phones_that_name_a_card_at_once_the_later_one_is_asked(self) -> None:
        book = Lessons(play(48, "up-1"))
        assert book.submissions(changed(1, chosen(48, "up-1", "skull")), ANNS, seen=1) == recorded(
            2, _48="skull"
        )
        submission = changed(1, chosen(48, "up-1", "stop"))
        verdict = book.judges(submission, BENS, seen=1)
        assert (verdict.answer, verdict.between) == (Answer.CONFLICT, book.log[1:])
        assert verdict.asks
        assert book.submissions(sure(submission), BENS, seen=2) == recorded(3, _48="stop")

    def test_answered_after_it_was_seen_it_is_recorded(self) -> None:
        book = Lessons(deck={"48": "stop"})
        book.enters(holds(0, 7), BENS)
        submission = sure(chosen(48, "up-1", "skull"))
        assert book.judges(submission, ANNS, seen=1) == recorded(2, _48="skull")


def test_what_is_asked_says_what_it_would_teach() -> None:
    book = Lessons(deck={"48": "stop"})
    submission = Submission("an id", ANNS, 0, chosen(48, "up-1", "skull"))
    verdict = judge(book.game, book.setup, book.story, submission, book.lessons, HERE)
    assert (verdict.answer, verdict.taught) == (Answer.ASK, {"48": "skull"})
