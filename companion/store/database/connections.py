"""Opening the database: what SQLite and PostgreSQL each need to lose nothing."""

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,
)

from companion.engine.table import Away
from companion.runtime import private_files

MARK = int.from_bytes(b"CoBu")
"""The `application_id` of a SQLite file that is a backup, and no database that is played in."""
NO_FILE = "There is no database in {}: check INSTANCE and DATABASE_URL. {}"
NO_TABLES = "{} has no database of Companion: check INSTANCE and DATABASE_URL. {}"
SOMETHING_ELSE = """\
The database holds another program’s tables. Companion needs one of its own: set DATABASE_URL to a
new, empty database."""
SERVER_MAKES = "The server creates it at the first request; `companion doctor` says more."

BUSY_TIMEOUT = 5  # seconds that SQLite waits for another process
SILENT = 5  # seconds until a PostgreSQL that says nothing counts as away
IDLE = 3 * SILENT  # seconds until PostgreSQL undoes a transaction in which it is asked nothing
KEEPALIVES: dict[str, Any] = {
    "connect_timeout": SILENT,
    "tcp_user_timeout": 2000 * SILENT,
    "keepalives_idle": SILENT,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""With these a connection to a machine that is gone ends by itself."""
_patience: ContextVar[float | None] = ContextVar("patience", default=None)
READERS = 100  # connections to SQLite for those who read for long while others go first

NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
"""What SQLite says where it cannot write, or not even make what it keeps beside its file."""
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
READ_ONLY = "25006"  # what PostgreSQL says where it only stands in for the one that writes

NEWER = "The database is from a newer Companion or another program: {}"
RUN_THAT_ONE = "Run the version that was used last, or "
REPLACE = "put back a backup of this one with `companion restore FILE --replace`."
RESTORE_ELSEWHERE = """\
set DATABASE_URL to a new, empty database and put a backup of this version there with
`companion restore FILE`."""

IN_USE = 7305808869231650159
"""The lock of PostgreSQL that every connection of Companion shares, and `restore` has alone."""


class Unfit(Away):
    """There is no database, or one of another version; this says which, and what to do."""

    def __init__(self, why: str) -> None:
        super().__init__(" ".join(why.split()))


class ForeignDatabase(Unfit):
    """Tables of another program are in the database."""


class NewerDatabase(Unfit):
    """The database is of a version that is not known here."""


def address(url: str) -> URL:
    """The address with the driver that we have; ValueError for none that we know."""
    try:
        normal = make_url(url)
    except ArgumentError:
        raise ValueError("that is no address of a database") from None
    if normal.get_backend_name() in ("postgres", "postgresql"):
        return normal.set(drivername="postgresql+psycopg")
    in_a_file = normal.database not in (None, "", ":memory:") and normal.host is None
    if normal.drivername not in ("sqlite", "sqlite+pysqlite") or not in_a_file:
        raise ValueError("the database is a SQLite file or PostgreSQL")
    return normal


def hide_password(address: URL) -> str:
    """This address, to be shown, without any password."""
    hidden = {name: "***" for name in address.query if "password" in name.lower()}
    return address.update_query_dict(hidden).render_as_string(hide_password=True)


def in_file(path: Path) -> str:
    """The address of a SQLite file, whatever is in its name."""
    return URL.create("sqlite", database=str(path)).render_as_string()


def make_engines(url: URL, in_memory: bool = False) -> tuple[Engine, Engine]:
    """What writes, in transactions, and what reads, statement by statement and never waiting.

    A file that is `in_memory` is written to the disk by somebody else, whole, between transactions.
    """
    if url.get_backend_name() == "postgresql":
        # A server that was restarted is noticed before a connection is used, not while it is.
        engine = create_engine(
            url,
            pool_pre_ping=True,
            pool_timeout=SILENT,
            hide_parameters=True,
            connect_args=KEEPALIVES,
        )
        event.listen(engine, "do_connect", _connect)
        event.listen(engine, "connect", _say_in_use)
        return engine, engine.execution_options(isolation_level="AUTOCOMMIT")
    settings: dict[str, Any] = {"isolation_level": None, "timeout": BUSY_TIMEOUT}
    common: dict[str, Any] = {
        **{"connect_args": settings, "hide_parameters": True},
        "json_deserializer": _read_json,
    }
    writer = create_engine(url, pool_size=1, max_overflow=0, **common)
    reader = create_engine(url, max_overflow=READERS, **common)
    event.listen(writer, "connect", _prepare_in_memory if in_memory else _prepare_writer)
    event.listen(writer, "begin", _begin_immediate)
    event.listen(reader, "connect", _prepare_reader)
    return writer, reader


def _read_json(text: str) -> object:
    """What this says; the text itself where a damaged file says nothing any more."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def find_log(file: Path) -> bool:
    """Whether beside this SQLite file lies what was written to it and is not in it yet."""
    try:
        return os.stat(f"{os.path.realpath(file)}-wal").st_size > 0
    except OSError:
        return False


def as_it_lies(url: URL) -> Engine:
    """What reads a SQLite file without making anything beside it, for a disk that is full.

    It sees nothing of a write-ahead log, and nobody may write while it reads.
    """
    file = Path(str(url.database)).absolute()
    address = f"{file.as_uri()}?immutable=1"

    def opened() -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True, isolation_level=None)

    return create_engine("sqlite://", creator=opened, poolclass=NullPool, hide_parameters=True)


