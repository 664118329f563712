"""How a log reads: taking back, redoing, changing, putting in what was forgotten, exporting."""

import pytest

from companion.engine.log import CHANGED, INSERTED, TAKEN_BACK
from companion.engine.replay import Flag, Result
from tests.games.the_game.telling import cannot, end, holds, play, starter, sure
from tests.support.submitted_log import Book, back, changed, inserted

FIRST, SECOND, THIRD = play(40, "up-1"), play(51, "up-1"), play(62, "up-1")
OTHER = play(45, "up-1")


def test_nothing_entered() -> None:
    story = Book().story
    assert (story.lines, story.counting, story.export()) == ((), (), ())
    assert (story.head, story.undo, story.redo) == (0, None, None)
    assert story.line(1) is None
    assert story.find_take_back(1) is None


def test_every_entry_is_a_line_with_its_step() -> None:
    story = Book(FIRST, SECOND, end()).story
    assert [(line.place, line.index, line.kind, line.counts) for line in story.lines] == [
        (1, 0, "card-played", True),
        (2, 1, "card-played", True),
        (3, 2, "turn-ended", True),
    ]
    assert [line.step for line in story.lines] == list(story.replay.steps)
    assert (story.head, story.line(2)) == (3, story.lines[1])


class TestTakingBack:
    def test_it_equals_the_shorter_log(self) -> None:
        book = Book(FIRST, SECOND, THIRD, back(3))
        assert book.state == Book(FIRST, SECOND).state

    def test_an_older_entry_goes_and_the_later_ones_stay(self) -> None:
        book = Book(FIRST, SECOND, THIRD, back(1))
        assert book.reads == [SECOND, THIRD]
        assert book.state == Book(SECOND, THIRD).state

    def test_the_line_stays_without_index_and_step(self) -> None:
        story = Book(FIRST, SECOND, back(1)).story
        line = story.line(1)
        assert line is not None
        assert (line.counts, line.index, line.step, line.facts) == (False, None, None, FIRST)
        assert [(other.place, other.index) for other in story.counting] == [(2, 0)]
        assert (story.head, story.line(3)) == (3, None)

    def test_taking_back_a_take_back_is_redo(self) -> None:
        book = Book(FIRST, SECOND, back(2), back(3))
        assert book.state == Book(FIRST, SECOND).state
        assert book.reads == [FIRST, SECOND]

    def test_taking_back_the_redo_undoes_again(self) -> None:
        assert Book(FIRST, SECOND, back(2), back(3), back(4)).reads == [FIRST]
        assert Book(FIRST, SECOND, back(2), back(3), back(4), back(5)).reads == [FIRST, SECOND]

    def test_an_entry_can_be_taken_back_again_after_redo(self) -> None:
        assert Book(FIRST, SECOND, back(2), back(3), back(2)).reads == [FIRST]

    def test_the_end_can_be_taken_back(self) -> None:
        book = Book(FIRST, cannot())
        assert book.state["outcome"] is not None
        book.enters(back(2))
        assert book.state == Book(FIRST).state
        book.enters(SECOND)

    def test_who_took_it_back(self) -> None:
        book = Book(FIRST, SECOND, back(1))
        assert [book.story.find_take_back(place) for place in (1, 2, 3)] == [3, None, None]
        book.enters(back(3))
        assert [book.story.find_take_back(place) for place in (1, 2, 3)] == [None, None, 4]
        book.enters(back(1))
        assert book.story.find_take_back(1) == 5

    def test_a_flag_goes_with_its_entry_and_others_move_up(self) -> None:
        book = Book(FIRST, sure(play(31, "up-1")), sure(play(9, "up-1")), back(2))
        assert book.state["flags"] == [{"entry": 1, "rule": "pile-direction"}]
        book.enters(back(3))
        assert book.state["flags"] == []


class TestChanging:
    def test_the_line_says_something_else_where_it_stood(self) -> None:
        book = Book(FIRST, SECOND, changed(1, OTHER))
        assert book.reads == [OTHER, SECOND]
        assert book.state == Book(OTHER, SECOND).state

    def test_the_line_knows_what_changed_it(self) -> None:
        story = Book(FIRST, SECOND, changed(1, OTHER)).story
        first, second = story.lines
        assert (first.place, first.index, first.changed) == (1, 0, story.log[2])
        assert first.written is story.log[0]
        assert second.changed is None
        assert story.line(3) is None

    def test_the_latest_change_holds(self) -> None:
        book = Book(FIRST, changed(1, OTHER), changed(1, play(46, "up-2")))
        assert book.reads == [play(46, "up-2")]

    def test_a_change_taken_back_leaves_the_one_before(self) -> None:
        book = Book(FIRST, changed(1, OTHER), changed(1, play(46, "up-2")), back(3))
        assert book.reads == [OTHER]
        book.enters(back(2))
        assert book.reads == [FIRST]
        book.enters(back(4))
        assert book.reads == [play(46, "up-2")]

    def test_a_changed_entry_taken_back_and_restored_stays_changed(self) -> None:
        book = Book(FIRST, SECOND, changed(1, OTHER), back(1))
        assert book.reads == [SECOND]
        line = book.story.line(1)
        assert line is not None
        assert (line.counts, line.facts) == (False, OTHER)
        book.enters(back(4))
        assert book.reads == [OTHER, SECOND]

    def test_an_entry_can_become_one_of_another_kind(self) -> None:
        book = Book(FIRST, SECOND, THIRD, changed(3, end()))
        assert book.state == Book(FIRST, SECOND, end()).state


