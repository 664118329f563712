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
    "a word": "turn-ended",
    "a list": [{"kind": "turn-ended"}],
    "an empty object": {},
    "no kind": without("kind", play(47, "up-1")),
    "an unknown kind": {**end(), "kind": "card-drawn"},
    "a kind that is a list": {**end(), "kind": ["turn-ended"]},
    "a kind of the log": {"kind": "taken-back", "target": 1},
    "card 1": play(1, "up-1"),
    "card 100": play(100, "up-1"),
    "a card beyond all numbers": play(10**400, "up-1"),
    "no pile": without("pile", play(47, "up-1")),
    "an unknown command": play(47, "up-1", "joker"),
    "a seat beyond the last starts": starter(2),
    "a hand below zero": holds(0, -1),
    "zero missed": missed(0, "up-1", 47),
    "top 1": missed(2, "up-1", 1),
    "nothing laid": laid(0),
    "a whole turn, which no record has": turn(2),
    "a note of the table, which no record has": depth("cards"),
    "more than the deck left": result(99),
    "lost is 1": result(12, lost=1),
    "a card called top": {**without("card", play(47, "up-1")), "top": 47},
    "confirmed is a word": {**end(), "confirmed": "true"},
    "confirmed is 1": {**end(), "confirmed": 1},
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