def patience() -> float | None:
    """For how many seconds PostgreSQL may say nothing while it is asked; None for ever."""
    return _patience.get()


@contextmanager
def waiting(seconds: float | None) -> Iterator[None]:
    """For so long whatever is asked of PostgreSQL in this block waits for an answer."""
    before = _patience.get()
    _patience.set(seconds)
    try:
        yield
    finally:
        _patience.set(before)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Whoever does this with a database is told `Away` where it is away, locked, or full."""
    try:
        yield
    except SQLAlchemyError as error:
        if not _is_away(error):
            raise
        raise Away from error


def lacks_room(error: DBAPIError) -> bool:
    """Whether SQLite could not write, or not make what it needs beside its file."""
    return _sqlite_code(error) in (*NO_ROOM, sqlite3.SQLITE_READONLY)


def is_backup(connection: Connection) -> bool:
    """Whether this is a backup, which somebody has put where the database lies."""
    if connection.dialect.name != "sqlite":
        return False
    return bool(connection.exec_driver_sql("PRAGMA application_id").scalar_one() == MARK)


def newer(connection: Connection) -> str:
    """What to say, and to do, where a database is of a newer version."""
    return NEWER.format(use_that_one(connection))


def use_that_one(connection: Connection) -> str:
    """What to do where a database is of a newer version: PostgreSQL cannot be put aside here."""
    other = REPLACE if connection.dialect.name == "sqlite" else RESTORE_ELSEWHERE
    return " ".join((RUN_THAT_ONE + other).split())


def is_none(error: DBAPIError) -> bool:
    """Whether this SQLite file is no database at all."""
    return _sqlite_code(error) == sqlite3.SQLITE_NOTADB


def words(error: DBAPIError) -> str:
    """What the database says of this error itself, in one line, without what was asked of it."""
    said = str(error.orig).partition("\nLINE ")[0].splitlines()
    has_code = getattr(error.orig, "sqlstate", None)  # what follows then may speak of the rows
    return " ".join(line.strip() for line in (said[:1] if has_code else said))


def _is_away(error: SQLAlchemyError) -> bool:
    if not isinstance(error, DBAPIError):
        return isinstance(error, TimeoutError)  # of those who wait for a connection
    if (code := _sqlite_code(error)) is not None:
        return code in (*BUSY, *NO_ROOM, sqlite3.SQLITE_READONLY)
    if error.connection_invalidated or getattr(error.orig, "sqlstate", None) == READ_ONLY:
        return True
    return isinstance(error, OperationalError | InterfaceError)


def _sqlite_code(error: DBAPIError) -> int | None:
    """The kind of error that SQLite names, without its finer points; None for PostgreSQL's."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return None if code is None else int(code) & 0xFF


def _connect(dialect: object, record: object, words: Any, named: Any) -> Any:
    from companion.store.database import postgresql

    return postgresql.Watchful.connect(*words, **named)


def lock_nothing_for_long(connection: Any, record: object) -> None:
    """PostgreSQL undoes a transaction whose server has fallen silent, and lets others go on."""
    connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE}s'").close()
    connection.commit()


def _say_in_use(connection: Any, record: object) -> None:
    """Nobody restores while this connection is open; it waits for one that is under way."""
    connection.execute(f"SELECT pg_advisory_lock_shared({IN_USE})").close()
    connection.commit()


def _prepare_writer(connection: sqlite3.Connection, record: object) -> None:
    _use_wal(connection, time.monotonic() + BUSY_TIMEOUT)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _prepare_in_memory(connection: sqlite3.Connection, record: object) -> None:
    """Nothing lies beside the file, and nothing waits for a disk."""
    for pragma in ("journal_mode = MEMORY", "synchronous = OFF", "foreign_keys = ON"):
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


def make_file(file: Path) -> None:
    """The file is there, with its folder; SQLite lets read what it keeps beside it who reads it."""
    try:
        private_files.make_folder(file.parent)
        if not file.exists():
            with suppress(FileExistsError):
                private_files.make_file(file)
    except OSError as error:
        raise Away from error
