"""How a log reads: taking back, redoing, changing, putting in what was forgotten, exporting."""

import pytest

from companion.engine.log import CHANGED, INSERTED, TAKEN_BACK
from companion.engine.replay import Result
from tests.games.the_game.telling import holds, log_of, play
from tests.support.rulings import printed, read_table
from tests.support.submitted_log import Book, inserted


def book_of(said: str) -> Book:
    """A game of two that plays by these words."""
    return Book(*log_of(said))


@pytest.mark.parametrize(("said", "counts"), read_table(__file__, "READS"))
def test_a_log_comes_to_what_counts_in_it(said: str, counts: str) -> None:
    book, short = book_of(said), book_of(counts)
    assert book.reads == short.reads
    assert book.state == short.state


def test_an_empty_log_has_nothing() -> None:
    empty = Book().story
    assert (empty.lines, empty.counting, empty.export()) == ((), (), ())
    assert (empty.head, empty.undo, empty.redo) == (0, None, None)
    assert (empty.line(1), empty.find_take_back(1)) == (None, None)


def test_who_took_it_back() -> None:
    for said, places in read_table(__file__, "TAKEN_BACK"):
        assert printed([book_of(said).story.find_take_back(place) for place in (1, 2, 3)]) == places


def test_a_line_knows_what_changed_it_also_once_it_is_taken_back() -> None:
    story = book_of("40 up-1, 51 up-1, change 1 45 up-1").story
    first, second = story.lines
    assert (first.place, first.index, first.changed) == (1, 0, story.log[2])
    assert first.written is story.log[0]
    assert second.changed is None
    assert story.line(3) is None
    line = book_of("40 up-1, 51 up-1, change 1 45 up-1, back 1").story.line(1)
    assert (line.counts, line.facts) == (False, play(45, "up-1"))


def test_as_many_as_a_game_may_have_stand_one_before_the_other() -> None:
    book = book_of("end!")
    for place in range(1, 5000):
        book.writes(inserted(place, holds(0, 6)))
    assert [line.place for line in book.story.lines] == list(range(5000, 0, -1))


@pytest.mark.parametrize(("said", "flagged"), read_table(__file__, "FLAGS"))
def test_a_flag_goes_and_comes_with_its_reason(said: str, flagged: str) -> None:
    """What would ask now counts as confirmed."""
    flags = book_of(said).story.replay.flags
    assert ", ".join(f"{flag.entry} {flag.rule}" for flag in flags) == flagged


def test_what_no_longer_fits_stays_with_its_reason_and_has_no_effect() -> None:
    for said, place, rule, short in (
        ("40 up-1, 51 up-1, 62 up-1, change 1 51 up-1", 2, "card-once", "51 up-1, 62 up-1"),
        ("40 up-1, 51 up-1, end, 62 up-1, put-in 4 cannot", 4, "game-over",
         "40 up-1, 51 up-1, end, cannot"),
    ):  # fmt: skip
        book = book_of(said)
        line = book.story.line(place)
        assert line.counts
        assert (line.step.result, line.step.rules) == (Result.REFUSED, (rule,))
        assert book.state == book_of(short).state


@pytest.mark.parametrize(("said", "export"), read_table(__file__, "EXPORTS"))
def test_an_export_holds_what_counts_and_replays_alike(said: str, export: str) -> None:
    book = book_of(said)
    assert book.story.export() == tuple(log_of(export))
    assert not {facts["kind"] for facts in book.story.export()} & {TAKEN_BACK, CHANGED, INSERTED}
    assert book.exported == book.state
