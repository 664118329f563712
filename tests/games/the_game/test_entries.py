"""What is an entry of The Game: kinds, fields and what they may say."""

from companion.games import GAMES
from companion.games.the_game.entries import Command, Pile
from tests.games.fields import NO_COUNTS, NO_SEATS, SEATS, Field, check_fields
from tests.games.the_game.telling import (
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
from tests.support.rulings import tell


def test_a_command_on_another_kind_is_a_further_key() -> None:
    plain = [missed(2, "up-1", 47), end()]
    carrying = [{**facts, "command": "stop"} for facts in plain]
    assert tell("the-game", carrying, 2) == tell("the-game", plain, 2)


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
