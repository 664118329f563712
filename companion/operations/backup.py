"""Everything in one file: a copy of the database as it is at one moment, while it is played on."""

import hashlib
import os
import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy import URL, Connection, MetaData, Table, inspect, text
from sqlalchemy.exc import DBAPIError

from companion.operations import copying, keys, users
from companion.operations.copying import NotCopied
from companion.operations.counting import count_all
from companion.runtime import private_files
from companion.store.database import connections, migrations
from companion.store.database.connections import MARK
from companion.store.database.migrations import State
from companion.store.database.schema import METADATA

NOTES = "backup"
"""The table of a backup that says when it was made, what all else in it comes down to, its key."""

SQLITE = b"SQLite format 3\0"
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite writes beside a database, under its name with this ending."""

WITH_KEY = "It also holds the secret key: whoever has this file can join every table."
WITHOUT_KEY = """\
It does not hold the secret key: also keep the value of SECRET_KEY or, if not set, the file {}.
Without the key, phones stay at their tables, but links and codes to join stop working until hosts
make new ones."""

NOT_KNOWN = """\
PostgreSQL holds data from a newer Companion or another program. Make the backup with the version
that was used last, or with pg_dump."""
NO_KEY = "There is no secret key yet: the first start of the server makes it."


@dataclass(frozen=True, slots=True)
class Held:
    """How much there is in a database."""

    tables: int
    games: int
    entries: int

    def __str__(self) -> str:
        return count_all({"table": self.tables, "game": self.games, "entry": self.entries})


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Overwrite FILE if it exists.")
@click.option("--with-key", is_flag=True, help="Put the secret key into FILE as well.")
@click.option("--of", type=click.Path(path_type=Path), help="Back up this SQLite file instead.")
@with_appcontext
def backup_command(file: Path, replace: bool, with_key: bool, of: Path | None) -> None:
    """Write all data, as it is at this moment, to FILE. `restore` reads it.

    The server may run: nobody who plays has to wait. FILE has the same format for SQLite and
    PostgreSQL. It appears only when it is complete.
    """
    config = current_app.config
    users.check(of or current_app.extensions["store"].database.file)
    key = keys.find_key(config) if with_key else None
    if with_key and key is None:
        raise NotCopied(NO_KEY)
    if of:
        copying.check_file(of)
    there = URL.create("sqlite", database=str(of)) if of else None
    check_name(file, config)
    url = there or connections.address(config["DATABASE_URL"])
    held = back_up(url, file, key, replace=replace)
    if Path(config["INSTANCE"]) in file.absolute().parents:
        private_files.hand_over(file)
    own = keys.key_file(Path(config["INSTANCE"]))
    click.echo(f"{file}: {held}.")
    click.echo(WITH_KEY if with_key else WITHOUT_KEY.format(own))


def back_up(url: URL, file: Path, key: str | None = None, *, replace: bool = False) -> Held:
    """The file holds all that was committed in this database before; how much that is.

    Raises `NotCopied`, and leaves no file and no half of one, where there is a file already, no
    database of Companion, or one that is damaged.
    """
    if url.get_backend_name() == "sqlite":
        source = Path(str(url.database))
        if private_files.is_missing(source):
            raise NotCopied(connections.NO_FILE.format(source, ""))
        with _draft(file, replace) as draft:
            try:
                copying.copy_file(source, draft)
                return _seal(draft, key, str(source))
            except sqlite3.Error as error:
                raise copying.blame(error, source, file.absolute().parent) from None
    with _snapshot(url) as here:
        return back_up_postgresql(here, file, key, replace=replace)


def back_up_postgresql(
    here: Connection, file: Path, key: str | None = None, *, replace: bool = False
) -> Held:
    """The same for a PostgreSQL as this transaction sees it, which shall see one moment."""
    version = _version(here)
    with _draft(file, replace) as draft:
        try:
            _copy(here, draft, version)
            return _seal(draft, key, "PostgreSQL")
        except sqlite3.Error as error:
            raise NotCopied(f"{file}: {error}") from None


def is_backup(file: Path) -> bool:
    """Whether this is a backup of ours, by its first bytes: nothing of it is opened or locked."""
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        head = opened.read(72)
    return head.startswith(SQLITE) and head[68:] == MARK.to_bytes(4)


def check_name(file: Path, config: Mapping[str, Any]) -> None:
    """`NotCopied` where the server of this config reads a file of this name."""
    database = current_app.extensions["store"].database.file
    names = {keys.key_file(Path(config["INSTANCE"]))}
    if database:
        names |= {Path(f"{database}{ending}") for ending in ("", *BESIDE)}
    if os.path.realpath(file) in map(os.path.realpath, names):  # `resolve` fails at a loop
        raise NotCopied(f"{file} is a file of the server: choose another name")


def digest(connection: sqlite3.Connection) -> str:
    """What all rows of this database come down to, but for the notes of a backup."""
    connection.text_factory = bytes
    said = hashlib.sha256()
    tables = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name != ? ORDER BY name"
    for name, made in connection.execute(tables, (NOTES,)).fetchall():
        said.update(made)
        for row in connection.execute(f'SELECT * FROM "{name.decode()}" ORDER BY rowid'):
            said.update(repr(row).encode())
    connection.text_factory = str
    return said.hexdigest()


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether this is a database of Companion, of whatever version."""
    known = "SELECT count(*) FROM sqlite_schema WHERE name IN ('alembic_version', 'entries')"
    return bool(connection.execute(known).fetchone() == (2,))


