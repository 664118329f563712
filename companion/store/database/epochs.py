"""The epoch of the data: another one has begun when it was put back to an earlier moment."""

import logging
import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from companion.runtime import server_log
from companion.store.database import schema, times

_NEWEST = select(schema.epochs).order_by(schema.epochs.c.began_at.desc()).limit(1)
_NEW_EPOCH = insert(schema.epochs)


@dataclass(frozen=True, slots=True)
class Epoch:
    """A name that no other data has, and when it began, in milliseconds UTC.

    Whatever is older than that was there before, or came out of a backup.
    """

    id: str
    began_at: int


def newest(connection: Connection) -> Epoch | None:
    """The epoch of this database; None where none has begun."""
    found = connection.execute(_NEWEST).first()
    return Epoch(found.id, found.began_at) if found else None


def current(connection: Connection) -> Epoch:
    """The epoch of this database, of which the first begins when nobody has asked before.

    Whoever asks holds what keeps others from writing meanwhile, or two might begin.
    """
    return newest(connection) or begin(connection)


def begin(connection: Connection) -> Epoch:
    """Another epoch begins now, and is the newest whatever the clock says."""
    before = newest(connection)
    now = times.now()
    epoch = Epoch(secrets.token_hex(8), max(now, before.began_at + 1) if before else now)
    connection.execute(_NEW_EPOCH, {"id": epoch.id, "began_at": epoch.began_at})
    return epoch


def take_over(connection: Connection) -> None:
    """A backup that was copied here is the database from now on, in an epoch of its own.

    Its notes stay: the key in them may be the only copy.
    """
    begin(connection)
    connection.exec_driver_sql("PRAGMA application_id = 0")
    server_log.write(logging.WARNING, "a backup lay in the place of the database", {})
