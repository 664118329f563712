"""How a game tells of its entries: in the log, in a spreadsheet, and aloud."""

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import get_domain
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from companion.engine.log import Line

Row = tuple[str, str, str | int, str | int]
"""A row of the CSV file: who, what, how much, and how much there is of it then."""

Pattern = str | LazyString | Callable[[Any], "Pattern"]
"""A lazy text that names what it needs of a `Told`: "%(name)s: end of turn".

Or what makes a text of one; a plain string is a text as it is.
"""


@dataclass(frozen=True)
class Telling:
    """How one kind of entry is told.

    `log` says it as a line of the log: "Ben: 47 on ▲ A". `say` says aloud what was entered, in at
    most seven words if names have one; without it that is the line of the log. `rows` are those of
    the CSV file: who, what, how much and how much then, by their names in a `Told`, a number for
    itself; or what makes them of one. `ends` says whether the entry does no more than end a turn:
    whoever tells a whole turn can leave it out.
    """

    log: Pattern
    say: Pattern | None = None
    rows: Sequence[tuple[str, Pattern, str | int, str]] | Callable[[Any], Iterable[Row]] = ()
    ends: bool = False


class Told:
    """One line of a log as it is told; a game adds the names that its texts need.

    `names` are the players as this phone shows them, by seat. `before` and `after` are the states
    around the line; they are the same where the line has no effect. `aloud` says whether what is
    being told is said aloud. All texts are in the language of the request.
    """

    aloud = False

    def __init__(self, telling: Telling, line: Line, names: Sequence[str]) -> None:
        self.telling, self.names = telling, names
        self.facts: Mapping[str, Any] = line.facts
        self.before, self.after = line.before, line.after

    def __getitem__(self, name: str) -> Any:
        """What has this name: an attribute of this, a fact of the entry, or of the state after."""
        if hasattr(self, name):
            return getattr(self, name)
        return self.facts[name] if name in self.facts else getattr(self.after, name)

    @property
    def seat(self) -> int:
        """The seat whose entry it is: that which it names, or else whose turn it was."""
        seat: int = self["player"] if "player" in self.facts else self.before.player
        return seat

    @property
    def name(self) -> str:
        return self.names[self.seat]

    def log(self) -> str:
        self.aloud = False
        return self._fill(self.telling.log)

    def say(self) -> str:
        """Say aloud what was entered."""
        self.aloud = True
        return self._fill(self.telling.say) if self.telling.say else f"{self.log()}."

    def announce(self) -> Iterator[str]:
        """Say aloud what changed by it that a player has to know, such as whose turn it is.

        Each time it is a short sentence; a line without effect changed nothing. Whoever hears what
        was entered and these knows whatever the rules allow to know.
        """
        return iter(())

    def rows(self) -> Iterator[Row]:
        """Give its rows of the CSV file."""
        self.aloud, rows = False, self.telling.rows
        if callable(rows):
            yield from rows(self)
        else:
            for who, what, much, then in rows:
                yield self._find(who), self._fill(what), self._find(much), self._find(then)

    def _find(self, name: str | int) -> Any:
        return self[name] if name and isinstance(name, str) else name

    def _fill(self, said: Pattern) -> str:
        if isinstance(said, LazyString):
            return str(said % self)
        return said if isinstance(said, str) else self._fill(said(self))


def counted(one: str, many: str, field: str) -> Callable[[Any], str]:
    """The text that fits the number with this name, which is "%(num)d" in it."""

    def say(told: Any) -> str:
        number = int(told[field])
        said = get_domain().get_translations().ungettext(one, many, number)
        return str(said % ChainMap({"num": number}, told))

    return say


class Named:
    """What a fact is called by these words, or the player in that seat: an attribute of a `Told`.

    It is "" where the entry does not say the fact.
    """

    def __init__(self, fact: str, words: Mapping[Any, object] | None = None) -> None:
        self.fact, self.words = fact, words

    def __get__(self, told: Told, kind: type[Told]) -> str:
        said = told.facts.get(self.fact)
        return "" if said is None else str((self.words or told.names)[said])


def unreadable() -> str:
    """What is said of a line whose facts the rules of its game cannot read."""
    return _("This entry cannot be read, so it has no effect.")


UNREAD = Telling(lambda told: unreadable(), say=lambda told: unreadable())

STARTS = Telling(_l("%(name)s starts"), rows=[("name", _l("starts"), "", "")])
"""Who starts: the same in all games."""


@dataclass(frozen=True)
class Tellings:
    """How a game tells of its lines: each kind of entry, with the names that its texts need."""

    told: Callable[[Telling, Line, Sequence[str]], Told]
    kinds: Mapping[str, Telling]
