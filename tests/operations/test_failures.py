"""What is in the way of a command is one sentence, and nothing is lost or left."""

import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.operations import copying
from companion.operations.backup import BESIDE
from tests.operations.test_settings import said_here
from tests.support.full_disk import full_disk

MISSING, FOLDER, PIPE = "No such file or directory", "Is a directory", "is not a file"
DATABASE = "companion.sqlite3"
OTHERS = ("text", "other", "pipe")


@pytest.fixture
def settings(installed: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """Those of an installation of which there is a backup."""
    assert said_here("backup", str(tmp_path / "good"), settings=installed).exit_code == 0
    (tmp_path / "data" / f"{DATABASE}-wal").unlink()
    return installed


def names(folder: Path) -> list[str]:
    """What lies in there, but for what SQLite needs to read and the lock of a folder of backups."""
    found = (str(path.relative_to(folder)) for path in folder.rglob("*"))
    return sorted(name for name in found if not name.endswith(("-shm", "-wal", "backups", ".lock")))


def refused(*words: str, settings: dict[str, str]) -> str:
    """The command ends with 1 and one sentence, which is returned, beside a line of the log."""
    done = said_here(*words, settings=settings)
    said = [line for line in done.output.splitlines() if not line.startswith("{")]
    assert (done.exit_code, len(said)) == (1, 1), (words, done.output)
    return said[0].removeprefix("Error: ")


def test_a_file_that_cannot_be_used_is_named(settings: dict[str, str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "text").write_text("somebody's")
    (tmp_path / "empty").touch()
    _other(tmp_path / "other")
    new, before = str(tmp_path / "new"), names(tmp_path)
    kept = [tmp_path / "text", tmp_path / "other", tmp_path / "data" / "secret_key"]
    contents = [file.read_bytes() for file in kept]
    readers = [["restore", "--replace"], ["backup", new, "--of"]]
    backups = [["backup"], ["backup", "--replace"]]
    for name, commands, why in (
        ("none", readers, MISSING),
        ("~/none", readers, MISSING),
        ("text/x", readers, "Not a directory"),
        ("data", readers, FOLDER),
        ("pipe", readers, PIPE),
        ("loop", readers, "Too many levels of symbolic links"),
        ("empty", readers[:1], "is not a backup"),
        ("empty", readers[1:], "holds no database"),
        ("text", readers, ""),
        ("x" * 256, [*readers, ["backup"], ["site"]], "File name too long"),
        ("none/x", [["backup"]], MISSING),
        ("text/x", [["backup"]], "Not a directory"),
        ("data", [["backup"]], "is a folder"),
        (f"data/{DATABASE}-wal", [["tables", "export", "x"]], "a file of the server"),
        ("data/secret_key", backups, "a file of the server"),
        *((f"data/{DATABASE}{end}", backups, "a file of the server") for end in ("", *BESIDE)),
        ("loop", [["backup"]], "already exists"),
        *((name, backups[1:], "is not a backup of Companion") for name in ("loop", *OTHERS)),
    ):
        for words in commands:
            said = refused(*words, file := str(tmp_path / name), settings=settings)
            assert said.startswith(file), (words, said)
            assert why in said, (words, said)
    assert (names(tmp_path), [file.read_bytes() for file in kept]) == (before, contents)


def _other(file: Path, statement: str = "CREATE TABLE x AS SELECT 1 AS y") -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def _newer(file: Path) -> None:
    file.write_bytes((file.parents[1] / "good").read_bytes())
    _other(file, "UPDATE alembic_version SET version_num = 'tomorrow'")


STATES: dict[str, tuple[Callable[[Path], object], str]] = {
    "nothing": (lambda file: None, "There is no database in "),
    "no folder": (lambda file: shutil.rmtree(file.parent), "There is no database in "),
    "a folder": (Path.mkdir, "cannot be reached"),
    "a pipe": (os.mkfifo, "cannot be reached"),
    "empty": (Path.touch, "no database of Companion"),
    "text": (lambda file: file.write_bytes(b"somebody's " * 512), "no database of Companion"),
    "of somebody else": (_other, "another program’s tables"),
    "newer": (_newer, "A backup was copied over the database"),
}
NONE = ("nothing", "no folder", "empty")
GOOD = {("newer", "backup"), *((state, does) for state in NONE for does in ("restore", "daily"))}
"""What a command may do there: a newer one is as good as any, and none is in the way of nothing."""


@pytest.mark.parametrize("state", STATES)
def test_no_database_is_a_sentence(settings: dict[str, str], tmp_path: Path, state: str) -> None:
    file = tmp_path / "data" / DATABASE
    file.unlink()
    spoil, why = STATES[state]
    spoil(file)
    before, content = names(tmp_path), file.read_bytes() if file.is_file() else b""
    for words in (
        ["check"], ["purge"], ["daily"], ["tables", "list"], ["tables", "delete", "--yes", "x"],
        ["restore", str(tmp_path / "good")], ["backup", str(tmp_path / "new")],
        ["restore", str(tmp_path / "no backup")],
    ):  # fmt: skip
        if (state, words[0]) in GOOD and "no backup" not in words[-1]:
            continue
        said = refused(*words, settings=settings)
        assert ".making-" not in said, words
        assert why in said or words[0] not in ("check", "purge"), (words, said)
        assert names(tmp_path) == before, words
    assert (file.read_bytes() if file.is_file() else b"") == content


def test_what_finds_no_room_is_not_left_half(settings: dict[str, str], tmp_path: Path) -> None:
    table = said_here("tables", "list", settings=settings).output.split()[0]
    file = tmp_path / "table.json"
    with full_disk(64):
        said = refused("tables", "export", table, str(file), settings=settings)
    assert (said, file.exists()) == (f"{file}: File too large", False)


def test_what_cannot_be_printed_at_all_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["companion", "--version"])
    with suppress(OSError), open("/dev/full", "w") as out:  # again when it is closed
        monkeypatch.setattr(sys, "stdout", out)
        with pytest.raises(SystemExit) as ended:
            main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == "Error: No space left on device\n"


def test_names_that_cannot_be_printed_are_no_traceback(tmp_path: Path) -> None:
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/d\xfcr")
    for words in (["check"], ["doctor"]):
        done = said_here(*words, settings={"INSTANCE": folder})
        assert done.exit_code, done.output
        assert "INSTANCE is “" in done.output
        assert "set it to a folder with a name in UTF-8" in done.output


def test_a_read_only_disk_can_be_copied_if_no_log_is_missed(
    settings: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_pages = copying._copy_pages

    def copy(file: Path, copy: Path, how: str) -> None:
        if how == "mode=ro":  # SQLite wants to make a log even to read
            error = sqlite3.OperationalError("attempt to write a readonly database")
            error.sqlite_errorcode = sqlite3.SQLITE_READONLY_DIRECTORY
            raise error
        copy_pages(file, copy, how)

    monkeypatch.setattr(copying, "_copy_pages", copy)
    new = str(tmp_path / "new")
    done = said_here("backup", new, settings=settings)
    assert "1 game, 1 entry" in done.output
    (tmp_path / "data" / f"{DATABASE}-wal").write_text("x")
    assert "readonly" in refused("backup", f"{new}2", settings=settings)


@pytest.mark.parametrize(
    ("told", "code"), [(signal.SIGINT, 1), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_what_is_told_to_end_leaves_nothing(
    settings: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: int, code: int
) -> None:
    monkeypatch.setattr(copying, "copy_file", lambda *_: signal.raise_signal(told))
    monkeypatch.setattr(sys, "argv", ["companion", "backup", str(tmp_path / "new")])
    for name, said in settings.items():
        monkeypatch.setenv(name, said)
    numbers = (signal.SIGTERM, signal.SIGHUP)
    kept = {each: signal.signal(each, signal.SIG_DFL) for each in numbers}
    before = names(tmp_path)
    try:
        with pytest.raises(SystemExit) as ended:
            main()
    finally:
        for each, handler in kept.items():
            signal.signal(each, handler)
    assert (ended.value.code, names(tmp_path)) == (code, before)
