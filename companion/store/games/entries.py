"""The entries of logs, from rows of the database and to them."""

import dataclasses
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select

from companion.engine.log import Written
from companion.engine.table import StoredGame
from companion.runtime.yielding import in_turns
from companion.store.database import schema, times

_entries = schema.entries

NEW_ENTRY = insert(_entries)
_of_games = _entries.c.game.in_(bindparam("games", expanding=True))
LOGS = select(_entries).where(_of_games).order_by(_entries.c.game, _entries.c.place)
_lengths = (
    select(_entries.c.game, func.max(_entries.c.place).label("place"))
    .where(_of_games)
    .group_by(_entries.c.game)
    .subquery()
)
LAST = select(_entries).join(
    _lengths, (_entries.c.game == _lengths.c.game) & (_entries.c.place == _lengths.c.place)
)
LATER = (
    select(_entries)
    .where(_entries.c.game == bindparam("game_id"), _entries.c.place >= bindparam("place"))
    .order_by(_entries.c.place)
)


def from_row(row: Row[Any]) -> Written:
    said = row.facts if isinstance(row.facts, Mapping) else {}
    facts = {"kind": row.kind, **said}
    return Written(row.place, row.id, row.phone, times.to_time(row.at), row.seen, facts)


def add_logs(connection: Connection, found: tuple[StoredGame, ...]) -> tuple[StoredGame, ...]:
    """These games with their logs."""
    logs = read_logs(connection, [game.id for game in found])
    return tuple(dataclasses.replace(game, log=logs.get(game.id, ())) for game in found)


def read_logs(connection: Connection, games: Sequence[str]) -> dict[str, tuple[Written, ...]]:
    """The logs of these games, but empty ones."""
    logs = defaultdict[str, list[Written]](list)
    for row in in_turns(connection.execute(LOGS, {"games": games})):
        logs[row.game].append(from_row(row))
    return {game: tuple(log) for game, log in logs.items()}
