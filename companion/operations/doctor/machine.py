"""The machine that an installation runs on: its SQLite, disk, clock and limits."""

import os
import resource
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.operations.doctor.finding import Finding, Health
from companion.runtime import private_files

ROOT = Path(__file__).parents[2]
MB = 1_000_000

OLDEST = (3, 35, 0)
"""The first SQLite that answers a change with what came of it, which Companion asks for."""
REPAIRED = ((3, 44, 6), (3, 50, 7))
"""SQLite before 3.51.3 can damage a file where two processes write to it in the very same moment
(sqlite.org/wal.html, the WAL-reset bug); of older lines, those from these on are repaired."""
SOUND = (3, 51, 3)

LEAST, ENOUGH = 50 * MB, 500 * MB  # bytes free on the disk of the data
PATIENCE = 5 * 60  # seconds by which the clocks of a network differ
DAY = 24 * 3600  # seconds
MOUNTS = Path("/proc/self/mountinfo")
NETWORK = frozenset((
    "9p", "afs", "ceph", "cifs", "davfs", "fuse.cephfs", "fuse.davfs2", "fuse.glusterfs",
    "fuse.rclone", "fuse.sshfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "smb3", "smbfs",
))  # fmt: skip
FILES = 2 * 5000  # open files that gunicorn.conf.py asks for


def find_obstacle(folder: Path) -> str:
    """What keeps a file from being written to this folder; "" where nothing does."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"well")
    except OSError as error:
        return str(error.strerror)
    return ""


def sqlite_version(version: tuple[int, ...]) -> Iterator[Finding]:
    """Whether this SQLite can do what is asked of it, and is safe with two processes."""
    name = "SQLite " + ".".join(map(str, version))
    safe = version >= SOUND or any(
        version[:2] == repaired[:2] and version >= repaired for repaired in REPAIRED
    )
    if version < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        cure = f"Use a Python with SQLite {oldest} or newer."
        yield Finding(Health.WRONG, f"{name} is too old", cure)
    elif not safe:
        yield Finding(
            Health.OK,
            f"{name} is safe with one process, such as the server. With Litestream, and while "
            "`purge` runs, 3.51.3 or newer is safer",
        )
    else:
        yield Finding(Health.OK, name)


def drive(place: Path) -> Iterator[Finding]:
    """Whether SQLite lies on a drive of another machine, where its log is not safe."""
    kind = _find_kind(place)
    if kind in NETWORK:
        yield Finding(
            Health.WRONG,
            f"{place} is on a network drive ({kind}): SQLite may lose or damage data there",
            "Keep it on a disk of this machine, or use PostgreSQL. Backups may be on that drive.",
        )


def _find_kind(place: Path) -> str:
    """The kind of file system that this place is on, as Linux calls it; "" where nobody knows."""
    try:
        lines = MOUNTS.read_text(errors="replace").splitlines()
    except OSError:
        return ""
    there = Path(os.path.realpath(private_files.nearest(place)))
    found = {}
    for line in lines:
        before, _, after = line.partition(" - ")
        at = Path(before.split()[4].replace(r"\040", " "))
        if at in (there, *there.parents):
            found[len(at.parts)] = after.split()[0]  # of several at one place the last one
    return found[max(found)] if found else ""


def disk(place: Path) -> Iterator[Finding]:
    """Whether the disk of the data has room for some more evenings."""
    free = shutil.disk_usage(private_files.nearest(place)).free
    said = f"{free // MB:,} MB are free on the disk of the data"
    if free < LEAST:
        yield Finding(Health.WRONG, said, "Make room: on a full disk nothing more can be entered.")
    elif free < ENOUGH:
        yield Finding(Health.LOOK, said, "Make room before it is full.")
    else:
        yield Finding(Health.OK, said)


def clock(newest: int | None) -> Iterator[Finding]:
    """Whether it is later than what was built and entered before; `newest` in milliseconds UTC."""
    now = time.time()
    built = max(file.stat().st_mtime for file in ROOT.rglob("*.py"))
    cure = "Set the clock of this machine, and let it follow a time server (NTP)."
    if newest is not None and newest / 1000 > now + PATIENCE:
        yield Finding(Health.WRONG, "The clock is behind the newest entry", cure)
    elif built > now + DAY:
        yield Finding(
            Health.WRONG, "The clock is behind the time when Companion was installed", cure
        )
    else:
        yield Finding(
            Health.OK, f"The clock says {time.strftime('%F %H:%M', time.gmtime(now))} UTC"
        )


def open_files(most: int) -> Iterator[Finding]:
    """Whether as many phones can be connected as a worker takes."""
    if most != resource.RLIM_INFINITY and most < FILES:
        yield Finding(
            Health.LOOK,
            f"At most {most:,} files may be open, so about {most // 2:,} phones can be connected",
            f"For more, raise the limit to {FILES:,} (ulimit -Hn, or LimitNOFILE=).",
        )
    else:
        yield Finding(Health.OK, "The limit of open files is high enough")
