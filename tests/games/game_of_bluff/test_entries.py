"""What can be entered on the sheet of Game of Bluff, what is refused, and what says nothing."""

from typing import Any

import pytest

from companion.files.record import NotARecord, decode
from companion.games import GAMES
from tests.games.fields import NO_SEATS, SEATS, Field, check_fields
from tests.games.game_of_bluff.telling import (
    RECORDED,
    UNREADABLE,
    Table,
    Verdict,
    case,
    emma,
    refuses,
    result,
    rounds,
    scored,
    starter,
    stop,
    turn,
)

OVER = refuses("game-over")
CARDS = refuses("white-cards-once-each")
PASSED = rounds("321", "312", "321", "312")  # 12, 6, 6: seat 0 has more than nine


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        case("Emma is played once", [emma(0)], RECORDED),
        case("Emma a second time", [emma(0), emma(1)], refuses("emma-once")),
        case(
            "Emma again while turns are counted", [emma(0), turn(), emma(0)], refuses("emma-once")
        ),
        case(
            "Emma again after the last turn, before the round is scored",
            [emma(0), turn(), turn(), turn(), emma(1)],
            refuses("emma-once"),
        ),
        case("Emma again in the next round", [emma(0), scored(1, 2, 3), emma(0)], RECORDED),
        case("a turn without Emma", [turn()], refuses("no-countdown")),
        case(
            "a turn in the next round", [emma(0), scored(1, 2, 3), turn()], refuses("no-countdown")
        ),
        case("a turn after Emma", [emma(0), turn()], RECORDED),
        case("the turn of Emma herself", [emma(0), turn(), turn(), turn()], RECORDED),
        case("one turn more than there are", [emma(0), *[turn()] * 4], RECORDED),
        case("a round that nobody played Emma in", [scored(1, 2, 3)], RECORDED),
        case(
            "a round scored while turns are counted", [emma(0), turn(), scored(1, 2, 3)], RECORDED
        ),
        case("a round with Rik", [scored(1, 2, 3, rik=2)], RECORDED),
        case("a round with Rik beside another card", [scored(1, 2, 3, rik=0)], RECORDED),
        case("a round with Rik being nobody", [{**scored(1, 2, 3), "rik": None}], RECORDED),
        case("a card too few", [scored(1, 2)], CARDS),
        case("a card that is none", [scored(0, 1, 2)], CARDS),
        case("a card of a larger table", [scored(1, 2, 4)], CARDS),
        case("a card twice", [scored(1, 2, 2)], CARDS),
        case("a card thrice, the sum being right", [scored(2, 2, 2)], CARDS),
        case("stopped before the first round", [stop()], RECORDED),
        case("stopped while turns are counted", [emma(2), turn(), stop()], RECORDED),
        case("a round after the end", [*PASSED, scored(1, 2, 3)], OVER),
        case("Emma after the end", [*PASSED, emma(0)], OVER),
        case("the end is looked at before the countdown", [*PASSED, turn()], OVER),
        case("the end is looked at before the cards", [*PASSED, scored(3, 3, 3)], OVER),
        case("what says nothing says nothing after the end too", [*PASSED, emma(3)], UNREADABLE),
        case("nor is junk refused for the end", [*PASSED, scored(1, "2", 3)], UNREADABLE),
    ],
)
def test_what_becomes_of_the_last_entry(told: list[object], expected: Verdict) -> None:
    assert Table(*told).verdict == expected


@pytest.mark.parametrize("confirmed", [True, False, None])
def test_nothing_is_ever_asked_and_a_yes_changes_no_refusal(confirmed: object) -> None:
    assert Table({**turn(), "confirmed": confirmed}).verdict == refuses("no-countdown")
    assert Table({**scored(1, 2, 3), "confirmed": confirmed}).verdict == RECORDED
    assert Table({**scored(1, 2, 3), "confirmed": confirmed})["flags"] == []


def test_one_turn_more_changes_nothing() -> None:
    done = [emma(0), *[turn()] * 3]
    assert Table(*done)["countdown"] == []
    more = Table(*done, turn())
    assert (more["countdown"], more.changed) == ([], False)
    assert Table(*done, turn(), turn()).changed is False


@pytest.mark.parametrize(
    "facts",
    [
        {"kind": "card-played", "card": 47, "pile": "up-1"},
        {"kind": "turn-ended"},
        {"kind": None},
        {"kind": ["round-scored"]},
        {},
        {**scored(1, 2, 3), "confirmed": 1},
        [],
        "round-scored",
        None,
        7,
    ],
    ids=repr,
)
def test_no_other_kind_says_anything(facts: object) -> None:
    assert Table(facts).verdict == UNREADABLE


def test_further_keys_never_change_the_state() -> None:
    plain = Table(scored(3, 1, 2, rik=0), emma(1))
    more = Table({**scored(3, 1, 2, rik=0), "player": 9, "at": "noon"}, {**emma(1), "rik": "x"})
    assert more.told["state"] == plain.told["state"]


@pytest.mark.parametrize("refused", [turn(), scored(1, 1, 1), scored(1), emma(9), {"kind": "?"}])
def test_what_is_not_taken_changes_nothing_and_play_goes_on(refused: object) -> None:
    with_it = Table(starter(1), refused, scored(1, 2, 3))
    without = Table(starter(1), scored(1, 2, 3))
    assert with_it.verdicts[1][0] in ("refused", "unreadable")
    assert with_it.told["state"] == without.told["state"]


@pytest.mark.parametrize("players", [0, 1, 2, 16, 30])
def test_it_is_for_three_to_fifteen(players: int) -> None:
    with pytest.raises(NotARecord, match=f"for 3 to 15 players, not {players}"):
        decode(Table(players=players).record)


@pytest.mark.parametrize("players", range(3, 16))
def test_each_number_of_players_between(players: int) -> None:
    table = Table(scored(*range(1, players + 1)), players=players)
    assert table["totals"] == list(range(1, players + 1))
    assert (table["limit"], table["leaders"]) == (3 * players, [0])


@pytest.mark.parametrize(
    "options",
    [{"tie": "fewest"}, {"tie": True}, {"tie": 0}, {"tie": ["shared"]}, {"last_round": True}],
    ids=repr,
)
def test_there_is_no_other_option(options: dict[str, Any]) -> None:
    with pytest.raises(NotARecord, match="this game has no"):
        decode(Table(**options).record)


@pytest.mark.parametrize("options", [{}, {"tie": None}, {"tie": "shared"}], ids=repr)
def test_a_tie_is_shared_unless_said_otherwise(options: dict[str, Any]) -> None:
    game = rounds("321", "231", "213", "132", "321", "132")
    assert decode(Table(*game, **options).record).setup.options == {"tie": "shared"}


FIELDS: tuple[Field, ...] = (
    (starter(0), "player", SEATS, NO_SEATS),
    (emma(0), "player", SEATS, NO_SEATS),
    (scored(1, 2, 3), "cards", ([], [3, 3, -7], (1, 2)), ([1.0], [True], "123", None)),
    (scored(1, 2, 3), "rik", (*SEATS, None), (-1, 3, True, "0")),
    (result(1, 2, 3), "totals", ([], [3, 3, -7], (1, 2)), ([1.0], [True], "123", None)),
)


def test_a_field_takes_what_it_takes_and_is_named_for_all_else() -> None:
    check_fields(GAMES["game-of-bluff"], FIELDS)
