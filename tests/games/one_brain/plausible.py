"""Entries of One Brain as Hypothesis makes them: plausible ones, and junk."""

from typing import Any

from hypothesis import strategies as st

from companion.engine.replay import judge, replay
from companion.engine.setup import Setup
from tests.games.one_brain.telling import CARDS, GAME, lays, left, table
from tests.support.entry_strategies import JUNK, SCALARS

LEVELS = st.sampled_from(["beginner", "advanced", "expert"])
SETUPS = (
    st.tuples(st.integers(1, 7) | st.integers(1, 3), st.integers(2, 6), LEVELS)
    .filter(lambda chosen: max(chosen[0], 2) * chosen[1] <= CARDS)
    .map(lambda chosen: table(chosen[0], hand=chosen[1], level=chosen[2]))
)
SOURCES = st.sampled_from(["hand", "hand", "domain"])
ACTIONS = st.sampled_from(["donate", "cover", "extra", "take-back", "remove-kind", "remove-colour"])
COLUMNS = st.integers(1, 6) | st.integers(-1, 20) | st.integers(CARDS - 8, CARDS + 2)
NAMED = st.fixed_dictionaries(
    {"colour": st.sampled_from(["red", "blue", "orange"]), "kind": st.sampled_from(["cat", "frog"])}
)


def cards_of(seats: int) -> st.SearchStrategy[dict[str, Any]]:
    """A card that this many seats may lay, mostly with what it owes, in any order of fields."""
    return st.fixed_dictionaries(
        {"kind": st.just("card-played"), "from": SOURCES, "action": ACTIONS},
        optional={
            "to": st.integers(0, seats - 1),
            "given_from": SOURCES,
            "column": COLUMNS,
            "columns": st.lists(COLUMNS, max_size=3, unique=True),
            "extra_from": SOURCES,
            "extra_action": ACTIONS,
            "card": NAMED,
            "extra_card": NAMED,
            "confirmed": st.booleans(),
        },
    )


def entries_of(seats: int) -> st.SearchStrategy[dict[str, Any]]:
    """What so many seats can say, cards and draws more often than the rest, and rarely an end."""
    player, card = st.integers(0, seats - 1), cards_of(seats)
    drawn, ended = st.just({"kind": "card-drawn"}), st.just({"kind": "turn-ended"})
    few = st.integers(0, 3)
    result = st.fixed_dictionaries(
        {"kind": st.just("result-entered"), "won": st.booleans()},
        optional={"columns": st.none() | st.integers(0, 9)},
    )
    ends = st.just({"kind": "attempt-given-up"}) | result
    return st.one_of(
        *[card] * 4,
        *[drawn, ended] * 2,
        st.just({"kind": "late-card-drawn"}),
        st.fixed_dictionaries({"kind": st.just("starter-chosen"), "player": player}),
        st.fixed_dictionaries(
            {
                "kind": st.just("cards-corrected"),
                "player": player,
                "hand": few | st.integers(0, CARDS + 1),
                "domain": few | st.integers(0, CARDS + 1),
            }
        ),
        st.sampled_from([ends, *[st.just(lays("remove-kind"))] * 9]).flatmap(lambda each: each),
    )


@st.composite
def spoiled(draw: st.DrawFn, seats: int) -> object:
    """A plausible entry with a field of it missing, or replaced by junk."""
    entry = draw(entries_of(seats))
    field = draw(st.sampled_from(sorted(entry)))
    if draw(st.booleans()):
        return {**entry, field: draw(SCALARS | st.lists(SCALARS, max_size=3) | NAMED)}
    return {name: value for name, value in entry.items() if name != field}


def left_over(seats: int) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Entries that bring the attempt near its end: few cards are left, and some columns lie."""
    few = st.integers(0, 2)
    return st.builds(
        lambda hands, domains, draw, columns: left(
            hands[0] + 1, *hands[1:], domains=tuple(domains), draw=draw, columns=columns
        ),
        st.lists(few, min_size=seats, max_size=seats),
        st.lists(few, min_size=seats, max_size=seats),
        few,
        st.integers(0, 4),
    )


@st.composite
def fitting(draw: st.DrawFn, state: Any, following: int) -> dict[str, Any]:
    """What whose turn it is can do; the card laid gets the number `following`."""
    seat = state["turn"]["player"]
    held = {"hand": state["hands"][seat], "domain": state["domains"][seat]}
    sources = [source for source, cards in held.items() if cards]
    if state["turn"]["phase"] == "draw" or not sources:
        kinds = ["card-drawn"] * bool(state["draw_pile"]) + ["turn-ended"]
        return {"kind": draw(st.sampled_from(kinds))}
    card: dict[str, Any] = lays(draw(ACTIONS), draw(st.sampled_from(sources)))
    held[card["from"]] -= 1
    seconds = [source for source, cards in held.items() if cards]
    ids = [column["id"] for column in state["columns"]]
    others = [other for other in range(len(state["hands"])) if other != seat]
    match card["action"]:
        case "donate" if seconds:
            given = {"given_from": draw(st.sampled_from(seconds))}
            return card | given | {"to": draw(st.sampled_from(others))}
        case "extra" if seconds:
            extra = {"extra_action": draw(st.none() | ACTIONS)}
            return card | extra | {"extra_from": draw(st.sampled_from(seconds))}
        case "cover" | "take-back" if ids:
            confirmed = {"confirmed": draw(st.booleans())}
            return card | confirmed | {"column": draw(st.sampled_from(ids))}
        case "remove-kind" | "remove-colour":
            chosen = st.lists(st.sampled_from([*ids, following]), unique=True)
            return card | {"columns": draw(chosen)}
    return card


@st.composite
def plays(draw: st.DrawFn, setup: Setup, before: list[Any]) -> list[object]:
    """Play that goes on after these entries: mostly what fits, and anything in between."""
    seats = max(setup.seats, 2)
    said: list[object] = [*before]
    step = replay(GAME.rules, setup, said).last
    for _each in range(draw(st.integers(0, 30))):
        state = GAME.rules.describe(step.state)
        if state["turn"] is None or draw(st.integers(0, 5)) == 0:
            facts = draw(entries_of(seats) | spoiled(seats) | JUNK)
        else:
            facts = draw(fitting(state, step.state.next_id))
        step = judge(GAME.rules, setup, step, len(said), facts)
        said.append(facts)
    return said


@st.composite
def logs(draw: st.DrawFn) -> tuple[Setup, list[object]]:
    """A set-up, and whatever a phone may say, from the start or near the end."""
    setup = draw(SETUPS)
    seats = max(setup.seats, 2)
    before = draw(left_over(seats)) if setup.seats == 2 and draw(st.booleans()) else []
    anything = st.lists(entries_of(seats) | spoiled(seats) | JUNK, max_size=20)
    return setup, draw(plays(setup, before) | anything)
