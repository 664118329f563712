"""The tables of phones: which there are, how they change, and how they go."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection, Executable, bindparam, delete, func, insert, select, update

from companion.engine.names import name_key
from companion.engine.table import HOST, Closed, Table, Unknown, Watched
from companion.store.database import capacity, schema, times
from companion.store.database.database import Database
from companion.store.database.ids import is_id, new_id
from companion.store.tables import access, lessons, nicknames, people
from companion.store.tables.expiry import DAY
from companion.store.tables.invitations import Invitations

MayBegin = Callable[[], None]
"""Called where a new table is to be made; what it raises leaves nothing behind."""

_tables, _members, _games = schema.tables, schema.members, schema.games
_table = _tables.c.id == bindparam("table_id")
_of_table = _members.c.table == bindparam("table_id")
_there = _members.c.left_at.is_(None)
_played = (
    select(func.count())
    .where(_games.c.table == _tables.c.id, _games.c.deleted_at.is_(None))
    .scalar_subquery()
)

TABLES = (
    select(
        _tables.c.id,
        _tables.c.name,
        _tables.c.touched_at,
        _tables.c.closed_at,
        _tables.c.shows_code,
        _played.label("games"),
        _members.c.role,
        people.MINE,
    )
    .join(_members, _members.c.table == _tables.c.id)
    .where(access.IS_MINE)
    .order_by(_tables.c.touched_at.desc(), _tables.c.id)
)
HOSTED_TABLES = TABLES.where(_members.c.role == HOST)
TABLE = TABLES.where(_table)
NEW_TABLE, NEW_MEMBER = insert(_tables), insert(_members)
WATCHED = select(_tables.c.touched_at, _tables.c.closed_at).where(
    _table, _tables.c.deleted_at.is_(None)
)
ROLES = select(_members.c.phone, _members.c.role).where(_of_table, _there)
TOUCHED = select(_tables.c.id, _tables.c.touched_at).where(
    _tables.c.touched_at >= bindparam("moment")
)
CLOSE = update(_tables).where(_table).values(closed_at=bindparam("moment"))
DELETE = update(_tables).where(_table).values(deleted_at=bindparam("moment"))
EVERYBODY_LEAVES = update(_members).where(_of_table, _there).values(left_at=bindparam("moment"))
EVERYBODY_COMES_BACK = (
    update(_members)
    .where(_of_table, _members.c.left_at == bindparam("moment"))
    .values(left_at=None)
)
DELETED = (
    select(_tables.c.id, _tables.c.name, _tables.c.deleted_at)
    .join(_members, _members.c.table == _tables.c.id)
    .where(_members.c.phone == bindparam("phone_id"))
    .where(_members.c.role == HOST, _members.c.left_at == _tables.c.deleted_at)
    .where(_tables.c.deleted_at > bindparam("since"))
    .order_by(_tables.c.deleted_at.desc(), _tables.c.id)
)
FORGET = delete(_tables).where(_table)


@dataclass(frozen=True, slots=True)
class Deleted:
    """A table that its host deleted, and can have back for a day."""

    table: Table
    deleted_at: int


class Tables:
    """All tables; strangers are answered exactly as if there were none."""

    def __init__(self, database: Database, invitations: Invitations) -> None:
        self._database = database
        self._invitations = invitations

    def find_all(self, phone: str) -> tuple[Table, ...]:
        """The tables of this phone, newest touched first."""
        with self._database.read() as connection:
            return _read(connection, TABLES, phone=phone)

    def find(self, phone: str, table_id: str) -> Table | None:
        """This table; None where this phone is a stranger."""
        if not is_id(table_id):
            return None
        with self._database.read() as connection:
            found = _read(connection, TABLE, phone=phone, table_id=table_id)
            return found[0] if found else None

    def close(self, phone: str, table_id: str, closed: bool = True) -> None:
        """Nobody joins and nobody enters any more, or they do again; `Unknown` but for its host."""
        with self._database.write() as connection:
            access.lock_to_host(connection, phone, table_id)
            at = self._database.next_moment()
            connection.execute(CLOSE, {"table_id": table_id, "moment": at if closed else None})
            self._database.touch(connection, table_id, at)

    def delete(self, phone: str, table_id: str) -> None:
        """The table is gone for everybody, and kept for a day; `Unknown` but for its host."""
        with self._database.write() as connection:
            access.lock_to_host(connection, phone, table_id)
            at = self._database.next_moment()
            asked = {"table_id": table_id, "moment": at}
            connection.execute(DELETE, asked)
            connection.execute(EVERYBODY_LEAVES, asked)
            self._database.touch(connection, table_id, at)

    def find_deleted(self, phone: str) -> tuple[Deleted, ...]:
        """The tables that this phone deleted and can still restore, the latest first."""
        with self._database.read() as connection:
            return _read_deleted(connection, phone)

    def restore(self, phone: str, table_id: str) -> None:
        """The table is there again as it was; `Unknown` where this phone cannot have it back."""
        with self._database.write() as connection:
            access.lock(connection, table_id)
            gone = _find_deleted(connection, phone, table_id)
            back = {"table_id": table_id, "moment": gone.deleted_at}
            connection.execute(EVERYBODY_COMES_BACK, back)
            connection.execute(DELETE, {"table_id": table_id, "moment": None})
            self._database.touch(connection, table_id, self._database.next_moment())

    def forget(self, phone: str, table_id: str) -> None:
        """A deleted table is gone for good; `Unknown` where this phone has not deleted it."""
        with self._database.write() as connection:
            access.lock(connection, table_id)
            _find_deleted(connection, phone, table_id)
            connection.execute(FORGET, {"table_id": table_id})

    def find_watched(self, table_id: str) -> Watched | None:
        """How this table is for whoever watches it; None where it is gone."""
        if not is_id(table_id):
            return None
        with self._database.read() as connection:
            found = connection.execute(WATCHED, {"table_id": table_id}).first()
            if found is None:
                return None
            roles = {
                row.phone: row.role for row in connection.execute(ROLES, {"table_id": table_id})
            }
        return Watched(found.touched_at, found.closed_at is not None, roles)

    def find_touched(self, moment: int) -> Mapping[str, int]:
        """The tables touched at this moment or later, and when."""
        with self._database.read() as connection:
            found = connection.execute(TOUCHED, {"moment": moment}).all()
        return {row.id: row.touched_at for row in found}

    def choose_or_make(
        self,
        connection: Connection,
        phone: str,
        names: Sequence[str],
        table_id: str | None,
        may_begin: MayBegin,
    ) -> str:
        """The table to play at, which nobody else changes until this is done.

        It is the one that `choose` finds, or else a new one.
        """
        if table_id is None:
            access.lock_phone(connection, phone)
        if there := choose(connection, phone, names, table_id):
            return there
        may_begin()
        table_id, made_at = new_id(), self._database.next_moment()
        made = {"id": table_id, "name": None, "made_at": made_at, "touched_at": made_at}
        connection.execute(NEW_TABLE, made)
        host = {"table": table_id, "phone": phone, "role": HOST, "joined_at": made_at}
        connection.execute(NEW_MEMBER, host)
        self._invitations.replace(connection, table_id)
        lessons.take_over(connection, phone, table_id, made_at)
        nicknames.take_over(connection, phone, table_id)
        return table_id


def choose(
    connection: Connection, phone: str, names: Sequence[str], table_id: str | None
) -> str | None:
    """The table `table_id`, or an open one with room that this phone hosts for these people."""
    if table_id is not None:
        return access.lock_to_write(connection, phone, table_id)
    asked_for = sorted(map(name_key, names))
    for table in _read(connection, HOSTED_TABLES, phone=phone):
        if table.closed or capacity.is_full(table):
            continue
        if sorted(name_key(each.name) for each in table.people if each.listed) == asked_for:
            with suppress(Unknown, Closed):  # it was deleted or closed just now
                return access.lock_to_write(connection, phone, table.id)
    return None


def _read(connection: Connection, statement: Executable, **asked: object) -> tuple[Table, ...]:
    found = connection.execute(statement, asked).all()
    sitting = people.at_tables(connection, [row.id for row in found])
    return tuple(
        Table(
            row.id,
            row.name,
            tuple(sitting[row.id]),
            times.to_time(row.touched_at),
            row.games,
            row.role,
            row.closed_at is not None,
            row.person,
            row.shows_code,
        )
        for row in found
    )


def _read_deleted(connection: Connection, phone: str) -> tuple[Deleted, ...]:
    asked = {"phone_id": phone, "since": times.now() - DAY}
    found = connection.execute(DELETED, asked).all()
    sitting = people.at_tables(connection, [row.id for row in found])
    return tuple(
        Deleted(
            Table(row.id, row.name, tuple(sitting[row.id]), times.to_time(row.deleted_at), 0, HOST),
            row.deleted_at,
        )
        for row in found
    )


def _find_deleted(connection: Connection, phone: str, table: str) -> Deleted:
    for gone in _read_deleted(connection, phone):
        if gone.table.id == table:
            return gone
    raise Unknown(table)
