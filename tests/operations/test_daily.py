"""Backups by themselves: each one checked, once a day, before a migration, and at once or never."""

import asyncio
import fcntl
import json
import os
import shutil
import signal
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.request import urlopen

import pytest
from alembic import command
from sqlalchemy import update

from companion import create_app
from companion.engine.table import Away
from companion.operations import daily, restore
from companion.operations.copying import NotCopied
from companion.operations.keys import secret_key
from companion.store.database import backups, connections, migrations, schema
from companion.store.store import Store
from tests.drills.season import laid_out
from tests.drills.wire import run
from tests.drills.writers import Writers
from tests.operations.conftest import Says
from tests.operations.test_backup import data
from tests.operations.test_move import write
from tests.store.tables import FACTS, connected, fill, revision
from tests.store.test_backups import Makes, makes
from tests.store.test_live import until
from tests.support.databases import on_both, unmade
from tests.support.live_server import Server

__all__ = ["makes"]

PATIENCE = 60  # s
LAST = 240  # s for a backup, which lets all other processes go first
Make = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def make(database: str, folder: Path) -> Make:
    return lambda **more: daily.make(connections.address(database), folder, **more)


@pytest.fixture
def older(database: str) -> str:
    with connected(database) as connection:
        command.upgrade(migrations.configuration(connection), "0001")
        fill(connection)
    return database


def files(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir() if each.name.startswith(("comp", ".making"))]


class TestOne:
    @on_both
    def test_it_is_put_back(self, played: Store, folder: Path, tmp_path: Path, make: Make) -> None:
        made = make()
        assert (made.good, made.migration) == (True, False)
        assert stat.S_IMODE(made.file.stat().st_mode) == 0o600
        assert files(folder) == [made.file.name]
        to = tmp_path / "restored" / "companion.sqlite3"
        url = connections.in_file(to)
        restore.restore(made.file, connections.address(url), to.parent)
        assert data(url) == data(played)

    def test_one_a_day_or_before_migrations(self, played: Store, folder: Path, make: Make) -> None:
        with backups.prepare(folder).open() as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            assert make() is None, "who else makes one is let alone"
        (folder / ".making-abc").mkdir()
        (folder / ".making-abc" / "backup").write_bytes(b"half")
        assert make()
        assert not (folder / ".making-abc").exists(), "what was cut off goes"
        assert make() is None
        assert make(migration=True).migration
        for kept in backups.find(folder):  # a day later
            stamp = f"{kept.made_at - timedelta(days=1):%Y-%m-%d-%H%M%S}-000"
            name = backups.name(stamp, migration=kept.migration, good=kept.good)
            kept.file.rename(folder / name)
        assert make()
        assert len(backups.find(folder)) == 3

    def test_what_differs_is_kept_as_bad(self, played: Store, folder: Path, make: Make) -> None:
        write(played, update(schema.entries).values(kind="no-such-kind"))
        assert not make().good
        assert backups.find_last_good(folder) is None
        assert make() is None

    @on_both
    @unmade
    def test_before_a_game_nothing_is_to_do(self, store: Store, folder: Path, make: Make) -> None:
        assert make() is None
        assert files(folder) == []
        phone = store.phones.remember("host")
        assert make() is None
        store.games.start(phone, "the-game", {}, ["Ann"])
        assert make()

    def test_old_ones_make_way(self, played: Store, folder: Path, make: Make, makes: Makes) -> None:
        for age in range(1, 60):
            makes(timedelta(days=age))
        assert make()
        kept = backups.find(folder)
        assert not backups.surplus(kept)
        assert len(kept) < 13
        for each in kept:
            each.file.unlink()
        for month in range(8):  # the clock was ahead when all others were made
            makes(timedelta(days=-400 - 31 * month))
        assert make().file.exists()


