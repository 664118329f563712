"""What the sheet and the log of Game of Bluff show and say, word for word in English."""

from typing import Any

import pytest

from companion.engine.log import Story
from companion.games.game_of_bluff import GAME
from companion.games.game_of_bluff.board import Board
from companion.games.game_of_bluff.state import State
from companion.games.game_of_bluff.words import BluffWords
from companion.games.pad.sheet import summary
from companion.games.pad.words import lacking_totals
from tests.games.telling import LOG_OF
from tests.support.rulings import printed, read_options, read_table
from tests.support.submitted_log import read_story

words = BluffWords()
NAMES = ["Cas", "Ben", "Ann"]

pytestmark = pytest.mark.usefixtures("english")


def story(said: str, players: int = 3, **options: object) -> Story:
    return read_story("game-of-bluff", *LOG_OF["game-of-bluff"](said), players=players, **options)


def after(said: str, **options: Any) -> State:
    return story(said, **options).replay.state


def test_the_last_turns_are_counted_with_the_names_of_the_next_three() -> None:
    for turns, said in read_table(__file__, "COUNTING"):
        state = after(", ".join(["emma 4", *["turn"] * int(turns)]), players=5)
        assert words.counting(state, [*NAMES, "Dee", "Eva"]) == said


def test_who_has_no_card_or_no_total_is_named() -> None:
    assert words.lacking([1, 2, 3], NAMES) == lacking_totals([0, 2, 3], NAMES, 0) == ""
    assert words.lacking([1, None, 3], NAMES) == "Ben has no white card yet: tap the number."
    assert words.lacking([None, 2, None], NAMES) == (
        "Cas and Ann have no white card yet: tap the numbers."
    )
    assert lacking_totals([None, 2, -3], NAMES, 0) == (
        "Still missing: Cas and Ann. A total is a whole number, 0 or more."
    )


def test_how_it_ended_and_who_has_won() -> None:
    """The first stand first, also those of the last round, and others by their seats."""
    for said, options, result, why in read_table(__file__, "ENDED"):
        over = after(said, **dict(read_options(options)))
        found, (won, _, _) = summary(over), result.partition(":")
        assert words.share_result(found, NAMES) == result, said
        assert words.explain_end(over, NAMES) == why
        assert words.describe_result(found, NAMES) == words.name_winners(over, NAMES) == won
        assert ("Only" in GAME.describe_length(found)) is ("Only" in why)


def test_who_has_left_is_beyond_no_limit_and_in_no_average() -> None:
    left = "4 1 2 3, 4 2 1 3, 4 3 2 1, leaves 0, 0 3 2 1"  # totals of 12, 9, 7 and 8
    board = Board(story(left, players=4))
    assert (any(seat.over for seat in board.seats), board.average) == (False, 8)
    end = words.explain_end(after(f"{left}, 0 1 2 3", players=4), [*NAMES, "Dee"])
    assert end == "Ben and Dee have more than 9 points."


def test_how_it_stands_and_what_a_file_says_of_a_result() -> None:
    running = after("1 2 3")
    assert words.describe_result(summary(running), NAMES) == "Round 2"
    assert GAME.describe_part(running) == "Round 2"
    [*_, line] = story("1 2 3, result 10 9 9").lines
    assert list(GAME.tell(line, NAMES).rows()) == [
        ("Cas", "result: total", 10, 10),
        ("Ben", "result: total", 9, 9),
        ("Ann", "result: total", 9, 9),
    ]


def test_what_there_is_to_tell_of_a_game_that_is_over() -> None:
    """To its end, in the table: of rounds that are as good it does not matter which is named."""
    for said, told in read_table(__file__, "LOOK_BACK"):
        found = "; ".join(map(": ".join, words.look_back(after(said), NAMES)))
        assert found.endswith(told), said


def shown(said: str, players: int = 3, **options: object) -> Board:
    """The sheet after these entries of the log."""
    entries = LOG_OF["game-of-bluff"](said if said != "nothing" else "")
    return Board(read_story("game-of-bluff", *entries, players=players, **options))


def test_what_each_seat_shows() -> None:
    for said, what, meant in read_table(__file__, "SHOWS"):
        assert printed([getattr(seat, what) for seat in shown(said).seats]) == meant, (said, what)


def test_each_round_knows_its_number_its_line_and_its_points() -> None:
    """What is taken back is no round, nor what comes after an earlier end; what is changed keeps
    its line, and what was forgotten stands where it was put."""
    for said, rounds in read_table(__file__, "SCORED"):
        scored = ((one.number, one.line.place, [*one.round.points]) for one in shown(said).scored)
        assert ", ".join(":".join(map(printed, each)) for each in scored) == rounds, said


def test_it_begins_with_nothing_and_ends_with_the_totals() -> None:
    """Up to six have a row of cards each."""
    for players, wide, others in ((3, True, 0), (6, True, 3), (7, False, 4), (15, False, 12)):
        sheet = shown("nothing", players=players)
        assert (sheet.wide, sheet.others) == (wide, others)
    sheet = shown("3 1 2, 3 2 1, 3 1 2 rik 0")
    assert sheet.running == ((0, 0, 0), (3, 1, 2), (6, 3, 3), (6, 4, 5))
    assert sheet.running[-1] == sheet.state.totals


def test_the_winner_is_first_and_those_who_share_a_place_stand_as_they_sit() -> None:
    for tie, order in (("shared", [1, 2, 0]), ("last-round", [2, 1, 0])):
        assert [seat.number for seat in shown("3 1 2, 3 2 1, stop", tie=tie).places] == order
    assert [seat.number for seat in shown("stop", players=15).places] == [*range(15)]


def test_it_is_opened_by_whatever_counts_and_covers_nothing_in_its_log() -> None:
    for said, opened in (("nothing", False), ("start 0", True), ("1 2 3", True),
                         ("start 0, back 1", False), ("stop", True)):  # fmt: skip
        sheet = shown(said)
        assert (sheet.opened, sheet.covers_log) == (opened, False), said
