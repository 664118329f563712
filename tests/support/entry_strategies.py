"""Entries as Hypothesis makes them: what can be said in a game, the same spoilt, and junk.

@given(logs(GAMES["one-brain"]))
def test_no_card_is_lost(log: Log) -> None: ...
"""

from typing import Any

from hypothesis import strategies as st

from companion.engine.setup import Setup
from companion.games.game import Game
from tests.support.random_logs import entries, plays_of, setups

Log = tuple[Setup, list[Any]]

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, 5)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.sampled_from(["turn-ended", "card-played", "cards-missed", "turn-laid", "up-1", "stop"])
)
NAMES = ["kind", "card", "pile", "command", "confirmed", "player", "cards", "left"]
JUNK = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4)
    ),
    max_leaves=5,
)


def unsure(game: Game[Any, Any], setup: Setup) -> st.SearchStrategy[dict[str, Any]]:
    """What can be said in this game, confirmed or not."""
    answers = st.sampled_from([{"confirmed": True}, {"confirmed": False}, {}])
    return st.builds(lambda facts, answer: {**bare(facts), **answer}, entries(game, setup), answers)


def bare(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: fact for name, fact in facts.items() if name != "confirmed"}


@st.composite
def spoilt(draw: st.DrawFn, game: Game[Any, Any], setup: Setup) -> dict[str, Any]:
    """An entry of this game of which some facts are missing, others, or too many."""
    facts = draw(unsure(game, setup))
    known = frozenset().union(*(game.rules.facts_of(each.kind) for each in game.rules.known))
    for name in draw(st.lists(st.sampled_from(sorted({*facts, *known})), min_size=1, max_size=3)):
        value = facts.get(name)
        if draw(st.booleans()):
            facts.pop(name, None)
        elif isinstance(value, list) and value and draw(st.booleans()):
            at = draw(st.integers(0, len(value) - 1))
            facts[name] = [*value[:at], draw(SCALARS), *value[at + 1 :]]
        else:
            facts[name] = draw(JUNK)
    return facts


@st.composite
def logs(draw: st.DrawFn, game: Game[Any, Any]) -> Log:
    """A set-up, and whatever a phone may say, from the start or after a game that was played."""
    setup = draw(setups(game))
    fits = unsure(game, setup)
    anything = st.lists(fits | fits | spoilt(game, setup) | JUNK, max_size=40)
    said = draw(anything | st.lists(fits, min_size=20, max_size=60))
    plays = [play.entries for play in plays_of(game).games]
    before = draw(st.sampled_from([(), (), *plays]))
    return setup, [*before[: draw(st.integers(0, len(before)))], *said]
