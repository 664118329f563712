"""Games on any score pad, for the tests."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from companion.engine.entry import Facts
from companion.engine.setup import Setup
from companion.games.pad.entries import BONUS, MOST
from companion.games.pad.rules import make_rules, rules_that_apply
from companion.games.pad.value import Begins, Ending, Leavers, Pad, Step
from companion.games.plays import Play, Plays, log

ODDS: dict[str, float] = {"starter-chosen": 5, "round-closed": 8}
ODDS |= dict.fromkeys(("game-stopped", "result-entered"), 2)
ODDS |= dict.fromkeys(("player-left", "player-joined", "leavers-ranked"), 1.5)
"""Those of what is no number of a step."""

LONGEST = 200  # rounds of a game that may never end

NAMES = ("Ann", "Ben", "Cas", "Dea", "Eva", "Fay")


def plays_of(pad: Pad, *more: Play) -> Plays:
    """Those of the game itself, and what any pad has: a round, a stop, a result, a whole game."""
    names = NAMES[: max(2, pad.seats[0])]
    first = tuple(round_of(pad, len(names), 1))
    starter = log("starter-chosen player=1") if pad.begins is not Begins.NOBODY else ()
    games = [
        Play(names, (*starter, *first[:-1])),
        Play(names, (*first, *log("game-stopped"))),
        Play(names, ({"kind": "result-entered", "totals": [7] * len(names)},), {"depth": "result"}),
        *more,
    ]
    if len(names) < pad.seats[-1]:
        leaves = log(f"player-left player={len(names)}")
        joins = log(f"player-joined player={len(names)} begins_with=12")
        below = log("leavers-ranked leavers=below")
        games.append(Play(NAMES[: len(names) + 1], (*leaves, *first, *below, *joins)))
    if pad.rest is not None:
        games.append(Play(names, (first[0], *log("round-closed round=1"))))
    if not more:
        ends = [each for each in pad.endings if each is not Ending.STOPPED]
        games += [Play(names, tuple(_whole_game(pad, names, each))) for each in ends]
    kinds = (entry.kind for entry in make_rules(pad).entries)
    return Plays(
        games=tuple(games),
        odds={kind: ODDS.get(kind, 80 / len(pad.steps)) for kind in kinds},
        values={
            "round": lambda setup, random: random.choice((1, 1, 1, 2, 2, 3)),
            "begins_with": lambda setup, random: 4,
            BONUS: lambda setup, random: random.randint(-30, 30),
            **{step.name: partial(_make_number, step) for step in pad.steps},
        },
        named=(*rules_that_apply(pad), *pad.endings, *(Leavers if pad.leaving else ())),
    )


def _whole_game(pad: Pad, names: Sequence[str], ending: Ending) -> Iterator[Facts]:
    """Rounds until the game is over, or for long enough; the first player goes for a limit."""
    rules = make_rules(pad)
    setup = rules.setup(names, {})
    state = rules.start(setup)
    while state.end is None and state.number <= LONGEST:
        left = None if ending is Ending.ROUNDS_PLAYED else state.to_limit[0]
        left = left and left + state.terms.passes
        for facts in round_of(pad, len(names), state.number, left, state.plays_on):
            if state.end is None:
                yield facts
                state = rules.apply(state, rules.read(setup, facts))


def round_of(
    pad: Pad, seats: int, number: int, left: int | None = None, more: int = 0
) -> Iterator[Facts]:
    """A round in which everybody has the lowest number, or one that makes up what has to be.

    The first player has what is `left` to the limit, or as much of it as they may; and so much
    `more`.
    """
    for step in pad.steps:
        if step.one:
            named = {} if step.nobody and number % 2 == 0 else {"player": 0}
            yield {"kind": step.kind, "round": number, **named}
            continue
        low = 3 if step.low is None else step.low
        numbers = [low] * seats
        if left is not None and not step.sum:
            high = step.high(seats, number) if step.high else MOST
            numbers[0] = max(low, min(left, high))
        if not step.sum:
            numbers[0] += more
        if step.sum and not step.sum.barred:
            numbers[-1] = step.sum.total(seats, number) - low * (seats - 1)
        for seat, each in enumerate(numbers):
            yield {"kind": step.kind, "round": number, "player": seat, step.name: each}


def _make_number(step: Step, setup: Setup, random: Random) -> int:
    low = -20 if step.low is None else step.low
    high = step.high(setup.seats, 1) if step.high else low + 60
    return random.randint(low, high + 1)
