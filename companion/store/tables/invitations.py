"""Who is invited to a table: the links and codes that are in force, by role."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from companion.engine.table import (
    ONLOOKER,
    PHONES_PER_TABLE,
    PLAYER,
    WRITERS,
    Crowded,
    Table,
    Unknown,
)
from companion.store.database import schema, times
from companion.store.database.database import Database
from companion.store.database.ids import is_id
from companion.store.tables import access, join_codes, people
from companion.store.tables.join_codes import Invitation

ROLES = (PLAYER, ONLOOKER)
"""Whom a table invites: each role has a link and a code of its own."""

_invitations, _tables, _members = schema.invitations, schema.tables, schema.members
_of_table = _invitations.c.table == bindparam("table_id")
_secret: BindParameter[str] = bindparam("secret")

OF_TABLE = select(_invitations.c.role, _invitations.c.number, _invitations.c.link_hash).where(
    _of_table
)
FORGET = delete(_invitations).where(_of_table)
NEW_INVITATION = insert(_invitations)
_OPEN = (
    select(_tables.c.id, _tables.c.name, _invitations.c.role, _invitations.c.number)
    .join(_tables, _tables.c.id == _invitations.c.table)
    .where(_tables.c.deleted_at.is_(None), _tables.c.closed_at.is_(None))
)
BY_LINK = _OPEN.where(_invitations.c.link_hash == _secret)
BY_CODE = _OPEN.where(_invitations.c.code_hash == _secret)
SHOWN = (
    select(_tables.c.shows_code)
    .join(_members, _members.c.table == _tables.c.id)
    .where(access.IS_MINE, _members.c.role == ONLOOKER)
    .where(_tables.c.id == bindparam("table_id"), _tables.c.closed_at.is_(None))
)
SHOW = (
    update(_tables)
    .where(_tables.c.id == bindparam("table_id"))
    .values(shows_code=bindparam("shown"))
)
PHONES = (
    select(func.count())
    .select_from(_members)
    .where(_members.c.table == bindparam("table_id"), _members.c.left_at.is_(None))
)


@dataclass(frozen=True, slots=True)
class Inviting:
    """A table as somebody sees it who holds an invitation: as little as is needed to say yes."""

    table: Table
    link: str


class Invitations:
    """The invitations of all tables; `key` is what they are made with, see `join_codes`."""

    def __init__(self, database: Database, key: bytes) -> None:
        self._database = database
        self._key = key

    def find_all(self, phone: str, table_id: str) -> Mapping[str, Invitation]:
        """How to come to this table, by role; nothing for strangers and onlookers.

        Nor is there anything where they were made with another key than that of this installation.
        """
        if not is_id(table_id):
            return {}
        asked = {"table_id": table_id, "phone": phone}
        with self._database.read() as connection:
            mine = connection.execute(access.MEMBER, asked).first()
            if mine is None or mine.left_at is not None or mine.role not in WRITERS:
                return {}
            return self._read_all(connection, table_id)

    def find_shown(self, phone: str, table_id: str) -> Mapping[str, Invitation]:
        """How others come, as a screen that only looks on may show it: one way, by its role.

        That is the way of players where the host allowed it, else its own; nothing for all others,
        and at a table that is closed.
        """
        if not is_id(table_id):
            return {}
        with self._database.read() as connection:
            asked = {"table_id": table_id, "phone": phone}
            found = connection.execute(SHOWN, asked).first()
            if found is None:
                return {}
            role = PLAYER if found.shows_code else ONLOOKER
            made = self._read_all(connection, table_id)
        return {role: made[role]} if role in made else {}

    def show(self, phone: str, table_id: str, shown: bool) -> None:
        """Screens that only look on may show how players join, or not; `Unknown` but for its host.

        They have no other right by that: whoever reads it off joins with a phone of their own.
        """
        with self._database.write() as connection:
            access.lock_to_host(connection, phone, table_id)
            connection.execute(SHOW, {"table_id": table_id, "shown": shown})
            self._database.touch(connection, table_id, self._database.next_moment())

    def find(self, secret: str) -> Inviting | None:
        """The table to which this link, or this code, invites; None where to none that is open."""
        with self._database.read() as connection:
            return self._find(connection, secret, BY_LINK) or self._find(
                connection, secret, BY_CODE
            )

    def find_table(self, link: str) -> Table:
        """The table to which this link invites; `Unknown` where to none that is open.

        No code is looked for here: how long the answer takes says nothing of any.
        """
        with self._database.read() as connection:
            return self.read_table(connection, link)

    def check_room(self, link: str) -> None:
        """Raises `Unknown` or `Crowded` where no phone more can join by this link just now."""
        with self._database.read() as connection:
            check_room(connection, self.read_table(connection, link).id)

    def renew(self, phone: str, table_id: str) -> None:
        """The old links and codes invite nowhere, new ones do; `Unknown` but for its host."""
        with self._database.write() as connection:
            access.lock_to_host(connection, phone, table_id)
            self.replace(connection, table_id)
            self._database.touch(connection, table_id, self._database.next_moment())

    def _read_all(self, connection: Connection, table: str) -> Mapping[str, Invitation]:
        found = connection.execute(OF_TABLE, {"table_id": table}).all()
        made = [(row, join_codes.make_invitation(self._key, row.number)) for row in found]
        return {
            row.role: invitation
            for row, invitation in made
            if join_codes.hash_secret(self._key, invitation.link) == row.link_hash
        }

    def read_table(self, connection: Connection, link: str) -> Table:
        """As `find_table`, within a transaction."""
        inviting = self._find(connection, link, BY_LINK)
        if inviting is None:
            raise Unknown(link)
        return inviting.table

    def replace(self, connection: Connection, table: str) -> None:
        """This table has new invitations, and no others."""
        connection.execute(FORGET, {"table_id": table})
        for role in ROLES:
            made = join_codes.new(self._key)
            hashes = {
                "link_hash": join_codes.hash_secret(self._key, made.link),
                "code_hash": join_codes.hash_secret(self._key, made.code),
            }
            row = {"table": table, "role": role, "number": made.number, **hashes}
            connection.execute(NEW_INVITATION, row)

    def _find(self, connection: Connection, secret: str, by: Select[Any]) -> Inviting | None:
        hashed = {"secret": join_codes.hash_secret(self._key, secret)}
        found = connection.execute(by, hashed).first()
        if found is None:
            return None
        there = people.at_tables(connection, [found.id])[found.id]
        table = Table(found.id, found.name, tuple(there), times.to_time(0), 0, found.role)
        return Inviting(table, join_codes.make_invitation(self._key, found.number).link)


def check_room(connection: Connection, table: str) -> None:
    """Raises `Crowded` where no phone more can come to this table just now."""
    if connection.execute(PHONES, {"table_id": table}).scalar_one() >= PHONES_PER_TABLE:
        raise Crowded(table)
