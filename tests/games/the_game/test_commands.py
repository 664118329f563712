"""Stop, skull and three: for whoever lays them, in that turn only (Extreme)."""

from typing import Any

import pytest

from tests.games.the_game.telling import (
    BEATEN,
    Table,
    case,
    end,
    holds,
    late,
    lost,
    missed,
    play,
    sure,
)

Ending = tuple[str, str | None, str] | None


def table(*entries: object, **options: Any) -> Table:
    return Table(*entries, extreme=True, **options)


STOP_FIRST = play(47, "up-1", "stop")
SKULL, SKULL_ALSO = play(40, "up-1", "skull"), play(41, "up-2", "skull")
THREE = play(50, "down-1", "three")
PLAIN, PLAIN_2, PLAIN_3 = play(20, "down-2"), play(19, "down-2"), play(18, "down-2")

TOO_FEW = lost("three-cannot-be-completed")
NO_COVER = lost("skull-cannot-be-covered")
STOPPED_ON_SKULL = lost("stop-with-skull-open")
STOPPED_EARLY = lost("stop-before-third")
NOT_THREE = lost("three-not-exact")


@pytest.mark.parametrize(
    ("told", "hands_and_draw"),
    [
        case("stop as first card", table(STOP_FIRST), ([7, 7], 83)),
        case("stop beats the expert's minimum", table(STOP_FIRST, expert=True), ([7, 7], 83)),
        case("stop onto the skull", table(SKULL, STOP_FIRST), ([7, 7], 82)),
        case("a number, three, stop", table(PLAIN, THREE, STOP_FIRST), ([7, 7], 81)),
        case("three, two numbers", table(THREE, PLAIN, PLAIN_2), ([7, 7], 81)),
        case("three with nothing to draw", table(*late(5, 7), THREE, PLAIN, PLAIN_2), ([5, 4], 0)),
        case("three, exactly three left", table(*late(5, 3), THREE, PLAIN, PLAIN_2), ([5, 0], 0)),
        case(
            "three as second, exactly three at the start",
            table(*late(5, 3), PLAIN, THREE, PLAIN_2),
            ([5, 0], 0),
        ),
        case(
            "skull as third card, covered by a fourth",
            table(PLAIN, PLAIN_2, SKULL, play(41, "up-1"), end()),
            ([7, 7], 80),
        ),
    ],
)
def test_the_turn_has_ended(told: Table, hands_and_draw: tuple[list[int], int]) -> None:
    assert (told["hands"], told["draw_pile"]) == hands_and_draw
    assert told["turn"]["played"] == 0
    assert told["turn"]["cover"] == []
    assert told["flags"] == []


@pytest.mark.parametrize(
    ("told", "ending"),
    [
        case(
            "stop while a skull is open elsewhere",
            table(SKULL, play(41, "up-2", "stop")),
            STOPPED_ON_SKULL,
        ),
        case(
            "stop onto one of two skulls",
            table(SKULL, SKULL_ALSO, play(42, "up-2", "stop")),
            STOPPED_ON_SKULL,
        ),
        case("stop under a three as second card", table(THREE, STOP_FIRST), STOPPED_EARLY),
        case("three as fourth card", table(PLAIN, PLAIN_2, PLAIN_3, THREE), NOT_THREE),
        case("three as the last card of a hand", table(*late(5, 1, draw=5), THREE), TOO_FEW),
        case("three as second and last", table(*late(5, 2), PLAIN, THREE), TOO_FEW),
        case("skull as third card under a three", table(THREE, PLAIN, SKULL), NO_COVER),
        case("three, two skulls", table(THREE, SKULL, SKULL_ALSO), NO_COVER),
        case("skull as the last card of a hand", table(*late(5, 1, draw=5), SKULL), NO_COVER),
        case(
            "an open skull, the last card goes elsewhere",
            table(*late(5, 2), SKULL, play(41, "up-2")),
            NO_COVER,
        ),
        case("the 98th card is a skull", table(*late(0, 1), SKULL), NO_COVER),
        case(
            "the 98th card, a skull open elsewhere",
            table(*late(0, 2), SKULL, play(60, "up-2")),
            NO_COVER,
        ),
    ],
)
def test_a_command_that_cannot_be_carried_out_loses(told: Table, ending: Ending) -> None:
    assert told.ending == ending
    assert told["turn"] is None


