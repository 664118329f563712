"""What is chosen before the first entry: who sits down, and with which switches."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass


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
    """A switch of a game: its default and every value it may have.

    Where nobody can list these, `fits` says of one whether it is such a value, and `values` are
    some of them. A `newer` one stands in a record only where it is not the default: what does not
    know it reads the others.
    """

    name: str
    default: object
    values: tuple[object, ...]
    fits: Callable[[object], bool] | None = None
    newer: bool = False

    def is_told(self, value: object) -> bool:
        """Whether a record says that it has this value."""
        return not (self.newer and value == self.default)

    def takes(self, value: object) -> bool:
        """Whether it may have this value, 1 and True being two different things."""
        if self.fits:
            return self.fits(value)
        return any(type(value) is type(known) and value == known for known in self.values)
