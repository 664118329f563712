"""What is an entry of The Game: kinds, fields and what they may say."""

import pytest

from companion.engine.entry import Unreadable
from companion.games import GAMES
from companion.games.the_game.entries import Command, Pile
from tests.games.fields import NO_COUNTS, NO_SEATS, SEATS, Field, check_fields
from tests.games.the_game.telling import (
    UNREADABLE,
    Table,
    cannot,
    depth,
    end,
    holds,
    laid,
    missed,
    play,
    result,
    starter,
    turn,
)

OVER = cannot()


def without(field: str, facts: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in facts.items() if name != field}


UNREADABLE_ENTRIES = {
    "null": None,
    "a number": 47,
    "a word": "turn-ended",
    "a list": [{"kind": "turn-ended"}],
    "true": True,
    "an empty object": {},
    "no kind": without("kind", play(47, "up-1")),
    "a kind that is null": {**end(), "kind": None},
    "an unknown kind": {**end(), "kind": "card-drawn"},
    "a kind in other letters": {**end(), "kind": "Turn-Ended"},
    "a kind with a space": {**end(), "kind": "turn-ended "},
    "a kind that is a list": {**end(), "kind": ["turn-ended"]},
    "a kind that is an object": {**end(), "kind": {}},
    "a kind that is a number": {**end(), "kind": 1},
    "a kind of the log": {"kind": "taken-back", "target": 1},
    "no card": without("card", play(47, "up-1")),
    "card null": play(None, "up-1"),
    "card 1": play(1, "up-1"),
    "card 100": play(100, "up-1"),
    "card 0": play(0, "up-1"),
    "a card below zero": play(-47, "up-1"),
    "a card that is a word": play("47", "up-1"),
    "a card that is a whole float": play(47.0, "up-1"),
    "a card that is a float": play(47.5, "up-1"),
    "a card that is true": play(True, "up-1"),
    "a card that is a list": play([47], "up-1"),
    "a card that is an object": play({}, "up-1"),
    "a card beyond all numbers": play(10**400, "up-1"),
    "no pile": without("pile", play(47, "up-1")),
    "pile null": play(47, None),
    "an unknown pile": play(47, "up-3"),
    "an empty pile name": play(47, ""),
    "a pile in other letters": play(47, "UP-1"),
    "a pile that is a number": play(47, 1),
    "a pile that is a list": play(47, ["up-1"]),
    "a pile that is an object": play(47, {"up-1": 1}),
    "an unknown command": play(47, "up-1", "joker"),
    "an empty command": play(47, "up-1", ""),
    "a command that is false": play(47, "up-1", False),
    "a command that is a number": play(47, "up-1", 0),
    "a command that is a list": play(47, "up-1", ["stop"]),
    "a command that is an object": play(47, "up-1", {}),
    "no player starts": without("player", starter(0)),
    "player null starts": starter(None),
    "a seat below zero starts": starter(-1),
    "a seat beyond the last starts": starter(2),
    "a seat that is true starts": starter(True),
    "a seat that is a float starts": starter(1.0),
    "a seat that is a name starts": starter("Ann"),
    "a seat that is a list starts": starter([0]),
    "nobody holds": without("player", holds(0, 5)),
    "an unknown seat holds": holds(2, 5),
    "a seat that is false holds": holds(False, 5),
    "a hand without number": without("cards", holds(0, 5)),
    "a hand of null": holds(0, None),
    "a hand below zero": holds(0, -1),
    "a hand that is true": holds(0, True),
    "a hand that is a float": holds(0, 5.0),
    "a hand that is a word": holds(0, "5"),
    "missed on no pile": without("pile", missed(2, "up-1", 47)),
    "missed on an unknown pile": missed(2, "middle", 47),
    "no count missed": without("count", missed(2, "up-1", 47)),
    "zero missed": missed(0, "up-1", 47),
    "fewer than zero missed": missed(-1, "up-1", 47),
    "true missed": missed(True, "up-1", 47),
    "a float missed": missed(2.0, "up-1", 47),
    "a word missed": missed("2", "up-1", 47),
    "null missed": missed(None, "up-1", 47),
    "no top": without("top", missed(2, "up-1", 47)),
    "top 1": missed(2, "up-1", 1),
    "top 100": missed(2, "up-1", 100),
    "top true": missed(2, "up-1", True),
    "top null": missed(2, "up-1", None),
    "a top that is a float": missed(2, "up-1", 47.0),
    "no number laid": without("cards", laid(2)),
    "null laid": laid(None),
    "nothing laid": laid(0),
    "fewer than nothing laid": laid(-2),
    "true laid": laid(True),
    "a float laid": laid(2.0),
    "a word laid": laid("2"),
    "a list laid": laid([2]),
    "a whole turn, which no record has": turn(2),
    "a note of the table, which no record has": depth("cards"),
    "nothing said to be left": without("left", result(12)),
    "null left": result(None),
    "fewer than nothing left": result(-1),
    "more than the deck left": result(99),
    "true left": result(True),
    "a float left": result(12.0),
    "a word left": result("12"),
    "lost is a word": result(12, lost="true"),
    "lost is 1": result(12, lost=1),
    "lost is 0": result(12, lost=0),
    "lost is a list": result(12, lost=[True]),
    "a card called top": {**without("card", play(47, "up-1")), "top": 47},
    "confirmed is a word": {**end(), "confirmed": "true"},
    "confirmed is 1": {**end(), "confirmed": 1},
    "confirmed is 0": {**end(), "confirmed": 0},
    "confirmed is a list": {**end(), "confirmed": []},
    "confirmed is an object": {**play(47, "up-1"), "confirmed": {}},
}


