"""All tables, for whoever runs the server: no phone has to be at one of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, func, select, text, update

from companion.engine.names import name_key
from companion.store.database import schema, times
from companion.store.database.database import Database
from companion.store.tables import access, people

_tables, _members, _games = schema.tables, schema.members, schema.games
_played = (
    select(func.count())
    .where(_games.c.table == _tables.c.id, _games.c.deleted_at.is_(None))
    .scalar_subquery()
)
ALL = select(
    _tables.c.id, _tables.c.name, _tables.c.touched_at, _tables.c.deleted_at, _played.label("games")
).order_by(_tables.c.touched_at.desc(), _tables.c.id)
PHONE = (
    select(_members.c.phone)
    .where(_members.c.table == bindparam("table_id"), _members.c.left_at.is_(None))
    .order_by(_members.c.joined_at, _members.c.phone)
    .limit(1)
)
NAMED = select(_members.c.phone, _members.c.name).where(_members.c.table == bindparam("table_id"))
RENAME_PERSON = (
    update(schema.people).where(schema.people.c.id == bindparam("of")).values(name=bindparam("new"))
)
UNNAME_PHONE = (
    update(_members)
    .where(_members.c.table == bindparam("table_id"), _members.c.phone == bindparam("of"))
    .values(name="")
)
UNNAME_TABLE = update(_tables).where(_tables.c.id == bindparam("table_id")).values(name=None)
REMOVE = delete(_tables).where(_tables.c.id == bindparam("table_id"))
COUNTS = select(
    *(
        select(func.count()).select_from(each).scalar_subquery().label(each.name)
        for each in (_tables, _games, schema.entries)
    )
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A table: what it is called, whose it is, and when it was last used."""

    id: str
    name: str | None
    people: Sequence[str]
    games: int
    touched_at: datetime
    deleted: bool


class Overview:
    """What is done with a table by its id alone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find_all(self) -> tuple[Listed, ...]:
        """All tables, those that were used last first."""
        with self._database.read_existing() as connection:
            rows = connection.execute(ALL).all()
            seated = people.at_tables(connection, [row.id for row in rows])
        return tuple(
            Listed(
                row.id,
                row.name,
                [person.name for person in seated.get(row.id, ())],
                row.games,
                times.to_time(row.touched_at),
                row.deleted_at is not None,
            )
            for row in rows
        )

    def find_phone(self, table_id: str) -> str | None:
        """The phone that is at this table for longest; None where none is."""
        with self._database.read_existing() as connection:
            found: str | None = connection.scalar(PHONE, {"table_id": table_id})
        return found

    def measure(self) -> dict[str, int]:
        """How many tables, games and entries there are, and the bytes of the database."""
        with self._database.read() as connection:
            counted = dict(connection.execute(COUNTS).one()._mapping)
            file = self._database.file
            if file is None:
                size = connection.scalar(text("SELECT pg_database_size(current_database())"))
            else:
                both = (file, file.with_name(f"{file.name}-wal"))
                size = sum(each.stat().st_size for each in both if each.exists())
        return {**counted, "database_bytes": int(size)}

    def delete(self, table_id: str) -> None:
        """This table is gone, with its games; `Unknown` for none."""
        with self._database.write() as connection:
            access.lock(connection, table_id)
            connection.execute(REMOVE, {"table_id": table_id})

    def take_out(self, table_id: str, name: str, instead: str) -> int:
        """Whoever is called so at this table is called `instead`; how many people and phones were.

        A table that is called so has no name of its own any more. Raises `Unknown` for no table.
        """
        wanted = name_key(name)
        with self._database.write() as connection:
            access.lock(connection, table_id)
            asked = {"table_id": table_id}
            persons = [
                {"of": person.id, "new": instead}
                for person in people.read(connection, table_id)
                if name_key(person.name) == wanted
            ]
            phones = [
                {"of": row.phone, "table_id": table_id}
                for row in connection.execute(NAMED, asked)
                if row.name and name_key(row.name) == wanted
            ]
            for statement, found in ((RENAME_PERSON, persons), (UNNAME_PHONE, phones)):
                if found:
                    connection.execute(statement, found)
            called = connection.scalar(select(_tables.c.name).where(_tables.c.id == table_id))
            if called and wanted in name_key(called):
                connection.execute(UNNAME_TABLE, asked)
            self._database.touch(connection, table_id, self._database.next_moment())
            return len(persons) + len(phones)
