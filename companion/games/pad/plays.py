"""Games on any score pad, for the tests."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.engine.entry import Facts
from companion.engine.setup import Setup
from companion.games.pad.entries import BONUS
from companion.games.pad.rules import make_rules, rules_that_apply
from companion.games.pad.value import Begins, Pad, Step
from companion.games.plays import Play, Plays

NAMES = ("Ann", "Ben", "Cas", "Dea", "Eva", "Fay")


def plays_of(pad: Pad, *more: Play) -> Plays:
    """Those of the game itself, and what any pad has: a round, a stop, a result, a whole game."""
    names = NAMES[: max(2, pad.seats[0])]
    first = tuple(round_of(pad, len(names), 1))
    begins = pad.begins is not Begins.NOBODY
    starter: tuple[Facts, ...] = ({"kind": "starter-chosen", "player": 1},) if begins else ()
    totals: Facts = {"kind": "result-entered", "totals": [7] * len(names)}
    games = [
        Play(names, (*starter, *first[:-1])),
        Play(names, (*first, {"kind": "game-stopped"})),
        Play(names, (totals,), {"depth": "result"}),
        *more,
    ]
    if len(names) < pad.seats[-1]:
        leaves: Facts = {"kind": "player-left", "player": len(names)}
        joins: Facts = {"kind": "player-joined", "player": len(names), "begins_with": 12}
        games.append(Play(NAMES[: len(names) + 1], (leaves, *first, joins)))
    if pad.rest is not None:
        games.append(Play(names, (first[0], {"kind": "round-closed", "round": 1})))
    if not more:
        games.append(Play(names, tuple(_whole_game(pad, names))))

    def make_entry(setup: Setup, random: Random) -> dict[str, object]:
        return _make_entry(pad, setup, random)

    named = (*rules_that_apply(pad), *pad.endings)
    return Plays(games=tuple(games), make_entry=make_entry, named=named)


def _whole_game(pad: Pad, names: Sequence[str]) -> Iterator[Facts]:
    """Rounds until the game is over."""
    rules = make_rules(pad)
    setup = rules.setup(names, {})
    state = rules.start(setup)
    while state.end is None:
        for facts in round_of(pad, len(names), state.number):
            if state.end is None:
                yield facts
                state = rules.apply(state, rules.read(setup, facts))


def round_of(pad: Pad, seats: int, number: int) -> Iterator[Facts]:
    """A round in which everybody has the lowest number, or one that makes up what has to be."""
    for step in pad.steps:
        low = 3 if step.low is None else step.low
        numbers = [low] * seats
        if step.sum and not step.sum.barred:
            numbers[-1] = step.sum.total(seats, number) - low * (seats - 1)
        for seat, each in enumerate(numbers):
            yield {"kind": step.kind, "round": number, "player": seat, step.name: each}


def make_sheet_entry(kind: str, setup: Setup, random: Random) -> dict[str, object]:
    """Make up an entry of this kind, one that every score sheet has."""
    if kind == "game-stopped":
        return {"kind": kind}
    if kind == "result-entered":
        return {"kind": kind, "totals": [random.randint(-2, 50) for _ in range(setup.seats)]}
    said: dict[str, object] = {"kind": kind, "player": random.randrange(setup.seats)}
    if kind == "player-joined" and random.random() < 0.5:
        said["begins_with"] = 4
    return said


def _make_entry(pad: Pad, setup: Setup, random: Random) -> dict[str, object]:
    """Numbers more often than the rest, and hardly ever an end."""
    chance = random.random()
    if chance < 0.07:
        ends, moves = ("game-stopped", "result-entered"), ("player-left", "player-joined")
        return make_sheet_entry(random.choice(ends if chance < 0.04 else moves), setup, random)
    if chance < 0.12 and pad.begins is not Begins.NOBODY:
        return make_sheet_entry("starter-chosen", setup, random)
    number = random.choice((1, 1, 1, 2, 2, 3))
    if chance < 0.2 and pad.rest is not None:
        return {"kind": "round-closed", "round": number}
    step = random.choice(pad.steps)
    said: dict[str, Any] = {"kind": step.kind, "round": number}
    said |= {"player": random.randrange(setup.seats), step.name: _number(step, setup, random)}
    if step.bonus and random.random() < 0.3:
        said[BONUS] = random.randint(-30, 30)
    return said


def _number(step: Step, setup: Setup, random: Random) -> int:
    low = -20 if step.low is None else step.low
    high = step.high(setup.seats, 1) if step.high else low + 60
    return random.randint(low, high + 1)
