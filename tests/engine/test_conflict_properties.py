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
from companion.engine.verdict import Answer, Submission, judge
from companion.games import GAMES
from companion.games.game import Game
from tests.support.random_logs import entries, setups, stories
from tests.support.submitted_log import back, changed, inserted


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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(data=st.data())
def test_whatever_was_seen_there_is_a_verdict(game: Game[Any, Any], data: st.DataObject) -> None:
    """It may know of any later entry too, by having entered the same: even of one that speaks of
    another that it does not know."""
    setup, story = data.draw(stories(game))
    places = st.integers(0, story.head)
    said = data.draw(entries(game, setup))
    facts = data.draw(st.sampled_from([dict, back, changed, inserted]))
    about = {back: [data.draw(places)], dict: [said]}.get(facts, [data.draw(places), said])
    submission = Submission("an id", "another phone", data.draw(places), facts(*about))
    met = data.draw(st.frozensets(places, max_size=story.head))
    assert judge(game, setup, story, submission, met=met).answer in Answer
