"""Commands on a full disk: they say which one, leave nothing half made, and no traceback."""

import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion.__main__ import cli
from companion.operations import backup, copying, site
from companion.operations.copying import NotCopied
from companion.store import connections
from companion.store.store import Store
from companion.web.packages import Package


@pytest.fixture
def source(tmp_path: Path) -> Path:
    file = tmp_path / "data" / "companion.sqlite3"
    with closing(Store(connections.in_file(file))) as store:
        store.games.start(store.phones.remember("host"), "the-game", {}, ["Ann"])
    return file


def test_a_backup_names_the_folder_that_has_no_room(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*files: Path) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(copying, "copy_file", fails)
    url, file = connections.address(connections.in_file(source)), tmp_path / "to" / "one.backup"
    file.parent.mkdir()
    with pytest.raises(NotCopied) as told:
        backup.back_up(url, file)
    assert str(told.value).startswith(f"{file.parent}: ")
    assert list(file.parent.iterdir()) == []


def test_a_file_that_cannot_be_read_is_named_itself(tmp_path: Path) -> None:
    file = tmp_path / "nowhere.sqlite3"
    with pytest.raises(sqlite3.Error) as told:
        copying.copy_file(file, tmp_path / "copy")
    assert str(copying.blame(told.value, file, tmp_path)).startswith(f"{file}: ")


def test_a_site_without_room_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*asked: object) -> None:
        raise OSError(28, "No space left on device", str(tmp_path / "page"))

    monkeypatch.setattr("companion.operations.local_app.find_or_make", lambda said: None)
    monkeypatch.setattr(site, "write", fails)
    done = CliRunner().invoke(cli, ["site", str(tmp_path / "out")])
    assert (done.exit_code, done.output.splitlines()[-1]) == (
        1,
        f"Error: {tmp_path / 'page'}: No space left on device",
    )


def test_a_site_that_is_made_twice_at_once_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one took what the first one had begun for a leftover, and removed it."""
    begun, goes_on, failed = threading.Event(), threading.Event(), list[BaseException]()

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

    def make() -> None:
        try:
            site.write(tmp_path / "site", "/", Package(tmp_path, ()))
        except (OSError, click.ClickException) as error:
            failed.append(error)

    monkeypatch.setattr(site, "_Writer", Slow)
    monkeypatch.setattr(click, "echo", lambda *said, **how: goes_on.set())
    first, second = threading.Thread(target=make), threading.Thread(target=make)
    first.start()
    assert begun.wait(10)
    second.start()
    second.join(2)
    goes_on.set()
    first.join(10)
    second.join(10)
    assert not failed
