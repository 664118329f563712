"""The phones that are known, and how each comes to a table and goes from it."""

import hashlib

from sqlalchemy import Connection, bindparam, case, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.engine.table import HOST, ONLOOKER, PLAYER, Member, Table, Unknown
from companion.runtime.bounded_cache import Recent
from companion.store.database import schema, times
from companion.store.database.database import Database
from companion.store.database.ids import is_id, new_id
from companion.store.tables import access, invitations, people
from companion.store.tables.expiry import DAY
from companion.store.tables.invitations import Invitations
from companion.store.tables.people import IS_NAMED, NAMED

CROWD = 10_000  # phones in memory that were found lately
RANKS = (ONLOOKER, PLAYER, HOST)
"""The roles at a table, the best one last."""

_phones, _members, _people = schema.phones, schema.members, schema.people
_tables = schema.tables
_of_table = _members.c.table == bindparam("table_id")
_of_phone = _members.c.phone == bindparam("phone_id")
_there = _members.c.left_at.is_(None)
NAME = func.coalesce(func.nullif(NAMED.c.name, ""), _members.c.name)
"""What a phone is called: as the person whose it is, or by a name of its own."""

PHONE = select(_phones.c.id).where(_phones.c.secret_hash == bindparam("secret_hash"))
NEW_PHONE = insert(_phones)
MEMBERS = (
    select(
        _members.c.phone,
        NAME.label("name"),
        _members.c.role,
        NAMED.c.id.label("person"),
        _members.c.joined_at,
    )
    .outerjoin(_people, _people.c.id == _members.c.person)
    .outerjoin(NAMED, IS_NAMED)
    .where(_of_table, _there)
    .order_by(case((_members.c.role == HOST, 0), else_=1), _members.c.joined_at, _members.c.phone)
)
HOSTS = select(_members.c.phone).where(_of_table, _there, _members.c.role == HOST)
GIVE_WAY = (
    update(_members)
    .where(_of_table, _of_phone, _members.c.role == HOST)
    .values(role=PLAYER, name=bindparam("new_name"), person=None)
)
JOIN = insert(_members)
COME_BACK = (
    update(_members).where(_of_table, _of_phone).values(role=bindparam("new_role"), left_at=None)
)
FORGET = delete(_members).where(_of_table, _of_phone, ~access.ENTERED.exists())
LEAVE = update(_members).where(_of_table, _of_phone).values(left_at=bindparam("moment"))
LEFT = (
    select(_tables.c.id, _tables.c.name, _tables.c.touched_at, _members.c.role)
    .join(_members, _members.c.table == _tables.c.id)
    .where(_of_phone, _members.c.left_at > bindparam("since"), _tables.c.deleted_at.is_(None))
    .order_by(_members.c.left_at.desc(), _tables.c.id)
)
REMOVED = 0  # when a phone has left that others took away: it does not come back by itself
RENAME = (
    update(_members)
    .where(_of_table, _of_phone)
    .values(name=bindparam("new_name"), person=bindparam("new_person"))
)


