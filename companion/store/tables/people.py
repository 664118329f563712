"""The people of a table, whose names its games show.

Who was said to be somebody else keeps the seats that are this one's, so that it can be taken back:
every reader of seats asks who sits there in the end.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from companion.engine.names import name_key
from companion.engine.table import Person, Together, Unknown
from companion.store.database import capacity, schema
from companion.store.database.database import Database
from companion.store.database.ids import is_id, new_id
from companion.store.tables import access

_people, _members, _seats = schema.people, schema.members, schema.seats

WHO = func.coalesce(_people.c.who, _people.c.id)
"""Whom a person comes down to: somebody else, or this one."""
NAMED = _people.alias("named")
IS_NAMED = NAMED.c.id == WHO
"""How each person is joined with the one whose name pages show."""
MINE = (
    select(WHO)
    .where(_people.c.id == _members.c.person)
    .correlate(_members)
    .scalar_subquery()
    .label("person")
)
"""The person whose a phone is, if it is anybody's."""

PEOPLE = (
    select(_people)
    .where(_people.c.table.in_(bindparam("tables", expanding=True)))
    .order_by(_people.c.made_at, _people.c.id)
)
SITS = select(_people.c.id).where(
    _people.c.id == bindparam("person"), _people.c.table == bindparam("table_id")
)
_one, _other = _seats.alias("one"), _seats.alias("other")
TOGETHER = (
    select(_one.c.game)
    .join(_other, _other.c.game == _one.c.game)
    .where(_one.c.person.in_(bindparam("some", expanding=True)))
    .where(_other.c.person.in_(bindparam("others", expanding=True)))
    .limit(1)
)
NEW_PERSON, NEW_SEAT = insert(_people), insert(_seats)
_of_table = _people.c.table == bindparam("table_id")
_person = (_people.c.id == bindparam("person_id"), _of_table)
RENAME = update(_people).where(*_person).values(name=bindparam("new_name"))
LIST = update(_people).where(*_person).values(listed=bindparam("is_listed"))
SAME = update(_people).where(*_person).values(same_as=bindparam("other"))
RESOLVE = update(_people).where(*_person).values(who=bindparam("other"))


def read(connection: Connection, table: str) -> Sequence[Row[Any]]:
    """The rows of all people of this table, in the order they came."""
    return connection.execute(PEOPLE, {"tables": [table]}).all()


def at_tables(connection: Connection, tables: Sequence[str]) -> dict[str, list[Person]]:
    """The people of these tables, in the order they came; nobody is there twice."""
    found = defaultdict[str, list[Person]](list)
    for row in connection.execute(PEOPLE, {"tables": list(tables)}):
        if row.who is None:
            found[row.table].append(Person(row.id, row.name, row.listed))
    return found


def is_at(connection: Connection, table: str, person: str) -> bool:
    """Whether this person is one of this table."""
    asked = {"person": person, "table_id": table}
    return is_id(person) and connection.execute(SITS, asked).first() is not None


def set_same(connection: Connection, table: str, same: Mapping[str, str | None]) -> None:
    """These people are those others from now on, or None: nobody else."""
    for person, other in same.items():
        connection.execute(SAME, {"person_id": person, "table_id": table, "other": other})
    there = read(connection, table)
    said = {row.id: row.same_as for row in there}
    for row in there:
        end = row.id
        while (further := said[end]) is not None:
            end = further
        who = None if end == row.id else end
        if who != row.who:
            asked = {"person_id": row.id, "table_id": table, "other": who}
            connection.execute(RESOLVE, asked)


def split_seated(
    connection: Connection, table: str, sitting: Mapping[str, Sequence[Person]]
) -> None:
    """Who sit in one of these games together are not one person, whatever was said before."""
    who = {row.id: row for row in read(connection, table)}
    same = dict[str, str | None]()
    for seated in sitting.values():
        ends = [who[each.id].who or each.id for each in seated]
        for person, end in zip(seated, ends, strict=True):
            if ends.count(end) > 1 and who[person.id].same_as:
                same[person.id] = None
    if same:
        set_same(connection, table, same)


def sit(connection: Connection, sitting: Mapping[str, Sequence[Person]]) -> None:
    """These people sit at these games, in their order."""
    taken = [
        {"game": game_id, "number": number, "person": person.id}
        for game_id, people in sitting.items()
        for number, person in enumerate(people)
    ]
    if taken:
        connection.execute(NEW_SEAT, taken)


