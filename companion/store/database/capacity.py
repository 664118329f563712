"""How much a table holds: so many games, people and lessons, and so many bytes of entries."""

from sqlalchemy import Connection, Text, bindparam, cast, func, select

from companion.engine.table import (
    BESIDES,
    GAMES_PER_TABLE,
    LESSONS_PER_TABLE,
    PEOPLE_PER_TABLE,
    ROOM,
    NoRoom,
    Table,
    TooManyPeople,
    TooMuch,
)
from companion.store.database import schema

_games, _entries, _lessons = schema.games, schema.entries, schema.lessons
_of_table = _games.c.table == bindparam("table_id")

_is_listed = _of_table & _games.c.deleted_at.is_(None)

GAMES = select(func.count()).select_from(_games).where(_is_listed)
# How many bytes the entries of a table take in its file, at most.
WEIGHT = (
    select(func.coalesce(func.sum(func.length(cast(_entries.c.facts, Text)) + BESIDES), 0))
    .join(_games, _games.c.id == _entries.c.game)
    .where(_of_table)
)
LESSONS = (
    select(func.count()).select_from(_lessons).where(_lessons.c.table == bindparam("table_id"))
)


def is_full(table: Table) -> bool:
    """Whether this table has as many games as a table can have."""
    return table.games >= GAMES_PER_TABLE


def count_games(connection: Connection, table: str) -> int:
    return int(connection.execute(GAMES, {"table_id": table}).scalar_one())


def check_games(connection: Connection, table: str, more: int) -> None:
    """This table, which nobody else changes now, has room for so many more games, or `NoRoom`."""
    there = count_games(connection, table)
    if more and there + more > GAMES_PER_TABLE:
        raise NoRoom(table)


def check_people(table: str, count: int) -> None:
    """A table can have so many people, or `TooManyPeople`."""
    if count > PEOPLE_PER_TABLE:
        raise TooManyPeople(table)


def weigh(connection: Connection, table: str) -> int:
    """How many bytes the entries of this table take in its file, at most."""
    return int(connection.execute(WEIGHT, {"table_id": table}).scalar_one())


def check_weight(connection: Connection, table: str, more: int = 0) -> None:
    """The file of this table can be taken in again, also with so many more bytes; or `TooMuch`."""
    check_room(table, weigh(connection, table) + more)


def check_lessons(connection: Connection, table: str) -> None:
    """This table has not learned more than its games can teach, or `TooMuch`."""
    if connection.execute(LESSONS, {"table_id": table}).scalar_one() > LESSONS_PER_TABLE:
        raise TooMuch(table)


def check_room(table: str, weight: int) -> None:
    """A table can hold entries of so many bytes, or `TooMuch`."""
    if weight > ROOM:
        raise TooMuch(table)
