"""The backups that a server makes by itself: whether it can, and how old the last good one is."""

import stat
from collections.abc import Iterator
from pathlib import Path

from companion.operations import users
from companion.operations.doctor import machine
from companion.operations.doctor.finding import Finding, Health
from companion.operations.settings import Settings
from companion.runtime import private_files
from companion.store.database import backups
from companion.store.database.backups import LATE

NOT_SET = (
    "There are no automatic backups (BACKUPS is not set): set BACKUPS to a folder, best on another "
    "disk, for a checked backup every day"
)
SEE = (
    "Look for `backup failed` or `backup differs` in the log of the server. `companion daily` "
    "makes one now, or says why not; `companion check` names what differs."
)
BEGINS = "A running server makes the first one within ten minutes of the first game."


def check_backups(ours: Settings) -> Iterator[Finding]:
    """Whether backups can be made, nobody else reads them, and the last good one is of late."""
    if ours.backups is None:
        yield Finding(Health.OK, NOT_SET)
        return
    yield from _writable(ours.backups, ours.instance)
    yield from _privacy(ours.backups)
    yield from _age(ours.backups)
    yield from _newest(ours.backups)


def _writable(folder: Path, instance: Path) -> Iterator[Finding]:
    there = private_files.nearest(folder)
    if owner := users.find_other_owner(folder, instance):
        yield Finding(
            Health.LOOK,
            f"{there} (BACKUPS) does not belong to {owner}, who owns the data",
            f"As root: install --directory --owner {owner} --mode 700 {folder}",
        )
    if obstacle := machine.find_obstacle(there):
        yield Finding(
            Health.WRONG,
            f"No backup can be written to {folder} (BACKUPS): {obstacle}",
            f"Check that {there} is a folder of the user that Companion runs as, and that its disk "
            "is not full.",
        )


def _privacy(folder: Path) -> Iterator[Finding]:
    files = [kept.file for kept in backups.find(folder)]
    others = [file for file in files if stat.S_IMODE(file.stat().st_mode) & 0o077]
    if others:
        names = " ".join(map(str, others))
        yield Finding(Health.WRONG, f"Other users can read backups: {names}", f"chmod 600 {names}")


def _age(folder: Path) -> Iterator[Finding]:
    last, age = backups.find_last_good(folder), backups.age_of_last_good(folder)
    is_late = age is not None and age > LATE
    if last is None:
        health = Health.WRONG if is_late else Health.LOOK
        cure = SEE if is_late else BEGINS
        yield Finding(health, f"There is no good backup in {folder} (BACKUPS)", cure)
    elif is_late and age is not None:
        yield Finding(
            Health.WRONG, f"The last good backup is {age.days} days old: {last.file}", SEE
        )
    else:
        said = (
            f"The last good backup was made at {last.made_at:%F %H:%M} UTC: {last.file} (BACKUPS)"
        )
        yield Finding(Health.OK, said)


def _newest(folder: Path) -> Iterator[Finding]:
    found = backups.find(folder)
    if found and not found[-1].good:
        yield Finding(
            Health.LOOK,
            f"In the newest backup, some games count differently: {found[-1].file}",
            "`companion check` names them. Good older backups stay until newer ones are good.",
        )
