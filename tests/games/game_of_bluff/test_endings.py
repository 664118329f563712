"""What a game of Bluff comes down to; how long it goes at most is in test_properties.py."""

from companion.engine.replay import replay
from companion.games import GAMES
from tests.games.game_of_bluff.telling import result, rounds

GAME = GAMES["game-of-bluff"]


def test_a_result_comes_down_to_the_totals_alone() -> None:
    state = replay(GAME.rules, GAME.rules.setup(["A", "B", "C"], {}),
                   [*rounds("312"), result(5, 9, 5)]).state  # fmt: skip
    kept = GAME.rules.summary(state)
    assert (kept.result_only, kept.turns, kept.scores) == (True, 0, (5, 9, 5))
    assert kept.ranks == (1, 3, 1)
    assert GAME.rules.opening(state) is None
