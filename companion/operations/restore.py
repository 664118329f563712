"""Putting everything back as it is in a backup, on the same engine or on the other one."""

import os
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy import URL, Connection, select, text
from sqlalchemy.exc import DBAPIError

from companion.operations import backup, copying, keys, running, settings, users
from companion.operations.backup import NOTES, Held
from companion.operations.copying import NotCopied
from companion.runtime import private_files
from companion.store.database import connections, epochs, migrations, schema
from companion.store.database.schema import METADATA
from companion.store.tables import join_codes

NO_BACKUP = "{} is not a backup of Companion: choose a file that `companion backup` made"
CHANGED = "{} has changed since it was written: its checksum is wrong"
GAPS = "{} has games with entries missing in the middle"
HAS_DATA = "{} already has data: use --replace, which moves it aside under today’s date"
DAMAGED = "{} is damaged ({}): use --replace, which moves it aside under today’s date"
PUT_BACK = "To go back to it, stop the server and move this file to {}"
TAKE_BACK = "To go back to it, stop the server and run `companion restore {} --replace`"
START = "Now start the server."
RUNNING = "The database is in use: stop the server first, with all its processes."
OTHER_KEY = """\
The links and codes of this backup were made with another secret key. They do not work until you put
that key back, in SECRET_KEY or else in {},
or hosts make new ones. Phones stay at their tables."""

_OTHERS = text("""
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
    AND backend_type = 'client backend'
""")
_ALONE = text(f"SELECT pg_try_advisory_xact_lock({connections.IN_USE})")
_GAPS = "SELECT count(*) FROM (SELECT 1 FROM entries GROUP BY game HAVING max(place) > count(*))"


@dataclass(frozen=True, slots=True)
class Restored:
    """What there is now, where what was there before lies, and the key in the backup, if any."""

    held: Held
    kept: Path | None
    key: str | None


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="First move existing data aside, under today’s date.")
@with_appcontext
def restore_command(file: Path, replace: bool) -> None:
    """Put back all data from FILE, which `backup` made.

    Stop the server first, and start it afterwards. Phones then offer to enter again what was
    entered since the backup. If there is data already, nothing is changed without --replace.
    """
    config = current_app.config
    url, instance = connections.address(config["DATABASE_URL"]), Path(config["INSTANCE"])
    users.check(current_app.extensions["store"].database.file or keys.key_file(instance))
    key = keys.find_key(config)  # before anything is changed: it may be one nobody can read
    is_new = private_files.is_missing(instance)
    restored = restore(file, url, instance, replace=replace)
    where = url.database if url.get_backend_name() == "sqlite" else "PostgreSQL"
    click.echo(f"Restored: {restored.held}.")
    click.echo(f"It is in {where}.")
    if is_new and private_files.owner(instance) == "root":
        click.echo(users.FOR_ROOT.format(instance))
    if restored.kept:
        click.echo(f"The data from before: {restored.kept}")
        is_file = url.get_backend_name() == "sqlite"
        click.echo(PUT_BACK.format(url.database) if is_file else TAKE_BACK.format(restored.kept))
    own = keys.key_file(instance)
    if restored.key and restored.key != key:
        key = _take_over(restored.key, key, own)
    if not _is_of_key(url, (key or "").encode()):
        click.echo(OTHER_KEY.format(own))
    click.echo(START)


def restore(file: Path, url: URL, instance: Path, *, replace: bool = False) -> Restored:
    """The database holds what the backup holds, brought up to date, and another epoch has begun.

    Raises `NotCopied`, and has changed nothing, where the file is no backup, is of a newer version
    or damaged; where the database is in use; and where it has data already, unless that is to be
    replaced: then it is kept, as a file beside a SQLite one, else as a backup in the instance
    folder.
    """
    is_file = url.get_backend_name() == "sqlite"
    target = Path(os.path.realpath(str(url.database))) if is_file else None
    folder = target.parent if target else instance
    _check_mark(file)
    try:
        private_files.make_folder(folder)
        with (
            _no_server(target),
            TemporaryDirectory(prefix=settings.RESTORING, dir=folder) as made,
        ):
            private_files.hand_over(Path(made))
            draft = Path(made) / "companion.sqlite3"
            held, key = unseal(file, draft)
            if target:
                return Restored(held, _into_file(draft, target, replace=replace), key)
            kept = instance / f"replaced-{backup.stamp()}.backup"
            there = _into_postgresql(draft, url, kept if replace else None)
            if there:
                private_files.hand_over(there)
            return Restored(held, there, key)
    except OSError as error:
        raise NotCopied(f"{folder}: {error.strerror}") from None