class Phones:
    """The phones of all tables."""

    def __init__(self, database: Database, invitations: Invitations) -> None:
        self._database = database
        self._invitations = invitations
        self._known: Recent[tuple[str, str]] = Recent(CROWD)

    def find(self, secret: str) -> str | None:
        """The id of the phone with this secret; None for one that nobody remembers."""
        hashed, epoch = _hash(secret), self._database.last_epoch.id
        with self._database.read() as connection:
            found = connection.execute(PHONE, {"secret_hash": hashed}).scalar_one_or_none()
        if found is not None:
            self._known.keep(hashed, (epoch, found), 1)
        return found

    def recall(self, secret: str) -> str | None:
        """As `find`, and nothing is asked where it was found before in this epoch.

        A phone that was removed meanwhile is at no table: by its id it finds nothing. Where it is
        to be known afterwards, `find` has to be asked.
        """
        epoch, phone = self._known.get(_hash(secret)) or ("", "")
        return phone if phone and epoch == self._database.last_epoch.id else self.find(secret)

    def remember(self, secret: str) -> str:
        """The id of the phone with this secret, which is known from now on, if only by its hash."""
        if known := self.find(secret):
            return known
        phone = new_id()
        made_at = self._database.next_moment()
        row = {"id": phone, "secret_hash": _hash(secret), "made_at": made_at}
        try:
            with self._database.write() as connection:
                connection.execute(NEW_PHONE, row)
        except IntegrityError:  # it was remembered meanwhile
            return self.find(secret) or phone
        return phone

    def find_members(self, phone: str, table_id: str) -> tuple[Member, ...]:
        """The phones at this table, its host first; () for strangers."""
        if not is_id(table_id):
            return ()
        with self._database.read() as connection:
            found = connection.execute(MEMBERS, {"table_id": table_id}).all()
        there = tuple(
            Member(row.phone, row.name, row.role, row.person, times.to_time(row.joined_at))
            for row in found
        )
        return there if any(member.phone == phone for member in there) else ()

    def join(self, phone: str, link: str, name: str = "", person: str | None = None) -> str:
        """This phone is at the table of this link from now on; its id.

        Who is there already keeps the better role of the two, and is called anew only where the
        name or the person is given. Who may enter hosts a table that has no host.

        Raises `Unknown` for a link that invites nowhere, `Crowded` where 24 phones are there.
        """
        with self._database.write() as connection:
            access.lock_phone(connection, phone)
            access.lock(connection, self._invitations.read_table(connection, link).id)
            # It may have ended meanwhile, or the table have closed.
            invited = self._invitations.read_table(connection, link)
            table, role = invited.id, invited.role
            if role == PLAYER and not connection.execute(HOSTS, {"table_id": table}).first():
                role = HOST
            at = self._database.next_moment()
            _seat(connection, table, phone, role, at)
            if name or person:
                _rename(connection, table, phone, name, person)
            self._database.touch(connection, table, at)
        return table

    def give_way(self, phone: str, table_id: str, name: str) -> None:
        """This phone, called `name` from now on, enters at the table, and hosts it no more.

        The next one that may join to enter hosts it. Nothing changes for who is no host.
        """
        with self._database.write() as connection:
            access.lock(connection, table_id)
            asked = {"table_id": table_id, "phone_id": phone, "new_name": name}
            connection.execute(GIVE_WAY, asked)

    def rename(self, phone: str, table_id: str, member: str, name: str, person: str | None) -> None:
        """That phone has this name here, and is this person's: by itself, or by the host.

        Raises `Unknown` for strangers, for others' phones and for people who are not at the table.
        """
        with self._database.write() as connection:
            access.lock(connection, table_id)
            mine = access.find_role(connection, phone, table_id)
            access.find_role(connection, member, table_id)
            if member != phone and mine != HOST:
                raise Unknown(member)
            _rename(connection, table_id, member, name, person)
            self._database.touch(connection, table_id, self._database.next_moment())

    def remove(self, phone: str, table_id: str, member: str) -> None:
        """That phone is not at the table any more, and what it was invited with is of no use.

        Raises `Unknown` unless `phone` hosts the table and the other is there, as somebody else.
        """
        with self._database.write() as connection:
            access.lock_to_host(connection, phone, table_id)
            if access.find_role(connection, member, table_id) == HOST:
                raise Unknown(member)
            asked = {"table_id": table_id, "phone_id": member}
            if not connection.execute(FORGET, asked).rowcount:
                connection.execute(LEAVE, {**asked, "moment": REMOVED})
            self._invitations.replace(connection, table_id)
            self._database.touch(connection, table_id, self._database.next_moment())

    def leave(self, phone: str, table_id: str) -> None:
        """This phone is not at the table any more; for a day it can go back as what it was.

        Raises `Unknown` for strangers, and for its host.
        """
        with self._database.write() as connection:
            access.lock(connection, table_id)
            if access.find_role(connection, phone, table_id) == HOST:
                raise Unknown(phone)
            at = self._database.next_moment()
            asked = {"table_id": table_id, "phone_id": phone, "moment": at}
            connection.execute(LEAVE, asked)
            self._database.touch(connection, table_id, at)

    def go_back(self, phone: str, table_id: str) -> None:
        """This phone is at the table again that it left less than a day ago.

        Raises `Unknown` where it cannot, `Crowded` where there is no room for it any more.
        """
        with self._database.write() as connection:
            access.lock(connection, table_id)
            if all(table.id != table_id for table in _read_left(connection, phone)):
                raise Unknown(table_id)
            invitations.check_room(connection, table_id)
            asked = {"table_id": table_id, "phone_id": phone, "moment": None}
            connection.execute(LEAVE, asked)
            self._database.touch(connection, table_id, self._database.next_moment())

    def find_left(self, phone: str) -> tuple[Table, ...]:
        """The tables that this phone has left and can go back to, the latest first."""
        with self._database.read() as connection:
            return _read_left(connection, phone)


def _read_left(connection: Connection, phone: str) -> tuple[Table, ...]:
    found = connection.execute(LEFT, {"phone_id": phone, "since": times.now() - DAY}).all()
    sitting = people.at_tables(connection, [row.id for row in found])
    return tuple(
        Table(row.id, row.name, tuple(sitting[row.id]), times.to_time(row.touched_at), 0, row.role)
        for row in found
    )


def _seat(connection: Connection, table: str, phone: str, role: str, at: int) -> None:
    """This phone is at the table in this role, or in a better one that it has.

    Raises `Crowded` where 24 phones are there.
    """
    known = connection.execute(access.MEMBER, {"table_id": table, "phone": phone}).first()
    there = known is not None and known.left_at is None
    if known and there and RANKS.index(known.role) >= RANKS.index(role):
        return
    if not there:
        invitations.check_room(connection, table)
    if known is None:
        row = {"table": table, "phone": phone, "role": role, "joined_at": at}
        connection.execute(JOIN, row)
    else:
        asked = {"table_id": table, "phone_id": phone}
        connection.execute(COME_BACK, {**asked, "new_role": role})


def _rename(connection: Connection, table: str, phone: str, name: str, person: str | None) -> None:
    asked = {"table_id": table, "phone_id": phone}
    if person and not people.is_at(connection, table, person):
        raise Unknown(person)
    connection.execute(RENAME, {**asked, "new_name": name, "new_person": person or None})


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
