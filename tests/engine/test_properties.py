"""What holds for any list of entries, plausible ones and junk."""

from typing import Any

from hypothesis import given

from companion.engine.replay import replay
from companion.games import GAMES
from tests.support.entry_strategies import Log, logs

GAME = GAMES["the-game"]


@given(logs(GAME))
def test_each_step_keeps_what_always_holds(log: Log) -> None:
    """No card is lost or made, and a turn is somebody's and owes what is left of its minimum."""
    setup, entries = log
    replayed = replay(GAME.rules, setup, entries)
    for step in (replayed.start, *replayed.steps):
        state = step.state
        assert state.played + state.draw_pile + sum(state.hands) == 98
        assert state.left == 98 - state.played
        assert min(state.played, state.draw_pile, *state.hands, *state.laid) >= 0
        assert sum(state.laid) == state.played
        assert state.unseen >= 0
        assert len(state.out) + state.unseen <= state.played
        known = {1, 100} | state.out | ({None} if state.unseen else set())
        assert all(top.card in known for top in state.tops.values())
        assert all(top.command is None for top in state.tops.values() if top.card is None)
        told: Any = GAME.rules.describe(state)
        assert (told["turn"] is None) == (step.outcome is not None)
        if told["turn"]:
            turn = told["turn"]
            assert turn["player"] in range(setup.seats)
            assert turn["minimum"] in (1, 2, 3)
            assert turn["owed"] == max(0, turn["minimum"] - turn["played"])
            assert set(turn["cover"]) <= set(told["tops"])