class TestPuttingIn:
    def test_it_stands_before_the_line_it_names(self) -> None:
        book = Book(FIRST, SECOND, inserted(2, OTHER))
        assert book.reads == [FIRST, OTHER, SECOND]
        assert book.state == Book(FIRST, OTHER, SECOND).state
        assert [(line.place, line.index) for line in book.story.lines] == [(1, 0), (3, 1), (2, 2)]

    def test_several_before_one_line_stand_in_the_order_of_their_entry(self) -> None:
        book = Book(FIRST, SECOND, inserted(2, OTHER), inserted(2, play(46, "up-1")))
        assert book.reads == [FIRST, OTHER, play(46, "up-1"), SECOND]

    def test_one_before_one_that_was_put_in(self) -> None:
        book = Book(FIRST, SECOND, inserted(2, OTHER), inserted(3, play(42, "up-1")))
        book.enters(inserted(4, play(41, "up-1")))
        book.enters(inserted(2, play(48, "up-1")))
        assert [facts["card"] for facts in book.reads] == [40, 41, 42, 45, 48, 51]

    def test_it_can_be_taken_back_and_restored(self) -> None:
        book = Book(FIRST, SECOND, inserted(2, OTHER), inserted(3, play(42, "up-1")), back(3))
        assert book.reads == [FIRST, play(42, "up-1"), SECOND]
        book.enters(back(5))
        assert book.reads == [FIRST, play(42, "up-1"), OTHER, SECOND]

    def test_it_can_be_changed_and_the_change_taken_back(self) -> None:
        book = Book(FIRST, SECOND, inserted(2, OTHER), changed(3, play(46, "up-1")))
        assert book.reads == [FIRST, play(46, "up-1"), SECOND]
        book.enters(back(4))
        assert book.reads == [FIRST, OTHER, SECOND]

    def test_it_stays_where_the_line_it_names_is_taken_back(self) -> None:
        book = Book(FIRST, SECOND, THIRD, inserted(2, OTHER), back(2))
        assert book.reads == [FIRST, OTHER, THIRD]

    def test_before_an_entry_that_is_taken_back_already(self) -> None:
        book = Book(FIRST, SECOND, THIRD, back(2), inserted(2, OTHER))
        assert book.reads == [FIRST, OTHER, THIRD]

    def test_what_follows_belongs_to_the_player_whose_turn_it_then_is(self) -> None:
        book = Book(FIRST, SECOND, THIRD, play(63, "up-1"), inserted(3, end()))
        assert book.state == Book(FIRST, SECOND, end(), THIRD, play(63, "up-1")).state
        assert book.state["hands"] == [7, 5]

    def test_a_starter_that_was_forgotten(self) -> None:
        book = Book(FIRST, SECOND, inserted(1, starter(1)))
        assert book.state["hands"] == [7, 5]

    def test_as_many_as_a_game_may_have_one_before_the_other(self) -> None:
        book = Book(end() | {"confirmed": True})
        for place in range(1, 5000):
            book.writes(inserted(place, holds(0, 6)))
        assert [line.place for line in book.story.lines] == list(range(5000, 0, -1))


