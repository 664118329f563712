"""What is told of a game of The Game once it is over: counted by hand over games of a few cards."""

from typing import Any

import pytest

from companion.games.the_game.past import BEATEN, SIMULATED, Past
from companion.games.the_game.state import HAND
from tests.games.the_game.telling import log_of
from tests.support.submitted_log import Book

# Ann: 20 on ▲ 1 (19 numbers), 60 on ▼ 1 (40); Ben: 10 on ▲ 1 (ten back), 70 on ▼ 1 (ten back);
# Ann: 12 on ▲ 2 (11), then two cards nobody entered, the last of them 50 on ▼ 2 (50).
GAME = "20 up-1, 60 down-1, end, 10 up-1, 70 down-1, end, 12 up-2, missed 2 down-2 50"
# With 99 and 98 above and 3 and 2 below, and no ten back from any of them, all are dead.
NEAR_THE_ENDS = (
    "88 up-1, 13 down-1, end, 89 up-2, 12 down-2, end, 99 up-1, 98 up-2, end, {}3 down-1, 2 down-2"
)


def past(said: str = "", players: int = 2, **options: Any) -> Past:
    return Past(Book(*log_of(said), players=players, **options).story)


def told(found: Past) -> dict[str, Any]:
    """What it tells, in tuples: of each card its top before, what it cost, whether it is ten back;
    of each jump who laid which card onto what; the card that made it hopeless, and its turn."""
    return {
        "tops": found.tops,
        "laid": [(each.card, each.top, each.cost, each.back) for each in found.laid],
        "jumps": [(each.seat, each.card, each.top, each.cost) for each in found.costliest],
        "pace": found.pace,
        "whole": found.whole,
        "hopeless": found.hopeless
        and (found.hopeless.facts["card"], found.hopeless.before.turn.number),
    }


TOLD: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        GAME,
        {
            "tops": (
                *((1, 1, 100, 100), (20, 1, 100, 100), (20, 1, 60, 100), (10, 1, 60, 100)),
                *((10, 1, 70, 100), (10, 12, 70, 100), (10, 12, 70, 50)),
            ),
            "jumps": [(0, 50, 100, 50), (0, 60, 100, 40), (0, 20, 1, 19)],
            "laid": [
                *((20, 1, 19, False), (60, 100, 40, False), (10, 20, -10, True)),
                *((70, 60, -10, True), (12, 1, 11, False), (50, 100, 50, False)),
            ],
            "pace": 7 / 3,  # with those nobody entered
            "whole": True,
        },
    ),
    ("20 up-1, 60 down-1", {"hopeless": None}),
    (NEAR_THE_ENDS.format(""), {"hopeless": (2, 4)}),
    # Whatever lies on a top that nobody entered, as many cards may fit as on an empty pile.
    (NEAR_THE_ENDS.format("laid 1, "), {"hopeless": None}),
    *((f"{GAME}, {more}", {"whole": False}) for more in ("turn 2!", "laid 1", "result 20")),
    (f"turn 2, {GAME}", {"whole": False}),
    ("", {"whole": False}),
    (  # a jump is told of a top that is known only
        "30 up-1, laid 1, 80 up-1, 60 down-1, 50 down-1",
        {
            "laid": [
                *((30, 1, 29, False), (80, None, 0, False)),
                *((60, None, 0, False), (50, 60, 10, False)),
            ],
            "jumps": [(0, 30, 1, 29), (0, 50, 60, 10)],
        },
    ),
    ("30 up-1, laid 1, 20 up-1", {"laid": [(30, 1, 29, False), (20, None, 0, False)]}),
    ("turn 2, result 12", {"pace": None}),
    ("result 12", {"hopeless": None}),
)


def test_what_is_told_of_a_game() -> None:
    for said, meant in TOLD:
        found = told(past(said))
        assert {name: found[name] for name in meant} == meant, said


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
