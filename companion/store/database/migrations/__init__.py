"""How the database of yesterday becomes today's: one file a change, done at first use."""

import threading
from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    text,
)

from companion.store.database import connections, schema

if TYPE_CHECKING:
    from alembic.config import Config

_ONE_AT_A_TIME = threading.Lock()
"""Alembic keeps what it is doing in a global variable."""

_LOCK = text("SELECT pg_advisory_xact_lock(7305808869231650158)")
"""A number of Companion's own, so that of several processes only one changes the tables."""

_UNLIMITED = text("SET LOCAL idle_in_transaction_session_timeout = 0")  # a backup comes in between

_TABLES = text("""
    SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'f') AND NOT EXISTS (
        SELECT 1 FROM pg_depend
        WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
    )
""")
"""The tables beside which ours lie or would lie, without those of extensions of PostgreSQL."""


_VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table, as it makes it."""

COPYING = "_litestream_"
"""How tables of Litestream begin, which may be in a SQLite file before the server's own."""


class State(Enum):
    """What there is in a database, as far as this version can tell."""

    EMPTY = auto()
    OLDER = auto()
    LATEST = auto()
    NEWER = auto()
    FOREIGN = auto()


def upgrade(
    connection: Connection, to: str = "head", before: Callable[[], None] = lambda: None
) -> None:
    """The database is at this version once this connection's transaction is committed.

    On SQLite that transaction began with BEGIN IMMEDIATE: whoever comes meanwhile waits, then finds
    nothing left to do. PostgreSQL gets a lock of its own for that.

    `before` is called where there are tables of an older version, while nobody else changes them.
    Raises `connections.Unfit`, as `check` does.
    """
    with _ONE_AT_A_TIME:
        if connection.dialect.name == "postgresql":
            connection.execute(_LOCK)
            connection.execute(_UNLIMITED)
        found = check(connection)
        if found is State.EMPTY and to in ("head", head()):
            _make(connection)
            return
        if found is State.OLDER:
            before()
        if found is not State.LATEST:
            from alembic import command  # takes a sixth of a start, and most starts change nothing

            command.upgrade(configuration(connection), to)


def _make(connection: Connection) -> None:
    """All tables are there as the migrations would make them, one after the other."""
    schema.METADATA.create_all(connection, checkfirst=False)
    _VERSION.create(connection)
    connection.execute(insert(_VERSION), {"version_num": head()})


def check(connection: Connection) -> State:
    """What there is; `connections.Unfit` where that is something else or of a newer version."""
    found = state(connection)
    if found is State.FOREIGN:
        raise connections.ForeignDatabase(connections.SOMETHING_ELSE)
    if found is State.NEWER:
        raise connections.NewerDatabase(connections.newer(connection))
    return found


def is_latest(connection: Connection) -> bool:
    """Whether the database is at the latest version; nothing of it is changed."""
    return _recorded(connection) == [head()]


def state(connection: Connection) -> State:
    """What there is in this database; nothing of it is changed."""
    # Looked for before the version: another process may make both meanwhile, in one step.
    tables = _tables(connection)
    match _recorded(connection):
        case []:
            return State.FOREIGN if tables else State.EMPTY
        case [version] if version == head():
            return State.LATEST
        case [version] if version in versions():
            return State.OLDER
        case _:  # a version that nobody here knows
            return State.NEWER


def _recorded(connection: Connection) -> Sequence[str]:
    """The versions in Alembic's table, usually one; none where there is no such table."""
    if not inspect(connection).has_table("alembic_version"):
        return []
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()


def _tables(connection: Connection) -> set[str]:
    """The names of the tables here, but for the one of its version, and those of Litestream."""
    if connection.dialect.name == "postgresql":
        found = set(connection.execute(_TABLES).scalars())
    else:
        found = set(inspect(connection).get_table_names())
    return {name for name in found if name != "alembic_version" and not name.startswith(COPYING)}


def head() -> str:
    """The version that `upgrade` leads to."""
    return versions()[-1]


@cache
def versions() -> Sequence[str]:
    """All versions there are, oldest first: the file of each begins with its four digits."""
    files = Path(__file__).with_name("versions").glob("*.py")
    return sorted(file.stem.partition("_")[0] for file in files)


def configuration(connection: Connection | None = None) -> "Config":
    """What Alembic's commands need, for the database behind this connection."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "companion:store/database/migrations")
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    return config
