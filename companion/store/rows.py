"""From rows of the database to tables, people, games and logs."""

import dataclasses
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Executable, Row

from companion.engine.log import Written
from companion.engine.table import Kept, Person, StoredGame, Table
from companion.runtime.yielding import in_turns
from companion.store import schema

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def people(connection: Connection, tables: Sequence[str]) -> dict[str, list[Person]]:
    """The people of these tables, in the order they came."""
    found = defaultdict[str, list[Person]](list)
    for row in connection.execute(schema.PEOPLE, {"tables": list(tables)}):
        found[row.table].append(Person(row.id, row.name))
    return found


def tables(connection: Connection, statement: Executable, **asked: object) -> tuple[Table, ...]:
    rows = connection.execute(statement, asked).all()
    sitting = people(connection, [row.id for row in rows])
    return tuple(
        Table(
            row.id,
            row.name,
            tuple(sitting[row.id]),
            time(row.touched_at),
            row.games,
            row.role,
            row.closed_at is not None,
            row.person,
        )
        for row in rows
    )


def games(connection: Connection, statement: Executable, **asked: object) -> tuple[StoredGame, ...]:
    rows = connection.execute(statement, asked).all()
    people = defaultdict[str, list[Person]](list)
    for row in connection.execute(schema.SEATS, {"games": [row.id for row in rows]}):
        people[row.game].append(Person(row.id, row.name))
    return tuple(
        StoredGame(
            row.id,
            row.table,
            row.slug,
            row.options,
            tuple(people[row.id]),
            time(row.made_at),
            role=row.role,
            closed=row.closed_at is not None,
            mine=row.person,
            touched=row.touched_at,
        )
        for row in rows
    )


def kept(
    connection: Connection, statement: Executable, seated: Executable, **asked: object
) -> tuple[Kept, ...]:
    """Games with the results that are kept of them; `seated` asks who sat at them."""
    rows = connection.execute(statement, asked).all()
    known: dict[str, Person] = {}
    people = defaultdict[str, list[Person]](list)
    sitting = connection.execute(seated, {**asked, "games": [row.id for row in rows]}).all()
    for game, person, name in sitting:
        people[game].append(known.get(person) or known.setdefault(person, Person(person, name)))
    return tuple(
        Kept(
            StoredGame(
                row.id, row.table, row.slug, row.options, tuple(people[row.id]), time(row.made_at)
            ),
            *(row.head, row.place, row.version, row.summary),
        )
        for row in rows
    )


def with_logs(connection: Connection, found: tuple[StoredGame, ...]) -> tuple[StoredGame, ...]:
    logs = defaultdict[str, list[Written]](list)
    asked = {"games": [game.id for game in found]}
    for row in in_turns(connection.execute(schema.LOGS, asked)):
        logs[row.game].append(written(row))
    return tuple(dataclasses.replace(game, log=tuple(logs[game.id])) for game in found)


def written(row: Row[Any]) -> Written:
    facts = {"kind": row.kind, **row.facts}
    return Written(row.place, row.id, row.phone, time(row.at), row.seen, facts)


def moment(time: datetime) -> int:
    """A time as the database has it, in milliseconds."""
    return (time - _EPOCH) // timedelta(milliseconds=1)


def time(moment: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=moment)
