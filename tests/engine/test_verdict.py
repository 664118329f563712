"""What a phone is told about its submission, against the log as it stands (cases 2 to 6)."""

from typing import Any

import pytest

from companion.engine.verdict import Answer, Submission, Verdict, judge
from tests.games.the_game.telling import end, log_of, play
from tests.support.rulings import read_table
from tests.support.submitted_log import ANNS, Book, back, changed, inserted

FIRST, SECOND, THIRD = play(40, "up-1"), play(51, "up-1"), play(62, "up-1")
UNREADABLE = Verdict(Answer.UNREADABLE)
NOT_TARGETS = [None, 0, -1, 4, 10**30, True, 1.0, "1", [1], {}]
NO_ENTRIES = [{}, {"kind": "card-drawn"}, {"kind": ["turn-ended"]}, play(1, "up-1")]
NOT_FACTS: list[Any] = [
    *NO_ENTRIES, None, "turn-ended", [end()], back(1), changed(1, FIRST), inserted(1, FIRST),
    {**FIRST, "confirmed": "yes"},
]  # fmt: skip


def test_what_cannot_be_read() -> None:
    book = Book(FIRST, SECOND, THIRD)
    unreadable: list[Any] = [
        *(back(target) for target in NOT_TARGETS),
        *(mends(target, end()) for target in NOT_TARGETS for mends in (changed, inserted)),
        *(mends(1, facts) for facts in NOT_FACTS for mends in (changed, inserted)),
        *NO_ENTRIES,
        {**FIRST, "confirmed": "yes"},
        *(
            {**mends(2, play(9, "up-1")), "confirmed": answer}
            for answer in ("yes", 1, 0, [], {})
            for mends in (changed, inserted)
        ),
        {"kind": "taken-back"},
        {"kind": "changed", "target": 1},
    ]
    for submission in unreadable:
        assert book.judges(submission) == UNREADABLE, submission
    assert Book().judges(back(1)) == UNREADABLE
    for seen in (-1, 4, 10**30):
        assert book.judges(play(70, "up-1"), seen=seen) == UNREADABLE
    nobodys = Submission("", ANNS, 0, play(70, "up-1"))
    assert judge(book.game, book.setup, book.story, nobodys) == UNREADABLE


@pytest.mark.parametrize(("log", "said", "verdict"), read_table(__file__, "ALONE"))
def test_with_nothing_between(log: str, said: str, verdict: str) -> None:
    book, [submission] = Book(*log_of(log)), log_of(said)
    answer, *rules = verdict.split()
    place = book.head + 1 if answer == "recorded" else None
    assert book.judges(submission) == Verdict(Answer(answer), tuple(rules), place)


def test_an_answer_of_null_is_left_out_and_one_of_no_asks() -> None:
    book = Book(FIRST, SECOND)
    assert book.judges({**THIRD, "confirmed": None}) == Verdict(Answer.RECORDED, place=3)
    submission = {**changed(2, THIRD), "confirmed": None}
    assert book.judges(submission) == Verdict(Answer.RECORDED, place=3)
    assert Book(SECOND).judges({**FIRST, "confirmed": False}).answer is Answer.ASK
