"""Logs of any length, all of it recorded: the 98 cards laid, hands counted in between."""

from functools import cache
from typing import Any

from companion.engine.entry import Facts
from companion.engine.replay import replay
from companion.engine.setup import Setup
from companion.games import GAMES
from tests.browser.plans import beaten, in_turns

GAME = GAMES["the-game"]
NAMES = ("Ann", "Ben")


def setup() -> Setup:
    return GAME.rules.setup(NAMES, {})


@cache
def whole_game() -> tuple[dict[str, Any], ...]:
    """All 98 cards, two a turn, to the end: a game that is beaten."""
    return tuple(in_turns(beaten(), list(NAMES)))


@cache
def entries(count: int) -> tuple[Facts, ...]:
    """So many entries of one game that still runs; beyond its cards somebody counts a hand."""
    played = whole_game()[:-1]
    steps = replay(GAME.rules, setup(), played).steps
    made: list[Facts] = []
    for number, (facts, step) in enumerate(zip(played, steps, strict=True), 1):
        made.append(facts)
        counted = {"kind": "hand-corrected", "player": 0, "cards": step.state.hands[0]}
        while len(made) < count * number // len(played) and count > len(played):
            made.append(counted)
    return tuple(made[:count])