@pytest.mark.parametrize(
    ("told", "ending"),
    [
        case("the 98th card is a stop", table(*late(0, 1), play(47, "up-2", "stop")), BEATEN),
        case(
            "the 98th card is the third under a three",
            table(*late(0, 3), THREE, PLAIN, PLAIN_2),
            BEATEN,
        ),
        case("the 98th card covers a skull", table(*late(0, 2), SKULL, play(41, "up-1")), BEATEN),
        case(
            "skull covered by the last of the hand",
            table(*late(5, 2), SKULL, play(41, "up-1")),
            None,
        ),
        case("skull with one card left", table(*late(5, 2), SKULL), None),
        case("three with two cards left", table(*late(5, 3), THREE), None),
        case("skull as second card under a three", table(THREE, SKULL), None),
        case("a hand of one is no end by itself", table(*late(5, 1, draw=9)), None),
    ],
)
def test_what_can_still_be_carried_out_does_not_lose(told: Table, ending: Ending) -> None:
    assert told.ending == ending


def test_nothing_is_left_and_yet_it_is_lost() -> None:
    assert table(*late(0, 1), SKULL)["outcome"] == {
        "ending": "command-broken",
        "reason": "skull-cannot-be-covered",
        "left": 0,
        "rating": "lost",
    }


@pytest.mark.parametrize(
    ("told", "cover"),
    [
        case("a skull", table(SKULL), ["up-1"]),
        case("two skulls, in the order of the piles", table(SKULL_ALSO, SKULL), ["up-1", "up-2"]),
        case("a covered skull", table(SKULL, play(41, "up-1")), []),
        case("a skull on a skull", table(SKULL, play(41, "up-1", "skull")), ["up-1"]),
        case("one of two covered", table(SKULL, SKULL_ALSO, play(42, "up-2")), ["up-1"]),
        case(
            "a skull covered by a card the wrong way that stands",
            table(SKULL, sure(play(9, "up-1"))),
            [],
        ),
    ],
)
def test_a_skull_is_open_until_it_is_covered(told: Table, cover: list[str]) -> None:
    assert told["turn"]["cover"] == cover


@pytest.mark.parametrize(
    ("told", "owed"),
    [
        case("three as first card", table(THREE), (3, 2)),
        case("three with nothing to draw", table(*late(5, 7), THREE), (3, 2)),
        case("three in expert mode", table(THREE, expert=True), (3, 2)),
        case("three is not covered away", table(THREE, play(49, "down-1")), (3, 1)),
        case("a three of the last turn is a number", table(THREE, PLAIN, PLAIN_2), (2, 2)),
        case("three while the draw pile is counted empty", table(THREE, holds(1, 91)), (3, 2)),
    ],
)
def test_a_three_asks_for_exactly_three_cards(told: Table, owed: tuple[int, int]) -> None:
    assert (told["turn"]["minimum"], told["turn"]["owed"]) == owed


def test_lightning_is_over_with_its_turn() -> None:
    told = table(SKULL, play(41, "up-1"), PLAIN, end(), play(42, "up-1"), play(43, "up-1"), end())
    assert (told.whose, told["turn"]["cover"], told["active"]) == (0, [], [])
    told = table(STOP_FIRST, play(48, "up-1"))
    assert (told.whose, told["turn"]["number"]) == (1, 2)


def test_missed_cards_carry_no_command() -> None:
    told = table(PLAIN, {**missed(1, "up-1", 47), "command": "stop"})
    assert (told.whose, told["tops"]["up-1"]["command"]) == (0, None)
