"""What a verdict teaches the deck of a table, and what it asks about a choice first."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.engine.deck import Lesson, Taught, merge_lessons
from companion.engine.entry import Facts
from companion.engine.verdict import Answer, Submission, Verdict, judge
from tests.engine.test_deck import chosen
from tests.games.the_game.telling import holds, log_of, play, sure
from tests.support.submitted_log import ANNS, BENS, Book, back, changed, inserted

HERE, EARLIER = "this game", "an earlier game"
ANOTHER, ONE_TOO_MANY = "another-command", "one-too-many"
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


def asks(*rules: str) -> Verdict:
    return Verdict(Answer.ASK, rules)


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


class TestTaught:
    @pytest.mark.parametrize(("log", "taught"), TEACHES)
    def test_an_entry_teaches(self, log: str, taught: Taught) -> None:
        *before, last = log_of(log)
        verdict = Verdict(Answer.RECORDED, place=len(before) + 1, taught=taught)
        assert Lessons(*before).judges(last) == verdict

    def test_what_was_known_before_is_taught_once_more(self) -> None:
        book = Lessons(deck={"48": "skull"})
        assert book.judges(chosen(48, "up-1", "skull")) == recorded(1, _48="skull")

    def test_an_entry_taken_back_leaves_what_was_known_before(self) -> None:
        book = Lessons(sure(chosen(48, "up-1", "stop")), deck={"48": "skull", "50": "none"})
        assert book.deck == {"48": "stop", "50": "none"}
        book.enters(back(1))
        assert book.deck == {"48": "skull", "50": "none"}

    @pytest.mark.parametrize(
        ("entry", "answer"),
        [
            (chosen(48, "up-2", "skull"), Answer.REFUSED),
            (chosen(100, "up-1", "skull"), Answer.UNREADABLE),
            (changed(7, chosen(48, "up-1", "skull")), Answer.UNREADABLE),
        ],
    )
    def test_what_cannot_be_entered_teaches_nothing(self, entry: Facts, answer: Answer) -> None:
        verdict = Lessons(chosen(48, "up-1", "none")).judges(entry)
        assert (verdict.answer, verdict.taught) == (answer, {})

    def test_two_phones_pressing_undo_at_once_unlearn_once(self) -> None:
        book = Lessons(chosen(48, "up-1", "skull"))
        assert book.submissions(back(1), ANNS, seen=1) == recorded(2, _48=None)
        assert book.submissions(back(1), BENS, seen=1) == Verdict(Answer.MERGED, place=2)


class TestAsked:
    @pytest.mark.parametrize(
        ("deck", "said", "verdict"),
        [
            ({}, "48 up-1 =skull", recorded(1, _48="skull")),
            ({"48": "stop"}, "48 up-1 =skull", asks(ANOTHER)),
            ({"48": "stop"}, "48 up-1 =none", asks(ANOTHER)),
            ({"48": "none"}, "48 up-1 =skull", asks(ANOTHER)),
            (SKULLS, "48 up-1 =skull", asks(ONE_TOO_MANY)),
            (SKULLS, "4 up-1 =skull", recorded(1, _4="skull")),
            ({**SKULLS, "48": "stop"}, "48 up-1 =skull", asks(ANOTHER, ONE_TOO_MANY)),
            ({"48": "stop"}, "48 up-1 skull", recorded(1)),
            ({"48": "stop"}, "48 up-1", recorded(1)),
        ],
    )
    def test_by_what_the_table_knew(
        self, deck: dict[str, str], said: str, verdict: Verdict
    ) -> None:
        assert Lessons(deck=deck).judges(log_of(said)[0]) == verdict

    def test_the_answer_teaches(self) -> None:
        book = Lessons(deck={**SKULLS, "48": "stop"})
        assert book.submissions(sure(chosen(48, "up-1", "skull"))) == recorded(1, _48="skull")
        assert book.deck == {**SKULLS, "48": "skull"}

    def test_an_answer_of_no_is_none(self) -> None:
        book = Lessons(deck={"48": "stop"})
        for no in (False, None):
            submission = {**chosen(48, "up-1", "skull"), "confirmed": no}
            assert book.judges(submission) == asks(ANOTHER)

    @pytest.mark.parametrize(
        ("entry", "rules"),
        [
            (chosen(30, "up-1", "none"), [ANOTHER, "pile-direction"]),
            (chosen(40, "up-1", "none"), [ANOTHER, "trick-forbidden"]),
            (chosen(30, "up-1", "skull"), [ANOTHER, ONE_TOO_MANY, "pile-direction"]),
        ],
    )
    def test_it_stands_beside_a_broken_rule(self, entry: Facts, rules: Sequence[str]) -> None:
        deck = {**SKULLS, "30": "stop", "40": "stop"}
        book = Lessons(play(50, "up-1", "no-trick"), deck=deck)
        assert book.judges(entry) == asks(*rules)
        assert book.judges(sure(entry)).answer is Answer.RECORDED

    def test_a_refusal_is_never_a_question(self) -> None:
        book = Lessons(play(48, "up-1", "stop"), deck={"48": "stop"})
        verdict = book.judges(chosen(48, "up-2", "skull"))
        assert verdict == Verdict(Answer.REFUSED, ("card-once",))

    def test_a_change_and_an_insertion_are_asked_about_too(self) -> None:
        book = Lessons(play(48, "up-1"), deck={"48": "stop", "40": "stop"})
        assert book.judges(changed(1, chosen(48, "up-1", "skull"))) == asks(ANOTHER)
        assert book.judges(inserted(1, chosen(40, "up-1", "skull"))) == asks(ANOTHER)
        submission = sure(changed(1, chosen(48, "up-1", "skull")))
        assert book.judges(submission) == recorded(2, _48="skull")


class TestNotAsked:
    def test_of_what_this_game_taught_after_undo(self) -> None:
        book = Lessons(chosen(48, "up-1", "stop"), back(1))
        assert book.submissions(chosen(48, "up-1", "skull")) == recorded(3, _48="skull")

    @pytest.mark.parametrize("choice", ["stop", "none", "skull"])
    def test_of_what_the_very_line_said(self, choice: str) -> None:
        book = Lessons(chosen(48, "up-1", "silence"))
        submission = changed(1, chosen(48, "up-1", choice))
        assert book.submissions(submission) == recorded(2, _48=choice)

    def test_of_a_slip_that_filled_up_the_four(self) -> None:
        book = Lessons(chosen(5, "up-1", "skull"), deck={"2": "skull", "3": "skull", "4": "skull"})
        book.enters(changed(1, chosen(5, "up-1", "none")))
        assert book.judges(chosen(6, "up-1", "skull")) == recorded(3, _6="skull")

    def test_of_a_fourth_that_moves_to_another_card(self) -> None:
        book = Lessons(chosen(5, "up-1", "skull"), deck={"2": "skull", "3": "skull", "4": "skull"})
        submission = changed(1, chosen(6, "up-1", "skull"))
        assert book.judges(submission) == recorded(2, _5=None, _6="skull")

    def test_but_of_what_an_earlier_game_taught_as_well(self) -> None:
        book = Lessons(sure(chosen(48, "up-1", "stop")), deck={"48": "skull"})
        assert book.judges(changed(1, chosen(48, "up-1", "none"))) == asks(ANOTHER)
        submission = changed(1, chosen(48, "up-1", "skull"))
        assert book.judges(submission) == recorded(2, _48="skull")

    @pytest.mark.parametrize("places", [[1], [1, 2], [1, 2, 3]])
    def test_of_what_is_taken_back_or_counts_again(self, places: list[int]) -> None:
        book = Lessons(sure(chosen(48, "up-1", "skull")), deck={**SKULLS, "48": "stop"})
        for place in places:
            assert book.submissions(back(place)).answer is Answer.RECORDED
        counts = len(places) % 2 == 0
        assert book.deck == {**SKULLS, "48": "skull" if counts else "stop"}

    def test_of_a_change_that_is_taken_back(self) -> None:
        book = Lessons(
            sure(chosen(48, "up-1", "stop")),
            sure(changed(1, chosen(48, "up-1", "none"))),
            deck={"48": "skull"},
        )
        assert book.judges(back(2)) == recorded(3, _48="stop")


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


def test_of_two_lines_about_one_card_the_earlier_teaches_once_the_later_is_corrected() -> None:
    book = Lessons(play(47, "up-1"), chosen(48, "up-2", "stop"), deck={"48": "stop"})
    book.enters(changed(1, chosen(48, "up-1", "skull")))
    submission = sure(changed(2, play(60, "up-2")))
    assert book.judges(submission) == recorded(4, _48="skull")


def test_what_is_asked_says_what_it_would_teach() -> None:
    book = Lessons(deck={"48": "stop"})
    submission = Submission("an id", ANNS, 0, chosen(48, "up-1", "skull"))
    verdict = judge(book.game, book.setup, book.story, submission, book.lessons, HERE)
    assert (verdict.answer, verdict.taught) == (Answer.ASK, {"48": "skull"})
