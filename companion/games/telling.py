"""How a game tells of its entries: in the log, in a spreadsheet, and aloud."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from flask_babel import gettext as _

from companion.engine.log import Line

Row = tuple[str, str, str | int, str | int]
"""A row of the CSV file: who, what, how much, and how much there is of it then."""


class Telling:
    """One line of a log as it is told; each kind of entry has its own class.

    `names` are the players as this phone shows them, by seat. `before` and `after` are the states
    around the line; they are the same where the line has no effect. All texts are in the language
    of the request.
    """

    ends = False
    """Whether it does no more than end a turn: whoever tells a whole turn can leave it out."""

    def __init__(self, line: Line, names: Sequence[str]) -> None:
        self.facts, self.names = line.facts, names
        self.before: Any = line.before
        self.after: Any = line.step.state if line.step else line.before

    def log(self) -> str:
        """Say it as a line of the log: "Ben: 47 on ▲ A"."""
        raise NotImplementedError

    def say(self) -> str:
        """Say aloud what was entered, in at most seven words if names have one."""
        return f"{self.log()}."

    def rows(self) -> Iterator[Row]:
        """Give its rows of the CSV file."""
        return iter(())

    def number(self, field: str) -> int:
        """Give the whole number of this field."""
        return int(str(self.facts[field]))

    def name(self, seat: int) -> str:
        """Give the name of the player whom the entry names, or of this seat."""
        return self.names[int(str(self.facts.get("player", seat)))]


class StarterTelling(Telling):
    """Who starts: the same in all games."""

    def log(self) -> str:
        return _("%(name)s starts", name=self.name(0))

    def rows(self) -> Iterator[Row]:
        yield self.name(0), _("starts"), "", ""


Tellings = Mapping[str, Callable[[Line, Sequence[str]], Telling]]
"""How a game tells of its lines, by the kind of entry."""
