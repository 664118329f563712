"""A disk of a few megabytes, in a room of its own: it is gone with whoever holds it."""

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.live_server import ROOT

BLOCK = 4096  # bytes
MADE = 'mount -t tmpfs -o size="$1" tmpfs "$0" && echo && exec sleep infinity'


class NoDisk(Exception):
    """This machine lets nobody have a disk of their own; the text says what was said."""


class Disk:
    """A disk that is mounted on `folder` for whoever is `under` it; anybody else looks `inside`."""

    def __init__(self, folder: Path, holder: int) -> None:
        self.folder = folder
        self.inside = Path(f"/proc/{holder}/root{folder}")
        self.under = [
            "nsenter", f"--target={holder}", "--user", "--mount", "--preserve-credentials",
            f"--wdns={ROOT}",
        ]  # fmt: skip
        self._ballast = self.inside / "ballast"

    def fill(self) -> None:
        """Nothing of it is left."""
        with self._ballast.open("ab", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(BLOCK))
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise

    def relieve(self, size: int) -> None:
        """So many bytes of what `fill` has taken are free again."""
        with self._ballast.open("r+b") as ballast:
            taken = ballast.seek(0, os.SEEK_END)
            ballast.truncate(max(0, taken - size))


@contextmanager
def mounted(folder: Path, size: int) -> Iterator[Disk]:
    """An empty disk of so many bytes, on a folder that is there; `NoDisk` where none can be."""
    try:
        holder = subprocess.Popen(
            ["unshare", "--map-root-user", "--mount", "sh", "-c", MADE, str(folder), str(size)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    except FileNotFoundError as error:
        raise NoDisk(str(error)) from error
    assert holder.stdout is not None
    assert holder.stderr is not None
    with holder:
        try:
            if not holder.stdout.readline():
                raise NoDisk(holder.stderr.read().strip())
            yield Disk(folder, holder.pid)
        finally:
            holder.kill()
