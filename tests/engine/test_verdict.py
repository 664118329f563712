"""What a phone is told about its submission, against the log as it stands (cases 2 to 6)."""

from typing import Any

from companion.engine.verdict import Answer, Submission, Verdict, judge
from tests.games.the_game.telling import cannot, end, holds, play, starter, sure
from tests.support.submitted_log import ANNS, BENS, Book, back, changed, inserted

FIRST, SECOND, THIRD = play(40, "up-1"), play(51, "up-1"), play(62, "up-1")
UNREADABLE = Verdict(Answer.UNREADABLE)
NOT_TARGETS = [None, 0, -1, 4, 10**30, True, 1.0, "1", [1], {}]
NOT_FACTS: dict[str, Any] = {
    "null": None,
    "a word": "turn-ended",
    "a list": [end()],
    "no kind": {},
    "an unknown kind": {"kind": "card-drawn"},
    "a kind that is a list": {"kind": ["turn-ended"]},
    "no such card": play(1, "up-1"),
    "a take-back": back(1),
    "a change": changed(1, FIRST),
    "an insertion": inserted(1, FIRST),
    "confirmed is a word": {**FIRST, "confirmed": "yes"},
}


def test_what_cannot_be_read() -> None:
    book = Book(FIRST, SECOND, THIRD)
    for target in NOT_TARGETS:
        for submission in (back(target), changed(target, end()), inserted(target, end())):
            assert book.judges(submission) == UNREADABLE, target
    for name, facts in NOT_FACTS.items():
        for submission in (changed(1, facts), inserted(1, facts)):
            assert book.judges(submission) == UNREADABLE, name
    for name in ("no kind", "an unknown kind", "a kind that is a list", "no such card"):
        assert book.judges(NOT_FACTS[name]) == UNREADABLE, name
    assert book.judges(NOT_FACTS["confirmed is a word"]) == UNREADABLE
    for answer in ("yes", 1, 0, [], {}):
        for mends in (changed, inserted):
            submission = {**mends(2, play(9, "up-1")), "confirmed": answer}
            assert book.judges(submission) == UNREADABLE, answer
    for lacking in ({"kind": "taken-back"}, {"kind": "changed", "target": 1}):
        assert book.judges(lacking) == UNREADABLE
    assert Book().judges(back(1)) == UNREADABLE
    for seen in (-1, 4, 10**30):
        assert book.judges(play(70, "up-1"), seen=seen) == UNREADABLE
    nobodys = Submission("", ANNS, 0, play(70, "up-1"))
    assert judge(book.game, book.setup, book.story, nobodys) == UNREADABLE


class TestWithNothingBetween:
    def test_an_entry_that_fits_is_recorded_at_the_next_place(self) -> None:
        assert Book().judges(FIRST) == Verdict(Answer.RECORDED, place=1)
        assert Book(FIRST, SECOND).judges(end()) == Verdict(Answer.RECORDED, place=3)

    def test_one_that_breaks_a_rule_asks(self) -> None:
        book = Book(SECOND)
        assert book.judges(FIRST) == Verdict(Answer.ASK, ("pile-direction",))
        assert book.judges({**FIRST, "confirmed": False}).answer is Answer.ASK
        assert book.judges(sure(FIRST)) == Verdict(Answer.RECORDED, place=2)

    def test_an_answer_that_is_null_is_left_out(self) -> None:
        book = Book(FIRST, SECOND)
        assert book.judges({**THIRD, "confirmed": None}) == Verdict(Answer.RECORDED, place=3)
        submission = {**changed(2, THIRD), "confirmed": None}
        assert book.judges(submission) == Verdict(Answer.RECORDED, place=3)

    def test_all_rules_are_named_sorted(self) -> None:
        book = Book(play(40, "up-1", "skull"), extreme=True)
        assert book.judges(end()) == Verdict(Answer.ASK, ("minimum", "skull-open"))

    def test_one_that_cannot_be_is_refused(self) -> None:
        book = Book(FIRST)
        assert book.judges(FIRST) == Verdict(Answer.REFUSED, ("card-once",))
        assert book.judges(sure(FIRST)) == Verdict(Answer.REFUSED, ("card-once",))

    def test_after_the_end_all_is_refused_but_taking_back(self) -> None:
        book = Book(FIRST, cannot())
        assert book.judges(SECOND) == Verdict(Answer.REFUSED, ("game-over",))
        assert book.judges(back(2)) == Verdict(Answer.RECORDED, place=3)

    def test_own_entries_are_never_between(self) -> None:
        book = Book(FIRST, SECOND)
        assert book.judges(FIRST, ANNS, seen=0) == Verdict(Answer.REFUSED, ("card-once",))
        assert book.judges(play(9, "up-1"), ANNS, seen=1).answer is Answer.ASK
        assert book.judges(THIRD, ANNS, seen=0) == Verdict(Answer.RECORDED, place=3)

    def test_what_was_seen_is_not_between(self) -> None:
        book = Book(FIRST, SECOND)
        assert book.judges(FIRST, BENS, seen=2) == Verdict(Answer.REFUSED, ("card-once",))