class People:
    """The people of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rename(self, phone: str, table_id: str, person_id: str, name: str) -> None:
        """This person has that name, in every game; no log changes.

        Raises `Unknown` for strangers and onlookers, and where nobody at the table has this id.
        """
        self._change(phone, table_id, person_id, RENAME, new_name=_nfc(name))

    def set_listed(self, phone: str, table_id: str, person_id: str, listed: bool) -> None:
        """Lists of who plays here have this person, or not until the next game; as `rename`."""
        self._change(phone, table_id, person_id, LIST, is_listed=listed)

    def merge(self, phone: str, table_id: str, person_id: str, other_id: str) -> None:
        """This person is that other one, in every game; no log and no seat changes.

        Raises `Unknown` as `rename` does, and `Together` where the two sat in one game.
        """
        with self._database.write() as connection:
            table = access.lock_to_write(connection, phone, table_id)
            who = {row.id: row.who or row.id for row in read(connection, table)}
            if person_id not in who or other_id not in who:
                raise Unknown(person_id)
            one, other = who[person_id], who[other_id]
            if one == other:
                return
            both = {"some": _all_of(who, one), "others": _all_of(who, other)}
            if connection.execute(TOGETHER, both).first():
                raise Together(person_id)
            set_same(connection, table, {one: other})
            self._database.touch(connection, table, self._database.next_moment())

    def separate(self, phone: str, table_id: str, person_id: str) -> None:
        """This person is nobody else any more, with all games of before; as `rename`."""
        with self._database.write() as connection:
            table = access.lock_to_write(connection, phone, table_id)
            if not is_at(connection, table, person_id):
                raise Unknown(person_id)
            set_same(connection, table, {person_id: None})
            self._database.touch(connection, table, self._database.next_moment())

    def find_merged(self, table_id: str, person_id: str) -> tuple[Person, ...]:
        """Those who were said to be this person, for whoever may see the table."""
        with self._database.read() as connection:
            there = read(connection, table_id)
        return tuple(Person(row.id, row.name) for row in there if row.same_as == person_id)

    def find_who(self, table_id: str, person_id: str) -> str | None:
        """Whom somebody of this table comes down to; None where nobody there has this id."""
        with self._database.read() as connection:
            there = read(connection, table_id)
        return next((row.who or row.id for row in there if row.id == person_id), None)

    def _change(
        self, phone: str, table_id: str, person_id: str, statement: Any, **said: object
    ) -> None:
        with self._database.write() as connection:
            table = access.lock_to_write(connection, phone, table_id)
            asked = {"person_id": person_id, "table_id": table, **said}
            if not is_id(person_id) or not connection.execute(statement, asked).rowcount:
                raise Unknown(person_id)
            self._database.touch(connection, table, self._database.next_moment())

    def seat(
        self, connection: Connection, table: str, sittings: Iterable[Sequence[str]]
    ) -> list[tuple[Person, ...]]:
        """The people with the names of each of these games, in their order; new ones are added.

        Who has become somebody else sits as that one. Who was taken off the lists is back on them.
        Raises `TooManyPeople` where they would be more than 60 then.
        """
        known, new = defaultdict[str, list[tuple[str, Person]]](list), list[dict[str, object]]()
        there = read(connection, table)
        persons = {row.id: Person(row.id, row.name, row.listed) for row in there}
        for row in sorted(there, key=lambda row: row.who is not None):
            known[name_key(row.name)].append((row.name, persons[row.who or row.id]))

        def sit(name: str, seated: list[Person]) -> None:
            free = [each for each in known[name_key(name)] if each[1] not in seated]
            spelled_so = [each for each in free if each[0] == _nfc(name)]
            if found := next(iter(spelled_so or free), None):
                seated.append(found[1])
                return
            seated.append(newcomer := Person(new_id(), _nfc(name)))
            known[name_key(name)].append((newcomer.name, newcomer))
            row = {"id": newcomer.id, "table": table, "name": newcomer.name}
            new.append({**row, "made_at": self._database.next_moment()})

        found = []
        for names in sittings:
            seated: list[Person] = []
            for name in names:
                sit(name, seated)
            found.append(tuple(seated))
        if new:
            capacity.check_people(table, len(there) + len(new))
            connection.execute(NEW_PERSON, new)
        for person in {each for seated in found for each in seated if not each.listed}:
            asked = {"person_id": person.id, "table_id": table, "is_listed": True}
            connection.execute(LIST, asked)
        return found


def _all_of(who: Mapping[str, str], person: str) -> Sequence[str]:
    """Everybody who comes down to this person."""
    return [each for each, end in who.items() if end == person]


def _nfc(name: str) -> str:
    return unicodedata.normalize("NFC", name)
