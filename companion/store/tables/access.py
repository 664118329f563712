"""Who may read and write at a table: asked in each statement, or once the table is locked."""

from sqlalchemy import Connection, and_, bindparam, or_, select

from companion.engine.table import HOST, WRITERS, Closed, Unknown
from companion.store.database import schema
from companion.store.database.ids import is_id

_tables, _members, _phones = schema.tables, schema.members, schema.phones
_table = _tables.c.id == bindparam("table_id")

IS_MINE = and_(_members.c.phone == bindparam("phone"), _members.c.left_at.is_(None))
WRITES = or_(*(_members.c.role == role for role in WRITERS))  # `in_` is spelt out at each use
"""What holds of the row in `members` of the phone that asks, and of one that may write."""

ENTERED = (
    select(schema.entries.c.phone)
    .join(schema.games, schema.games.c.id == schema.entries.c.game)
    .where(schema.games.c.table == _members.c.table, schema.entries.c.phone == _members.c.phone)
)
"""What the phone of a row in `members` has entered at that table."""

MEMBER = select(_members.c.role, _members.c.left_at).where(
    _members.c.table == bindparam("table_id"), _members.c.phone == bindparam("phone")
)
# Whoever waits for a lock sees the locked row anew, and all others as they were before it waited:
# so a table is locked first, and what its phones may do is asked after that.
LOCK_TABLE = select(_tables.c.id).where(_table).with_for_update(key_share=True)
LOCK_PHONE = (
    select(_phones.c.id).where(_phones.c.id == bindparam("phone")).with_for_update(key_share=True)
)
_OF_PHONE = (
    select(_tables.c.closed_at)
    .join(_members, _members.c.table == _tables.c.id)
    .where(IS_MINE, _table)
)
TO_WRITE = _OF_PHONE.where(WRITES)
TO_HOST = _OF_PHONE.where(_members.c.role == HOST)


def lock(connection: Connection, table: str) -> None:
    """Nobody else changes this table before the end of the transaction; `Unknown` for none.

    What is asked after this is true until then: who is at the table, who is invited, what is there.
    """
    asked = {"table_id": table}
    if not is_id(table) or connection.execute(LOCK_TABLE, asked).first() is None:
        raise Unknown(table)


def lock_to_write(connection: Connection, phone: str, table: str) -> str:
    """Lock this table for a phone that writes there, and return its id.

    Raises `Unknown` for strangers and onlookers, `Closed` for a table that is closed.
    """
    if lock_to_add(connection, phone, table):
        raise Closed(table)
    return table


def lock_to_host(connection: Connection, phone: str, table: str) -> None:
    """Lock this table for its host; `Unknown` for everybody else."""
    lock(connection, table)
    if connection.execute(TO_HOST, {"phone": phone, "table_id": table}).first() is None:
        raise Unknown(table)


def lock_to_add(connection: Connection, phone: str, table: str) -> bool:
    """Lock this table for a phone that enters there, and say whether it is closed.

    `Unknown` for strangers and onlookers.
    """
    lock(connection, table)
    found = connection.execute(TO_WRITE, {"phone": phone, "table_id": table}).first()
    if found is None:
        raise Unknown(table)
    return found.closed_at is not None


def lock_phone(connection: Connection, phone: str) -> None:
    """This phone stays known until the end of the transaction.

    `Unknown` where nobody has used it for so long that it was removed.
    """
    if connection.execute(LOCK_PHONE, {"phone": phone}).first() is None:
        raise Unknown(phone)


def find_role(connection: Connection, phone: str, table: str) -> str:
    """The role of this phone at this table, which is locked; `Unknown` where it is not there."""
    asked = {"table_id": table, "phone": phone}
    found = connection.execute(MEMBER, asked).first() if is_id(phone) else None
    if found is None or found.left_at is not None:
        raise Unknown(phone)
    return str(found.role)
