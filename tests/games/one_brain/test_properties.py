"""What holds for any attempt at One Brain, whatever is said in it."""

from collections.abc import Iterator
from typing import Any

from hypothesis import given

from companion.engine.replay import Step, replay
from tests.games.one_brain.telling import CARDS, GAME
from tests.support.entry_strategies import Log, logs

LOGS = logs(GAME)


def states(log: Log) -> Iterator[tuple[Step[Any], Any]]:
    """Each step of an attempt, the start first, with its STATE."""
    replayed = replay(GAME.rules, *log)
    for step in (replayed.start, *replayed.steps):
        yield step, GAME.rules.describe(step.state)


@given(LOGS)
def test_no_card_is_lost_or_made(log: Log) -> None:
    for _step, state in states(log):
        lying = [column["cards"] for column in state["columns"]]
        held_cards = [*state["hands"], *state["domains"]]
        pile, gone = state["draw_pile"], state["discarded"]
        assert sum(held_cards) + sum(lying) + pile + gone == CARDS
        assert min(*held_cards, pile, gone) >= 0
        assert min(lying, default=1) >= 1
        assert len(state["hands"]) == len(state["domains"]) == max(log[0].seats, 2)


@given(LOGS)
def test_no_number_of_a_column_comes_back(log: Log) -> None:
    highest, before = 0, set[int]()
    for _step, state in states(log):
        ids = [column["id"] for column in state["columns"]]
        assert ids == sorted(set(ids))
        new = set(ids) - before
        assert min(new, default=highest + 1) > highest
        assert len(new) <= 2
        highest, before = max([highest, *ids]), set(ids)
