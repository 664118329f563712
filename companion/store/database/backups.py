"""The backups that a server makes by itself, as they lie in their folder: the name says all."""

import logging
import math
import re
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.runtime import private_files, server_log

DAILY, MONTHLY = 7, 5  # how many are kept
LATE = timedelta(days=2)
HOUR = 3600.0  # seconds
LOCK = ".lock"
"""Whoever makes a backup in this folder holds this file, which is as old as the folder is ours."""

_STAMP = "%Y-%m-%d-%H%M%S-%f"
_NAME = re.compile(r"companion-([\d-]{21})(-before-migration)?(-differs)?\.backup")


@dataclass(frozen=True, slots=True)
class Kept:
    """A backup: when it was made, for what, and whether every log in it could be told as kept."""

    file: Path
    made_at: datetime
    migration: bool
    good: bool


class Backups:
    """The folder in which a server keeps its backups; None where it makes none."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._looked_at = -math.inf

    def warn_if_late(self) -> None:
        """Once an hour: a line in the log where the last good backup is older than two days."""
        if self.folder is None or time.monotonic() < self._looked_at + HOUR:
            return
        self._looked_at = time.monotonic()
        age = age_of_last_good(self.folder)
        if age is None:
            server_log.write(logging.WARNING, "no good backup", {})
        elif age > LATE:
            server_log.write(logging.WARNING, "no good backup", {"days": age.days})


def name(stamp: str, *, migration: bool, good: bool) -> str:
    """The name of a backup of this moment, as `backup.stamp` says it."""
    kind = "-before-migration" * migration + "-differs" * (not good)
    return f"companion-{stamp}{kind}.backup"


def prepare(folder: Path) -> Path:
    """The folder is there; the file that whoever makes a backup in it holds. May raise OSError."""
    private_files.make_folder(folder)
    lock = folder / LOCK
    if not lock.exists():
        with suppress(FileExistsError):  # another process was quicker
            private_files.make_file(lock)
    return lock


def find(folder: Path) -> list[Kept]:
    """All backups in this folder, the oldest first; none where nobody may look."""
    try:
        files = list(folder.iterdir())
    except OSError:
        return []
    found = (_read(file) for file in files)
    return sorted((kept for kept in found if kept), key=lambda kept: (kept.made_at, kept.file.name))


def find_last_good(folder: Path) -> Kept | None:
    """The newest backup that can be relied on; one of tomorrow is a clock's mistake, and none."""
    now = datetime.now(UTC)
    good = [kept for kept in find(folder) if kept.good and kept.made_at <= now]
    return good[-1] if good else None


def has_today(folder: Path) -> bool:
    """Whether this day, which is that of UTC, has its backup, whatever its check found."""
    today = datetime.now(UTC).date()
    return any(kept.made_at.date() == today for kept in find(folder) if not kept.migration)


def age_of_last_good(folder: Path) -> timedelta | None:
    """How old the last good backup is, or where there is none, the folder; None where none is."""
    now, last = datetime.now(UTC), find_last_good(folder)
    if last:
        return now - last.made_at
    try:
        return now - datetime.fromtimestamp((folder / LOCK).stat().st_mtime, UTC)
    except OSError:
        return None


def surplus(kept: Iterable[Kept]) -> list[Kept]:
    """Those of these, the oldest first, that need not be kept.

    Of each kind the last one of each of the newest 7 days stays, and the first one of each of the
    newest 5 months: so one whose check found something never takes the place of a good one.
    """
    kinds = defaultdict[tuple[bool, bool], list[Kept]](list)
    for each in kept:
        kinds[each.migration, each.good].append(each)
    return [each for kind in kinds.values() for each in kind if each not in _staying(kind)]


def _staying(kind: list[Kept]) -> list[Kept]:
    days = {each.made_at.date(): each for each in kind}
    months = {(each.made_at.year, each.made_at.month): each for each in reversed(kind)}
    newest_days = [days[day] for day in sorted(days)[-DAILY:]]
    return newest_days + [months[month] for month in sorted(months)[-MONTHLY:]]


def _read(file: Path) -> Kept | None:
    found = _NAME.fullmatch(file.name)
    if found is None:
        return None
    try:
        made_at = datetime.strptime(found[1], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Kept(file, made_at, bool(found[2]), not found[3])
