"""The database of an installation: within reach, whole, of this version, and writable."""

import secrets
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from companion.engine.table import Away
from companion.operations.doctor.finding import Finding, Health
from companion.operations.doctor.machine import clock
from companion.runtime import private_files
from companion.store.database import connections, migrations, schema
from companion.store.database.migrations import State
from companion.store.store import Store

ROLE = "the role that DATABASE_URL names"

_NEWEST = select(func.max(schema.entries.c.at))

_MAY_MAKE = text("""
    SELECT current_user AS role, current_database() AS name, current_schema() AS schema,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may
""")


def check_database(url: str, file: Path | None) -> Iterator[Finding]:
    """The database: within reach, whole, of this version, writable, and none of tomorrow."""
    if file and private_files.is_missing(file):
        yield Finding(Health.OK, "There is no database yet: the first request creates it")
        yield from clock(None)
        return
    store = Store(url)
    try:
        with closing(store), store.database.inspect() as connection:
            yield from _whole(connection, file)
            if file is None:
                yield from _sessions(connection, store)
            state = migrations.state(connection)
            is_latest = state is State.LATEST
            newest = connection.execute(_NEWEST).scalar_one() if is_latest else None
            if not is_latest:
                yield _version(connection, state)
                if file is None and state in (State.EMPTY, State.OLDER):
                    yield from _may_make_tables(connection)
            elif not connections.is_backup(connection):  # what writes would take it over
                yield _writable(store, file)
            yield from clock(newest)
    except (Away, SQLAlchemyError) as error:
        yield _out_of_reach(error, file)


def _whole(connection: Connection, file: Path | None) -> Iterator[Finding]:
    if file is None:
        yield Finding(Health.OK, "PostgreSQL answers")
        return
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if found == "ok" and connections.is_backup(connection):
        yield Finding(
            Health.LOOK,
            f"A backup was copied over the database {file}",
            "The next start uses it, and phones notice. `companion restore FILE --replace` would "
            "check it first, even this very file.",
        )
    elif found == "ok":
        yield Finding(Health.OK, f"{file} is readable and intact")
    else:
        yield _report_damage(file)


def _sessions(connection: Connection, store: Store) -> Iterator[Finding]:
    """Whether a connection stays with one session of PostgreSQL, as locks and streams need it."""
    mark = secrets.token_hex(8)
    connection.execute(select(func.set_config("companion.mark", mark, False)))
    with store.database.inspect() as other:
        other.exec_driver_sql("BEGIN")  # has the session that a pool would have lent to both
        asked = select(func.current_setting("companion.mark", True))
        found = connection.execute(asked).scalar_one()
        other.exec_driver_sql("ROLLBACK")
    if found != mark:
        yield Finding(
            Health.WRONG,
            "A connection pool in front of PostgreSQL changes the session for each transaction, so "
            "entries fail",
            "Let DATABASE_URL name PostgreSQL itself, or set `pool_mode = session` in pgbouncer.",
        )


def _report_damage(file: Path) -> Finding:
    return Finding(
        Health.WRONG,
        f"{file} is damaged, or is not a database",
        "Stop the server, and put the last backup back with `companion restore FILE --replace`, "
        "which keeps this file. If you only copy a backup, the phones do not notice.",
    )


def _writable(store: Store, file: Path | None) -> Finding:
    if store.health.can_write():
        return Finding(Health.OK, "The database can be written to")
    theirs = (
        "that its files belong to the user that Companion runs as, and that nothing else locks it."
        if file
        else f"that it is not a standby, and that its tables belong to {ROLE}."
    )
    return Finding(
        Health.WRONG,
        "The database cannot be written to",
        f"Check that its disk is not full, {theirs}",
    )


def _may_make_tables(connection: Connection) -> Iterator[Finding]:
    """Whether the server can make its tables, which a role of PostgreSQL may not everywhere."""
    found = connection.execute(_MAY_MAKE).one()
    if not found.may:
        quote = connection.dialect.identifier_preparer.quote
        name, role, where = (
            quote(each) for each in (found.name, found.role, found.schema or "public")
        )
        yield Finding(
            Health.WRONG,
            f"The role {found.role} may not create tables in the database {found.name}",
            f"As the superuser of PostgreSQL: `ALTER DATABASE {name} OWNER TO {role}`, or in that "
            f"database `GRANT USAGE, CREATE ON SCHEMA {where} TO {role}`.",
        )


def _version(connection: Connection, state: State) -> Finding:
    if state is State.FOREIGN:
        return Finding(
            Health.WRONG,
            "The database holds another program’s tables",
            "Set DATABASE_URL to a new, empty database: Companion needs one of its own.",
        )
    if state is State.NEWER:
        return Finding(
            Health.WRONG,
            "The database is from a newer Companion or another program",
            connections.use_that_one(connection),
        )
    if state is State.EMPTY:
        return Finding(Health.OK, "The database is empty: the first request creates its tables")
    return Finding(
        Health.LOOK,
        "The database is from an older version",
        "Make a backup first: the next start upgrades it, and this cannot be undone.",
    )


def _out_of_reach(error: Exception, file: Path | None) -> Finding:
    if file is None:
        begun = error.__cause__ if isinstance(error, Away) else error
        said = f": {connections.words(begun)}" if isinstance(begun, DBAPIError) else ""
        if isinstance(error, Away):
            return Finding(
                Health.WRONG,
                f"PostgreSQL does not answer, or does not let Companion in{said}",
                "Check that it runs, and that DATABASE_URL has the right host, database, user and "
                "password.",
            )
        return Finding(
            Health.WRONG,
            f"PostgreSQL cannot be read{said}",
            f"Check that the tables belong to {ROLE}.",
        )
    if isinstance(error, Away):
        return Finding(
            Health.WRONG,
            f"{file} cannot be opened",
            "Check that it and its folder belong to the user that Companion runs as, and that its "
            "disk is not full.",
        )
    return _report_damage(file)
