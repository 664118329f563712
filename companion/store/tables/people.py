"""The people of a table, whose names its games show."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, bindparam, insert, select, update

from companion.engine.names import name_key
from companion.engine.table import Person, Unknown
from companion.store.database import capacity, schema
from companion.store.database.database import Database
from companion.store.database.ids import is_id, new_id
from companion.store.tables import access

_people = schema.people

PEOPLE = (
    select(_people.c.id, _people.c.table, _people.c.name)
    .where(_people.c.table.in_(bindparam("tables", expanding=True)))
    .order_by(_people.c.made_at, _people.c.id)
)
SITS = select(_people.c.id).where(
    _people.c.id == bindparam("person"), _people.c.table == bindparam("table_id")
)
NEW_PERSON = insert(_people)
RENAME = (
    update(_people)
    .where(_people.c.id == bindparam("person_id"), _people.c.table == bindparam("table_id"))
    .values(name=bindparam("new_name"))
)


def at_tables(connection: Connection, tables: Sequence[str]) -> dict[str, list[Person]]:
    """The people of these tables, in the order they came."""
    found = defaultdict[str, list[Person]](list)
    for row in connection.execute(PEOPLE, {"tables": list(tables)}):
        found[row.table].append(Person(row.id, row.name))
    return found


def is_at(connection: Connection, table: str, person: str) -> bool:
    """Whether this person is one of this table."""
    asked = {"person": person, "table_id": table}
    return is_id(person) and connection.execute(SITS, asked).first() is not None


class People:
    """The people of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rename(self, phone: str, table_id: str, person_id: str, name: str) -> None:
        """This person has that name, in every game; no log changes.

        Raises `Unknown` for strangers and onlookers, and where nobody at the table has this id.
        """
        with self._database.write() as connection:
            table = access.lock_to_write(connection, phone, table_id)
            person = {"person_id": person_id, "table_id": table, "new_name": _nfc(name)}
            if not is_id(person_id) or not connection.execute(RENAME, person).rowcount:
                raise Unknown(person_id)
            self._database.touch(connection, table, self._database.next_moment())

    def seat(
        self, connection: Connection, table: str, sittings: Iterable[Sequence[str]]
    ) -> list[tuple[Person, ...]]:
        """The people with the names of each of these games, in their order; new ones are added.

        Raises `TooManyPeople` where they would be more than 60 then.
        """
        known, new = defaultdict[str, list[Person]](list), list[dict[str, object]]()
        there = connection.execute(PEOPLE, {"tables": [table]}).all()
        for row in there:
            known[name_key(row.name)].append(Person(row.id, row.name))

        def sit(name: str, seated: list[Person]) -> None:
            free = [person for person in known[name_key(name)] if person not in seated]
            spelled_so = [person for person in free if person.name == _nfc(name)]
            if person := next(iter(spelled_so or free), None):
                seated.append(person)
                return
            seated.append(newcomer := Person(new_id(), _nfc(name)))
            known[name_key(name)].append(newcomer)
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
        return found


def _nfc(name: str) -> str:
    return unicodedata.normalize("NFC", name)
