"""Opening the database: what SQLite and PostgreSQL each need to lose nothing."""

import sqlite3
import time
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url

BUSY_TIMEOUT = 5  # seconds that SQLite waits for another process


def address(url: str) -> URL:
    """The address with the driver that we have."""
    normal = make_url(url)
    if normal.get_backend_name() in ("postgres", "postgresql"):
        return normal.set(drivername="postgresql+psycopg")
    if normal.get_backend_name() != "sqlite" or normal.database in (None, "", ":memory:"):
        raise ValueError("the database is a SQLite file or PostgreSQL")
    return normal


def engines(url: URL) -> tuple[Engine, Engine]:
    """What writes, in transactions, and what reads, statement by statement and never waiting."""
    if url.get_backend_name() == "postgresql":
        # A server that was restarted is noticed before a connection is used, not while it is.
        engine = create_engine(url, pool_pre_ping=True)
        return engine, engine.execution_options(isolation_level="AUTOCOMMIT")
    settings: dict[str, Any] = {"isolation_level": None, "timeout": BUSY_TIMEOUT}
    writer = create_engine(url, connect_args=settings, pool_size=1, max_overflow=0)
    reader = create_engine(url, connect_args=settings)
    event.listen(writer, "connect", _prepare_writer)
    event.listen(writer, "begin", _begin_immediate)
    event.listen(reader, "connect", _prepare_reader)
    return writer, reader


def _prepare_writer(connection: sqlite3.Connection, record: object) -> None:
    _use_wal(connection, time.monotonic() + BUSY_TIMEOUT)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _use_wal(connection: sqlite3.Connection, until: float) -> None:
    """The file has a write-ahead log: for that alone SQLite does not wait, so we do."""
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.01)


def _prepare_reader(connection: sqlite3.Connection, record: object) -> None:
    connection.execute("PRAGMA query_only = ON").close()


def _begin_immediate(connection: Connection) -> None:
    """Whoever writes says so at once: waiting then helps, and reading first cannot mislead."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
