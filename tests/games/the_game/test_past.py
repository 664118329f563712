"""What is told of a game of The Game once it is over: counted by hand over games of a few cards."""

import pytest

from companion.games.the_game.past import BEATEN, SIMULATED, Past
from companion.games.the_game.state import HAND
from tests.games.the_game.telling import cannot, end, laid, missed, play, result, turn
from tests.support.submitted_log import Book

# Ann: 20 on ▲ 1 (19 numbers), 60 on ▼ 1 (40); Ben: 10 on ▲ 1 (ten back), 70 on ▼ 1 (ten back);
# Ann: 12 on ▲ 2 (11), then two cards nobody entered, the last of them 50 on ▼ 2 (50).
GAME = (
    *(play(20, "up-1"), play(60, "down-1"), end()),
    *(play(10, "up-1"), play(70, "down-1"), end()),
    *(play(12, "up-2"), missed(2, "down-2", 50), cannot()),
)


def past(*entries: object, players: int = 2, **options: object) -> Past:
    return Past(Book(*entries, players=players, **options).story)  # type: ignore[arg-type]


def test_the_tops_go_with_every_card() -> None:
    assert past(*GAME[:-1]).tops == (
        (1, 1, 100, 100),
        (20, 1, 100, 100),
        (20, 1, 60, 100),
        (10, 1, 60, 100),
        (10, 1, 70, 100),
        (10, 12, 70, 100),
        (10, 12, 70, 50),
    )


def test_the_costliest_jumps_are_told_with_who_made_them() -> None:
    jumps = past(*GAME[:-1]).costliest
    assert [(each.seat, each.card, each.top, each.cost) for each in jumps] == [
        (0, 50, 100, 50),
        (0, 60, 100, 40),
        (0, 20, 1, 19),
    ]


def test_ten_back_costs_nothing_and_counts() -> None:
    laid = past(*GAME[:-1]).laid
    assert [each.back for each in laid] == [False, False, True, True, False, False]
    assert [each.cost for each in laid if each.back] == [-10, -10]


def test_cards_a_turn_are_counted_with_those_nobody_entered() -> None:
    assert past(*GAME[:-1]).pace == 7 / 3  # seven cards in three turns


def test_a_line_without_effect_is_no_card() -> None:
    book = Book(play(20, "up-1"))
    book.writes(play(20, "up-2"))
    assert [each.card for each in Past(book.story).laid] == [20]


def test_a_game_that_could_be_won_to_the_end_was_never_hopeless() -> None:
    assert past(play(20, "up-1"), play(60, "down-1")).hopeless is None


def test_it_was_hopeless_from_the_card_that_killed_one() -> None:
    """With 99 and 98 above and 3 and 2 below, and no ten back from any of them, all are dead."""
    entries = (
        *(play(88, "up-1"), play(13, "down-1"), end()),
        *(play(89, "up-2"), play(12, "down-2"), end()),
        *(play(99, "up-1"), play(98, "up-2"), end()),
        *(play(3, "down-1"), play(2, "down-2"), end()),
    )
    line = past(*entries).hopeless
    assert line is not None
    assert (line.facts["card"], line.before.turn.number) == (2, 4)


@pytest.mark.parametrize("players", HAND)
def test_the_averages_are_those_of_so_many_players(players: int) -> None:
    found = past(players=players)
    assert found.averages == SIMULATED[players]
    assert found.beaten == BEATEN[players]


@pytest.mark.parametrize("option", ["expert", "smaller_hand", "on_fire", "extreme"])
def test_nobody_has_published_any_for_other_rules(option: str) -> None:
    found = past(**{option: True})
    assert found.averages is None
    assert found.beaten is None


def test_cards_that_nobody_entered_leave_no_chart_of_the_piles() -> None:
    assert past(*GAME[:-1]).whole
    assert not past(*GAME[:-1], turn(2)).whole
    assert not past(turn(2), *GAME[:-1]).whole
    assert not past(*GAME[:-1], laid(1)).whole
    assert not past(*GAME[:-1], result(20)).whole
    assert not past().whole


def test_a_jump_is_told_of_a_top_that_is_known_only() -> None:
    found = past(
        play(30, "up-1"), laid(1), play(80, "up-1"), play(60, "down-1"), play(50, "down-1")
    )
    assert [(each.card, each.top, each.cost) for each in found.laid] == [
        (30, 1, 29),
        (80, None, 0),
        (60, None, 0),
        (50, 60, 10),
    ]
    assert [(each.card, each.top) for each in found.costliest] == [(30, 1), (50, 60)]


def test_a_card_on_an_unknown_top_is_no_ten_back() -> None:
    assert [each.back for each in past(play(30, "up-1"), laid(1), play(20, "up-1")).laid] == [
        False,
        False,
    ]


def test_a_result_alone_has_no_pace() -> None:
    assert past(turn(2), result(12)).pace is None
    assert past(result(12)).hopeless is None


def test_a_top_that_nobody_entered_makes_no_game_hopeless() -> None:
    """Whatever lies on it, as many cards may still fit as on a pile that is empty."""
    entries = (
        *(play(88, "up-1"), play(13, "down-1"), end()),
        *(play(89, "up-2"), play(12, "down-2"), end()),
        *(play(99, "up-1"), play(98, "up-2"), end(), laid(1), play(3, "down-1"), end()),
    )
    assert past(*entries).hopeless is None
