"""Which card goes on which pile: onward, exactly ten back, and each card once."""

import pytest

from companion.games.the_game.entries import Pile
from companion.games.the_game.state import ten_back
from tests.games.the_game.telling import (
    RECORDED,
    UNREADABLE,
    Table,
    Verdict,
    asks,
    case,
    holds,
    missed,
    play,
    refuses,
    sure,
)

WRONG_WAY = asks("pile-direction")


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        case("the lowest card starts a pile up", Table(play(2, "up-1")), RECORDED),
        case("the highest card starts a pile down", Table(play(99, "down-1")), RECORDED),
        case("up goes one up", Table(play(40, "up-1"), play(41, "up-1")), RECORDED),
        case("down goes one down", Table(play(40, "down-1"), play(39, "down-1")), RECORDED),
        case("up does not go down", Table(play(40, "up-1"), play(39, "up-1")), WRONG_WAY),
        case("down does not go up", Table(play(40, "down-1"), play(41, "down-1")), WRONG_WAY),
        case("up goes ten down", Table(play(40, "up-2"), play(30, "up-2")), RECORDED),
        case("down goes ten up", Table(play(40, "down-2"), play(50, "down-2")), RECORDED),
        case("nine back is no trick", Table(play(40, "up-1"), play(31, "up-1")), WRONG_WAY),
        case("eleven back is no trick", Table(play(40, "up-1"), play(29, "up-1")), WRONG_WAY),
        case("the trick reaches the 2", Table(play(12, "up-1"), play(2, "up-1")), RECORDED),
        case("the trick reaches the 99", Table(play(89, "down-1"), play(99, "down-1")), RECORDED),
        case(
            "the trick goes back from a card of an earlier trick",
            Table(play(60, "down-1"), play(70, "down-1"), play(80, "down-1")),
            RECORDED,
        ),
        case("ten onward is only onward", Table(play(40, "up-1"), play(50, "up-1")), RECORDED),
        case(
            "after a wrong card that stands, the pile goes on from it",
            Table(play(40, "up-1"), sure(play(20, "up-1")), play(21, "up-1")),
            RECORDED,
        ),
        case("a start card goes up to no 1", Table(play(11, "up-1"), play(1, "up-1")), UNREADABLE),
        case("none goes to 100", Table(play(90, "down-1"), play(100, "down-1")), UNREADABLE),
    ],
)
def test_a_card_goes_onward_or_exactly_ten_back(table: Table, verdict: Verdict) -> None:
    assert table.verdict == verdict


@pytest.mark.parametrize(
    ("pile", "top", "card"),
    [
        ("up-1", 1, None), ("up-1", 11, None), ("up-2", 12, 2), ("up-2", 99, 89),
        ("down-1", 100, None), ("down-1", 90, None), ("down-2", 89, 99), ("down-2", 2, 12),
    ],
)  # fmt: skip
def test_start_cards_have_no_card_ten_back(pile: str, top: int, card: int | None) -> None:
    assert ten_back(Pile(pile), top) == card


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        case("on its own pile", Table(play(40, "up-1"), play(40, "up-1")), refuses("card-once")),
        case("on another", Table(play(40, "up-1"), play(40, "down-1")), refuses("card-once")),
        case(
            "as the last of cards that were missed",
            Table(play(40, "up-1"), missed(2, "up-2", 40)),
            refuses("card-once"),
        ),
        case(
            "after it was the last of cards that were missed",
            Table(missed(2, "up-2", 40), play(40, "up-1")),
            refuses("card-once"),
        ),
        case(
            "which may be one of the missed whose number nobody told",
            Table(missed(2, "up-2", 40), play(39, "up-1")),
            RECORDED,
        ),
    ],
)
def test_a_card_is_laid_once(table: Table, verdict: Verdict) -> None:
    assert table.verdict == verdict


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        case("holds one", Table(holds(0, 1), holds(1, 0), play(40, "up-1")), RECORDED),
        case(
            "holds none, and is sure",
            Table(holds(0, 0), sure(play(40, "up-1"))),
            refuses("hand-empty"),
        ),
        case("missed more", Table(holds(0, 3), missed(4, "up-1", 40)), refuses("hand-empty")),
    ],
)
def test_nobody_lays_more_cards_than_the_hand_holds(table: Table, verdict: Verdict) -> None:
    assert table.verdict == verdict


def test_a_card_moves_from_the_hand_to_its_pile() -> None:
    table = Table(play(40, "up-1"), play(60, "down-2"))
    assert table["tops"] == {
        "up-1": {"card": 40, "command": None},
        "up-2": {"card": 1, "command": None},
        "down-1": {"card": 100, "command": None},
        "down-2": {"card": 60, "command": None},
    }
    assert (table["hands"], table["played"], table["left"]) == ([5, 7], 2, 96)


def test_a_wrong_card_that_stands_is_flagged_and_play_goes_on() -> None:
    table = Table(play(40, "up-1"), sure(play(20, "up-1")))
    assert table["flags"] == [{"entry": 1, "rule": "pile-direction"}]
    assert table["tops"]["up-1"]["card"] == 20
    assert table["turn"]["played"] == 2
