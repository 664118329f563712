"""Phones with stale pictures at one table: what goes together, and that each has a verdict."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.entry import Facts, Unreadable
from companion.engine.replay import replay
from companion.engine.setup import Setup
from companion.games import GAMES
from companion.games.game import Game
from tests.support.random_logs import entries, setups


def fits(game: Game[Any, Any], state: Any, entry: Any) -> bool:
    return game.rules.outcome(state) is None and not list(game.rules.check(state, entry))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(data=st.data())
def test_what_goes_together_has_no_order(game: Game[Any, Any], data: st.DataObject) -> None:
    """Wherever both orders fit, and both entries are the same acts in each of them."""
    setup = data.draw(setups(game))
    said = entries(game, setup)
    state = replay(game.rules, setup, data.draw(st.lists(said, max_size=8))).state
    may_follow = readable(game, setup, data.draw(st.lists(said, min_size=2, max_size=12)))
    for one, other in permutations(may_follow, 2):
        ends = [both(game, state, *order) for order in ((one, other), (other, one))]
        if None not in ends and game.concurrency.commutes(state, one, other):
            assert game.rules.describe(ends[0]) == game.rules.describe(ends[1])


def readable(game: Game[Any, Any], setup: Setup, said: Iterable[Facts]) -> Iterator[Any]:
    for facts in said:
        with suppress(Unreadable):
            yield game.rules.read(setup, facts)


def both(game: Game[Any, Any], state: Any, first: Any, second: Any) -> Any:
    """The state after both, None where one of them does not fit, or is another act by then."""
    if not fits(game, state, first):
        return None
    after = game.rules.apply(state, first)
    if not fits(game, after, second) or second.act(after) != second.act(state):
        return None
    return game.rules.apply(after, second)
