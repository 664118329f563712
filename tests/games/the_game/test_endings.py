"""How a game ends, when exactly, and how good that is."""

import pytest

from tests.games.the_game.telling import (
    BEATEN,
    Table,
    cannot,
    case,
    end,
    holds,
    late,
    missed,
    play,
    stuck,
)

LAST = play(90, "up-2")


@pytest.mark.parametrize(
    ("table", "ending"),
    [
        case("the last card beats the game, with no end of turn", Table(*late(0, 1), LAST), BEATEN),
        case("not while another holds a card", Table(*late(1, 1), LAST), None),
        case("not while there is a card to draw", Table(*late(0, 2, draw=1), LAST), None),
        case("the last cards were missed", Table(*late(0, 3), missed(3, "up-2", 90)), BEATEN),
        case("nothing to draw is no end", Table(holds(1, 91)), None),
        case("no hand and nothing to draw but another's hand", Table(*late(0, 5)), None),
        case("cannot play at the start of a turn", Table(cannot()), stuck()),
        case(
            "the last card of a hand, another owed: stuck by itself",
            Table(*late(5, 1, draw=9), LAST),
            stuck(),
        ),
        case(
            "the last card of a hand, enough laid: the turn passes",
            Table(*late(5, 2, draw=9), LAST, play(91, "up-2")),
            None,
        ),
        case(
            "the last card of a hand, nothing to draw: the turn passes",
            Table(*late(5, 1), LAST),
            None,
        ),
    ],
)
def test_the_game_ends(table: Table, ending: tuple[str, str | None, str] | None) -> None:
    assert table.ending == ending
    assert (table["turn"] is None) == (ending is not None)


@pytest.mark.parametrize(
    ("hands", "draw", "left", "rating"),
    [
        ((5, 4), 0, 9, "excellent"),
        ((5, 5), 0, 10, "played"),
        ((1, 1), 7, 9, "excellent"),
        ((1, 1), 8, 10, "played"),
        ((0, 1), 0, 1, "excellent"),
        ((7, 7), 84 - 14, 84, "played"),
    ],
)
def test_fewer_than_ten_left_is_excellent(
    hands: tuple[int, ...], draw: int, left: int, rating: str
) -> None:
    assert Table(*late(*hands, draw=draw), cannot())["outcome"] == {
        "ending": "stuck",
        "reason": None,
        "left": left,
        "rating": rating,
    }


def test_a_card_that_stays_in_the_hand_is_left_and_a_laid_one_is_not() -> None:
    assert Table(*late(5, 5, draw=2), cannot())["outcome"]["left"] == 12
    assert Table(*late(5, 5, draw=2), LAST, cannot())["outcome"]["left"] == 11


def test_the_game_goes_on_round_the_table_until_the_last_card() -> None:
    entries = [*late(2, 1, 0), play(90, "up-2"), play(91, "up-2"), end(), play(92, "up-2")]
    assert Table(*entries[:-2], players=3).whose == 0
    assert Table(*entries[:-1], players=3).whose == 0
    assert Table(*entries, players=3).ending == BEATEN
