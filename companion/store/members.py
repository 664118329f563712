"""The phones at a table: how they come, what they may do, how they go, and the table with them."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Select,
    bindparam,
    case,
    delete,
    func,
    insert,
    not_,
    select,
    update,
)

from companion.engine.table import (
    HOST,
    ONLOOKER,
    PHONES_PER_TABLE,
    PLAYER,
    WRITERS,
    Crowded,
    Member,
    Table,
    Unknown,
    Watched,
)
from companion.runtime import server_log
from companion.store import invitations, rows, schema
from companion.store.database import Database, is_id, now
from companion.store.invitations import Invitation

HOUR = 3600 * 1000  # milliseconds
DAY = 24 * HOUR
GRACE = 7  # days on which a table is found too old before it is removed
BATCH = 1_000  # phones removed in one transaction
FEW = 3  # tables that may go together however few there are
INVITED = (PLAYER, ONLOOKER)
"""Whom a table invites: each role has a link and a code of its own."""

_members, _tables, _people = schema.members, schema.tables, schema.people
_phones = schema.phones
_of_table = _members.c.table == bindparam("table_id")
_of_phone = _members.c.phone == bindparam("phone_id")
_there = _members.c.left_at.is_(None)
_name = func.coalesce(func.nullif(_people.c.name, ""), _members.c.name)

MEMBERS = (
    select(
        _members.c.phone,
        _name.label("name"),
        _members.c.role,
        _members.c.person,
        _members.c.joined_at,
    )
    .outerjoin(_people, _people.c.id == _members.c.person)
    .where(_of_table, _there)
    .order_by(case((_members.c.role == HOST, 0), else_=1), _members.c.joined_at, _members.c.phone)
)
NAMES = (
    select(_members.c.phone, _name.label("name"))
    .outerjoin(_people, _people.c.id == _members.c.person)
    .where(_of_table, _members.c.phone.in_(bindparam("phones", expanding=True)))
)
MEMBER = select(_members.c.role, _members.c.left_at).where(_of_table, _of_phone)
ROLES = select(_members.c.phone, _members.c.role).where(_of_table, _there)
COUNT = select(func.count()).select_from(_members).where(_of_table, _there)
WATCHED = select(_tables.c.touched_at, _tables.c.closed_at).where(
    _tables.c.id == bindparam("table_id"), _tables.c.deleted_at.is_(None)
)
TOUCHED = select(_tables.c.id, _tables.c.touched_at).where(
    _tables.c.touched_at >= bindparam("moment")
)
HOSTED = (
    select(_tables.c.id, _tables.c.closed_at)
    .join(_members, _members.c.table == _tables.c.id)
    .where(_tables.c.id == bindparam("table_id"), _of_phone, _there, _members.c.role == HOST)
)
DELETED = (
    select(_tables.c.id, _tables.c.name, _tables.c.deleted_at)
    .join(_members, _members.c.table == _tables.c.id)
    .where(_of_phone, _members.c.role == HOST, _members.c.left_at == _tables.c.deleted_at)
    .where(_tables.c.deleted_at > bindparam("since"))
    .order_by(_tables.c.deleted_at.desc(), _tables.c.id)
)
JOIN = insert(_members)
COME_BACK = (
    update(_members).where(_of_table, _of_phone).values(role=bindparam("new_role"), left_at=None)
)
_entered_here = (
    select(schema.entries.c.phone)
    .join(schema.games, schema.games.c.id == schema.entries.c.game)
    .where(schema.games.c.table == _members.c.table, schema.entries.c.phone == _members.c.phone)
)
FORGET_MEMBER = delete(_members).where(_of_table, _of_phone, ~_entered_here.exists())
LEAVE = update(_members).where(_of_table, _of_phone).values(left_at=bindparam("moment"))
CALL = (
    update(_members)
    .where(_of_table, _of_phone)
    .values(name=bindparam("new_name"), person=bindparam("new_person"))
)
CLOSE = (
    update(_tables)
    .where(_tables.c.id == bindparam("table_id"))
    .values(closed_at=bindparam("moment"))
)
DELETE = (
    update(_tables)
    .where(_tables.c.id == bindparam("table_id"))
    .values(deleted_at=bindparam("moment"))
)
EVERYBODY_LEAVES = update(_members).where(_of_table, _there).values(left_at=bindparam("moment"))
EVERYBODY_COMES_BACK = (
    update(_members)
    .where(_of_table, _members.c.left_at == bindparam("moment"))
    .values(left_at=None)
)
PURGE = delete(_tables).where(_tables.c.id == bindparam("table_id"))
_deleted = _tables.c.deleted_at <= bindparam("deleted")
_untouched = _tables.c.deleted_at.is_(None) & (_tables.c.touched_at < bindparam("untouched"))
_expired = func.coalesce(_deleted, False) | _untouched
_found_at = _tables.c.expired_at
UNTOUCHED = select(func.count(), func.count(case((_untouched, 1)))).where(
    _tables.c.deleted_at.is_(None)
)
NOT_EXPIRED = (
    update(_tables)
    .where(_found_at.is_not(None), not_(_expired) | (_found_at > bindparam("now")))
    .values(expired_at=None, expired_days=0)
)
STILL_EXPIRED = (
    update(_tables)
    .where(_expired, _found_at <= bindparam("a_day_ago"))
    .values(expired_at=bindparam("now"), expired_days=_tables.c.expired_days + 1)
)
EXPIRE = update(_tables).where(_expired, _found_at.is_(None)).values(expired_at=bindparam("now"))
_days = case((_deleted, 1), else_=GRACE)
REMOVE_EXPIRED = delete(_tables).where(_expired, _tables.c.expired_days >= _days)
REMOVE_ALL_EXPIRED = delete(_tables).where(_expired)
_unused = (
    (_phones.c.made_at < bindparam("a_day_ago"))
    & ~select(_members.c.phone).where(_members.c.phone == _phones.c.id).exists()
    & ~select(schema.entries.c.phone).where(schema.entries.c.phone == _phones.c.id).exists()
)
UNUSED_PHONES = select(_phones.c.id).where(_unused).limit(BATCH).with_for_update()
FORGET_PHONES = delete(_phones).where(
    _unused, _phones.c.id.in_(bindparam("phones", expanding=True))
)
SITS = select(_people.c.id).where(
    _people.c.id == bindparam("person"), _people.c.table == bindparam("table_id")
)
INVITATIONS = select(
    schema.invitations.c.role, schema.invitations.c.number, schema.invitations.c.link_hash
).where(schema.invitations.c.table == bindparam("table_id"))
FORGET_INVITATIONS = delete(schema.invitations).where(
    schema.invitations.c.table == bindparam("table_id")
)
NEW_INVITATION = insert(schema.invitations)
_secret: BindParameter[str] = bindparam("secret")
_INVITING = (
    select(_tables.c.id, _tables.c.name, schema.invitations.c.role, schema.invitations.c.number)
    .join(_tables, _tables.c.id == schema.invitations.c.table)
    .where(_tables.c.deleted_at.is_(None), _tables.c.closed_at.is_(None))
)
INVITING_BY_LINK = _INVITING.where(schema.invitations.c.link_hash == _secret)
INVITING_BY_CODE = _INVITING.where(schema.invitations.c.code_hash == _secret)


@dataclass(frozen=True, slots=True)
class Inviting:
    """A table as somebody sees it who holds an invitation: as little as is needed to say yes."""

    table: Table
    link: str


@dataclass(frozen=True, slots=True)
class Deleted:
    """A table that its host deleted, and can have back for a day."""

    table: Table
    deleted_at: int


@dataclass(frozen=True, slots=True)
class Purged:
    """What became of the tables that are too old: how many were marked, removed, and held back."""

    marked: int
    removed: int
    held: int
    tables: int


def names(connection: Connection, table: str, phones: Iterable[str]) -> dict[str, str]:
    """What each of these phones is called that ever was at this table, "" for nothing."""
    found = connection.execute(NAMES, {"table_id": table, "phones": sorted(phones)})
    return {row.phone: row.name for row in found}


def lock(connection: Connection, table: str) -> None:
    """Nobody else changes this table before the end of the transaction; `Unknown` for none.

    What is asked after this is true until then: who is at the table, who is invited, what is there.
    """
    asked = {"table_id": table}
    if not is_id(table) or connection.execute(schema.LOCK_TABLE, asked).first() is None:
        raise Unknown(table)


class Members(Database):
    """Who is at which table. `key` is what invitations are made with, see `invitations`."""

    def __init__(self, url: str, key: bytes = b"") -> None:
        super().__init__(url)
        self._key = key
        self._tidied = 0

    def members(self, phone: str, table_id: str) -> tuple[Member, ...]:
        """The phones at this table, its host first; () for strangers."""
        if not is_id(table_id):
            return ()
        with self._reading() as connection:
            found = connection.execute(MEMBERS, {"table_id": table_id}).all()
        there = tuple(
            Member(row.phone, row.name, row.role, row.person, rows.time(row.joined_at))
            for row in found
        )
        return there if any(member.phone == phone for member in there) else ()

    def invitations(self, phone: str, table_id: str) -> Mapping[str, Invitation]:
        """How to come to this table, by role; nothing for strangers and onlookers.

        Nor is there anything where they were made with another key than that of this installation.
        """
        if not is_id(table_id):
            return {}
        with self._reading() as connection:
            mine = connection.execute(MEMBER, {"table_id": table_id, "phone_id": phone}).first()
            if mine is None or mine.left_at is not None or mine.role not in WRITERS:
                return {}
            found = connection.execute(INVITATIONS, {"table_id": table_id}).all()
        made = [(row, invitations.made(self._key, row.number)) for row in found]
        return {
            row.role: invitation
            for row, invitation in made
            if invitations.hashed(self._key, invitation.link) == row.link_hash
        }

    def inviting(self, secret: str) -> Inviting | None:
        """The table to which this link, or this code, invites; None where to none that is open."""
        with self._reading() as connection:
            return self._inviting(connection, secret, INVITING_BY_LINK) or self._inviting(
                connection, secret, INVITING_BY_CODE
            )

    def invited(self, link: str) -> Table:
        """The table to which this link invites; `Unknown` where to none that is open.

        No code is looked for here: how long the answer takes says nothing of any.
        """
        with self._reading() as connection:
            return self._invited(connection, link)

    def check_room(self, link: str) -> None:
        """Raises `Unknown` or `Crowded` where no phone more can join by this link just now."""
        with self._reading() as connection:
            self._check_room(connection, self._invited(connection, link).id)

    def join(self, phone: str, link: str, name: str = "", person: str | None = None) -> str:
        """This phone is at the table of this link from now on; its id.

        Who is there already keeps the better role of the two, and is called anew only where the
        name or the person is given. Raises `Unknown` for a link that invites nowhere, `Crowded`
        where 24 phones are there.
        """
        with self._writing() as connection:
            if connection.execute(schema.PHONE_TO_WRITE, {"phone": phone}).first() is None:
                raise Unknown(phone)  # nobody has used it for so long that it was removed
            lock(connection, self._invited(connection, link).id)
            invited = self._invited(connection, link)  # it may have ended, or the table have closed
            table, role = invited.id, invited.role
            asked = {"table_id": table, "phone_id": phone}
            known = connection.execute(MEMBER, asked).first()
            there = known is not None and known.left_at is None
            if not there:
                self._check_room(connection, table)
            at = self._moment()
            if known is None:
                row = {"table": table, "phone": phone, "role": role, "joined_at": at}
                connection.execute(JOIN, row)
            elif not there or (known.role == ONLOOKER and role == PLAYER):
                connection.execute(COME_BACK, {**asked, "new_role": role})
            if name or person:
                self._call(connection, table, phone, name, person)
            self._touch(connection, table, at)
        return table

    def call_phone(
        self, phone: str, table_id: str, member: str, name: str, person: str | None
    ) -> None:
        """That phone has this name here, and is this person's: by itself, or by the host.

        Raises `Unknown` for strangers, for others' phones and for people who are not at the table.
        """
        with self._writing() as connection:
            lock(connection, table_id)
            mine = self._there(connection, table_id, phone)
            self._there(connection, table_id, member)
            if member != phone and mine != HOST:
                raise Unknown(member)
            self._call(connection, table_id, member, name, person)
            self._touch(connection, table_id, self._moment())

    def remove(self, phone: str, table_id: str, member: str) -> None:
        """That phone is not at the table any more, and what it was invited with is of no use.

        Raises `Unknown` unless `phone` hosts the table and the other is there, as somebody else.
        """
        with self._writing() as connection:
            self._hosts(connection, table_id, phone)
            if self._there(connection, table_id, member) == HOST:
                raise Unknown(member)
            at = self._moment()
            self._go(connection, table_id, member, at)
            self._invite(connection, table_id)
            self._touch(connection, table_id, at)

    def leave(self, phone: str, table_id: str) -> None:
        """This phone is not at the table any more. Raises `Unknown` for strangers, and its host."""
        with self._writing() as connection:
            lock(connection, table_id)
            if self._there(connection, table_id, phone) == HOST:
                raise Unknown(phone)
            at = self._moment()
            self._go(connection, table_id, phone, at)
            self._touch(connection, table_id, at)

    def invite_anew(self, phone: str, table_id: str) -> None:
        """The old links and codes invite nowhere, new ones do; `Unknown` but for its host."""
        with self._writing() as connection:
            self._hosts(connection, table_id, phone)
            self._invite(connection, table_id)
            self._touch(connection, table_id, self._moment())

    def close_table(self, phone: str, table_id: str, closed: bool = True) -> None:
        """Nobody joins and nobody enters any more, or they do again; `Unknown` but for its host."""
        with self._writing() as connection:
            self._hosts(connection, table_id, phone)
            at = self._moment()
            connection.execute(CLOSE, {"table_id": table_id, "moment": at if closed else None})
            self._touch(connection, table_id, at)

    def delete_table(self, phone: str, table_id: str) -> None:
        """The table is gone for everybody, and kept for a day; `Unknown` but for its host."""
        with self._writing() as connection:
            self._hosts(connection, table_id, phone)
            at = self._moment()
            asked = {"table_id": table_id, "moment": at}
            connection.execute(DELETE, asked)
            connection.execute(EVERYBODY_LEAVES, asked)
            self._touch(connection, table_id, at)

    def deleted_tables(self, phone: str) -> tuple[Deleted, ...]:
        """The tables that this phone deleted and can still restore, the latest first."""
        with self._reading() as connection:
            return self._deleted(connection, phone)

    def restore_table(self, phone: str, table_id: str) -> None:
        """The table is there again as it was; `Unknown` where this phone cannot have it back."""
        with self._writing() as connection:
            lock(connection, table_id)
            gone = self._deleted_table(connection, phone, table_id)
            back = {"table_id": table_id, "moment": gone.deleted_at}
            connection.execute(EVERYBODY_COMES_BACK, back)
            connection.execute(DELETE, {"table_id": table_id, "moment": None})
            self._touch(connection, table_id, self._moment())

    def forget_table(self, phone: str, table_id: str) -> None:
        """A deleted table is gone for good; `Unknown` where this phone has not deleted it."""
        with self._writing() as connection:
            lock(connection, table_id)
            self._deleted_table(connection, phone, table_id)
            connection.execute(PURGE, {"table_id": table_id})

    def tidy(self, untouched: int) -> None:
        """As `purge`, but for once an hour at most: cheap enough for every game that begins."""
        if not 0 <= now() - self._tidied < HOUR:
            self._tidied = now()
            self.purge(untouched)

    def purge(self, untouched: int, *, at_once: bool = False) -> Purged:
        """Tables deleted a day ago, or untouched for so many days, are marked, and removed later.

        The clock may be wrong, so one look at it never removes a table that it did not mark before:
        one is removed once it was found again on 7 later days (a deleted one on 1), each a day or
        more after the one before. Whoever touches it takes the mark away, and so does a clock by
        which it is not too old any more. Where more than half of all tables, and more than 3, were
        untouched for so long, the clock is not believed: none of those is marked or removed. What
        hosts deleted does not count among them. `at_once` believes the clock, and does not wait.

        Phones that are at no table and have entered nothing are removed after a day. Nothing is
        lost with them, whatever the clock says: such a phone is a new one when it joins again.
        """
        at = now()
        asked = {"now": at, "a_day_ago": at - DAY, "deleted": at - DAY}
        asked["untouched"] = at - untouched * DAY
        with self._writing() as connection:
            tables, old = connection.execute(UNTOUCHED, asked).one()
            if at_once:
                removed = connection.execute(REMOVE_ALL_EXPIRED, asked).rowcount
                purged = Purged(0, removed, 0, tables)
            else:
                held = old if old > max(FEW, tables / 2) else 0
                if held:
                    asked["untouched"] = 0
                connection.execute(NOT_EXPIRED, asked)
                connection.execute(STILL_EXPIRED, asked)
                marked = connection.execute(EXPIRE, asked).rowcount
                removed = connection.execute(REMOVE_EXPIRED, asked).rowcount
                purged = Purged(marked, removed, held, tables)
        while self._forget_phones(at - DAY) == BATCH:
            pass
        _tell(purged)
        return purged

    def watched(self, table_id: str) -> Watched | None:
        """How this table is for whoever watches it; None where it is gone."""
        if not is_id(table_id):
            return None
        with self._reading() as connection:
            found = connection.execute(WATCHED, {"table_id": table_id}).first()
            if found is None:
                return None
            roles = {
                row.phone: row.role for row in connection.execute(ROLES, {"table_id": table_id})
            }
        return Watched(found.touched_at, found.closed_at is not None, roles)

    def touched_since(self, moment: int) -> Mapping[str, int]:
        """The tables touched at this moment or later, and when."""
        with self._reading() as connection:
            found = connection.execute(TOUCHED, {"moment": moment}).all()
        return {row.id: row.touched_at for row in found}

    def _forget_phones(self, before: int) -> int:
        """Remove phones made before this moment that are of no use, and say how many were found.

        They are locked first, as whoever joins locks its phone: it is at its table before they are
        looked at again, or joins no more.
        """
        with self._writing() as connection:
            found = list(connection.execute(UNUSED_PHONES, {"a_day_ago": before}).scalars())
            if found:
                connection.execute(FORGET_PHONES, {"a_day_ago": before, "phones": found})
        return len(found)

    def _go(self, connection: Connection, table: str, phone: str, at: int) -> None:
        """This phone is not at the table any more; what it is called stays for what it entered."""
        asked = {"table_id": table, "phone_id": phone}
        if not connection.execute(FORGET_MEMBER, asked).rowcount:
            connection.execute(LEAVE, {**asked, "moment": at})

    def _check_room(self, connection: Connection, table: str) -> None:
        if connection.execute(COUNT, {"table_id": table}).scalar_one() >= PHONES_PER_TABLE:
            raise Crowded(table)

    def _invite(self, connection: Connection, table: str) -> None:
        """This table has new invitations."""
        connection.execute(FORGET_INVITATIONS, {"table_id": table})
        for role in INVITED:
            made = invitations.new(self._key)
            hashes = {
                "link_hash": invitations.hashed(self._key, made.link),
                "code_hash": invitations.hashed(self._key, made.code),
            }
            row = {"table": table, "role": role, "number": made.number, **hashes}
            connection.execute(NEW_INVITATION, row)

    def _inviting(self, connection: Connection, secret: str, by: Select[Any]) -> Inviting | None:
        hashed = {"secret": invitations.hashed(self._key, secret)}
        found = connection.execute(by, hashed).first()
        if found is None:
            return None
        people = rows.people(connection, [found.id])[found.id]
        table = Table(found.id, found.name, tuple(people), rows.time(0), 0, found.role)
        return Inviting(table, invitations.made(self._key, found.number).link)

    def _invited(self, connection: Connection, link: str) -> Table:
        inviting = self._inviting(connection, link, INVITING_BY_LINK)
        if inviting is None:
            raise Unknown(link)
        return inviting.table

    def _hosts(self, connection: Connection, table: str, phone: str) -> None:
        lock(connection, table)
        asked = {"table_id": table, "phone_id": phone}
        if connection.execute(HOSTED, asked).first() is None:
            raise Unknown(table)

    def _there(self, connection: Connection, table: str, phone: str) -> str:
        """The role of this phone at this table; `Unknown` where it is not there."""
        asked = {"table_id": table, "phone_id": phone}
        found = connection.execute(MEMBER, asked).first() if is_id(table + phone) else None
        if found is None or found.left_at is not None:
            raise Unknown(phone)
        return str(found.role)

    def _call(
        self, connection: Connection, table: str, phone: str, name: str, person: str | None
    ) -> None:
        asked = {"table_id": table, "phone_id": phone}
        if person and not self._sits(connection, table, person):
            raise Unknown(person)
        connection.execute(CALL, {**asked, "new_name": name, "new_person": person or None})

    def _sits(self, connection: Connection, table: str, person: str) -> bool:
        asked = {"person": person, "table_id": table}
        return is_id(person) and connection.execute(SITS, asked).first() is not None

    def _deleted(self, connection: Connection, phone: str) -> tuple[Deleted, ...]:
        found = connection.execute(DELETED, {"phone_id": phone, "since": now() - DAY}).all()
        people = rows.people(connection, [row.id for row in found])
        return tuple(
            Deleted(
                Table(row.id, row.name, tuple(people[row.id]), rows.time(row.deleted_at), 0, HOST),
                row.deleted_at,
            )
            for row in found
        )

    def _deleted_table(self, connection: Connection, phone: str, table: str) -> Deleted:
        for gone in self._deleted(connection, phone):
            if gone.table.id == table:
                return gone
        raise Unknown(table)


def _tell(purged: Purged) -> None:
    if purged.marked or purged.removed:
        told = {"marked": purged.marked, "removed": purged.removed}
        server_log.write(logging.INFO, "old tables", told)
    if purged.held:
        told = {"old": purged.held, "tables": purged.tables}
        server_log.write(logging.WARNING, "old tables held back", told)