def test_where_it_cannot_be_put_back_or_has_no_room_or_gaps_there_is_none(
    played: Store, make: Make, makes: Makes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No new one, no half of one, and the old ones stay."""
    old = makes(timedelta(days=1))

    def fails(why: str) -> None:
        with pytest.raises(NotCopied, match=why):
            make()
        assert files(old.parent) == [old.name]

    with monkeypatch.context() as patch:
        patch.setattr(restore, "unseal", Mock(side_effect=NotCopied("it is damaged")))
        fails("it is damaged")
    with monkeypatch.context() as patch:
        patch.setattr(daily, "SPARE", shutil.disk_usage("/").total * 1000)
        fails("MB free")
    write(played, schema.entries.delete().where(schema.entries.c.place == 1))
    fails("entries missing")


class TestCommand:
    @pytest.fixture(autouse=True)
    def _quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The tests go on as they were, whatever the command makes of its own process."""
        monkeypatch.setattr(signal, "signal", lambda *_: None)

    def test_it_names_what_it_made(self, played: Store, folder: Path, says: Says) -> None:
        said = says("daily", BACKUPS=folder)
        assert said.exit_code == 0
        [kept] = backups.find(folder)
        assert str(kept.file) in said.stdout
        done = says("daily", BACKUPS=folder).stdout
        assert "nothing to do" in done
        assert "companion.sqlite3" in done
        assert says("daily", "--before-migration", BACKUPS=folder).exit_code == 0
        assert len(backups.find(folder)) == 2

    def test_it_says_why_not(self, played: Store, tmp_path: Path, folder: Path, says: Says) -> None:
        assert "BACKUPS is not set" in says("daily").stderr
        (tmp_path / "file").touch()
        said = says("daily", BACKUPS=tmp_path / "file" / "x")
        assert said.exit_code == 1
        assert "Not a directory" in said.stdout
        assert json.loads(said.stderr)["reason"] == "EEXIST"
        (tmp_path / "odd.sqlite3").mkdir()
        said = says("daily", BACKUPS=folder, to=f"sqlite:///{tmp_path}/odd.sqlite3")
        assert said.exit_code == 1
        assert "companion doctor" in said.stdout
        assert files(folder) == []


class TestBeforeMigration:
    def app(self, url: str, tmp_path: Path, folder: Path | None) -> Any:
        given = {"INSTANCE": tmp_path / "instance", "DATABASE_URL": url, "BACKUPS": folder}
        return create_app({**given, "SECRET_KEY": "k" * 32})

    @on_both
    @unmade
    def test_what_was_before_is_backed_up(self, older: str, tmp_path: Path, folder: Path) -> None:
        app = self.app(older, tmp_path, folder)
        with closing(app.extensions["store"]) as store:
            assert store.games.find("phone", "table", "game").log[0].facts == FACTS
        [kept] = backups.find(folder)
        assert (kept.migration, kept.good) == (True, True)
        assert revision(kept.file) == "0001"

    @unmade
    def test_without_one_nothing_is_migrated_but_where_none_is_wanted(
        self, older: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tried: list[object] = []
        monkeypatch.setattr(daily, "_start", lambda *words: bool(tried.append(words)))
        app = self.app(older, tmp_path, tmp_path)
        with closing(app.extensions["store"]) as store:
            for _ in range(2):  # and it is not tried with each request
                with pytest.raises(Away):
                    store.games.find("phone", "table", "game")
            assert len(tried) == 1
        app = self.app(older, tmp_path, None)
        with closing(app.extensions["store"]) as store:
            assert store.games.find("phone", "table", "game")
        assert len(tried) == 1


STANDS_STILL = """
import os, signal, sqlite3, sys

class StandsStill(sqlite3.Connection):
    def backup(self, target):
        super().backup(target, pages=1, progress=self.stop)

    def stop(self, *_):
        if not stopped:
            stopped.append(os.kill(os.getpid(), signal.SIGSTOP))

connect, stopped = sqlite3.connect, []
if "daily" in sys.orig_argv:
    sqlite3.connect = lambda *given, **how: connect(*given, **how, factory=StandsStill)
"""
"""What makes the process of a backup stand still after the first page that it has copied."""


def hasty(config: dict[str, Any]) -> Any:
    """Companion that looks for the backup of today all the time."""
    daily.FIRST = daily.LOOK = 0.2
    return create_app(config)


@pytest.mark.long
class TestServer:
    @unmade
    @pytest.mark.parametrize("database", ["postgresql"], indirect=True)
    def test_one_of_several_processes_makes_it(self, older: str, tmp_path: Path) -> None:
        folder = tmp_path / "backups"
        settings = {"DATABASE_URL": older, "WEB_CONCURRENCY": "2", "BACKUPS": str(folder)}
        server = Server(tmp_path, settings=settings)
        server.launch()
        try:
            with ThreadPoolExecutor(8) as phones:
                asked = list(phones.map(lambda _: urlopen(f"{server.url}/healthz"), range(8)))
            for answer in asked:
                with answer:
                    assert answer.status == 200
        finally:
            server.stop()
        [kept] = backups.find(folder)
        assert (kept.migration, kept.good) == (True, True)

    def test_entries_go_on(self, database: str, tmp_path: Path) -> None:
        """However long it takes: here it stands still, with whatever it holds, until all are in."""
        seasons, folder = laid_out(database, secret_key(tmp_path), 1, 1), tmp_path / "backups"
        (tmp_path / "sitecustomize.py").write_text(STANDS_STILL)
        settings = {"DATABASE_URL": database, "BACKUPS": str(folder), "PYTHONPATH": str(tmp_path)}
        hasty = "tests.operations.test_daily:hasty"
        with Server(tmp_path, hasty, settings=settings) as server:
            until(lambda: bool(self.stopped(folder)), LAST)
            [maker] = self.stopped(folder)
            try:
                writers = Writers(server.port, seasons)
                run(asyncio.wait_for(self.enter(writers), PATIENCE))
                assert not backups.find(folder)
            finally:
                os.kill(maker, signal.SIGCONT)
            assert len(writers.told.acknowledged) == writers.entries
            until(lambda: any("backup made" in line for line in list(server.said)), LAST)
            server.stop()
        server.is_silent()
        events = [json.loads(line)["event"] for line in server.said if line.startswith("{")]
        assert (events.count("backup made"), events.count("backup failed")) == (1, 0)
        [kept] = backups.find(folder)
        assert (kept.good, files(folder)) == (True, [kept.file.name])

    async def enter(self, writers: Writers) -> None:
        await writers.sit_down()
        await writers.write()

    def stopped(self, folder: Path) -> list[int]:
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                is_it = b"\0daily\0" in (process / "cmdline").read_bytes()
                is_it = is_it and str(folder).encode() in (process / "environ").read_bytes()
                if is_it and b") T " in (process / "stat").read_bytes():
                    found.append(int(process.name))
        return found


def test_how_old_the_last_is_is_said_and_late_is_a_failure(folder: Path, says: Says) -> None:
    now = datetime.now(UTC)
    for hours, good, code in ((72, True, 1), (5, False, 1), (6, True, 0)):
        stamp = f"{now - timedelta(hours=hours):%Y-%m-%d-%H%M%S}-000"
        (folder / backups.name(stamp, migration=False, good=good)).touch()
        done = says("daily", "--age", BACKUPS=folder)
        assert done.exit_code == code, done.output
    assert done.output.endswith(": 6 hours old\n")
    assert says("daily", "--age", BACKUPS=folder / "none").exit_code == 1
