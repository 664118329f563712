"""Entries as Hypothesis makes them: plausible ones of The Game, and junk."""

from typing import Any

from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.the_game.entries import Command, Pile

GAME = GAMES["the-game"]
PILES = st.sampled_from([str(pile) for pile in Pile])
COMMANDS = st.sampled_from([str(command) for command in Command])
SEATS = st.integers(0, 4)
CARDS = st.integers(2, 99)

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(["turn-ended", "card-played", "cards-missed", "turn-laid", "up-1", "stop"])
)
JUNK = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                ["kind", "card", "pile", "command", "confirmed", "player", "cards", "left"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=5,
)


def _entry(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {"kind": st.just(kind), **fields}, optional={"confirmed": st.booleans()}
    )


def _some(most: int) -> st.SearchStrategy[int]:
    """How many cards: as many as a hand has, or any number."""
    return st.integers(1, 8) | st.integers(1, most)


PLAYED = _entry("card-played", card=CARDS, pile=PILES)
COMMANDED = _entry("card-played", card=CARDS, pile=PILES, command=COMMANDS)
ENDED = _entry("turn-ended")
CORRECTED = _entry("hand-corrected", player=SEATS, cards=st.integers(0, 12) | st.integers(0, 98))
MISSED = _entry("cards-missed", pile=PILES, count=_some(98), top=CARDS)
STARTED = _entry("starter-chosen", player=SEATS)
GIVEN_UP = _entry("cannot-play")
LAID = _entry("cards-laid", cards=_some(99))
TURNED = _entry("turn-laid", cards=_some(99))
CHOSEN = _entry("depth-chosen", depth=st.sampled_from(["cards", "turns"]))
RESULT = _entry("result-entered", left=st.integers(0, 98), lost=st.none() | st.booleans())
KINDS = {PLAYED: 10, COMMANDED: 10, ENDED: 10, CORRECTED: 3, MISSED: 3, STARTED: 2, GIVEN_UP: 1}
KINDS |= {LAID: 5, TURNED: 8, CHOSEN: 1, RESULT: 1}
ENTRIES = st.sampled_from([kind for kind, weight in KINDS.items() for _ in range(weight)]).flatmap(
    lambda kind: kind
)
"""Entries of The Game, the ending ones rare so that games last."""


@st.composite
def spoiled(draw: st.DrawFn) -> object:
    """A plausible entry with a field of it missing or replaced by junk."""
    entry = draw(ENTRIES)
    field = draw(st.sampled_from(sorted(entry)))
    if draw(st.booleans()):
        return {**entry, field: draw(SCALARS)}
    return {name: value for name, value in entry.items() if name != field}


LONG = st.lists(ENTRIES, min_size=20, max_size=60)
LOGS = st.lists(ENTRIES | spoiled() | JUNK, max_size=40) | LONG
PLAYERS = st.integers(1, 5).map(lambda seats: [f"player {seat}" for seat in range(seats)])
HARDER = {"expert": st.booleans(), "smaller_hand": st.booleans()}
DANGEROUS = {
    "on_fire": st.booleans(),
    "extreme": st.booleans() | st.just(True),
    "same_pile": st.sampled_from(["soft", "strict"]),
}
OPTIONS = st.fixed_dictionaries({**HARDER, **DANGEROUS}) | st.fixed_dictionaries(HARDER)
"""With commands and fire, or so that turns can be entered by a number."""
SETUPS = st.builds(GAME.rules.setup, PLAYERS, OPTIONS)
