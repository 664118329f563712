"""What a verdict teaches the deck of a table, and what it asks about a choice first."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.deck import Lesson, Taught, merge_lessons
from companion.engine.entry import Facts
from companion.engine.verdict import Answer, Submission, Verdict, judge
from tests.engine.test_deck import chosen, read_deck
from tests.games.the_game.telling import log_of, play, sure
from tests.support.rulings import read_table
from tests.support.submitted_log import ANNS, BENS, Book, back, changed

HERE, EARLIER = "this game", "an earlier game"
ANOTHER = "another-command"


class Lessons(Book):
    """A game of Extreme at a table that has learned something before, and learns from it."""

    def __init__(self, *entries: Facts, deck: Taught | None = None, **options: Any) -> None:
        learned = {card: carries for card, carries in (deck or {}).items() if carries}
        self.lessons = [Lesson(card, carries, EARLIER) for card, carries in learned.items()]
        super().__init__(*entries, **{"extreme": True, **options})

    def judges(self, facts: Facts, phone: str = ANNS, seen: int | None = None) -> Verdict:
        at = self.head if seen is None else seen
        submission = Submission(f"id {self.head}", phone, at, facts)
        verdict = judge(self.game, self.setup, self.story, submission, self.lessons, HERE)
        # What it would teach counts once it is recorded.
        return verdict if verdict.answer is Answer.RECORDED else replace(verdict, taught={})

    def submissions(self, facts: Facts, phone: str = ANNS, seen: int | None = None) -> Verdict:
        """The verdict; what it teaches is learned as the store learns it."""
        verdict = super().submissions(facts, phone, seen)
        new = verdict.taught
        kept = [each for each in self.lessons if each.game != HERE or each.card not in new]
        learned = [Lesson(card, carries, HERE) for card, carries in new.items() if carries]
        self.lessons = kept + learned
        return verdict

    @property
    def deck(self) -> dict[str, str]:
        return merge_lessons(self.lessons)


KNOWN = read_table(__file__, "KNOWN") + [["", *row] for row in read_table(__file__, "TEACHES")]


@pytest.mark.parametrize(("deck", "log", "expected"), KNOWN)
def test_what_an_entry_teaches_or_asks_by_what_is_known(deck: str, log: str, expected: str) -> None:
    *before, last = log_of(log)
    verdict = Lessons(*before, deck=read_deck(deck)).judges(last)
    if expected and "=" not in expected:
        answer, *rules = expected.split()
        assert verdict == Verdict(Answer(answer), tuple(rules))
    else:
        taught = read_deck(expected)
        assert verdict == Verdict(Answer.RECORDED, place=len(before) + 1, taught=taught)


def test_an_entry_taken_back_leaves_what_was_known_before() -> None:
    book = Lessons(*log_of("48 up-1 =stop!"), deck={"48": "skull", "50": "none"})
    assert book.deck == {"48": "stop", "50": "none"}
    for place, known in ((1, "skull"), (2, "stop"), (3, "skull")):
        assert book.submissions(back(place)).answer is Answer.RECORDED
        assert book.deck == {"48": known, "50": "none"}


class TestBetween:
    def test_with_a_broken_rule_it_names_both(self) -> None:
        book = Lessons(deck={"48": "stop"})
        book.enters(play(60, "up-1"), BENS)
        verdict = book.judges(chosen(48, "up-1", "skull"), ANNS, seen=0)
        assert verdict == Verdict(Answer.CONFLICT, (ANOTHER, "pile-direction"), None, book.log)

    def test_of_two_phones_that_name_a_card_at_once_the_later_one_is_asked(self) -> None:
        book = Lessons(play(48, "up-1"))
        assert book.submissions(changed(1, chosen(48, "up-1", "skull")), ANNS, seen=1) == Verdict(
            Answer.RECORDED, place=2, taught={"48": "skull"}
        )
        submission = changed(1, chosen(48, "up-1", "stop"))
        verdict = book.judges(submission, BENS, seen=1)
        assert (verdict.answer, verdict.between) == (Answer.CONFLICT, book.log[1:])
        assert verdict.asks
        assert book.submissions(sure(submission), BENS, seen=2) == Verdict(
            Answer.RECORDED, place=3, taught={"48": "stop"}
        )
