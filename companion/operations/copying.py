"""Copying whole databases between SQLite and PostgreSQL, and seeing that both hold the same."""

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from sqlalchemy import JSON, Connection, Row, String, Table, Text, cast, select, text
from sqlalchemy.exc import DBAPIError

from companion.store.database import connections, migrations
from companion.store.database.schema import METADATA

NEWER = "{} holds data from a newer Companion or another program. {}"

UNWRITTEN = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""What SQLite says where it cannot make what it needs beside a file even to read it."""
UNREAD = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)
BATCH = 1_000  # rows in memory together


@dataclass(frozen=True, slots=True)
class Sum:
    """What a table comes down to in one of the two databases."""

    rows: int
    checksum: str


@dataclass(frozen=True, slots=True)
class Line:
    """A table in both databases."""

    name: str
    here: Sum
    there: Sum


class NotCopied(click.ClickException):
    """Nothing was changed on either side; the message says why, `lines` what was found."""

    def __init__(self, why: str, lines: Sequence[Line] = ()) -> None:
        super().__init__(" ".join(why.split()))
        self.lines = lines


def blame(error: sqlite3.Error | DBAPIError, read: Path, written: Path) -> NotCopied:
    """What to say of this error of SQLite: where something was read, or had no room."""
    said: BaseException = (error.orig or error) if isinstance(error, DBAPIError) else error
    code = getattr(said, "sqlite_errorcode", 0)
    lacks_room = code & 0xFF in connections.NO_ROOM and code not in UNREAD
    return NotCopied(f"{written if lacks_room and _opens(read) else read}: {said}")


def _opens(file: Path) -> bool:
    """Whether SQLite can read this file, with what lies beside it."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            opened.execute("PRAGMA schema_version").close()
    except sqlite3.Error:
        return False
    return True


@contextmanager
def lock_database(url: str) -> Iterator[Connection]:
    """A transaction on PostgreSQL, up to date, in which nobody else writes; for good at its end."""
    engine, _ = connections.make_engines(connections.address(url))
    try:
        with engine.begin() as connection:
            upgrade(connection, "PostgreSQL")
            quoted = connection.dialect.identifier_preparer.format_table
            names = ", ".join(quoted(table) for table in METADATA.sorted_tables)
            connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))
            yield connection
            # What waits for the end of the transaction is asked while there is still an answer.
            connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
    except DBAPIError as error:
        raise NotCopied(f"Nothing was changed: {connections.words(error)}") from None
    finally:
        engine.dispose()


def upgrade(connection: Connection, name: str) -> None:
    """The database behind this connection is of this version; `NotCopied` where it cannot be."""
    try:
        migrations.upgrade(connection)
    except connections.ForeignDatabase as error:
        raise NotCopied(str(error)) from None
    except connections.NewerDatabase:
        is_file = connection.dialect.name == "sqlite"
        what_to_do = "Use that one." if is_file else connections.use_that_one(connection)
        raise NotCopied(NEWER.format(name, what_to_do)) from None


def check_file(file: Path) -> None:
    """`NotCopied` where there is no file that can be read, of which SQLite says less or nothing."""
    try:
        if not (file.is_file() or file.is_dir()):
            file.stat()
            raise NotCopied(f"{file} is not a file")  # for what is written into a pipe SQLite waits
        with file.open("rb"):
            pass
    except OSError as error:
        raise NotCopied(f"{file}: {error.strerror}") from None


def copy_file(file: Path, copy: Path) -> None:
    """The copy is the file as it is now, with what its server has written beside it so far.

    It is one moment of it, and nobody who writes meanwhile waits. Raises `sqlite3.Error`, and
    `NotCopied` where no file can be read.
    """
    check_file(file)
    try:
        _copy_pages(file, copy, "mode=ro")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in UNWRITTEN or connections.find_log(file):
            raise
        _copy_pages(file, copy, "immutable=1")  # as it lies on a disk that is read-only


def _copy_pages(file: Path, copy: Path, how: str) -> None:
    with (
        closing(sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)


def lines(
    here: Connection, there: Connection, tables: Sequence[Table] = METADATA.sorted_tables
) -> list[Line]:
    """Every one of these tables in both databases."""
    return [Line(table.name, _sum(here, table), _sum(there, table)) for table in tables]


def same(lines: Sequence[Line]) -> bool:
    return all(line.here == line.there for line in lines)


def show(lines: Sequence[Line]) -> None:
    """Print these, with what each table comes down to on either side."""
    if not lines:
        return
    click.echo(f"{'':12}{'here':>10}{'there':>10}  {'checksum here':18}checksum there")
    for line in lines:
        counts = f"{line.here.rows:>10}{line.there.rows:>10}"
        click.echo(f"{line.name:12}{counts}  {line.here.checksum:18}{line.there.checksum}")


def to_postgresql(here: Connection, there: Connection, table: Table) -> None:
    """Every row of this table is there too, a batch of them on its way at a time."""
    driver: Any = there.connection.driver_connection
    into = f"COPY {_quote_table(there, table)} FROM STDIN"
    try:
        with driver.cursor() as cursor, cursor.copy(into) as copy:
            for row in _rows(here, table):
                copy.write_row(row)
    except there.dialect.loaded_dbapi.Error as error:
        raise NotCopied(f"PostgreSQL refuses the {table.name}: {error}") from None


def to_sqlite(here: Connection, there: Connection, table: Table) -> None:
    """Every row of this table is there too, a batch of them on its way at a time."""
    driver: Any = there.connection.driver_connection
    marks = ", ".join("?" for _ in table.columns)
    into = f"INSERT INTO {_quote_table(there, table)} VALUES ({marks})"
    driver.executemany(into, map(tuple, _rows(here, table)))


def _quote_table(connection: Connection, table: Table) -> str:
    """The table and its columns, as this database wants them spelled."""
    quoted = connection.dialect.identifier_preparer
    columns = ", ".join(quoted.format_column(column) for column in table.columns)
    return f"{quoted.format_table(table)} ({columns})"


def _sum(connection: Connection, table: Table) -> Sum:
    rows, digest = 0, hashlib.sha256()
    for row in _rows(connection, table):
        rows += 1
        digest.update(repr(tuple(row)).encode())
    return Sum(rows, digest.hexdigest()[:16])


def _rows(connection: Connection, table: Table) -> Iterator[Row[Any]]:
    """The rows by their key, in the same order and the same words in both databases.

    What is JSON comes as it is written, so that nothing of it is read as something else.
    """
    postgres = connection.dialect.name == "postgresql"
    told = [cast(c, Text) if isinstance(c.type, JSON) else c for c in table.columns]
    # SQLite orders text by its bytes, PostgreSQL by the language it was set up for.
    order = [
        c.collate("C") if postgres and isinstance(c.type, String) else c for c in table.primary_key
    ]
    batches = {"yield_per": BATCH}
    yield from connection.execute(select(*told).order_by(*order), execution_options=batches)
