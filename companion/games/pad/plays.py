"""Games on any score pad, for the tests."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from companion.engine.entry import Facts
from companion.engine.setup import Setup
from companion.games.pad.entries import BONUS
from companion.games.pad.rules import make_rules, rules_that_apply
from companion.games.pad.value import Begins, Pad, Step
from companion.games.plays import Play, Plays, make_up

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


def _make_entry(pad: Pad, setup: Setup, random: Random) -> dict[str, object]:
    """Numbers more often than the rest, and hardly ever an end."""
    entries = make_rules(pad).entries
    odds = dict.fromkeys((entry.kind for entry in entries), 2.0)
    odds |= {"round-closed": 8, "starter-chosen": 5, "player-left": 1.5, "player-joined": 1.5}
    odds |= dict.fromkeys((step.kind for step in pad.steps), 80 / len(pad.steps))
    odds = {entry.kind: odds[entry.kind] for entry in entries}
    values: dict[str, Callable[[], object]] = {
        step.name: partial(_make_number, step, setup, random) for step in pad.steps
    }
    values |= {
        "round": lambda: random.choice((1, 1, 1, 2, 2, 3)),
        "player": lambda: random.randrange(setup.seats),
        "begins_with": lambda: 4,
        BONUS: lambda: random.randint(-30, 30),
    }
    return make_up(entries, odds, setup, random, **values)


def _make_number(step: Step, setup: Setup, random: Random) -> int:
    low = -20 if step.low is None else step.low
    high = step.high(setup.seats, 1) if step.high else low + 60
    return random.randint(low, high + 1)
