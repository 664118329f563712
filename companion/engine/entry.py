"""What a player tells the app: entries, and the fields they are read from."""

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, dataclass_transform

from companion.engine.setup import Setup

Facts = Mapping[str, object]
"""One entry as it is written down: its kind and its fields, as JSON has them."""


WORD = re.compile(r"(?<!^)(?=[A-Z])")
"""Where another word begins in the name of a class."""


class Unreadable(ValueError):
    """An entry lacks a field, or a field has no such value; `field` names it."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a player told the app; a fact in the past tense, a frozen dataclass by itself.

    Its `kind` is the name of its class as a record has it: "thing-done" of `ThingDone`.
    `paragraph` is the one of the rules behind it. `acts` is what it does, made of its fields and of
    the state that its phone saw: "turn {state.number}". Two phones that tell of one act give it one
    name; None where two alike are usual.
    """

    kind: ClassVar[str]
    paragraph: ClassVar[str]
    acts: ClassVar[str | None] = "{entry.kind}"

    def __init_subclass__(cls) -> None:
        if "kind" not in vars(cls):
            cls.kind = WORD.sub("-", cls.__name__).lower()
        dataclass(frozen=True)(cls)

    def act(self, state: Any) -> str | None:
        """The name of what it does, as this state has it; None where two alike are usual."""
        return self.acts and self.acts.format(entry=self, state=state)


class Starter(Entry):
    """The table says who starts; a game makes its own of it, which has the seats."""

    player: int


FieldCheck = Callable[[Setup, object], bool]


@dataclass(frozen=True, slots=True)
class Whole:
    """What a form takes for a whole number: from `low` to `high`; None: without end."""

    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Seat(Whole):
    """A seat: `least` of them there are at any table."""

    least: int = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """What a form takes for one of some words."""

    words: tuple[str, ...]


Shape = Whole | Choice | type[bool] | type[list[int]] | None
"""What a form takes for a field: also yes or no, and a whole number for each seat.

None: only a form that is made for it can say that.
"""


def whole(
    low: int | None = None,
    high: int | None = None,
    *,
    optional: bool = False,
    written_as: str | None = None,
) -> Any:
    """A field of an entry: a whole number from `low` to `high`, included; None: without end.

    An optional field may be left out or null; so it is with the fields below. `written_as` is its
    name as it is written down, where that is another one than in Python.
    """

    def check(setup: Setup, value: object) -> bool:
        if type(value) is not int:
            return False
        return (low is None or value >= low) and (high is None or value <= high)

    return _field(check, optional, written_as, Whole(low, high))


def wholes() -> Any:
    """A field of an entry: a list of whole numbers, of any length and size."""
    return _field(lambda setup, value: _are_wholes(value), shape=list[int])


def numbers_once(*, optional: bool = False) -> Any:
    """A field of an entry: a list of whole numbers, each of them once."""

    def check(setup: Setup, value: object) -> bool:
        return _are_wholes(value) and len(set(value)) == len(value)  # type: ignore[arg-type, call-overload]

    return _field(check, optional)


def seat(*, least: int = 1, optional: bool = False) -> Any:
    """A field of an entry: the number of a seat at this table, from 0.

    `least` is how many seats there are at any table, virtual ones included.
    """

    def check(setup: Setup, value: object) -> bool:
        return type(value) is int and 0 <= value < max(setup.seats, least)

    return _field(check, optional, shape=Seat(0, None, least))


def one_of(
    values: Iterable[str],
    *,
    only_with: str | None = None,
    optional: bool = False,
    written_as: str | None = None,
) -> Any:
    """A field of an entry: one of these words; `only_with` names the option it needs to be read.

    `written_as` is as above.
    """
    words = tuple(map(str, values))
    known = frozenset(words)

    def check(setup: Setup, value: object) -> bool:
        return value in known and (only_with is None or setup.options[only_with] is True)

    return _field(check, optional, written_as, Choice(words))


def truth(*, only_with: Iterable[str] = (), optional: bool = False) -> Any:
    """A field of an entry: true or false; `only_with` names options of which it needs one."""
    options = tuple(only_with)

    def check(setup: Setup, value: object) -> bool:
        fits = not options or any(setup.options[name] is True for name in options)
        return isinstance(value, bool) and fits

    return _field(check, optional, shape=bool)


def pair(first: str, second: str, *, optional: bool = False) -> Any:
    """A field of an entry: an object with these two words, whatever they are."""

    def check(setup: Setup, value: object) -> bool:
        return isinstance(value, Mapping) and all(
            isinstance(value.get(name), str) for name in (first, second)
        )

    return _field(check, optional)


def _field(
    check: FieldCheck, optional: bool = False, written_as: str | None = None, shape: Shape = None
) -> Any:
    metadata = {"check": check, "written_as": written_as, "shape": shape}
    if optional:
        return dataclasses.field(default=None, metadata=metadata)
    return dataclasses.field(metadata=metadata)


def _are_wholes(value: object) -> bool:
    return isinstance(value, list | tuple) and all(type(number) is int for number in value)
