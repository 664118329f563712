"""What every game on the shelf shares: entries, verdicts, and replaying a log.

A game is one frozen value: who may sit down, which switches it has, which entries it knows, and
four pure functions. Everything the app knows of a game in progress is what `replay` makes of its
entries; nothing of it is ever stored.
"""

import dataclasses
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeVar

Facts = Mapping[str, object]
"""One entry as it is written down: its kind and its fields, as JSON has them."""

GAME_OVER = "game-over"
"""The rule that every game has: after the end nothing can be entered (record.md)."""


class Unreadable(ValueError):
    """An entry lacks a field, or a field has no such value; `field` names it."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


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
    weight: Weight


class Result(StrEnum):
    """What becomes of an entry (record.md)."""

    RECORDED = "recorded"
    ASK = "ask"
    REFUSED = "refused"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Flag:
    """A rule broken, and confirmed, by the entry at this index of the log (from 0)."""

    entry: int
    rule: str


@dataclass(frozen=True, slots=True)
class Flagged:
    """A flag, and those before it: a step shares them with the step before."""

    flag: Flag
    # Left out of what is compared and shown, since there may be thousands one behind the other.
    before: "Flagged | None" = dataclasses.field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why a game is over, and the figures that belong to its end."""

    ending: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a game comes down to, small enough to be kept beside its log and thrown away.

    `ending` is None while it runs. `won`: whether all won together, None where they play against
    each other and while it runs. `score` is the result of all together, the fewer the better; None
    for a game that has no result. `scores` and `ranks` are by seat, () where all play together.
    `turns` counts what its game is long in, `seconds` are those that were played, the pauses apart;
    `facts` are the figures that its words need.
    """

    ending: str | None
    turns: int
    won: bool | None = None
    score: int | None = None
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    seconds: int = 0
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def wins(self, seat: int) -> bool:
        """Whether whoever sits there has won."""
        return self.ranks[seat] == 1 if self.ending and self.ranks else bool(self.won)


@dataclass(frozen=True, slots=True)
class Tallies:
    """What the statistics of a table count of a game, by the names of facts in its summaries.

    Of `counted` they say how many finished games say what. `levels` is an option whose values, the
    easiest first, have figures of their own; "" for a game without levels.
    """

    counted: tuple[str, ...] = ()
    levels: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """Chosen before the first entry: the seats in order, and every option with its value."""

    players: tuple[str, ...]
    options: Mapping[str, object]

    @property
    def seats(self) -> int:
        return len(self.players)


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a game: its default and every value it may have."""

    name: str
    default: object
    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A way into a game from the shelf, with some of its options already chosen.

    `slug` is its address, the name of its glyph and the key of its words; `accent` its one colour;
    `chapter` the part of the rules that it leads to, "" for their beginning; `bgg` its number at
    Board Game Geek, where we are sure of it.
    """

    slug: str
    accent: str
    options: Mapping[str, object] = dataclasses.field(default_factory=dict)
    chapter: str = ""
    bgg: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a player told the app; a fact in the past tense."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Starter(Entry):
    """The table says who starts; a game makes its own of it, which has the kind and the seats."""

    player: int


S = TypeVar("S")
E = TypeVar("E", bound=Entry)


Fits = Callable[[Setup, object], bool]


def whole(low: int | None = None, high: int | None = None, *, optional: bool = False) -> Any:
    """A field of an entry: a whole number from `low` to `high`, included; None: without end.

    An optional field may be left out or null; so it is with the fields below.
    """

    def fits(setup: Setup, value: object) -> bool:
        if type(value) is not int:
            return False
        return (low is None or value >= low) and (high is None or value <= high)

    return _field(fits, optional)


def wholes() -> Any:
    """A field of an entry: a list of whole numbers, of any length and size."""
    return _field(lambda setup, value: _are_wholes(value))


def numbers_once(*, optional: bool = False) -> Any:
    """A field of an entry: a list of whole numbers, each of them once."""

    def fits(setup: Setup, value: object) -> bool:
        return _are_wholes(value) and len(set(value)) == len(value)  # type: ignore[arg-type, call-overload]

    return _field(fits, optional)


def seat(*, least: int = 1, optional: bool = False) -> Any:
    """A field of an entry: the number of a seat at this table, from 0.

    `least` is how many seats there are at any table, virtual ones included.
    """

    def fits(setup: Setup, value: object) -> bool:
        return type(value) is int and 0 <= value < max(setup.seats, least)

    return _field(fits, optional)


def one_of(
    values: Iterable[str],
    *,
    only_with: str | None = None,
    optional: bool = False,
    said: str | None = None,
) -> Any:
    """A field of an entry: one of these words; `only_with` names the option it needs to be read.

    `said` is its name as it is written down, where that is no name in Python.
    """
    words = frozenset(values)

    def fits(setup: Setup, value: object) -> bool:
        return value in words and (only_with is None or setup.options[only_with] is True)

    return _field(fits, optional, said)


def pair(first: str, second: str, *, optional: bool = False) -> Any:
    """A field of an entry: an object with these two words, whatever they are."""

    def fits(setup: Setup, value: object) -> bool:
        return isinstance(value, Mapping) and all(
            isinstance(value.get(name), str) for name in (first, second)
        )

    return _field(fits, optional)


def _field(fits: Fits, optional: bool = False, said: str | None = None) -> Any:
    metadata = {"fits": fits, "said": said}
    if optional:
        return dataclasses.field(default=None, metadata=metadata)
    return dataclasses.field(metadata=metadata)


def _are_wholes(value: object) -> bool:
    return isinstance(value, list | tuple) and all(type(number) is int for number in value)


@dataclass(frozen=True, slots=True)
class Concurrency(Generic[S, E]):
    """How the entries of several phones go together that had not seen each other's.

    `act` names what an entry does, as the state that its phone saw has it, so that two phones which
    tell of one act give it one name; None where two alike are usual. `commutes` says whether an
    entry may stand after another one that its phone had not seen, and still mean the same.
    `compared` gives the facts in which two phones that tell of one act can differ; `optional` are
    those of them that a phone leaves out when it does not know them. Of the kinds in `once` a phone
    that enters two from one picture is asked about the second.
    """

    act: Callable[[S, E], Hashable | None] = lambda state, entry: None
    commutes: Callable[[S, E, E], bool] = lambda state, entry, other: False
    compared: Callable[[Facts], Facts] = lambda facts: facts
    optional: tuple[str, ...] = ()
    once: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game(Generic[S, E]):
    """One game of the shelf as a value: its identity, then its rules as functions.

    `check` yields what an entry breaks, judged against the table before it: in the order of
    record.md's tables, refusals first. `apply` is total for every entry that is not refused.
    `outcome` is None while the game runs. `describe` gives the STATE of record.md, without
    `outcome` and `flags`; `summary` what histories and statistics keep of a state.

    The rest is for its pages: `board` makes the figures that they show of a story, `words` is the
    module of its sentences, `forms` are its entries as forms, `switches` is the form of its set-up.
    `helps` are those of its switches that are no rules and never stand in a record. `sheets` are
    the pages beside the board, and `asks` the form of what their addresses may ask for; `replies`
    names, by kind of entry, the sheet that says what is wrong with it, where that is not the board.
    `opening` is the entry with which another game of the same people begins, if any does.

    `tallies` names what statistics count besides wins and results: two templates of its folder show
    it, `_tallied.html` as figures among the others, `_tallies.html` below them.

    `concurrency` says how the entries of several phones go together; without it every entry that
    comes between is asked about.

    `notes` are entries that a table makes for itself, and that stand in no record. `fits` says why
    a set-up cannot be played, in a sentence; None where it can. `series` makes the figures of the
    games at one table, given their states, oldest first; None for a game whose games have nothing
    to do with each other. `least` is the number of seats with cards at any table: whoever plays
    alone may play for somebody virtual too. In the rules, `signs` stand in the headings with these
    ids and `examples` below them, both out of the sprites of `drawings`.
    `pressing` names the paragraphs of the rules that matter in a state, the most pressing one
    first; `behind` the one of each kind of entry, notes included; `preparing` says what is laid out
    and dealt at a start, thing by thing. `tiles` are its places on the shelf, the plain one first.
    `deck` says how its cards are learned, a `Learning` of companion.engine.deck; None for a game
    whose cards carry nothing.
    """

    slug: str
    seats: range
    options: tuple[Option, ...]
    entries: tuple[type[Entry], ...]
    start: Callable[[Setup], S]
    check: Callable[[S, E], Iterator[Breach]]
    apply: Callable[[S, E], S]
    outcome: Callable[[S], Outcome | None]
    describe: Callable[[S], dict[str, object]]
    summary: Callable[[S], Summary]
    board: Callable[..., Any]
    words: Any
    forms: tuple[type[Any], ...]
    switches: type[Any]
    sheets: tuple[str, ...]
    asks: type[Any]
    tiles: tuple[Tile, ...]
    pressing: Callable[[S], Iterable[str]]
    behind: Mapping[str, str]
    preparing: Callable[[S], Iterable[str]]
    helps: tuple[str, ...] = ()
    deck: Any = None
    replies: Mapping[str, str] = dataclasses.field(default_factory=dict)
    opening: Callable[[S], Facts | None] = lambda state: None
    tallies: Tallies = Tallies()
    concurrency: Concurrency[S, E] = Concurrency()
    notes: tuple[type[Entry], ...] = ()
    fits: Callable[[Setup], str | None] = lambda setup: None
    series: Callable[[Iterable[S]], Any] | None = None
    least: int = 1
    signs: Mapping[str, str] = dataclasses.field(default_factory=dict)
    examples: Mapping[str, str] = dataclasses.field(default_factory=dict)
    drawings: tuple[str, ...] = ()

    @property
    def starters(self) -> frozenset[str]:
        """The kinds of entries that say who starts."""
        return frozenset(entry.kind for entry in self.entries if issubclass(entry, Starter))

    @property
    def folder(self) -> str:
        """Where its templates and its package stand: the slug as a Python name."""
        return self.slug.replace("-", "_")

    def tile(self, options: Mapping[str, object]) -> Tile:
        """The tile of the shelf that a game with these options is: the last one that it fills."""
        fitting = (tile for tile in self.tiles if tile.options.items() <= options.items())
        return tuple(fitting)[-1]

    def setup(self, players: Iterable[str], options: Mapping[str, object]) -> Setup:
        """The set-up for these players with every option filled in.

        Raises `ValueError`, with a sentence for whoever wrote the record, on a number of players
        or an option that this game does not have, and where the two do not go together.
        """
        names = tuple(players)
        if len(names) not in self.seats:
            raise ValueError(
                f"{self.slug} is for {self.seats[0]} to {self.seats[-1]} players, not {len(names)}"
            )
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                raise ValueError(f"{self.slug} has no option {name!r}")
            if value is not None and not _is_one_of(value, known[name].values):
                raise ValueError(f"{self.slug} has no {name} {value!r}")
        chosen = {
            option.name: option.default
            if options.get(option.name) is None
            else options[option.name]
            for option in self.options
        }
        setup = Setup(names, chosen)
        if why := self.fits(setup):
            raise ValueError(f"{self.slug}: {why}")
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
        known = (*self.entries, *self.notes)
        entry = next((entry for entry in known if entry.kind == kind), None)
        if entry is None:
            raise Unreadable("kind")
        if not isinstance(facts.get("confirmed"), bool | None):
            raise Unreadable("confirmed")
        values: dict[str, object] = {}
        for field in dataclasses.fields(entry):
            name = field.metadata["said"] or field.name
            value = facts.get(name)
            if value is None and field.default is None:
                continue
            try:
                fits = field.metadata["fits"](setup, value)
            except TypeError:  # lists and objects have no place in a set of words
                fits = False
            if not fits:
                raise Unreadable(name)
            values[field.name] = value
        return entry(**values)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What became of one entry: the verdict, the rules it names, and the state after it.

    `flagged` is the latest flag after it, None where there is none.
    """

    result: Result
    rules: tuple[str, ...]
    state: S
    flagged: Flagged | None
    outcome: Outcome | None

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Every flag after this entry, the first one first."""
        flags: list[Flag] = []
        last = self.flagged
        while last:
            flags.append(last.flag)
            last = last.before
        return tuple(reversed(flags))


@dataclass(frozen=True, slots=True)
class Replay(Generic[S]):
    """Everything known about a game, from its set-up and its entries alone."""

    start: Step[S]
    steps: tuple[Step[S], ...]

    @property
    def last(self) -> Step[S]:
        """The step that stands at the end: the latest entry's, or the start."""
        return self.steps[-1] if self.steps else self.start

    @property
    def state(self) -> S:
        return self.last.state

    @property
    def flags(self) -> tuple[Flag, ...]:
        return self.last.flags

    @property
    def outcome(self) -> Outcome | None:
        return self.last.outcome

    def before(self, index: int) -> S:
        """The state against which the entry at `index` was judged."""
        return self.steps[index - 1].state if index else self.start.state


