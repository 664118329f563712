"""Backups by themselves: one a day and one before each migration, each of them checked.

A server starts them as a process of their own, at the lowest priority: nobody who plays waits.
"""

import fcntl
import logging
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy import URL, select, text

from companion.engine.table import Away
from companion.operations import backup, failures, restore, users
from companion.operations.backup import Held
from companion.operations.check import Checked, check
from companion.operations.copying import NotCopied
from companion.operations.counting import count
from companion.runtime import places, private_files, server_log
from companion.store.database import backups, connections, migrations, schema
from companion.store.database.backups import Kept
from companion.store.database.migrations import State
from companion.store.store import Store

FIRST = 60.0  # seconds from a start of the server to its first look: those who come back go first
LOOK = 600.0  # seconds between two looks whether the day has its backup
AGAIN = 3600.0  # seconds until another one is tried after one that failed
PAUSE = 60.0  # seconds until a migration is tried again after its backup failed
NICE = 19
SPARE = 50_000_000  # bytes that stay free on the disk of the backups
MAKING = ".making-"
_A_GAME = select(schema.games.c.id).limit(1)

NOT_SET = (
    "BACKUPS is not set: set it to a folder, or make a single backup with `companion backup FILE`."
)
NOT_THEIRS = (
    "{0} would not belong to {1}, who owns the data: as root, "
    "`install --directory --owner {1} --mode 700 {0}` changes that."
)
NO_GOOD = "There is no good backup in {}: `companion daily` makes one, or says why not."
NO_ROOM = "{} has {:,} MB free, but a backup with its check needs {:,} MB: make room first"
THERE = (
    "{}: nothing to do. Today’s backup exists or is being made, or nobody has played yet in "
    "{}. `companion backup FILE` makes one now."
)


@click.command("daily", short_help="Make today’s backup in BACKUPS.")
@click.option("--before-migration", is_flag=True, help="Make one more, even if today’s exists.")
@click.option(
    "--age",
    is_flag=True,
    help="Make none. Say how old the last good one is: exit status 1 if too old.",
)
@with_appcontext
def daily_command(before_migration: bool, age: bool) -> None:
    """Make and check today’s backup in the folder BACKUPS, unless it exists.

    A server with BACKUPS does so by itself; this says what is wrong if it cannot. Keeps the newest
    of each of 7 days and the oldest of each of 5 months. Exit status 1 if no backup could be made.
    """
    config = current_app.config
    folder = config["BACKUPS"]
    if folder is None:
        raise click.ClickException(NOT_SET)
    if age:
        say_age(folder)
        return
    users.check(current_app.extensions["store"].database.file)
    if owner := users.find_other_owner(folder, config["INSTANCE"]):
        raise click.ClickException(NOT_THEIRS.format(folder, owner))
    os.nice(0 if before_migration else NICE)
    url = connections.address(config["DATABASE_URL"])
    try:
        made = make(url, folder, migration=before_migration)
    except Exception as error:
        said = failures.describe(error)
        if not said:
            raise
        _warn(error)
        click.echo(said)  # and not beside the line of the log, which a server has there
        raise SystemExit(1) from None
    click.echo(f"{made.file}" if made else THERE.format(folder, connections.hide_password(url)))


