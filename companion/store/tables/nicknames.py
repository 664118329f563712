"""What tables call a game for themselves."""

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, delete, insert, select

from companion.store.database import schema
from companion.store.database.database import Database
from companion.store.database.ids import is_id
from companion.store.tables import access

_nicknames, _members, _tables = schema.nicknames, schema.members, schema.tables

_named = (_nicknames.c.table == bindparam("table_id"), _nicknames.c.slug == bindparam("slug"))

NICKNAMES = select(_nicknames.c.thing, _nicknames.c.word).where(*_named)
OF_TABLE = (
    select(_nicknames.c.slug, _nicknames.c.thing, _nicknames.c.word)
    .join(_members, _members.c.table == _nicknames.c.table)
    .where(access.IS_MINE, _nicknames.c.table == bindparam("table_id"))
)
# Those of all tables that a phone writes at: by slug the table comes last that `tables.TABLES`
# has first.
OF_PHONE = (
    select(_nicknames.c.table, _nicknames.c.slug, _nicknames.c.thing, _nicknames.c.word)
    .join(_tables, _tables.c.id == _nicknames.c.table)
    .join(_members, _members.c.table == _tables.c.id)
    .where(access.IS_MINE, access.WRITES)
    .order_by(_tables.c.touched_at, _tables.c.id.desc())
)
NEW_NICKNAME = insert(_nicknames)
FORGET = delete(_nicknames).where(
    *_named, _nicknames.c.thing.in_(bindparam("things", expanding=True))
)


class Nicknames:
    """The nicknames of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, phone: str, table_id: str, slug: str) -> dict[str, str]:
        """What this table calls this game, and parts of it; nothing for strangers."""
        return self.find_all(phone, table_id).get(slug, {})

    def find_all(self, phone: str, table_id: str) -> dict[str, dict[str, str]]:
        """What this table calls its games, and parts of them, by game; nothing for strangers."""
        if not is_id(table_id):
            return {}
        with self._database.read() as connection:
            return of_table(connection, phone, table_id)

    def give(self, phone: str, table_id: str, slug: str, words: Mapping[str, str]) -> None:
        """This table calls these things of this game so from now on; "" for their own names.

        Raises `Unknown` for strangers and onlookers.
        """
        with self._database.write() as connection:
            table = access.lock_to_write(connection, phone, table_id)
            give(connection, table, slug, words)
            self._database.touch(connection, table, self._database.next_moment())


def read(connection: Connection, table: str, slug: str) -> dict[str, str]:
    """What this table calls this game, and its parts; nothing where it says nothing else."""
    found = connection.execute(NICKNAMES, {"table_id": table, "slug": slug})
    return {row.thing: row.word for row in found}


def of_table(connection: Connection, phone: str, table: str) -> dict[str, dict[str, str]]:
    """What this table calls its games, and their parts, by game; nothing for strangers."""
    words: dict[str, dict[str, str]] = {}
    asked = {"phone": phone, "table_id": table}
    for row in connection.execute(OF_TABLE, asked):
        words.setdefault(row.slug, {})[row.thing] = row.word
    return words


def give(connection: Connection, table: str, slug: str, words: Mapping[str, str]) -> None:
    """This table calls these things so from now on; "" gives a thing its own name back."""
    about = {"table_id": table, "slug": slug, "things": list(words)}
    connection.execute(FORGET, about)
    _write(connection, table, {(slug, thing): word for thing, word in words.items()})


def take_over(connection: Connection, phone: str, table: str) -> None:
    """A new table calls each game as that table does which this phone used last, of all that do."""
    found = connection.execute(OF_PHONE, {"phone": phone}).all()
    newest = {row.slug: row.table for row in found}
    words = {(row.slug, row.thing): row.word for row in found if row.table == newest[row.slug]}
    _write(connection, table, words)


def _write(connection: Connection, table: str, words: Mapping[tuple[str, str], str]) -> None:
    new = [
        {"table": table, "slug": slug, "thing": thing, "word": word}
        for (slug, thing), word in words.items()
        if word
    ]
    if new:
        connection.execute(NEW_NICKNAME, new)
