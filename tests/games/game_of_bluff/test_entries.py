"""What the fields of entries on the sheet of Bluff take."""

from companion.games import GAMES
from tests.games.fields import NO_SEATS, SEATS, Field, check_fields
from tests.games.game_of_bluff.telling import emma, joins, leaves, result, scored, starter

FIELDS: tuple[Field, ...] = (
    (starter(0), "player", SEATS, NO_SEATS),
    (emma(0), "player", SEATS, NO_SEATS),
    (scored(1, 2, 3), "cards", ([], [3, 3, -7], (1, 2)), ([1.0], [True], "123", None)),
    (scored(1, 2, 3), "rik", (*SEATS, None), (-1, 3, True, "0")),
    (leaves(0), "player", SEATS, NO_SEATS),
    (joins(0), "player", SEATS, NO_SEATS),
    (joins(0, 1), "begins_with", (-5, 0, 30, None), (True, "0", 1.0, 10**9)),
    (result(1, 2, 3), "totals", ([], [3, 3, -7], (1, 2)), ([1.0], [True], "123", None)),
)


def test_a_field_takes_what_it_takes_and_is_named_for_all_else() -> None:
    check_fields(GAMES["game-of-bluff"], FIELDS)