class TestWhatNoLongerFits:
    def test_it_stays_with_its_reason_and_has_no_effect(self) -> None:
        book = Book(FIRST, SECOND, THIRD, changed(1, SECOND))
        line = book.story.line(2)
        assert line is not None
        assert line.step is not None
        assert (line.counts, line.index) == (True, 1)
        assert (line.step.result, line.step.rules) == (Result.REFUSED, ("card-once",))
        assert book.state == Book(SECOND, THIRD).state

    def test_it_fits_again_once_the_change_is_taken_back(self) -> None:
        book = Book(FIRST, SECOND, THIRD, changed(1, SECOND), back(4))
        assert book.state == Book(FIRST, SECOND, THIRD).state

    def test_what_came_after_an_end_that_was_put_in(self) -> None:
        book = Book(FIRST, SECOND, end(), THIRD, inserted(4, cannot()))
        line = book.story.line(4)
        assert line is not None
        assert line.step is not None
        assert line.step.rules == ("game-over",)
        assert book.state["outcome"]["ending"] == "stuck"
        assert book.state["played"] == 2

    def test_what_would_ask_counts_as_confirmed_and_is_flagged(self) -> None:
        book = Book(FIRST, SECOND, changed(1, play(55, "up-1")))
        assert book.story.replay.flags == (Flag(1, "pile-direction"),)
        assert book.state["tops"]["up-1"]["card"] == 51

    def test_an_end_of_turn_too_early_now_is_flagged(self) -> None:
        book = Book(FIRST, SECOND, end(), back(1))
        assert book.state["flags"] == [{"entry": 1, "rule": "minimum"}]
        assert book.state["turn"]["player"] == 1

    def test_an_answer_that_is_no_longer_needed_flags_nothing(self) -> None:
        book = Book(SECOND, sure(FIRST), changed(1, play(30, "up-1")))
        assert book.state["flags"] == []
        assert book.story.export() == (play(30, "up-1"), FIRST)


class TestExport:
    def test_it_holds_the_entries_that_count(self) -> None:
        book = Book(FIRST, SECOND, THIRD, back(3), inserted(2, OTHER), changed(1, play(41, "up-1")))
        assert book.story.export() == (play(41, "up-1"), OTHER, SECOND)

    def test_it_confirms_what_is_flagged_and_nothing_else(self) -> None:
        book = Book(sure(SECOND), sure(FIRST), {**THIRD, "confirmed": False}, sure(end()))
        assert book.story.export() == (SECOND, sure(FIRST), THIRD, end())

    def test_what_is_refused_goes_with_it_and_is_refused_again(self) -> None:
        book = Book(FIRST, SECOND, THIRD, changed(1, SECOND))
        assert book.story.export() == (SECOND, SECOND, THIRD)
        assert book.exported == book.state

    def test_no_entry_of_the_log_itself_is_in_it(self) -> None:
        book = Book(FIRST, back(1), back(2), changed(1, OTHER), inserted(1, SECOND))
        kinds = {facts["kind"] for facts in book.story.export()}
        assert not kinds & {TAKEN_BACK, CHANGED, INSERTED}

    @pytest.mark.parametrize(
        "book",
        [
            Book(FIRST, SECOND, changed(1, play(55, "up-1"))),
            Book(FIRST, SECOND, end(), THIRD, inserted(4, cannot())),
            Book(FIRST, SECOND, end(), back(1), sure(play(9, "up-1")), inserted(1, holds(1, 3))),
            Book(FIRST, sure(end()), sure(end()), back(2), sure(changed(1, end()))),
        ],
        ids=["flagged by a change", "refused after an end", "all of it", "a card becomes an end"],
    )
    def test_it_replays_to_the_same_state_and_flags(self, book: Book) -> None:
        assert book.exported == book.state


class TestUndoAndRedo:
    def test_undo_names_the_latest_entry_that_counts(self) -> None:
        book = Book(FIRST, SECOND)
        for place in (2, 1):
            assert book.story.undo is book.log[place - 1]
            book.enters(back(place))
        assert book.story.undo is None

    def test_undo_names_changes_and_what_was_put_in_too(self) -> None:
        book = Book(FIRST, SECOND, inserted(2, OTHER), changed(1, play(41, "up-1")))
        for place in (4, 3, 2, 1):
            assert book.story.undo is book.log[place - 1]
            book.enters(back(place))

    def test_undo_passes_over_a_change_that_shows_nowhere(self) -> None:
        book = Book(FIRST, SECOND, changed(2, OTHER), back(2))
        assert book.story.undo is book.log[0]

    def test_redo_names_the_take_backs_latest_first(self) -> None:
        book = Book(FIRST, SECOND, back(2), back(1))
        for place in (4, 3):
            assert book.story.redo is book.log[place - 1]
            book.enters(back(place))
        assert book.story.redo is None
        assert book.reads == [FIRST, SECOND]

    def test_after_something_new_there_is_nothing_to_redo(self) -> None:
        book = Book(FIRST, SECOND, back(2), THIRD)
        assert book.story.redo is None
        book.enters(back(4))
        assert book.story.redo is book.log[4]
        book.enters(back(5))
        assert book.story.redo is None
        assert book.reads == [FIRST, THIRD]

    def test_undo_after_redo(self) -> None:
        book = Book(FIRST, SECOND, back(2), back(3))
        assert book.story.undo is book.log[1]
