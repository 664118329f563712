"""Commands on a full disk: they say which one, leave nothing half made, and no traceback."""

import json
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import click
import pytest
from click.testing import CliRunner

from companion.__main__ import cli
from companion.operations import backup, copying, site
from companion.operations.copying import NotCopied
from companion.store.database import connections
from companion.store.store import Store
from companion.web.static.packages import Package


def test_backups_say_where(
    played: Store, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    monkeypatch.setattr(copying, "copy_file", Mock(side_effect=error))
    with pytest.raises(NotCopied, match=f"^{tmp_path}: "):
        backup.back_up(connections.address(database), tmp_path / "one.backup")
    assert not list(tmp_path.glob("*backup*"))


def test_a_file_that_cannot_be_read_is_named_itself(tmp_path: Path) -> None:
    file = tmp_path / "nowhere.sqlite3"
    with pytest.raises(sqlite3.Error) as told:
        copying.copy_file(file, tmp_path / "copy")
    assert str(copying.blame(told.value, file, tmp_path)).startswith(f"{file}: ")


def test_a_site_without_room_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = OSError(28, "No space left on device", str(tmp_path / "page"))
    monkeypatch.setattr("companion.operations.local_app.find_or_make", Mock())
    monkeypatch.setattr(site, "write", Mock(side_effect=full))
    done = CliRunner().invoke(cli, ["site", str(tmp_path / "out")])
    said = f"Error: {tmp_path / 'page'}: No space left on device"
    assert (done.exit_code, done.output.splitlines()[-1]) == (1, said)


def test_a_site_made_twice_at_once_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one took what the first one had begun for a leftover, and removed it."""
    begun, goes_on = threading.Event(), threading.Event()

    class Slow:
        def __init__(self, folder: Path, *given: object) -> None:
            self.folder = folder

        def write(self) -> None:
            self.folder.mkdir()
            if not begun.is_set():
                begun.set()
                goes_on.wait(10)
            told = {"edition": "", "root": "/", "files": [site.MARK]}
            (self.folder / site.MARK).write_text(json.dumps(told))

    monkeypatch.setattr(site, "_Writer", Slow)
    monkeypatch.setattr(click, "echo", lambda *said, **how: goes_on.set())
    make = partial(site.write, tmp_path / "site", "/", Package(tmp_path, ()))
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(make)
        assert begun.wait(10)
        second = threads.submit(make)
        wait([second], 2)
        goes_on.set()
        first.result()
        second.result()
