"""What opens of an installation on a disk: its key, its entries, and its backups."""

import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from companion.operations import backup
from companion.operations.check import check
from companion.store.database import connections
from companion.store.store import Store

DATABASE = "companion.sqlite3"
SQLITES_OWN = re.compile("-(wal|shm|journal)$")
SHORTEST = 60  # characters of a key

Entry = tuple[str, int, str]
"""Game, place and facts of an entry."""


@dataclass(frozen=True)
class Found:
    """What opens of an installation after a cut; `wrong` says what does not."""

    key: str | None = None
    entries: frozenset[Entry] | None = None
    """None where there is no database yet."""
    kept: tuple[frozenset[Entry], ...] = ()
    """What is in each database beside it."""
    keys: tuple[str, ...] = ()
    """The keys that lie beside."""
    backups: Mapping[str, frozenset[Entry]] = field(default_factory=dict)
    wrong: str = ""


def look(folder: Path, instance: Path, *, by_app: bool) -> Found:
    """What opens of the installation in `instance`, and of the backups in `folder`.

    Where it is opened `by_app`, its database is brought up to date, and every log replayed.
    """
    try:
        database = instance / DATABASE
        key = read_key(instance / "secret_key")
        beside = instance.glob(f"{DATABASE}.*")
        found = Found(
            key=key,
            entries=read_entries(database) if database.exists() else None,
            kept=tuple(read_entries(file) for file in beside if not SQLITES_OWN.search(file.name)),
            keys=tuple(each.read_text() for each in instance.glob("secret_key.*")),
            backups={
                each.name: read_backup(each) for each in (folder / "backups").glob("*.backup")
            },
        )
        if by_app and key and database.exists():
            with closing(Store(f"sqlite:///{database}", key.encode())) as store:
                store.database.upgrade()
                if differences := check(store).differences:
                    raise Unreadable(str(differences[0]))
    except (Unreadable, sqlite3.Error) as error:
        return Found(wrong=f"unreadable: {error}")
    return found


class Unreadable(Exception):
    """A file that cannot be used as it is; the text says which, and why."""


def read_key(file: Path) -> str | None:
    """The key in this file; None where there is none. `Unreadable` where it is a part of one."""
    if not file.exists():
        return None
    key = file.read_text()
    if len(key) < SHORTEST:
        raise Unreadable(f"half a key: {len(key)} characters")
    return key


def read_entries(file: Path) -> frozenset[Entry]:
    """The entries in this database, which is sound; of one without tables there are none."""
    with closing(sqlite3.connect(file)) as connection:
        if wrong := backup.damage(connection):
            raise Unreadable(wrong)
        if not backup.is_ours(connection):
            return frozenset()
        rows = connection.execute("SELECT game, place, kind, facts FROM entries").fetchall()
    return frozenset(entry(*row) for row in rows)


@cache
def entry(game: str, place: int, kind: str, facts: str) -> Entry:
    said = {"kind": kind, **json.loads(facts)}
    return game, place, json.dumps(said, sort_keys=True)


def read_backup(file: Path) -> frozenset[Entry]:
    """Most cuts leave a backup as it was: one that holds the same as another is read once."""
    beside = sorted(file.parent.glob(f"{file.name}*"))
    held = tuple((each.name, sha256(each.read_bytes()).digest()) for each in beside)
    return _read_backup(file, held)


@cache
def _read_backup(file: Path, held: tuple[tuple[str, bytes], ...]) -> frozenset[Entry]:
    with closing(sqlite3.connect(file)) as connection:
        if connection.execute("PRAGMA application_id").fetchone() != (connections.MARK,):
            raise Unreadable(f"half a backup: {file.stat().st_size} bytes")
        notes = dict(connection.execute(f"SELECT name, said FROM {backup.NOTES}"))
        if backup.digest(connection) != notes["digest"]:
            raise Unreadable("a backup that was changed")
    return read_entries(file)
