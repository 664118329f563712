"""In which order a card, an end of turn and giving up find a command broken."""

from typing import Any

import pytest

from tests.games.the_game.telling import (
    RECORDED,
    Table,
    Verdict,
    asks,
    cannot,
    case,
    end,
    holds,
    late,
    lost,
    play,
    refuses,
    stuck,
    sure,
)

Ending = tuple[str, str | None, str] | None


def table(*entries: object, **options: Any) -> Table:
    return Table(*entries, extreme=True, **options)


SKULL = play(40, "up-1", "skull")
THREE = play(50, "down-1", "three")
PLAIN, PLAIN_2 = play(20, "down-2"), play(19, "down-2")
TOO_FEW = lost("three-cannot-be-completed")
STOPPED_ON_SKULL = lost("stop-with-skull-open")
NOT_THREE = lost("three-not-exact")
GAVE_UP = lost("gave-up-with-command-open")
STRICT = lost("same-pile-strict")
SKULL_LEFT = lost("skull-open")
FIRE_LEFT = lost("fire-open")
FIRE_DUE = (play(22, "up-2"), play(23, "down-2"), end())


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        case("a skull is open", table(SKULL, PLAIN, end()), asks("skull-open")),
        case("a three is unfinished", table(THREE, PLAIN, end()), asks("minimum")),
        case(
            "a fire card is due",
            table(*FIRE_DUE, *(play(60, "up-1"), play(61, "up-1")), end(), on_fire=True),
            asks("fire-open"),
        ),
        case(
            "all of it",
            table(*FIRE_DUE, THREE, SKULL, end(), on_fire=True),
            asks("fire-open", "minimum", "skull-open"),
        ),
        case("the skull is covered", table(SKULL, play(41, "up-1"), end()), RECORDED),
    ],
)
def test_an_end_of_turn_that_breaks_a_command_asks(told: Table, verdict: Verdict) -> None:
    assert told.verdict == verdict


@pytest.mark.parametrize(
    ("told", "ending", "flagged"),
    [
        pytest.param(table(SKULL, PLAIN, sure(end())), SKULL_LEFT, ["skull-open"], id="a skull"),
        pytest.param(
            table(SKULL, sure(end())),
            SKULL_LEFT,
            ["minimum", "skull-open"],
            id="a skull, a card owed",
        ),
        pytest.param(table(THREE, PLAIN, sure(end())), NOT_THREE, ["minimum"], id="a three"),
        pytest.param(
            table(THREE, SKULL, sure(end())),
            NOT_THREE,
            ["minimum", "skull-open"],
            id="a three before a skull",
        ),
        pytest.param(
            table(*FIRE_DUE, THREE, SKULL, sure(end()), on_fire=True),
            NOT_THREE,
            ["fire-open", "minimum", "skull-open"],
            id="a three before a skull before fire",
        ),
        pytest.param(
            table(*FIRE_DUE, SKULL, PLAIN, sure(end()), on_fire=True),
            SKULL_LEFT,
            ["fire-open", "skull-open"],
            id="a skull before fire",
        ),
        pytest.param(
            table(*FIRE_DUE, sure(end()), on_fire=True),
            FIRE_LEFT,
            ["fire-open", "minimum"],
            id="fire, a card owed",
        ),
        pytest.param(table(sure(end())), None, ["minimum"], id="only a card owed: play goes on"),
    ],
)
def test_a_confirmed_end_loses_where_a_command_is_broken(
    told: Table, ending: Ending, flagged: list[str]
) -> None:
    assert told.ending == ending
    index = len(told.entries) - 1
    assert told["flags"] == [{"entry": index, "rule": rule} for rule in flagged]


@pytest.mark.parametrize(
    ("told", "ending"),
    [
        case("a skull open, a card owed", table(SKULL, cannot()), GAVE_UP),
        case("a three unfinished", table(THREE, PLAIN, cannot()), GAVE_UP),
        case(
            "a skull open, fire due",
            table(*FIRE_DUE, SKULL, PLAIN, cannot(), on_fire=True),
            GAVE_UP,
        ),
        case(
            "none owed, fire due",
            table(*FIRE_DUE, *(play(60, "up-1"), play(61, "up-1")), cannot(), on_fire=True),
            FIRE_LEFT,
        ),
        case(
            "a card owed, fire due",
            table(*FIRE_DUE, play(60, "up-1"), cannot(), on_fire=True),
            stuck(),
        ),
        case("a card owed", table(PLAIN, cannot()), stuck()),
    ],
)
def test_giving_up(told: Table, ending: Ending) -> None:
    assert told.ending == ending
    assert told["flags"] == []


def test_giving_up_with_nothing_open_or_owed_is_refused() -> None:
    assert table(PLAIN, PLAIN_2, cannot()).verdict == refuses("nothing-owed")
    covered = (SKULL, play(41, "up-1"))
    assert table(*covered, cannot()).verdict == refuses("nothing-owed")


@pytest.mark.parametrize(
    ("told", "ending"),
    [
        case(
            "strict same-pile before a three that cannot be made",
            table(THREE, holds(0, 1), play(60, "up-1", "same-pile"), same_pile="strict"),
            STRICT,
        ),
        case(
            "strict same-pile before a three that is made",
            table(THREE, play(49, "down-1"), play(60, "up-1", "same-pile"), same_pile="strict"),
            STRICT,
        ),
        case(
            "strict same-pile before a skull that cannot be covered",
            table(*late(5, 2), SKULL, play(60, "up-2", "same-pile"), same_pile="strict"),
            STRICT,
        ),
        case(
            "strict same-pile before the 98th card",
            table(*late(0, 2), PLAIN, play(60, "up-2", "same-pile"), same_pile="strict"),
            STRICT,
        ),
        case(
            "a three that cannot be made before a stop before the third",
            table(THREE, holds(0, 1), play(60, "up-1", "stop")),
            TOO_FEW,
        ),
        case(
            "more than three cards before an open skull",
            table(PLAIN, PLAIN_2, SKULL, THREE),
            NOT_THREE,
        ),
        case(
            "too few for a three before a skull that cannot be covered",
            table(*late(5, 2), SKULL, play(60, "up-2", "three")),
            TOO_FEW,
        ),
        case(
            "a stop with a skull open before a skull that cannot be covered",
            table(*late(5, 2), SKULL, play(60, "up-2", "stop")),
            STOPPED_ON_SKULL,
        ),
        case(
            "a stop as third under a three with a skull open",
            table(SKULL, THREE, play(60, "up-2", "stop")),
            STOPPED_ON_SKULL,
        ),
        case(
            "a stop before stuck with an empty hand",
            table(*late(5, 1, draw=5), play(60, "up-2", "stop")),
            None,
        ),
    ],
)
def test_the_order_of_what_follows_a_card(told: Table, ending: Ending) -> None:
    assert told.ending == ending
