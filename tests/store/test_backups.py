"""Which backups stay, and when the last good one is too old."""

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from companion.runtime import server_log
from companion.store.database import backups
from companion.store.database.backups import Backups, Kept

Makes = Callable[..., Path]


def make_backup(
    folder: Path, age: timedelta, *, migration: bool = False, good: bool = True
) -> Path:
    """Make a backup of so long ago, as a file without anything in it."""
    stamp = f"{datetime.now(UTC) - age:%Y-%m-%d-%H%M%S}-000"
    file = folder / backups.name(stamp, migration=migration, good=good)
    file.touch(0o600)
    return file


@pytest.fixture
def makes(tmp_path: Path) -> Makes:
    return partial(make_backup, tmp_path)


def one(day: datetime, *, migration: bool = False, good: bool = True) -> Kept:
    name = backups.name(f"{day:%Y-%m-%d-%H%M%S}-000", migration=migration, good=good)
    return Kept(Path(name), day, migration, good)


def left(all_of_them: list[Kept]) -> list[str]:
    """The days that stay, where each backup is made after the one before, and then some go."""
    here: list[Kept] = []
    for each in all_of_them:
        here.append(each)
        for gone in backups.surplus(here):
            here.remove(gone)
    return [f"{each.made_at:%m-%d}" for each in here]


def test_of_a_year_seven_days_and_five_months_stay_and_of_one_day_the_last() -> None:
    first = datetime(2025, 11, 24, 1, tzinfo=UTC)
    year = [one(first + timedelta(days=day)) for day in range(365)]
    days = [f"11-{day}" for day in range(17, 24)]
    assert left(year) == ["07-01", "08-01", "09-01", "10-01", "11-01", *days]
    assert left(year[:6]) == [f"11-{day}" for day in range(24, 30)]  # of few all
    hours = [one(first + timedelta(hours=hour)) for hour in range(4)]
    assert backups.surplus(hours) == hours[1:3]  # the first one of the month stays too


def test_what_differs_takes_the_place_of_no_good_one() -> None:
    first = datetime(2026, 3, 1, 1, tzinfo=UTC)
    good = [one(first + timedelta(days=day)) for day in range(5)]
    bad = [one(first + timedelta(days=5 + day), good=False) for day in range(30)]
    before = [one(first + timedelta(days=day), migration=True) for day in range(3)]
    gone = backups.surplus([*good, *bad, *before])
    assert all(not each.good for each in gone)
    assert len(gone) == 30 - 7 - 1  # and the first one of March stays


def test_other_files_are_none(tmp_path: Path, makes: Makes) -> None:
    for name in (
        "companion.sqlite3", "companion-2026-11-23-010203-000.backup.1a2b3c4d", "my.backup",
        "companion-2026-13-23-010203-000.backup", "companion-2026-11-23-010203-000-x.backup",
    ):  # fmt: skip
        (tmp_path / name).touch()
    assert backups.find(tmp_path) == []
    assert backups.find(tmp_path / "nowhere") == []
    file = makes(timedelta())
    [found] = backups.find(tmp_path)
    assert (found.file, found.migration, found.good) == (file, False, True)


def test_today_has_one_whatever_its_check_found(tmp_path: Path, makes: Makes) -> None:
    makes(timedelta(days=1))
    makes(timedelta(), migration=True)
    assert not backups.has_today(tmp_path)
    makes(timedelta(), good=False)
    assert backups.has_today(tmp_path)


def test_the_last_good_one_is_good_and_not_of_tomorrow(tmp_path: Path, makes: Makes) -> None:
    assert backups.find_last_good(tmp_path) is None
    last = makes(timedelta(days=3), migration=True)
    makes(timedelta(days=4))
    makes(timedelta(days=1), good=False)
    makes(timedelta(days=-2))
    found, age = backups.find_last_good(tmp_path), backups.age_of_last_good(tmp_path)
    assert found is not None
    assert found.file == last
    assert age is not None
    assert age.days == 3


def logged(capsys: pytest.CaptureFixture[str]) -> list[tuple[str, object]]:
    said = map(json.loads, capsys.readouterr().err.splitlines())
    return [(line["event"], line.get("days")) for line in said]


def test_it_warns_once_an_hour(
    tmp_path: Path,
    makes: Makes,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server_log.begin("info")
    makes(timedelta(days=2, minutes=1))
    kept = Backups(tmp_path)
    for _ in range(3):
        kept.warn_if_late()
    assert logged(capsys) == [("no good backup", 2)]
    monkeypatch.setattr(backups, "HOUR", 0)
    kept.warn_if_late()
    assert logged(capsys) == [("no good backup", 2)]
    makes(timedelta(days=1))
    kept.warn_if_late()
    Backups(None).warn_if_late()
    assert logged(capsys) == []


def test_it_waits_two_days_for_a_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server_log.begin("info")
    folder = tmp_path / "backups"
    Backups(folder).warn_if_late()  # it could not even be made
    assert logged(capsys) == [("no good backup", None)]
    lock = backups.prepare(folder)
    assert backups.prepare(folder) == lock
    Backups(folder).warn_if_late()
    assert logged(capsys) == []
    long_ago = lock.stat().st_mtime - timedelta(days=3).total_seconds()
    os.utime(lock, (long_ago, long_ago))
    Backups(folder).warn_if_late()
    assert logged(capsys) == [("no good backup", 3)]
    assert (folder.stat().st_mode & 0o777, lock.stat().st_mode & 0o777) == (0o700, 0o600)
