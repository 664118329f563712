"""What is told of a game of The Game once it is over: counted by hand over games of a few cards."""

from operator import attrgetter
from typing import Any

import pytest

from companion.games.the_game.past import BEATEN, SIMULATED, Past
from companion.games.the_game.state import HAND
from tests.games.the_game.telling import log_of
from tests.support.rulings import printed, read_table
from tests.support.submitted_log import Book


def past(said: str = "", players: int = 2, **options: Any) -> Past:
    return Past(Book(*log_of(said), players=players, **options).story)


def tell(found: Past, what: str) -> object:
    """What it tells of this: of each card its top before, what it cost, whether it is ten back; of
    each jump who laid which card onto what; the card that made it hopeless, and its turn."""
    match what:
        case "laid":
            return [[each.card, each.top, each.cost, each.back] for each in found.laid]
        case "jumps":
            return [[each.seat, each.card, each.top, each.cost] for each in found.costliest]
        case "hopeless" if found.hopeless:
            return [found.hopeless.facts["card"], found.hopeless.before.turn.number]
        case "tops":
            return [*map(list, found.tops)]
    return attrgetter(what)(found)


def test_what_is_told_of_a_game() -> None:
    """Those of `test_past.txt`; whatever lies on a top that nobody entered, as many cards may fit
    as on an empty pile."""
    for said, what, meant in read_table(__file__, "TOLD"):
        found = tell(past(said), what)
        if isinstance(found, float):
            found = round(found, 3)
        rows = found if isinstance(found, list) and isinstance(found[0], list) else [found]
        assert ", ".join(map(printed, rows)) == meant, (said, what)


def test_a_line_without_effect_is_no_card() -> None:
    book = Book(*log_of("20 up-1"))
    book.writes(*log_of("20 up-2"))
    assert [each.card for each in Past(book.story).laid] == [20]


@pytest.mark.parametrize("players", HAND)
def test_the_averages_are_those_of_so_many_players(players: int) -> None:
    found = past(players=players)
    assert (found.averages, found.beaten) == (SIMULATED[players], BEATEN[players])


@pytest.mark.parametrize("option", ["expert", "smaller_hand", "on_fire", "extreme"])
def test_nobody_has_published_any_for_other_rules(option: str) -> None:
    found = past(**{option: True})
    assert (found.averages, found.beaten) == (None, None)
