"""The rules of a game as one frozen value: who may sit down, what can be entered, what it does."""

import dataclasses
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, fields
from enum import StrEnum
from functools import cached_property
from typing import Any, Generic, TypeVar

from companion.engine.entry import Entry, Facts, Starter, Unreadable
from companion.engine.setup import Option, Setup

S = TypeVar("S")
E = TypeVar("E", bound=Entry)
T = TypeVar("T")


class Weight(StrEnum):
    """How much a broken rule weighs."""

    ASK = "ask"
    """It can be what happened on the table: ask once, then record and flag it."""
    REFUSE = "refuse"
    """It cannot be what happened on the table."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that an entry breaks, judged against the table before it."""

    rule: str
    weight: Weight = Weight.REFUSE


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why a game is over, and the figures that belong to its end."""

    ending: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a game comes down to, small enough to be kept beside its log and thrown away.

    `ending` is None while it runs. `won`: whether all won together, None where they play against
    each other and while it runs. `score` is the result of all together; None for a game that has no
    result. `scores` and `ranks` are by seat, () where all play together. `highest_wins` says
    whether more points are better; usually fewer are. `turns` counts what its game is long in,
    `seconds` are those that were played, the pauses apart, and `entered_at` is the time (ISO) of
    the last entry; "" without one. `result_only`: the table entered only how the game ended, so
    that `turns` are 0. `facts` are the figures that its words need.
    """

    ending: str | None
    turns: int
    won: bool | None = None
    score: int | None = None
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    highest_wins: bool = False
    seconds: int = 0
    entered_at: str = ""
    result_only: bool = False
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def wins(self, seat: int) -> bool:
        """Whether whoever sits there has won."""
        return self.ranks[seat] == 1 if self.ending and self.ranks else bool(self.won)

    @property
    def best(self) -> int | None:
        """The result of who is first, or of all together; None for a game that has no result."""
        return self.scores[self.ranks.index(1)] if self.scores else self.score


def put(numbers: Sequence[T], seat: int, number: T) -> tuple[T, ...]:
    """These numbers with another one for this seat."""
    return (*numbers[:seat], number, *numbers[seat + 1 :])


def as_recorded(value: object, *names: str) -> dict[str, object]:
    """What a value holds under these names, as a record has it: tuples as lists."""
    held = {name: getattr(value, name) for name in names}
    return {name: list(each) if isinstance(each, tuple) else each for name, each in held.items()}


def ranks_of(totals: Sequence[Any], highest_wins: bool = False) -> tuple[int, ...]:
    """The place of each seat, shared ones as in 1, 2, 2, 4."""
    better = operator.gt if highest_wins else operator.lt
    return tuple(1 + sum(better(other, total) for other in totals) for total in totals)


