"""Logs of any length, all of it recorded: the 98 cards laid, hands counted in between."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from typing import Any

from companion.engine.entry import Facts
from companion.engine.log import Written
from companion.engine.replay import replay
from companion.engine.setup import Setup
from companion.games import GAMES
from tests.browser.plans import beaten, in_turns

GAME = GAMES["the-game"]
NAMES = ("Ann", "Ben")
WHEN = datetime(2026, 1, 1, tzinfo=UTC)


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


@cache
def with_undos(count: int) -> tuple[Facts, ...]:
    """So many entries, every third one of the game entered, taken back and entered again."""
    made: list[Facts] = []
    for number, facts in enumerate(entries(count)):
        made.append(facts)
        if number % 3 == 2:
            made += [{"kind": "taken-back", "target": len(made)}, facts]
    return tuple(made[:count])


def written(facts: Iterable[Facts]) -> tuple[Written, ...]:
    """These entries as a log."""
    return tuple(
        Written(place, f"id {place}", "phone", WHEN, place - 1, said)
        for place, said in enumerate(facts, 1)
    )
