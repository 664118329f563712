"""A table and its games, as everything but the database knows them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from companion.engine.deck import Lesson
from companion.engine.log import Written

ENTRIES_PER_GAME = 5_000  # protocol.md, Limits; what takes one of them back always has room
GAMES_PER_TABLE = 200  # protocol.md, Limits
PEOPLE_PER_TABLE = 60  # protocol.md, Limits
ROOM = 7 * 1024 * 1024  # bytes of entries at a table, as its file has them (protocol.md, Limits)
ROOM_TO_UNDO = 512 * 1024  # bytes more for what takes back
BESIDES = 110  # bytes that a file says of an entry besides its facts, at most: kind, time, results
LESSONS_PER_TABLE = 20_000  # more than all its games can teach (protocol.md, Limits)
PHONES_PER_TABLE = 24  # protocol.md, Limits
ANSWERS_PER_PHONE = 500  # protocol.md, Limits

HOST, PLAYER, ONLOOKER = "host", "player", "onlooker"
WRITERS = (HOST, PLAYER)
"""What a phone may do at a table: manage it, enter, or look on."""

ID = re.compile(r"[!-~]{1,128}")
"""What the id of anything can be."""

IN_ADDRESS = re.compile(r"[\w-]{1,64}", re.ASCII)
"""What the id of a table, a game or a person is: it stands in addresses."""

FROM_FILE = re.compile(rf"({IN_ADDRESS.pattern})-1", re.ASCII)
"""The id of the first entry of a game that came out of a file, with what the file calls it."""

GAME_ITSELF = "game"
"""What has a nickname when it is the game; everything else is a part of it that the game names."""


class Unknown(LookupError):
    """There is no such table, game or person for this phone: it may be a stranger to it."""


class Full(Exception):
    """This game is full: it can take no more entries."""


class NoRoom(Exception):
    """This table has as many games as a table can have, or would have more."""


class TooManyPeople(NoRoom):
    """This table would have more people than a table can have."""


class TooMuch(NoRoom):
    """The games of this table hold as much as they can, or would hold more."""


class Together(Exception):
    """These two played a game together: nobody is both of them."""


class Crowded(Exception):
    """This table has as many phones as a table can have."""


class Closed(Exception):
    """This table is closed: it is looked at, and nothing is entered."""


class Damaged(Exception):
    """What is stored of this game cannot be read: no page can show it."""


class Diverged(Exception):
    """Two copies of this game went on differently: neither is the beginning of the other."""


class Away(Exception):
    """The database is out of reach, locked, or its disk full: the same may go well later."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays at a table; without a name, an empty one.

    `listed` is whether lists of who plays here have this one; it is read with tables only.
    """

    id: str
    name: str
    listed: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """Some people and how many games they have played; people in the order they came.

    `role` is that of the phone that asked, `mine` the id of its person, if it is anybody's.
    `shows_code` says whether screens that only look on may show how players join.
    """

    id: str
    name: str | None
    people: tuple[Person, ...]
    touched_at: datetime
    games: int
    role: str
    closed: bool = False
    mine: str | None = None
    shows_code: bool = False

    @property
    def watches(self) -> bool:
        """Whether the phone that asked only looks on, whatever others do."""
        return self.role == ONLOOKER

    @property
    def hosts(self) -> bool:
        """Whether the phone that asked manages this table."""
        return self.role == HOST

    @property
    def writes(self) -> bool:
        """Whether the phone that asked may enter here now."""
        return self.role in WRITERS and not self.closed


@dataclass(frozen=True, slots=True)
class Member:
    """A phone at a table: its name, "" without one, and the person it belongs to, if any."""

    phone: str
    name: str
    role: str
    person: str | None
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class Watched:
    """A table as those who watch it need it: when it was touched, and what each phone may do."""

    moment: int
    closed: bool
    roles: Mapping[str, str]


Options = tuple[tuple[str, bool], ...]
"""Options of a game that are switched on or off."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games of a table are asked for: all of them, or those of one tile or of one person.

    `slug` is their game; they have the options `having`, and not those of any tile in `lacking`.
    Their option `named_by` is one of `called`, where either is given.
    """

    slug: str = ""
    having: Options = ()
    lacking: tuple[Options, ...] = ()
    person: str = ""
    named_by: str = ""
    called: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game of a table: its people in seat order, and its log, which is () in listings.

    `lessons` are those of the table's deck for this game of the shelf, oldest first; they are read
    only where one game is read with its log, and are () elsewhere. So are its `nicknames`, which
    say what the table calls the game and its parts, and `phones`, the names of the phones that have
    entered something in it and of the one that asked ("" for none). `role` and `mine` are those of
    the phone that asked, and so is `met`, the places of what it has entered too, read where it
    enters something or mirrors the game; two games are the same whoever asks. All of it is at least
    as new as the change of the table that was made at the moment `touched`. On a phone that counts
    by itself so many of the newest entries are `waiting` to be entered. Where the table is closed
    or the game was `deleted`, it is `closed`. `note` is what somebody wrote about it.
    `came_as` is what the file called it out of which it came, where it says so.
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
    phones: Mapping[str, str] = field(default_factory=dict, compare=False)
    role: str = field(default=HOST, compare=False)
    closed: bool = field(default=False, compare=False)
    mine: str | None = field(default=None, compare=False)
    touched: int = field(default=0, compare=False)
    met: frozenset[int] = field(default=frozenset(), compare=False)
    waiting: int = field(default=0, compare=False)
    note: str = ""
    came_as: str = ""
    deleted: bool = field(default=False, compare=False)

    @property
    def place(self) -> int:
        """The place of the newest entry that the server has, 0 for none."""
        return len(self.log) - self.waiting

    @property
    def known_as(self) -> str:
        """What files call this game: as the file did that it came out of, else by its own id."""
        return name_in_files(self.id, self.came_as, self.log[0].id if self.log else "")

    @property
    def seat(self) -> int | None:
        """Where the person of the phone that asked sits; None where that is nobody."""
        people = [person.id for person in self.people]
        return people.index(self.mine) if self.mine in people else None

    @property
    def watches(self) -> bool:
        """Whether the phone that asked only looks on, whatever others do."""
        return self.role == ONLOOKER

    @property
    def writes(self) -> bool:
        """Whether the phone that asked may enter here now."""
        return self.role in WRITERS and not self.closed


def name_in_files(game: str, came_as: str, first: str) -> str:
    """What files call the game with this id; `first` is the id of its first entry, "" for none.

    By that entry games are known that came before it was kept what they `came_as`.
    """
    found = FROM_FILE.fullmatch(first)
    return came_as or (found[1] if found else game)


@dataclass(frozen=True, slots=True)
class Kept:
    """A game without its log, the place of the last entry in it, and the result kept beside it.

    `place` and `version` say from which entry and by which version of Companion the result was
    made; they are None where none is kept.
    """

    stored: StoredGame
    head: int
    place: int | None = None
    version: int | None = None
    summary: Mapping[str, Any] | None = None