class TestTakingBack:
    def test_two_phones_pressing_undo_at_once_are_one_step_back(self) -> None:
        book = Book(FIRST, SECOND)
        assert book.submissions(back(2), ANNS, seen=2).answer is Answer.RECORDED
        assert book.submissions(back(2), BENS, seen=2) == Verdict(Answer.MERGED, place=3)
        assert book.reads == [FIRST]

    def test_two_phones_pressing_redo_at_once_are_one_step_too(self) -> None:
        book = Book(FIRST, SECOND, back(2))
        assert book.submissions(back(3), ANNS, seen=3).answer is Answer.RECORDED
        assert book.submissions(back(3), BENS, seen=3) == Verdict(Answer.MERGED, place=4)
        assert book.reads == [FIRST, SECOND]

    def test_it_is_never_asked_about(self) -> None:
        book = Book(FIRST, SECOND, end())
        assert book.judges(back(1)) == Verdict(Answer.RECORDED, place=4)


class TestChanging:
    def test_take_backs_and_changes_cannot_be_changed(self) -> None:
        book = Book(FIRST, SECOND, back(2), changed(1, THIRD))
        assert book.judges(changed(3, end())) == UNREADABLE
        assert book.judges(changed(4, end())) == UNREADABLE

    def test_what_is_taken_back_is_restored_before_it_is_changed(self) -> None:
        assert Book(FIRST, SECOND, back(1)).judges(changed(1, THIRD)) == UNREADABLE

    def test_it_is_judged_where_the_line_stands(self) -> None:
        book = Book(FIRST, SECOND)
        assert book.judges(changed(1, play(45, "up-1"))) == Verdict(Answer.RECORDED, place=3)
        assert book.judges(changed(2, play(39, "up-1"))) == Verdict(Answer.ASK, ("pile-direction",))
        assert book.judges(changed(2, FIRST)) == Verdict(Answer.REFUSED, ("card-once",))
        assert book.judges(changed(1, cannot())) == Verdict(Answer.RECORDED, place=3)

    def test_a_later_line_that_no_longer_fits_is_no_hindrance(self) -> None:
        assert Book(FIRST, SECOND).judges(changed(1, SECOND)) == Verdict(Answer.RECORDED, place=3)
        assert Book(FIRST, SECOND).judges(changed(1, THIRD)) == Verdict(Answer.RECORDED, place=3)

    def test_the_answer_to_its_question(self) -> None:
        book = Book(FIRST, SECOND)
        assert book.judges(sure(changed(2, play(39, "up-1")))) == Verdict(Answer.RECORDED, place=3)

    def test_what_the_line_broke_before_is_asked_again(self) -> None:
        book = Book(SECOND, sure(FIRST))
        assert book.judges(changed(2, play(39, "up-1"))).answer is Answer.ASK


class TestPuttingIn:
    def test_take_backs_and_changes_are_no_lines(self) -> None:
        book = Book(FIRST, SECOND, back(2), changed(1, THIRD))
        assert book.judges(inserted(3, end())) == UNREADABLE
        assert book.judges(inserted(4, end())) == UNREADABLE

    def test_it_is_judged_where_it_will_stand(self) -> None:
        book = Book(FIRST, SECOND)
        recorded = Verdict(Answer.RECORDED, place=3)
        assert book.judges(inserted(1, starter(1))) == recorded
        assert book.judges(inserted(2, starter(1))).rules == ("starter-before-first-card",)
        assert book.judges(inserted(2, play(45, "up-1"))) == recorded
        assert book.judges(inserted(2, play(39, "up-1"))) == Verdict(
            Answer.ASK, ("pile-direction",)
        )
        assert book.judges(inserted(2, FIRST)) == Verdict(Answer.REFUSED, ("card-once",))
        assert book.judges(inserted(1, SECOND)) == recorded
        assert book.judges(sure(inserted(1, end()))) == recorded

    def test_before_the_end_of_a_game_that_is_over(self) -> None:
        book = Book(FIRST, cannot())
        assert book.judges(inserted(2, SECOND)) == Verdict(Answer.RECORDED, place=3)


class TestWithAnotherPhoneBetween:
    def test_what_is_refused_is_a_conflict_that_says_what_came_between(self) -> None:
        book = Book(FIRST)
        book.enters(SECOND, BENS)
        verdict = book.judges(sure(starter(1)), ANNS, seen=1)
        assert verdict == Verdict(
            Answer.CONFLICT,
            ("starter-before-first-card",),
            None,
            book.log[1:],
            possible=False,
        )
        assert not verdict.asks

    def test_what_asks_is_a_conflict_too(self) -> None:
        book = Book(FIRST, holds(0, 6))
        book.enters(SECOND, BENS)
        verdict = book.judges(play(45, "up-1"), ANNS, seen=2)
        assert verdict == Verdict(Answer.CONFLICT, ("pile-direction",), None, book.log[2:])
        assert verdict.asks

    def test_only_what_other_phones_entered_since_is_between(self) -> None:
        book = Book(FIRST)
        book.enters(SECOND, BENS)
        book.enters(holds(0, 6), ANNS)
        book.enters(THIRD, BENS)
        verdict = book.judges(play(45, "up-1"), ANNS, seen=1)
        assert [written.place for written in verdict.between] == [2, 4]

    def test_what_is_entered_all_the_same_has_seen_it(self) -> None:
        book = Book(FIRST)
        book.enters(SECOND, BENS)
        assert book.judges(sure(play(45, "up-1")), ANNS, seen=2).answer is Answer.RECORDED

    def test_a_change_of_what_was_taken_back_meanwhile(self) -> None:
        book = Book(FIRST, SECOND)
        book.enters(back(2), BENS)
        verdict = book.judges(changed(2, THIRD), ANNS, seen=2)
        assert (verdict.answer, verdict.between) == (Answer.CONFLICT, book.log[2:])
