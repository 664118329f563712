"""Commands that somebody else runs than the server: what they make locks nobody out."""

import os
import shutil
from pathlib import Path

import pytest

from companion.operations import backup, daily, restore, users
from companion.operations.keys import secret_key
from companion.operations.settings import database_url
from companion.runtime import private_files
from companion.store.database import connections
from tests.operations.test_settings import said_here
from tests.store.tables import play_at

SOMEBODY = 12345  # who is neither root nor whoever tests


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    instance = tmp_path / "data"
    key = secret_key(instance)
    play_at(database_url(instance), key)
    return {"INSTANCE": str(instance), "BACKUPS": str(tmp_path / "backups")}


@pytest.fixture
def somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who runs commands may write everywhere, but nothing is theirs, nor root's."""
    monkeypatch.setattr(os, "geteuid", lambda: SOMEBODY)
    monkeypatch.setattr(users, "ROOT", SOMEBODY + 1)


@pytest.mark.usefixtures("somebody")
def test_who_is_no_owner_is_told_whose_it_is(settings: dict[str, str], tmp_path: Path) -> None:
    """SQLite would make files beside the database, which are theirs as long as they are there."""
    instance = tmp_path / "data"
    before = {file: file.stat().st_mtime_ns for file in instance.iterdir()}
    file, to = str(instance / "companion.sqlite3"), str(tmp_path / "backup")
    for words in (
        ["check"], ["purge"], ["daily"], ["backup", to], ["restore", "--replace", to],
        ["move"], ["backup", "--of", file, to],
    ):  # fmt: skip
        done = said_here(*words, settings=settings)
        assert done.exit_code == 1, words
        owner = private_files.owner(instance)
        assert f"{file} belongs to {owner}, and this runs as {SOMEBODY}: run it" in done.output
        assert done.output.count("\n") == 1
    doctor = said_here("doctor", settings=settings)
    assert doctor.exit_code == 1
    assert f"belongs to {owner}, and this runs as {SOMEBODY}" in doctor.output
    assert doctor.output.count("wrong  ") == 1
    assert {file: file.stat().st_mtime_ns for file in instance.iterdir()} == before


@pytest.mark.usefixtures("somebody")
def test_a_folder_that_a_group_shares_is_for_all_of_it(
    settings: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(users, "ROOT", (tmp_path / "data").stat().st_uid)
    assert "1 game, 1 entry" in said_here("check", settings=settings).output


@pytest.mark.usefixtures("somebody")
def test_where_nothing_is_it_is_nobodys(tmp_path: Path) -> None:
    done = said_here("check", settings={"INSTANCE": str(tmp_path / "none" / "data")})
    assert "There is no database in" in done.output


def test_root_makes_no_backups_that_the_server_could_not_clear(
    settings: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder on another disk is root's, and the data are not."""
    data = str(tmp_path / "data")
    monkeypatch.setattr(os, "geteuid", lambda: users.ROOT)
    monkeypatch.setattr(private_files, "hand_over", lambda *_: None)
    whose = {True: "companion", False: "root"}
    monkeypatch.setattr(private_files, "owner", lambda path: whose[str(path).startswith(data)])
    cure = f"install --directory --owner companion --mode 700 {settings['BACKUPS']}"
    done = said_here("daily", settings=settings)
    assert (done.exit_code, f"`{cure}`" in done.output) == (1, True)
    assert f"As root: {cure}" in said_here("doctor", settings=settings).output
    assert not Path(settings["BACKUPS"]).exists()


def test_what_is_left_of_work_that_is_cut_off_is_the_owners_to_remove(
    settings: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of root, where root tests: in a folder of somebody's lies no folder of root's."""
    instance, kept = tmp_path / "data", tmp_path / "backups"
    file = tmp_path / "backup"
    url = connections.address(database_url(instance))
    backup.back_up(url, file)
    kept.mkdir(mode=0o700)
    if os.geteuid() == users.ROOT:
        for each in (instance, *instance.iterdir(), kept):
            os.chown(each, SOMEBODY, SOMEBODY)
    owner = instance.stat().st_uid
    found: list[int] = []

    def cut_off(*given: Path, **_: object) -> None:
        found.append(given[1].parent.stat().st_uid)
        raise OSError("cut off")

    monkeypatch.setattr(restore, "unseal", cut_off)
    said_here("restore", "--replace", str(file), settings=settings)
    monkeypatch.setattr(backup, "back_up", cut_off)
    with pytest.raises(OSError, match="cut off"):
        daily.make(url, kept)
    assert found == [owner, owner]
    assert {each.stat().st_uid for each in (*instance.iterdir(), *kept.iterdir())} == {owner}


def test_data_of_root_are_said_to_be_roots(settings: dict[str, str], tmp_path: Path) -> None:
    file = str(tmp_path / "backup")
    said_here("backup", file, settings=settings)
    shutil.rmtree(tmp_path / "data")
    done = said_here("restore", file, settings=settings)
    assert "Restored" in done.output
    assert ("was made for root" in done.output) == (os.geteuid() == users.ROOT)
