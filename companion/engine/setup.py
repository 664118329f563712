"""What is chosen before the first entry: who sits down, and with which switches."""

from collections.abc import Mapping
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
    """A switch of a game: its default and every value it may have."""

    name: str
    default: object
    values: tuple[object, ...]
