"""A table and its games, as everything but the database knows them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from companion.deck import Lesson
from companion.log import Written

GAME_ITSELF = "game"
"""What has a nickname when it is the game; everything else is a part of it that the game names."""


class Unknown(LookupError):
    """There is no such table, game or person for this phone: it may be a stranger to it."""


class Full(Exception):
    """This game has as many entries as a game can have."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays at a table; without a name, an empty one."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """Some people and how many games they have played; people in the order they came.

    `writes`: the phone that asked may enter here, and is no onlooker.
    """

    id: str
    name: str | None
    people: tuple[Person, ...]
    touched_at: datetime
    games: int
    writes: bool


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game of a table: its people in seat order, and its log, which is () in listings.

    `lessons` are those of the table's deck for this game of the shelf, oldest first; they are read
    only where one game is read with its log, and are () elsewhere. So are its `nicknames`, which
    say what the table calls the game and its parts.
    """

    id: str
    table: str
    slug: str
    options: Mapping[str, object]
    people: tuple[Person, ...]
    made_at: datetime
    log: tuple[Written, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    nicknames: Mapping[str, str] = field(default_factory=dict)
