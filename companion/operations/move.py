"""Taking everything along to a bigger place: from a SQLite file to PostgreSQL, all or nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy import URL, Connection, inspect
from sqlalchemy.exc import DBAPIError

from companion.operations import copying, users
from companion.operations.copying import Line, NotCopied
from companion.store.database import connections, schema

SECOND_RUN = "Nothing to do: PostgreSQL already has exactly this data."
OPEN = """\
A server seems to have {} open: what is entered there now is not copied. If it runs, stop it, and
move again, into another empty database."""
MOVED = "Moved. The SQLite file stays as it was. Start the server with this DATABASE_URL."
KEY = """\
Keep the secret key, too: the value of SECRET_KEY or, if not set, the file {}
With another key, phones stay at their tables, but links and codes to join stop working until hosts
make new ones, and open pages have to be reloaded once."""
OTHER_DATA = (
    "PostgreSQL already has other data, so nothing was changed. Perhaps somebody played on either "
    "side after the first move. To move anyway, set DATABASE_URL to an empty database."
)


@click.command("move", short_help="Copy all data from SQLite to PostgreSQL.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@with_appcontext
def move_command(file: Path | None) -> None:
    """Copy all data of the SQLite FILE to the PostgreSQL database in DATABASE_URL.

    Without FILE, it copies the one in INSTANCE. The file stays as it is. PostgreSQL must be empty:
    it gets everything or nothing.
    """
    file = file or Path(current_app.config["INSTANCE"]) / "companion.sqlite3"
    users.check(file)
    is_open = connections.find_log(file)  # which a server takes away when it stops
    try:
        lines, copied = move(file, current_app.config["DATABASE_URL"])
    except NotCopied as error:
        copying.show(error.lines)
        raise
    copying.show(lines)
    click.echo(MOVED if copied else SECOND_RUN)
    if is_open:
        click.echo(OPEN.format(file), err=True)
    click.echo(KEY.format(file.absolute().with_name("secret_key")))


def move(file: Path, url: str) -> tuple[list[Line], bool]:
    """Both databases hold the same: how much of it, and whether it had to be copied.

    The file is read as it was at one moment, whoever plays on in it. Raises `NotCopied` where it
    is none of Companion's, and where PostgreSQL holds anything but exactly this.
    """
    if not url.startswith("postgres"):
        raise NotCopied("Set DATABASE_URL to the PostgreSQL database to move to.")
    with _snapshot(file) as here, copying.lock_database(url) as there:
        lines = copying.lines(here, there)
        if copying.same(lines):
            return lines, False
        if any(line.there.rows for line in lines if line.name != schema.epochs.name):
            raise NotCopied(OTHER_DATA, lines)
        there.execute(schema.epochs.delete())  # that of a database in which nobody has been yet
        for table in schema.METADATA.sorted_tables:
            copying.to_postgresql(here, there, table)
        lines = copying.lines(here, there)
        if not copying.same(lines):
            raise NotCopied("The copy differs from the data, so all of it was undone.", lines)
        return lines, True


@contextmanager
def _snapshot(file: Path) -> Iterator[Connection]:
    """Reads a copy of this file, which is brought up to date instead of the file."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "companion.sqlite3"
        try:
            copying.copy_file(file, copy)
        except sqlite3.Error as error:
            raise copying.blame(error, file, Path(folder).parent) from None
        writer, reader = connections.make_engines(URL.create("sqlite", database=str(copy)))
        try:
            with writer.begin() as connection:
                if not inspect(connection).has_table("alembic_version"):
                    raise NotCopied(f"{file} holds no database of Companion")
                try:
                    copying.upgrade(connection, str(file))
                except DBAPIError as error:
                    raise copying.blame(error, file, Path(folder).parent) from None
            with reader.connect() as connection:
                yield connection
        finally:
            writer.dispose()
            reader.dispose()
