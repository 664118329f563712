"""How the database of yesterday becomes today's: one file a change, done at first use."""

import threading

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

_ONE_AT_A_TIME = threading.Lock()
"""Alembic keeps what it is doing in a global variable."""

_LOCK = text("SELECT pg_advisory_xact_lock(7305808869231650158)")
"""A number of Companion's own, so that of several processes only one changes the tables."""


def upgrade(connection: Connection) -> None:
    """The database is at the latest version once this connection's transaction is committed.

    On SQLite that transaction began with BEGIN IMMEDIATE: whoever comes meanwhile waits, then finds
    nothing left to do. PostgreSQL gets a lock of its own for that.
    """
    with _ONE_AT_A_TIME:
        if connection.dialect.name == "postgresql":
            connection.execute(_LOCK)
        command.upgrade(configuration(connection), "head")


def is_latest(connection: Connection) -> bool:
    """Whether the database is at the latest version; nothing of it is changed."""
    return MigrationContext.configure(connection).get_current_revision() == head(connection)


def is_older(connection: Connection) -> bool:
    """Whether the database is at a version that `upgrade` goes on from; nothing of it is changed.

    An empty one is. Raises CommandError for a version that nobody here knows.
    """
    versions = ScriptDirectory.from_config(configuration(connection))
    at = MigrationContext.configure(connection).get_current_revision()
    return at != head(connection) and (at is None or bool(versions.get_revision(at)))


def head(connection: Connection) -> str | None:
    """The version that `upgrade` leads to."""
    return ScriptDirectory.from_config(configuration(connection)).get_current_head()


def configuration(connection: Connection) -> Config:
    """What Alembic's commands need, for the database behind this connection."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "companion:migrations")
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    return config
