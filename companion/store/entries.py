"""The entries of logs, from rows of the database and to them."""

import dataclasses
from collections import defaultdict
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select

from companion.engine.log import Written
from companion.engine.table import StoredGame
from companion.runtime.yielding import in_turns
from companion.store import schema, times

_entries = schema.entries

NEW_ENTRY = insert(_entries)
LOGS = (
    select(_entries)
    .where(_entries.c.game.in_(bindparam("games", expanding=True)))
    .order_by(_entries.c.game, _entries.c.place)
)
LATER = (
    select(_entries)
    .where(_entries.c.game == bindparam("game_id"), _entries.c.place >= bindparam("place"))
    .order_by(_entries.c.place)
)


def from_row(row: Row[Any]) -> Written:
    facts = {"kind": row.kind, **row.facts}
    return Written(row.place, row.id, row.phone, times.to_time(row.at), row.seen, facts)


def add_logs(connection: Connection, found: tuple[StoredGame, ...]) -> tuple[StoredGame, ...]:
    """These games with their logs."""
    logs = defaultdict[str, list[Written]](list)
    asked = {"games": [game.id for game in found]}
    for row in in_turns(connection.execute(LOGS, asked)):
        logs[row.game].append(from_row(row))
    return tuple(dataclasses.replace(game, log=tuple(logs[game.id])) for game in found)