@dataclass(frozen=True)
class Rules(Generic[S, E]):
    """What a game is, without a page or a word: pure functions over frozen states.

    `seats` says how many may sit down, and `entries` are what can be entered. `start` gives the
    state before the first entry. `check` yields what an entry breaks, judged against the state
    before it: in the order of record.md's tables, refusals first. `apply` gives the state after an
    entry; it works for every entry that is not refused. `outcome` is None while the game runs.
    `describe` gives the STATE of record.md, without `outcome` and `flags`. `summary` is what
    histories and statistics keep of a state.

    The rest has a default. `options` are the switches of the set-up, and `check_setup` says why one
    cannot be played, in a sentence; None where it can. `notes` are entries that a table makes for
    itself, and that stand in no record. `shorthands` are entries that stand in a record as several:
    as those that `spell_out` gives, for one that is recorded after this state. `opening` is the
    entry with which another game of the same people begins, if any does, and `chosen` are the
    options that the table has chosen otherwise since this one began. `least` is the number of
    seats with cards at any table: whoever plays alone may play for somebody virtual too.
    """

    seats: range
    entries: tuple[type[Entry], ...]
    start: Callable[[Setup], S]
    check: Callable[[S, E], Iterator[Breach]]
    apply: Callable[[S, E], S]
    outcome: Callable[[S], Outcome | None]
    describe: Callable[[S], dict[str, object]]
    summary: Callable[[S], Summary]
    options: tuple[Option, ...] = ()
    check_setup: Callable[[Setup], str | None] = lambda setup: None
    notes: tuple[type[Entry], ...] = ()
    besides: tuple[str, ...] = ()
    shorthands: tuple[type[Entry], ...] = ()
    spell_out: Callable[[S, E], tuple[Facts, ...]] = lambda state, entry: ()
    opening: Callable[[S], Facts | None] = lambda state: None
    chosen: Callable[[S], Mapping[str, object]] = lambda state: {}
    least: int = 1

    @property
    def starters(self) -> frozenset[str]:
        """The kinds of entries that say who starts."""
        return frozenset(entry.kind for entry in self.entries if issubclass(entry, Starter))

    @property
    def known(self) -> tuple[type[Entry], ...]:
        """Every entry that a table can make, those that stand in no record among them."""
        return (*self.entries, *self.shorthands, *self.notes)

    def facts_of(self, kind: str) -> frozenset[str]:
        """The names of all facts that an entry of this kind can have."""
        return self._facts[kind]

    @cached_property
    def _facts(self) -> Mapping[str, frozenset[str]]:
        always = ("kind", "confirmed", *self.besides)
        return {
            entry.kind: frozenset((*always, *(_written_as(each) for each in fields(entry))))
            for entry in self.known
        }

    @property
    def of_records(self) -> "Rules[S, E]":
        """The same game as records know it: with the entries of record.md and no others."""
        return dataclasses.replace(self, notes=(), shorthands=())

    def setup(self, players: Iterable[str], options: Mapping[str, object]) -> Setup:
        """The set-up for these players with every option filled in.

        Raises `ValueError`, with a sentence for whoever wrote the record, on a number of players
        or an option that this game does not have, and where the two do not go together.
        """
        names = tuple(players)
        if len(names) not in self.seats:
            raise ValueError(
                f"this game is for {self.seats[0]} to {self.seats[-1]} players, not {len(names)}"
            )
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                raise ValueError(f"this game has no option {name!r}")
            if value is not None and not known[name].takes(value):
                raise ValueError(f"this game has no {name} {value!r}")
        chosen = {
            option.name: option.default
            if options.get(option.name) is None
            else options[option.name]
            for option in self.options
        }
        setup = Setup(names, chosen)
        if why := self.check_setup(setup):
            raise ValueError(why)
        return setup

    def setup_of(self, players: Iterable[str], options: Mapping[str, object]) -> Setup:
        """The set-up of a table that may have switched helps on as well; errors as `setup`."""
        ruling = {option.name: options.get(option.name) for option in self.options}
        return self.setup(players, ruling)

    def read(self, setup: Setup, facts: object) -> E:
        """The entry that these facts say. Raises `Unreadable` where there is no such entry."""
        if not isinstance(facts, Mapping):
            raise Unreadable("kind")
        kind = facts.get("kind")
        entry = next((entry for entry in self.known if entry.kind == kind), None)
        if entry is None:
            raise Unreadable("kind")
        if not isinstance(facts.get("confirmed"), bool | None):
            raise Unreadable("confirmed")
        values: dict[str, object] = {}
        for field in fields(entry):
            name = _written_as(field)
            value = facts.get(name)
            if value is None and field.default is None:
                continue
            try:
                valid = field.metadata["check"](setup, value)
            except TypeError:  # lists and objects have no place in a set of words
                valid = False
            if not valid:
                raise Unreadable(name)
            values[field.name] = value
        return entry(**values)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Concurrency(Generic[S, E]):
    """How the entries of several phones go together that had not seen each other's.

    `commutes` says whether an entry may stand after another one that its phone had not seen, and
    still mean the same. `normalize` gives the facts in which two phones that tell of one act can
    differ; `optional` are those of them that a phone leaves out when it does not know them. Of the
    kinds in `once` a phone that enters two from one picture is asked about the second.
    """

    commutes: Callable[[S, E, E], bool] = lambda state, entry, other: False
    normalize: Callable[[Facts], Facts] = lambda facts: facts
    optional: tuple[str, ...] = ()
    once: tuple[str, ...] = ()


def either_way(
    check: Callable[[S, E], Iterator[Breach]],
    apply: Callable[[S, E], S],
    state: S,
    entry: E,
    other: E,
    plain: Callable[[S], object] = lambda state: state,
) -> bool:
    """Whether `entry` after `other` is what both orders come to, or the only order by the rules.

    `plain` leaves out of a state what depends on the order and means nothing.
    """
    theirs, mine = frozenset(check(state, other)), frozenset(check(state, entry))
    if _refuses(theirs):
        return False
    after = apply(state, other)
    now = frozenset(check(after, entry))
    if _refuses(now):
        return False
    if mine - now:
        return True  # it could not be before
    first = apply(state, entry)
    if frozenset(check(first, other)) - theirs:
        return True  # the other one could not be after it
    return plain(apply(first, other)) == plain(apply(after, entry))


def _refuses(breaches: Iterable[Breach]) -> bool:
    return any(breach.weight is Weight.REFUSE for breach in breaches)


def _written_as(field: Field[Any]) -> str:
    return str(field.metadata["written_as"] or field.name)
