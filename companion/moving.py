"""Taking everything along to a bigger place: from a SQLite file to PostgreSQL, all or nothing."""

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from alembic.util import CommandError
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy import JSON, URL, Connection, Row, String, Table, Text, cast, inspect, select, text
from sqlalchemy.exc import DBAPIError

from companion import database, migrations
from companion.schema import METADATA

BATCH = 1_000  # rows in memory together

SECOND_RUN = "Nothing to do: PostgreSQL has exactly this data already."
MOVED = "Moved. The SQLite file stays as it was."
KEY = """\
The secret key has to move along, or no link to join and no phone's cookie holds any more:
what SECRET_KEY says, or else the file {}"""
OTHER_DATA = (
    "PostgreSQL has other data already, so nothing was changed. Either side was perhaps played on "
    "after the first move. To move here all the same, make an empty database."
)


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


class NotMoved(click.ClickException):
    """Nothing was changed on either side; the message says why, `lines` what was found."""

    def __init__(self, why: str, lines: Sequence[Line] = ()) -> None:
        super().__init__(" ".join(why.split()))
        self.lines = lines


@click.command("move")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@with_appcontext
def move_command(file: Path | None) -> None:
    """Move all data of the SQLite FILE to the PostgreSQL that DATABASE_URL names.

    Without FILE it is the one in the instance folder. The file is only read. PostgreSQL must be
    empty: it gets everything, or stays as it was.
    """
    file = file or Path(current_app.config["INSTANCE"]) / "companion.sqlite3"
    try:
        lines, copied = move(file, current_app.config["DATABASE_URL"])
    except NotMoved as error:
        _show(error.lines)
        raise
    _show(lines)
    click.echo(MOVED if copied else SECOND_RUN)
    click.echo(KEY.format(file.absolute().with_name("secret_key")))


def move(file: Path, url: str) -> tuple[list[Line], bool]:
    """Both databases hold the same: how much of it, and whether it had to be copied.

    The file is read as it was at one moment, whoever plays on in it. Raises `NotMoved` where it
    is none of Companion's, and where PostgreSQL holds anything but exactly this.
    """
    with _snapshot(file) as here, _kept_still(url) as there:
        lines = _lines(here, there)
        if _same(lines):
            return lines, False
        if any(line.there.rows for line in lines):
            raise NotMoved(OTHER_DATA, lines)
        for table in METADATA.sorted_tables:
            _copy(here, there, table)
        lines = _lines(here, there)
        if not _same(lines):
            raise NotMoved("What arrived is not what was sent, so all of it was undone.", lines)
        return lines, True


@contextmanager
def _snapshot(file: Path) -> Iterator[Connection]:
    """Reads a copy of this file, which is brought up to date instead of the file."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "companion.sqlite3"
        try:
            _back_up(file, copy)
        except sqlite3.Error as error:
            raise NotMoved(f"{file}: {error}") from None
        writer, reader = database.engines(URL.create("sqlite", database=str(copy)))
        try:
            with writer.begin() as connection:
                if not inspect(connection).has_table("alembic_version"):
                    raise NotMoved(f"{file} is no database of Companion")
                _upgrade(connection, str(file))
            with reader.connect() as connection:
                yield connection
        finally:
            writer.dispose()
            reader.dispose()


def _back_up(file: Path, copy: Path) -> None:
    """The copy is the file as it is now, with what its server has written beside it so far."""
    address = f"{file.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(address, uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)


@contextmanager
def _kept_still(url: str) -> Iterator[Connection]:
    """A transaction on PostgreSQL, up to date, in which nobody else writes; for good at its end."""
    if not url.startswith("postgres"):
        raise NotMoved("Set DATABASE_URL to the PostgreSQL that everything shall move to.")
    engine, _ = database.engines(database.address(url))
    try:
        with engine.begin() as connection:
            _upgrade(connection, "PostgreSQL")
            quoted = connection.dialect.identifier_preparer.format_table
            names = ", ".join(quoted(table) for table in METADATA.sorted_tables)
            connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))
            yield connection
            # What waits for the end of the transaction is asked while there is still an answer.
            connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
    except DBAPIError as error:
        raise NotMoved(f"Nothing was changed: {error.orig}") from None
    finally:
        engine.dispose()


def _upgrade(connection: Connection, name: str) -> None:
    try:
        migrations.upgrade(connection)
    except CommandError as error:
        raise NotMoved(f"{name} is not of this version of Companion: {error}") from None


def _lines(here: Connection, there: Connection) -> list[Line]:
    return [
        Line(table.name, _sum(here, table), _sum(there, table)) for table in METADATA.sorted_tables
    ]


def _same(lines: Sequence[Line]) -> bool:
    return all(line.here == line.there for line in lines)


def _sum(connection: Connection, table: Table) -> Sum:
    rows, digest = 0, hashlib.sha256()
    for row in _rows(connection, table):
        rows += 1
        digest.update(repr(tuple(row)).encode())
    return Sum(rows, digest.hexdigest()[:16])


def _copy(here: Connection, there: Connection, table: Table) -> None:
    """Every row of this table is there too, a batch of them on its way at a time."""
    quoted = there.dialect.identifier_preparer
    columns = ", ".join(quoted.format_column(column) for column in table.columns)
    driver: Any = there.connection.driver_connection
    try:
        with (
            driver.cursor() as cursor,
            cursor.copy(f"COPY {quoted.format_table(table)} ({columns}) FROM STDIN") as copy,
        ):
            for row in _rows(here, table):
                copy.write_row(row)
    except there.dialect.loaded_dbapi.Error as error:
        raise NotMoved(f"PostgreSQL does not take the {table.name}: {error}") from None


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


def _show(lines: Sequence[Line]) -> None:
    if not lines:
        return
    click.echo(f"{'':12}{'here':>10}{'there':>10}  {'checksum here':18}checksum there")
    for line in lines:
        counts = f"{line.here.rows:>10}{line.there.rows:>10}"
        click.echo(f"{line.name:12}{counts}  {line.here.checksum:18}{line.there.checksum}")