def count_contents(connection: sqlite3.Connection) -> Held:
    """How much there is in this database."""
    counts = (connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in
              ("tables", "games", "entries"))  # fmt: skip
    return Held(*counts)


def damage(connection: sqlite3.Connection) -> str:
    """What is wrong with this database, in SQLite's words; "" for nothing."""
    said = "; ".join(str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)"))
    return "" if said == "ok" else said


def stamp() -> str:
    """Now to the millisecond, as a part of the name of what is kept."""
    return datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")[:-3]


@contextmanager
def _draft(file: Path, replace: bool) -> Iterator[Path]:
    """A file of nobody else's that becomes this one, whole, if nothing goes wrong meanwhile."""
    if file.is_dir():
        raise NotCopied(f"{file} is a folder: name a file in it")
    is_there = os.path.lexists(file)  # a link that leads nowhere is somebody's too
    if is_there and not replace:
        raise NotCopied(f"{file} already exists: choose another name, or use --replace")
    if is_there and not is_backup(file):
        raise NotCopied(f"{file} is not a backup of Companion, so it stays: choose another name")
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield draft
        private_files.to_the_disk(draft)
        draft.replace(file)
        private_files.to_the_disk(file.absolute().parent)
    except OSError as error:
        raise NotCopied(f"{file}: {error.strerror}") from None
    finally:
        for ending in ("", *BESIDE):
            with suppress(OSError):
                Path(f"{draft}{ending}").unlink(missing_ok=True)


def _seal(draft: Path, key: str | None, source: str) -> Held:
    """How much is in this draft of a source, which is sound, says what it is, and is one file."""
    with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").close()
        if not is_ours(connection):
            raise NotCopied(f"{source} holds no database of Companion")
        if wrong := damage(connection):
            raise NotCopied(f"{source} is damaged: {wrong}")
        notes = {"made_at": stamp(), "digest": digest(connection), "key": key}
        connection.execute("PRAGMA secure_delete = ON").close()
        connection.execute("BEGIN").close()
        connection.execute(f"DROP TABLE IF EXISTS {NOTES}").close()
        connection.execute(f"CREATE TABLE {NOTES} (name TEXT PRIMARY KEY, said TEXT)").close()
        connection.executemany(f"INSERT INTO {NOTES} VALUES (?, ?)", notes.items()).close()
        connection.execute(f"PRAGMA application_id = {MARK}").close()
        connection.execute("COMMIT").close()
        return count_contents(connection)


@contextmanager
def _snapshot(url: URL) -> Iterator[Connection]:
    """A transaction on this PostgreSQL that sees one moment of it and writes nothing."""
    engine, _ = connections.make_engines(url)
    reading = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    try:
        with engine.connect().execution_options(**reading) as connection, connection.begin():
            yield connection
    except DBAPIError as error:
        raise NotCopied(f"Nothing was written: {connections.words(error)}") from None
    finally:
        engine.dispose()


def _version(here: Connection) -> str:
    """Of which version this PostgreSQL is; `NotCopied` where we know nothing of its tables."""
    found = migrations.state(here)
    if found is State.NEWER:
        raise NotCopied(NOT_KNOWN)
    if found not in (State.OLDER, State.LATEST):
        raise NotCopied(connections.NO_TABLES.format("PostgreSQL", ""))
    return str(here.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def _copy(here: Connection, draft: Path, version: str) -> None:
    """The draft holds what this PostgreSQL holds; `NotCopied` where that is not the same."""
    writer, reader = connections.make_engines(URL.create("sqlite", database=str(draft)))
    try:
        with writer.begin() as there:
            migrations.upgrade(there, version)
            tables = _tables(here, there)
            for table in tables:
                copying.to_sqlite(here, there, table)
            if not copying.same(lines := copying.lines(here, there, tables)):
                raise NotCopied("The copy differs from the data: nothing was kept.", lines)
    finally:
        writer.dispose()
        reader.dispose()


def _tables(here: Connection, there: Connection) -> Sequence[Table]:
    """The tables of the version that both are of."""
    if migrations.is_latest(there):
        return METADATA.sorted_tables
    names = [name for name in inspect(there).get_table_names() if name != "alembic_version"]
    older = MetaData()
    older.reflect(here, only=names)
    return older.sorted_tables
