"""Entries of Game of Bluff as Hypothesis makes them: plausible ones, and junk."""

from typing import Any

from hypothesis import strategies as st

from companion.engine.setup import Setup
from companion.games import GAMES
from tests.support.entry_strategies import JUNK, SCALARS

GAME = GAMES["game-of-bluff"]
NAMES = [f"player {seat}" for seat in range(15)]
SETUPS = st.builds(
    lambda seats, tie: GAME.rules.setup(NAMES[:seats], {"tie": tie}),
    st.integers(3, 15) | st.integers(3, 5),
    st.sampled_from(["shared", "last-round"]),
)


def rounds_of(seats: int) -> st.SearchStrategy[dict[str, Any]]:
    """A round that this many players can have had."""
    return st.fixed_dictionaries(
        {
            "kind": st.just("round-scored"),
            "cards": st.permutations(range(1, seats + 1)),
            "rik": st.none() | st.integers(0, seats - 1),
        }
    )


def entries_of(seats: int) -> st.SearchStrategy[dict[str, Any]]:
    """What that many players can say, rounds more often than the rest and hardly ever a stop."""
    player = st.integers(0, seats - 1)
    totals = st.lists(st.integers(0, 4 * seats), min_size=seats, max_size=seats)
    result = st.fixed_dictionaries({"kind": st.just("result-entered"), "totals": totals})
    ends = st.just({"kind": "game-stopped"}) | result
    return st.one_of(
        rounds_of(seats),
        rounds_of(seats),
        st.fixed_dictionaries({"kind": st.just("emma-played"), "player": player}),
        st.just({"kind": "turn-taken"}),
        st.just({"kind": "turn-taken"}),
        st.fixed_dictionaries({"kind": st.just("starter-chosen"), "player": player}),
        st.sampled_from([ends, *[st.just({"kind": "turn-taken"})] * 9]).flatmap(lambda each: each),
    )


@st.composite
def spoiled(draw: st.DrawFn, seats: int) -> object:
    """A plausible entry with a field of it missing, replaced by junk, or a card of it changed."""
    entry = draw(entries_of(seats))
    field = draw(st.sampled_from(sorted(entry)))
    if field == "cards" and draw(st.booleans()):
        cards = [*entry["cards"]]
        cards[draw(st.integers(0, seats - 1))] = draw(SCALARS | st.integers(-1, 16))
        return {**entry, "cards": cards}
    if draw(st.booleans()):
        return {**entry, field: draw(SCALARS | st.lists(SCALARS, max_size=4))}
    return {name: value for name, value in entry.items() if name != field}


def games() -> st.SearchStrategy[tuple[Setup, list[dict[str, Any]]]]:
    """A set-up, and rounds enough to end any game."""
    return SETUPS.flatmap(
        lambda setup: st.tuples(
            st.just(setup), st.lists(rounds_of(setup.seats), min_size=12, max_size=12)
        )
    )


def logs() -> st.SearchStrategy[tuple[Setup, list[object]]]:
    """A set-up, and whatever a phone may say."""
    return SETUPS.flatmap(
        lambda setup: st.tuples(
            st.just(setup),
            st.lists(entries_of(setup.seats) | spoiled(setup.seats) | JUNK, max_size=30)
            | st.lists(entries_of(setup.seats), min_size=10, max_size=40),
        )
    )
