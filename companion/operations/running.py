"""Which server has a SQLite database: it holds a file beside it for as long as it runs."""

import fcntl
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from companion.runtime import private_files

STEP = 0.1  # seconds between two tries
OVERLAP = 12  # seconds in which a server that was just told to stop may end
TAKEN = """\
Another server has {} open{}. SQLite allows one server: stop that one, or set INSTANCE to another \
folder."""


class Taken(click.ClickException):
    """Another server has the data, perhaps not for much longer."""

    exit_code = os.EX_TEMPFAIL


class Mark:
    """The file that says that a server has this database; the system lets go of it by itself.

    The processes of a server share it. Whoever has it alone keeps new ones waiting.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}-server")
        self._handle: int | None = None

    def take(self, *, alone: bool = False) -> bool:
        """Whether this process has it now. May raise OSError, as where nothing can be written."""
        kind = fcntl.LOCK_EX if alone else fcntl.LOCK_SH
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            private_files.hand_over(self._path)
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
            if not self._is_there(handle):  # who had it before has removed it meanwhile
                raise BlockingIOError
        except OSError as error:
            os.close(handle)
            if isinstance(error, BlockingIOError):
                return False
            raise
        self._handle = handle
        return True

    def begin(self, patience: float) -> bool:
        """Whether a server begins here: within so many seconds nobody else has it any more.

        From then on the workers of this server share it. May raise OSError.
        """
        until = time.monotonic() + patience
        while not (self.take(alone=True) and self._share()):
            if time.monotonic() > until:
                return False
            time.sleep(STEP)
        return True

    def _share(self) -> bool:
        """Whether others may have it too now; another server may have come first."""
        assert self._handle is not None
        try:
            fcntl.flock(self._handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._handle)
            self._handle = None
        return self._handle is not None

    def say(self, listens_on: Sequence[str]) -> None:
        """Say where the server that has it listens."""
        assert self._handle is not None
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, "\n".join(listens_on).encode(), 0)

    def leave(self) -> None:
        """This process has it no longer; it is gone if nobody else has it."""
        if self._handle is None:
            return
        with suppress(OSError):
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._path.unlink()
        os.close(self._handle)
        self._handle = None

    def find_server(self, patience: float = 0.5) -> list[str] | None:
        """Where the server that has it listens; None where none has, or has after this time.

        None as well where this user may not know.
        """
        until = time.monotonic() + patience
        while self._is_held():
            if time.monotonic() > until:
                with suppress(OSError):
                    return self._path.read_text().split()
                return []
            time.sleep(STEP)
        return None

    def _is_held(self) -> bool:
        with suppress(OSError):
            handle = os.open(self._path, os.O_RDWR)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            finally:
                os.close(handle)
        return False

    def _is_there(self, handle: int) -> bool:
        mine = os.fstat(handle)
        try:
            there = self._path.stat()
        except FileNotFoundError:
            return False
        return (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino)


def begin(database: Path) -> Mark | None:
    """The mark of a server that begins with this database; `Taken` where another one has it.

    Where it cannot be written down, as on a disk that is full, there is none, and it serves.
    """
    mark = Mark(database)
    with suppress(OSError):
        private_files.make_folder(database.parent)
        if mark.begin(OVERLAP):
            return mark
        there = " and ".join(mark.find_server(0) or [])
        raise Taken(TAKEN.format(database, f", on {there}" if there else ""))
    return None


@contextmanager
def alone(database: Path) -> Iterator[bool]:
    """Whether no server has this database; none begins to meanwhile. May raise OSError."""
    mark = Mark(database)
    until = time.monotonic() + 5 * STEP  # whoever looks has it for a moment
    while not (taken := mark.take(alone=True)) and time.monotonic() < until:
        time.sleep(STEP)
    try:
        yield taken
    finally:
        mark.leave()
