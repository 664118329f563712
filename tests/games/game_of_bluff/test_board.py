"""The score sheet as its pages show it: players, rounds, running totals and places."""

from typing import Any

from companion.games.game_of_bluff.board import Board
from tests.games.telling import LOG_OF
from tests.support.rulings import printed, read_table
from tests.support.submitted_log import read_story


def shown(said: str, players: int = 3, **options: object) -> Board:
    """The sheet after these entries of the log."""
    entries = LOG_OF["game-of-bluff"](said if said != "nothing" else "")
    story = read_story("game-of-bluff", *entries, players=players, **options)
    made: Any = Board(story)
    assert isinstance(made, Board)
    return made


def test_what_each_seat_shows() -> None:
    for said, what, meant in read_table(__file__, "SHOWS"):
        assert printed([getattr(seat, what) for seat in shown(said).seats]) == meant, (said, what)


def test_each_round_knows_its_number_its_line_and_its_points() -> None:
    """What is taken back is no round, nor what comes after an earlier end; what is changed keeps
    its line, and what was forgotten stands where it was put."""
    for said, rounds in read_table(__file__, "SCORED"):
        found = (
            f"{each.number}:{each.line.place}:{printed([*each.round.points])}"
            for each in shown(said).scored
        )
        assert ", ".join(found) == rounds, said


def test_it_begins_with_nothing_and_ends_with_the_totals() -> None:
    sheet = shown("3 1 2, 3 2 1, 3 1 2 rik 0")
    assert sheet.running == ((0, 0, 0), (3, 1, 2), (6, 3, 3), (6, 4, 5))
    assert sheet.running[-1] == sheet.state.totals


def test_the_winner_is_first_and_those_who_share_a_place_stand_as_they_sit() -> None:
    for tie, order in (("shared", [1, 2, 0]), ("last-round", [2, 1, 0])):
        sheet = shown("3 1 2, 3 2 1, stop", tie=tie)
        assert [seat.number for seat in sheet.places] == order
    assert [seat.number for seat in shown("stop", players=15).places] == [*range(15)]


def test_up_to_six_have_a_row_of_cards_each() -> None:
    for players, wide, others in ((3, True, 0), (6, True, 3), (7, False, 4), (15, False, 12)):
        sheet = shown("nothing", players=players)
        assert (sheet.wide, sheet.others) == (wide, others)


def test_it_is_opened_by_whatever_counts_and_covers_nothing_in_its_log() -> None:
    for said, opened in (("nothing", False), ("start 0", True), ("1 2 3", True),
                         ("start 0, back 1", False), ("stop", True)):  # fmt: skip
        sheet = shown(said)
        assert (sheet.opened, sheet.covers_log) == (opened, False), said