@contextmanager
def _no_server(target: Path | None) -> Iterator[None]:
    """`NotCopied` where a server has this SQLite database; none begins to meanwhile."""
    if target is None:
        yield
        return
    with running.alone(target) as is_alone:
        if not is_alone:
            raise NotCopied(RUNNING)
        yield


def unseal(file: Path, draft: Path) -> tuple[Held, str | None]:
    """The draft is a sound database of this version, in an epoch of its own; what was in it."""
    folder = draft.parent.parent  # the draft lies in a folder of its own, which goes
    try:
        copying.copy_file(file, draft)
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            held, key = _open_copy(connection, file)
    except sqlite3.Error as error:
        raise copying.blame(error, file, folder) from None
    try:
        with _open_as_ours(draft) as there:
            copying.upgrade(there, str(file))
            epochs.begin(there)
        with closing(sqlite3.connect(draft)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").close()
    except (DBAPIError, sqlite3.Error) as error:
        raise NotCopied(f"{folder}: {getattr(error, 'orig', error)}") from None
    private_files.to_the_disk(draft)
    return held, key


def _check_mark(file: Path) -> None:
    """`NotCopied` for what is no backup, before anything is made for it."""
    copying.check_file(file)
    if not backup.is_backup(file):
        raise NotCopied(NO_BACKUP.format(file))


def _open_copy(connection: sqlite3.Connection, file: Path) -> tuple[Held, str | None]:
    """How much is in this copy of a backup, and its key; a backup it is no more."""
    if wrong := backup.damage(connection):
        raise NotCopied(f"{file} is damaged: {wrong}")
    notes = dict(connection.execute(f"SELECT name, said FROM {NOTES}"))
    if backup.digest(connection) != notes["digest"]:
        raise NotCopied(CHANGED.format(file))
    if connection.execute(_GAPS).fetchone() != (0,):
        raise NotCopied(GAPS.format(file))
    connection.execute("PRAGMA secure_delete = ON").close()  # of the key nothing stays behind
    connection.execute(f"DROP TABLE {NOTES}").close()
    connection.execute("PRAGMA application_id = 0").close()
    return backup.count_contents(connection), notes["key"]


@contextmanager
def _open_as_ours(file: Path) -> Iterator[Connection]:
    """A transaction on this SQLite file."""
    writer, reader = connections.make_engines(URL.create("sqlite", database=str(file)))
    try:
        with writer.begin() as connection:
            yield connection
    finally:
        writer.dispose()
        reader.dispose()


def _into_file(draft: Path, target: Path, *, replace: bool) -> Path | None:
    """The draft is the database from now on; where the one before it lies, if there was any."""
    if not target.exists():
        _prepare(draft, target.parent)
        try:
            os.link(draft, target)  # and not over what somebody else has put there meanwhile
        except FileExistsError:
            raise NotCopied(HAS_DATA.format(target)) from None
        private_files.to_the_disk(target.parent)
        return None
    copying.check_file(target)
    kept = target.with_name(f"{target.name}.{backup.stamp()}")
    with _stop_database(target, replace) as is_empty:
        if not is_empty and not replace:
            raise NotCopied(HAS_DATA.format(target))
        os.link(target, kept)  # so that at no moment there is no database, which would be made anew
        for own in ("-wal", "-shm"):  # what a damaged one still has would be taken for ours
            with suppress(FileNotFoundError):
                Path(f"{target}{own}").rename(f"{kept}{own}")
        _prepare(draft, target)
        private_files.to_the_disk(target.parent)  # what is kept is there before its name is taken
        draft.replace(target)
        private_files.to_the_disk(target.parent)
        if is_empty:
            kept.unlink()
    return None if is_empty else kept


def _prepare(draft: Path, like: Path) -> None:
    """The draft belongs to whom that belongs which is like it."""
    private_files.hand_over(draft, like)
    draft.chmod(0o600)


@contextmanager
def _stop_database(file: Path, replace: bool) -> Iterator[bool]:
    """Whether this database has no data; nobody else opens it, and all of it is in this file."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=1)) as connection:
        try:
            # Whoever has it open, and be it without doing anything, does not let it leave its log.
            connection.execute("PRAGMA journal_mode = DELETE").close()
            connection.execute("BEGIN EXCLUSIVE").close()
            is_empty = _is_empty(connection)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise NotCopied(RUNNING) from None
            if not replace:
                raise NotCopied(DAMAGED.format(file, error)) from None
            is_empty = False
        yield is_empty


def _is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nobody has done anything in this database, whatever program it is of."""
    known = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    names = {str(name) for (name,) in connection.execute(known)} - {"alembic_version", "eras"}
    ours = (name for name in names if not name.startswith(migrations.COPYING))
    some = (f'SELECT 1 FROM "{name}" LIMIT 1' for name in ours)
    return not any(connection.execute(each).fetchone() for each in some)


def _into_postgresql(draft: Path, url: URL, kept: Path | None) -> Path | None:
    """PostgreSQL holds what the draft holds; what it held before is a backup, if it is to be."""
    address = url.render_as_string(hide_password=False)
    with _open_as_ours(draft) as here, copying.lock_database(address) as there:
        if not _is_alone(there):
            raise NotCopied(RUNNING)
        if not any(
            there.execute(select(1).select_from(table).limit(1)).first()
            for table in METADATA.sorted_tables
            if table is not schema.epochs
        ):
            _replace_rows(here, there)
            return None
        if not kept:
            raise NotCopied(HAS_DATA.format("PostgreSQL"))
        backup.back_up_postgresql(there, kept)
        try:
            _replace_rows(here, there)
        except BaseException:  # nothing is committed, so all is there still
            kept.unlink()
            raise
        return kept


def _replace_rows(here: Connection, there: Connection) -> None:
    """PostgreSQL holds what is here, and nothing else; `NotCopied`, DBAPIError."""
    for table in reversed(METADATA.sorted_tables):
        there.execute(table.delete())
    for table in METADATA.sorted_tables:
        copying.to_postgresql(here, there, table)
    if not copying.same(lines := copying.lines(here, there)):
        raise NotCopied("The copy differs from the data, so all of it was undone.", lines)


def _is_alone(there: Connection) -> bool:
    """Whether nobody runs on it, as whatever role, and nobody begins to before this is committed.

    Of others of this role nobody is connected at all. Who has just ended may take a moment to be
    gone.
    """
    for wait in (0.1, 0.2, 0.4, 0.8, 1.6, 0):
        if not there.execute(_OTHERS).scalar_one() and there.execute(_ALONE).scalar_one():
            return True
        time.sleep(wait)
        there.execute(text("SELECT pg_stat_clear_snapshot()"))
    return False


def _take_over(key: str, ours: str | None, file: Path) -> str:
    """The key that is used from now on: that of the backup, unless SECRET_KEY says another."""
    if ours and not (file.exists() and file.read_text().strip() == ours):
        return ours  # it was given, and will be given again
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    private_files.make_folder(file.parent)
    private_files.make_file(draft, key)
    said = ""
    if ours:
        private_files.hand_over(draft, file)
        kept = file.with_name(f"{file.name}.{backup.stamp()}")
        os.link(file, kept)
        private_files.to_the_disk(file.parent)
        said = f"; the old one is in {kept}"
    draft.replace(file)
    private_files.to_the_disk(file.parent)
    click.echo(f"The secret key of the backup is used from now on{said}")
    return key


def _is_of_key(url: URL, key: bytes) -> bool:
    """Whether the invitations in this database were made with this key."""
    writer, reader = connections.make_engines(url)
    try:
        with reader.connect() as connection:
            found = connection.execute(select(schema.invitations).limit(1)).first()
    finally:
        writer.dispose()
        reader.dispose()
    if found is None:
        return True
    made = join_codes.make_invitation(key, found.number)
    return join_codes.hash_secret(key, made.link) == str(found.link_hash)