def replay(game: Game[S, E], setup: Setup, entries: Iterable[object]) -> Replay[S]:
    """Judge and apply entries one after the other; what is not taken leaves the state alone."""
    state = game.start(setup)
    last = start = Step(Result.RECORDED, (), state, None, game.outcome(state))
    steps: list[Step[S]] = []
    for index, facts in enumerate(entries):
        last = judge(game, setup, last, index, facts)
        steps.append(last)
    return Replay(start, tuple(steps))


def judge(game: Game[S, E], setup: Setup, last: Step[S], index: int, facts: object) -> Step[S]:
    """The step that follows `last` when these facts are entered as number `index` of the log."""
    try:
        entry = game.read(setup, facts)
    except Unreadable:
        return dataclasses.replace(last, result=Result.UNREADABLE, rules=())
    if last.outcome is not None:
        return dataclasses.replace(last, result=Result.REFUSED, rules=(GAME_OVER,))
    asked: list[str] = []
    for breach in game.check(last.state, entry):
        if breach.weight is Weight.REFUSE:
            return dataclasses.replace(last, result=Result.REFUSED, rules=(breach.rule,))
        asked.append(breach.rule)
    rules = tuple(sorted(asked))
    if rules and not (isinstance(facts, Mapping) and facts.get("confirmed")):
        return dataclasses.replace(last, result=Result.ASK, rules=rules)
    state = game.apply(last.state, entry)
    flagged = last.flagged
    for rule in rules:
        flagged = Flagged(Flag(index, rule), flagged)
    return Step(Result.RECORDED, (), state, flagged, game.outcome(state))


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


def _is_one_of(value: object, values: Iterable[object]) -> bool:
    """Whether a value is among these, 1 and True being two different things."""
    return any(type(value) is type(known) and value == known for known in values)
