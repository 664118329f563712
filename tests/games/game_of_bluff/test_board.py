"""The score sheet as its pages show it: players, rounds, running totals and places."""

from typing import Any

import pytest

from companion.engine.entry import Facts
from companion.games.game_of_bluff.board import Board, board
from tests.games.game_of_bluff.telling import emma, rounds, scored, starter, stop, turn
from tests.support.submitted_log import back, changed, inserted, read_story


def shown(*entries: Facts, players: int = 3, **options: object) -> Board:
    """The sheet after these entries of the log."""
    story = read_story("game-of-bluff", *entries, players=players, **options)
    made: Any = board(story, helped=False, deck={})
    assert isinstance(made, Board)
    return made


class TestSeats:
    def test_an_empty_sheet_has_neither_leaders_nor_a_last_round(self) -> None:
        for seat in shown().seats:
            assert (seat.total, seat.added, seat.to_limit, seat.leads) == (0, None, 9, False)

    def test_after_a_round(self) -> None:
        seats = shown(*rounds("312", "321")).seats
        assert [seat.number for seat in seats] == [0, 1, 2]
        assert [seat.total for seat in seats] == [6, 3, 3]
        assert [seat.added for seat in seats] == [3, 2, 1]
        assert [seat.to_limit for seat in seats] == [3, 6, 6]
        assert [seat.leads for seat in seats] == [False, True, True]

    def test_nothing_was_added_for_rik(self) -> None:
        assert [seat.added for seat in shown(scored(3, 1, 2, rik=0)).seats] == [0, 1, 2]

    def test_over_is_more_than_the_limit(self) -> None:
        game = rounds("312", "312", "312")
        assert [seat.over for seat in shown(*game).seats] == [False, False, False]
        assert [seat.over for seat in shown(*game, scored(1, 2, 3)).seats] == [True, False, False]


class TestScored:
    def test_each_round_knows_its_number_its_points_and_its_line(self) -> None:
        sheet = shown(starter(1), *rounds("312"), emma(0), turn(), *rounds("231"))
        assert [(each.number, each.line.place) for each in sheet.scored] == [(1, 2), (2, 5)]
        assert [each.round.points for each in sheet.scored] == [(3, 1, 2), (2, 3, 1)]

    def test_what_is_taken_back_is_no_round(self) -> None:
        sheet = shown(*rounds("312", "231"), back(1))
        assert [(each.number, each.line.place) for each in sheet.scored] == [(1, 2)]

    def test_a_changed_one_keeps_its_line(self) -> None:
        sheet = shown(*rounds("312", "231"), changed(1, scored(1, 2, 3)))
        assert [each.line.place for each in sheet.scored] == [1, 2]
        assert sheet.scored[0].round.points == (1, 2, 3)

    def test_a_forgotten_one_stands_where_it_was_put(self) -> None:
        sheet = shown(*rounds("312", "231"), inserted(2, scored(1, 2, 3)))
        assert [each.line.place for each in sheet.scored] == [1, 3, 2]

    def test_rounds_after_an_earlier_end_are_none(self) -> None:
        game = rounds("312", "321", "312", "132", "123")
        assert len(shown(*game[:4]).scored) == 4
        sheet = shown(*rounds("312", "321", "213", "132", "312"), changed(3, scored(3, 1, 2)))
        assert [each.line.place for each in sheet.scored] == [1, 2, 3, 4]
        assert sheet.over


class TestRunning:
    def test_it_begins_with_nothing_and_ends_with_the_totals(self) -> None:
        sheet = shown(*rounds("312", "321"), scored(3, 1, 2, rik=0))
        assert sheet.running == ((0, 0, 0), (3, 1, 2), (6, 3, 3), (6, 4, 5))
        assert sheet.running[-1] == sheet.state.totals


class TestPlaces:
    @pytest.mark.parametrize(("tie", "order"), [("shared", [1, 2, 0]), ("last-round", [2, 1, 0])])
    def test_the_winner_is_first(self, tie: str, order: list[int]) -> None:
        sheet = shown(*rounds("312", "321"), stop(), tie=tie)
        assert [seat.number for seat in sheet.places] == order

    def test_those_who_share_one_stand_as_they_sit(self) -> None:
        sheet = shown(stop(), players=15)
        assert [seat.number for seat in sheet.places] == [*range(15)]


class TestPage:
    @pytest.mark.parametrize(
        ("players", "wide", "others"), [(3, True, 0), (6, True, 3), (7, False, 4), (15, False, 12)]
    )
    def test_up_to_six_have_a_row_of_cards_each(
        self, players: int, wide: bool, others: int
    ) -> None:
        sheet = shown(players=players)
        assert (sheet.wide, sheet.others) == (wide, others)

    def test_it_is_opened_by_whatever_counts(self) -> None:
        assert not shown().opened
        assert shown(starter(0)).opened
        assert shown(*rounds("123")).opened
        assert not shown(starter(0), back(1)).opened

    def test_nothing_in_its_log_is_covered(self) -> None:
        for sheet in (shown(), shown(*rounds("123")), shown(stop())):
            assert sheet.covers_log is False