def test_what_cannot_be_read_changes_nothing() -> None:
    before = Table(extreme=True).told["state"]
    for name, facts in UNREADABLE_ENTRIES.items():
        table = Table(facts, extreme=True)
        assert table.verdict == UNREADABLE, name
        assert table.told["state"] == before, name


def test_what_cannot_be_read_cannot_after_the_end_either() -> None:
    for name, facts in UNREADABLE_ENTRIES.items():
        assert Table(OVER, facts, extreme=True).verdict == UNREADABLE, name


@pytest.mark.parametrize("command", ["stop", "skull", "three", "silence", "no-trick", "draw-one"])
def test_a_command_without_extreme_is_unreadable(command: str) -> None:
    assert Table(play(47, "up-1", command)).verdict == UNREADABLE
    assert Table(play(47, "up-1", command), on_fire=True, expert=True).verdict == UNREADABLE
    assert Table(OVER, play(47, "up-1", command)).verdict == UNREADABLE


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({**play(47, "up-1"), "command": None}, id="a command that is null"),
        pytest.param({**play(47, "up-1"), "confirmed": None}, id="confirmed is null"),
        pytest.param({**play(47, "up-1"), "confirmed": False}, id="confirmed is false"),
        pytest.param({**play(47, "up-1"), "id": "a", "at": [1.5]}, id="an id and a time"),
        pytest.param({**play(47, "up-1"), "player": "no seat"}, id="a field of another kind"),
        pytest.param({**play(47, "up-1"), "result": "refused"}, id="a result of its own"),
    ],
)
@pytest.mark.parametrize("extreme", [False, True])
def test_what_may_be_left_out_and_further_keys_change_nothing(
    facts: dict[str, object], extreme: bool
) -> None:
    assert Table(facts, extreme=extreme).told == Table(play(47, "up-1"), extreme=extreme).told


def test_a_command_on_another_kind_is_a_further_key() -> None:
    plain = [missed(2, "up-1", 47), end()]
    carrying = [{**facts, "command": "stop"} for facts in plain]
    assert Table(*carrying).told == Table(*plain).told


CARDS, NO_CARDS = (2, 99), (1, 100, "47", None)
FIELDS: tuple[Field, ...] = (
    (starter(0), "player", SEATS, NO_SEATS),
    (play(47, "up-1"), "card", CARDS, NO_CARDS),
    (play(47, "up-1"), "pile", tuple(Pile), ("up-3", None)),
    (play(47, "up-1"), "command", (*Command, None), ("none", True)),
    (holds(0, 5), "player", SEATS, NO_SEATS),
    (holds(0, 5), "cards", (0, 10**9), NO_COUNTS),
    (missed(2, "up-1", 47), "pile", tuple(Pile), ("up-3", None)),
    (missed(2, "up-1", 47), "count", (1, 10**9), (0, True, None)),
    (missed(2, "up-1", 47), "top", CARDS, NO_CARDS),
    (laid(2), "cards", (1, 10**9), (0, True, "2", None)),
    (turn(2), "cards", (1, 10**9), (0, True, "2", None)),
    (result(12), "left", (0, 98), (-1, 99, True, "12", None)),
    (result(12), "lost", (True, False, None), (1, 0, "true", [])),
    (depth("cards"), "depth", ("cards", "turns"), ("result", "", 1, None)),
)


def test_a_field_takes_what_it_takes_and_is_named_for_all_else() -> None:
    check_fields(GAMES["the-game"], FIELDS, extreme=True)


@pytest.mark.parametrize("option", ["extreme", "on_fire"])
def test_a_game_is_lost_only_where_a_card_can_do_something(option: str) -> None:
    rules = GAMES["the-game"].rules
    for lost in (True, False):
        assert rules.read(rules.setup(["Ann"], {option: True}), result(12, lost=lost)).lost is lost
        with pytest.raises(Unreadable) as caught:
            rules.read(rules.setup(["Ann"], {"expert": True}), result(12, lost=lost))
        assert caught.value.field == "lost"


def test_without_extreme_no_card_carries_a_command() -> None:
    rules = GAMES["the-game"].rules
    for command in Command:
        with pytest.raises(Unreadable) as caught:
            rules.read(rules.setup(["Ann"], {}), play(47, "up-1", command))
        assert caught.value.field == "command", command