def say_age(folder: Path) -> None:
    """How old the last good backup is; ends with 1 where it is older than two days, or none is."""
    last, age = backups.find_last_good(folder), backups.age_of_last_good(folder)
    if last is None or age is None:
        raise click.ClickException(NO_GOOD.format(folder))
    hours = int(age.total_seconds() // 3600)
    click.echo(f"{last.file}: {count(hours, 'hour')} old")
    raise SystemExit(age > backups.LATE)


def make(url: URL, folder: Path, *, migration: bool = False) -> Kept | None:
    """A checked backup of this database is in this folder, and older ones that are too many gone.

    None where there is nothing to do: today has one, another process makes it, or there is no data
    yet. Before a `migration` another one is made. Raises `NotCopied`, `Away` and OSError, and
    leaves no half of one.
    """
    with _lock(backups.prepare(folder), wait=migration) as is_alone:
        if not is_alone or (not migration and backups.has_today(folder)):
            return None
        if _is_unused(url, even_with_tables=not migration):
            return None
        for left in folder.glob(f"{MAKING}*"):  # of one that was cut off
            shutil.rmtree(left, ignore_errors=True)
        _check_room(url, folder)
        made = _make(url, folder, migration)
        for each in backups.surplus(backups.find(folder)):
            if each != made:  # which is the oldest where the clock was put back
                each.file.unlink(missing_ok=True)
        return made


class Keeper:
    """Sees to the backups of an installation, in each process that serves it."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self._config = config
        self._is_backed_up, self._failed_at = False, -math.inf

    def keep(self) -> None:
        """Each day has its backup while this runs: for ever, where BACKUPS is a folder."""
        folder = self._config["BACKUPS"]
        if folder is None:
            return
        try:
            backups.prepare(folder)
        except OSError as error:
            _warn(error)
        time.sleep(FIRST)
        while True:
            is_well = backups.has_today(folder) or _start(self._config)
            time.sleep(LOOK if is_well else AGAIN)

    def before_migration(self) -> None:
        """There is a backup of what is to be changed; `Away`, for a minute, where none can be."""
        if self._is_backed_up or self._config["BACKUPS"] is None:
            return
        if time.monotonic() < self._failed_at + PAUSE:
            raise Away
        self._is_backed_up = _start(self._config, "--before-migration")
        if not self._is_backed_up:
            self._failed_at = time.monotonic()
            raise Away


def _start(config: Mapping[str, Any], *words: str) -> bool:
    """Run the command in a process of its own until it ends; whether all went well.

    It logs by itself, and goes where whoever waits for it does.
    """
    ours = {name: str(config[name]) for name in ("INSTANCE", "DATABASE_URL", "BACKUPS")}
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "daily", *words],
            cwd=places.ABOVE, env=os.environ | ours,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    except OSError as error:  # too many processes, or too little memory
        _warn(error)
        return False
    try:
        return process.wait() == 0
    finally:
        if process.poll() is None:
            process.terminate()


@contextmanager
def _lock(file: Path, *, wait: bool) -> Iterator[bool]:
    """Whether nobody else makes a backup there meanwhile; who is to `wait` does until so it is."""
    with file.open() as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True


def _is_unused(url: URL, even_with_tables: bool) -> bool:
    """Whether no server has made its tables yet, or, if that counts too, nobody has begun a game.

    A backup of nothing would be that of its day.
    """
    if url.get_backend_name() == "sqlite" and private_files.is_missing(Path(str(url.database))):
        return True
    with closing(_store(url)) as store, store.database.inspect() as connection:
        if migrations.check(connection) is State.EMPTY:
            return True
        return even_with_tables and connection.scalar(_A_GAME) is None


def _check_room(url: URL, folder: Path) -> None:
    """`NotCopied` where the backup, and the copy of it that is checked, would fill the disk."""
    needed = 2 * _size(url) + SPARE
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise NotCopied(NO_ROOM.format(folder, free // 1_000_000, needed // 1_000_000))


def _size(url: URL) -> int:
    """How many bytes this database takes."""
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database))
        both = (file, file.with_name(f"{file.name}-wal"))
        return sum(each.stat().st_size for each in both if each.exists())
    with closing(_store(url)) as store, store.database.inspect() as connection:
        return int(connection.scalar(text("SELECT pg_database_size(current_database())")))


def _store(url: URL) -> Store:
    return Store(url.render_as_string(hide_password=False))


def _make(url: URL, folder: Path, migration: bool) -> Kept:
    """Write a backup beside the others and check it: only then it has its name."""
    began, stamp = time.monotonic(), backup.stamp()
    with tempfile.TemporaryDirectory(prefix=MAKING, dir=folder) as work:
        private_files.hand_over(Path(work))  # so that its owner may remove what is left of it
        draft = Path(work) / "backup"
        held = backup.back_up(url, draft)
        checked = _check(draft)
        name = backups.name(stamp, migration=migration, good=not checked.differences)
        private_files.hand_over(draft, folder)
        draft.rename(folder / name)
        private_files.to_the_disk(folder)
    _log(held, checked, time.monotonic() - began)
    [made] = [each for each in backups.find(folder) if each.file.name == name]
    return made


def _check(draft: Path) -> Checked:
    """What `check` says once this backup is put back, beside it; `NotCopied` where it cannot be."""
    copy = draft.with_name("copy")
    restore.unseal(draft, copy)
    with closing(Store(connections.in_file(copy))) as store:
        return check(store)


def _warn(error: Exception) -> None:
    reason = server_log.reason(error.__context__ or error)
    server_log.write(logging.WARNING, "backup failed", {"reason": reason})


def _log(held: Held, checked: Checked, took: float) -> None:
    told: dict[str, object] = {"games": held.games, "entries": held.entries}
    told["seconds"] = round(took, 1)
    if checked.differences:
        told["differences"] = len(checked.differences)
        server_log.write(logging.WARNING, "backup differs", told)
    else:
        server_log.write(logging.INFO, "backup made", told)
