"""Lasting commands hold for everybody until they are covered (Extreme)."""

from typing import Any

import pytest

from tests.games.the_game.telling import (
    RECORDED,
    Table,
    Verdict,
    asks,
    case,
    end,
    late,
    play,
    sure,
)


def table(*entries: object, **options: Any) -> Table:
    return Table(*entries, extreme=True, **options)


NO_TRICK = play(60, "down-1", "no-trick")
DRAW_ONE = play(60, "down-1", "draw-one")


@pytest.mark.parametrize(
    ("told", "active"),
    [
        case("silence", table(play(47, "up-1", "silence")), ["silence"]),
        case("two alike count once", table(NO_TRICK, play(47, "up-1", "no-trick")), ["no-trick"]),
        case(
            "one of two alike that is covered leaves the other",
            table(NO_TRICK, play(47, "up-1", "no-trick"), play(59, "down-1")),
            ["no-trick"],
        ),
        case("lightning does not last", table(play(47, "up-1", "skull")), []),
        case("it stays for the next turn", table(play(47, "up-1"), NO_TRICK, end()), ["no-trick"]),
    ],
)
def test_a_lasting_command_is_visible_until_it_is_covered(told: Table, active: list[str]) -> None:
    assert told["active"] == active


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        case(
            "ten back up",
            table(play(40, "up-1"), NO_TRICK, play(30, "up-1")),
            asks("trick-forbidden"),
        ),
        case(
            "ten back down",
            table(play(40, "down-2"), NO_TRICK, play(50, "down-2")),
            asks("trick-forbidden"),
        ),
        case("ten onward", table(play(40, "up-1"), NO_TRICK, play(50, "up-1")), RECORDED),
        case(
            "ten back once one of two is covered",
            table(
                *(play(40, "up-1"), NO_TRICK, play(90, "down-2", "no-trick")),
                *(play(59, "down-1"), play(30, "up-1")),
            ),
            asks("trick-forbidden"),
        ),
        case("it may be laid by a trick", table(play(50, "down-1"), NO_TRICK), RECORDED),
        case(
            "it may not be laid by a trick while another is visible",
            table(play(47, "up-1", "no-trick"), play(50, "down-1"), NO_TRICK),
            asks("trick-forbidden"),
        ),
        case(
            "the next player is held to it",
            table(play(40, "up-1"), NO_TRICK, end(), play(30, "up-1")),
            asks("trick-forbidden"),
        ),
    ],
)
def test_no_trick(told: Table, verdict: Verdict) -> None:
    assert told.verdict == verdict


def test_a_forbidden_trick_that_stands_is_flagged_and_play_goes_on() -> None:
    told = table(play(40, "up-1"), NO_TRICK, sure(play(30, "up-1")))
    assert told["flags"] == [{"entry": 2, "rule": "trick-forbidden"}]
    assert told["tops"]["up-1"]["card"] == 30


SEVEN = tuple(play(card, "up-1") for card in range(10, 16))


@pytest.mark.parametrize(
    ("told", "hands_and_draw"),
    [
        case("laid in that turn", table(play(47, "up-1"), DRAW_ONE, end()), ([6, 7], 83)),
        case(
            "for the next player too",
            table(play(47, "up-1"), DRAW_ONE, end(), play(48, "up-1"), play(49, "up-1"), end()),
            ([6, 6], 82),
        ),
        case(
            "two of them draw one card",
            table(DRAW_ONE, play(47, "up-1", "draw-one"), end()),
            ([6, 7], 83),
        ),
        case("a whole hand laid draws one", table(DRAW_ONE, *SEVEN), ([1, 7], 83)),
        case(
            "a full hand draws none",
            table(play(47, "up-1"), DRAW_ONE, end(), sure(end())),
            ([6, 7], 83),
        ),
        case(
            "nothing to draw draws none",
            table(*late(5, 7), play(47, "up-2"), DRAW_ONE, end()),
            ([5, 5], 0),
        ),
        case("a stop draws one", table(DRAW_ONE, play(47, "up-1", "stop")), ([6, 7], 83)),
        case(
            "once covered, the next end of turn fills the hand",
            table(
                *(play(47, "up-1"), play(48, "up-1"), DRAW_ONE, end()),
                *(play(59, "down-1"), play(58, "down-1"), end()),
                *(play(49, "up-1"), play(50, "up-1"), end()),
            ),
            ([7, 7], 84 - 1 - 2 - 4),
        ),
    ],
)
def test_draw_one(told: Table, hands_and_draw: tuple[list[int], int]) -> None:
    assert (told["hands"], told["draw_pile"]) == hands_and_draw


def test_draw_one_leaves_no_hand_empty_while_there_are_cards() -> None:
    told = table(DRAW_ONE, *SEVEN, play(16, "up-1"), play(17, "up-1"), end())
    assert told.whose == 0
    assert (told["hands"], told["turn"]["minimum"]) == ([1, 6], 2)
