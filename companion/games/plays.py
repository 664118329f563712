"""What a game brings for its tests: whole games to play, and entries to make up.

A game has a module `plays` with `PLAYS`, which the app never imports; of a score pad without one
`companion.games.pad.plays` makes them up. `tests/web/test_games.py`
plays these games; `tests/web/test_words.py` opens every page of them.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from importlib import import_module
from json import loads
from random import Random
from typing import Any

from companion.engine.entry import Choice, Entry, Facts, Seat, Shape, Whole
from companion.engine.setup import Setup
from companion.games.game import Game

MOST = 60  # of a number that is made up


@dataclass(frozen=True)
class Play:
    """One game: who sat down, the fields of the set-up that they filled in, what was entered.

    `tile` is the tile of the shelf, "" for the first one of the game. Every entry is recorded; what
    breaks a rule is confirmed.
    """

    names: tuple[str, ...]
    entries: tuple[Facts, ...]
    switches: Mapping[str, str] = field(default_factory=dict)
    tile: str = ""


Values = Mapping[str, Callable[[Setup, Random], object]]
"""What is in a field of this name, or of this kind and name: "thing-done.times"."""


@dataclass(frozen=True)
class Plays:
    """The plays of a game.

    `games` reach every ending that there is, and have an entry of every kind; one of them is not
    over. `odds` are those of the kinds of `entries` that are made up, and `values` what is in their
    fields; any other has what it can have, a number without an end up to 60. `named` is what pages
    of the game lead to in its rules, besides its rules, endings and entries.
    """

    games: tuple[Play, ...]
    odds: Mapping[str, float]
    values: Values
    named: Iterable[str] = ()
    entries: Iterable[type[Entry]] = ()

    def make_entry(self, setup: Setup, random: Random) -> dict[str, object]:
        """Make up an entry by the odds; the rules may refuse it. It says half of what it may."""
        [kind] = random.choices([*self.odds], [*self.odds.values()])
        said: dict[str, object] = {"kind": kind}
        for each in fields(next(entry for entry in self.entries if entry.kind == kind)):
            name = each.metadata["written_as"] or each.name
            make = self.values.get(f"{kind}.{name}", self.values.get(name))
            if each.default is not None or random.random() < 0.5:
                shape = each.metadata["shape"]
                said[name] = make(setup, random) if make else _make_value(shape, setup, random)
        return said


def log(said: str) -> tuple[Facts, ...]:
    """Read entries: "thing-done times=1 by=[1,2], thing-done times=2 word=free, other-done".

    A value is JSON without blanks, or a word.
    """
    return tuple(_read_entry(*each.split(" ")) for each in said.split(", "))


def _read_entry(kind: str, *said: str) -> Facts:
    facts: dict[str, object] = {"kind": kind}
    for name, _is, value in (each.partition("=") for each in said):
        try:
            facts[name] = loads(value)
        except ValueError:
            facts[name] = value
    return facts


def _make_value(shape: Shape, setup: Setup, random: Random) -> object:
    match shape:
        case Seat(least=least):
            return random.randrange(max(setup.seats, least))
        case Whole(low, high):
            first = 0 if low is None else low
            return random.randint(first, max(first, MOST) if high is None else high)
        case Choice(words):
            return random.choice(words)
    if shape is bool:
        return random.choice([True, False])
    return [random.randint(0, MOST) for _ in range(setup.seats)]


def find_plays(game: Game[Any, Any]) -> Plays:
    with suppress(ModuleNotFoundError):
        plays: Plays = import_module(f"companion.games.{game.folder}.plays").PLAYS
        return replace(plays, entries=game.rules.known)
    made: Plays = import_module("companion.games.pad.plays").plays_of(game.scoring)
    return replace(made, entries=game.rules.known)
