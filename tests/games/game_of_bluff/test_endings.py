"""How long a game of Bluff goes at most (004:55), and what it comes down to."""

import pytest

from companion.engine.replay import replay
from companion.games import GAMES
from tests.games.game_of_bluff.telling import result, rounds, scored
from tests.support.rulings import tell

GAME = GAMES["game-of-bluff"]


def test_a_result_comes_down_to_the_totals_alone() -> None:
    state = replay(GAME.rules, GAME.rules.setup(["A", "B", "C"], {}),
                   [*rounds("312"), result(5, 9, 5)]).state  # fmt: skip
    kept = GAME.rules.summary(state)
    assert (kept.result_only, kept.turns, kept.scores) == (True, 0, (5, 9, 5))
    assert kept.ranks == (1, 3, 1)
    assert GAME.rules.opening(state) is None


@pytest.mark.parametrize(
    ("players", "circles", "pairs", "length"),
    [(3, 3, 0, 10), (4, 2, 0, 9), (5, 1, 1, 8), (7, 1, 0, 8), (8, 0, 3, 7), (15, 0, 3, 7)],
)
def test_the_longest_game_there_is(players: int, circles: int, pairs: int, length: int) -> None:
    """Each round the highest card is Rik's, and the points go round until all are evened out."""
    rows = circles * [
        [(seat + turn) % players for seat in range(players)] for turn in range(players)
    ]
    rows += pairs * [[*range(players)], [*range(players)][::-1]]
    entries = [scored(*(points or players for points in row), rik=row.index(0)) for row in rows]
    assert tell("game-of-bluff", entries, players)["state"]["outcome"] is None
    entries.append(scored(*range(1, players + 1), rik=players - 1))
    table = tell("game-of-bluff", entries, players)["state"]
    assert (table["round"], table["outcome"]["ending"]) == (length, "limit-passed")
