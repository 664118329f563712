"""A restore and a running server: it waits until nobody runs, and whoever runs notices."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import make_url, text

from companion.engine.table import Away, StoredGame
from companion.operations import backup, restore
from companion.operations.copying import NotCopied
from companion.operations.doctor.data import check_database
from companion.operations.doctor.finding import Health
from companion.runtime import server_log
from companion.store.database import connections, epochs
from companion.store.database.connections import address
from companion.store.live import Live
from companion.store.store import Store
from tests.store.tables import begin, cards, connected, everything, lay
from tests.store.test_away import ended
from tests.support.databases import on_both
from tests.support.full_disk import full_disk
from tests.support.own_app import open_app
from tests.support.postgresql import Cluster

Copied = tuple[StoredGame, epochs.Epoch]


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for the epoch looks at once, and does not wait for a second to pass."""
    monkeypatch.setattr("companion.store.database.database.FRESH", 0.0)


@pytest.fixture
def roles(cluster: Cluster) -> Iterator[dict[str, str]]:
    """The address of one database for each of three roles without privileges of a superuser.

    "runs" owns it, "restores" may write in its tables, "watches" may only connect.
    """
    name = f"roles_{uuid4().hex}"
    owner = cluster.create(name)
    names = {role: f"{role}_{uuid4().hex}" for role in ("runs", "restores", "watches")}
    with connected(owner) as connection:
        for role in names.values():
            connection.execute(text(f"CREATE ROLE {role} LOGIN"))
        connection.execute(text(f"GRANT ALL ON SCHEMA public TO {names['runs']}"))
        granted = f"GRANT ALL ON TABLES TO {names['restores']}"
        mine = f"ALTER DEFAULT PRIVILEGES FOR ROLE {names['runs']} {granted}"
        connection.execute(text(mine))
    url = make_url(owner)
    yield {
        role: url.set(username=named).render_as_string(hide_password=False)
        for role, named in names.items()
    }
    cluster.drop(name)


def restore_into(file: Path, url: str, instance: Path) -> None:
    restore.restore(file, connections.address(url), instance, replace=True)


def test_it_restores_under_no_server(roles: dict[str, str], tmp_path: Path) -> None:
    with closing(Store(roles["runs"])) as server:
        game = begin(server)
        backup.back_up(connections.address(roles["runs"]), tmp_path / "file")
        lay(server, game, 2)
        before = everything(roles["runs"])
        for role in ("restores", "runs"):
            with pytest.raises(NotCopied, match="stop the server first"):
                restore_into(tmp_path / "file", roles[role], tmp_path)
        assert everything(roles["runs"]) == before
    with connected(roles["watches"]) as connection:  # who only looks is in nobody's way
        connection.execute(text("SELECT 1"))
        restore_into(tmp_path / "file", roles["restores"], tmp_path)
    with closing(Store(roles["runs"])) as server:
        assert cards(server, game) == []


class TestNoticing:
    """Should one be restored all the same, whoever runs finds out before anything is written."""

    def another_begins(self, url: str) -> None:
        with connected(url) as connection:
            epochs.begin(connection)

    @on_both
    def test_nothing_is_written_that_was_judged_in_the_epoch_before(
        self, store: Store, database: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = begin(store)
        monkeypatch.setattr("companion.store.database.database.FRESH", 3600.0)
        before = store.database.epoch
        self.another_begins(database)
        assert store.database.epoch == before
        with pytest.raises(Away):
            lay(store, game, 2)
        assert store.database.epoch.began_at > before.began_at
        assert lay(store, game, 2) == 1

    @on_both
    def test_who_watches_is_woken(
        self, store: Store, database: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("companion.store.live.CHECK", 0.02)
        game = begin(store)
        live = Live(store)
        live._jobs.pop("listen", None)
        with ended(live), live.watching(game.table) as watcher:
            assert watcher.sees()
            self.another_begins(database)
            assert watcher.waits(30)

    def test_where_nobody_answers_it_is_the_known_one(self, cluster: Cluster, there: str) -> None:
        with closing(Store(there)) as store:
            before = store.database.epoch
            cluster.stop()
            assert store.database.epoch == before


class TestAnotherFile:
    """On SQLite a server keeps the file open that it began with, whatever lies in its place."""

    def test_a_file_that_is_gone_is_away(self, database: str, file: Path, tmp_path: Path) -> None:
        with closing(Store(database)) as server:
            game = begin(server)
            lay(server, game, 2)
            assert server.health.can_write()
            shutil.copy(file, tmp_path / "copy")
            os.replace(tmp_path / "copy", file)
            with pytest.raises(Away):
                lay(server, game, 3)
            assert not server.health.can_write()
            file.unlink()
            with pytest.raises(Away):
                lay(server, game, 3)
            assert not file.exists()

    def test_two_restores_at_once_do_not_write_over_each_other(
        self, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with closing(Store(database)) as server:
            begin(server)
        backup.back_up(connections.address(database), tmp_path / "file")
        to = f"sqlite:///{tmp_path / 'new' / 'companion.sqlite3'}"
        prepare = restore._prepare

        def meanwhile(draft: Path, like: Path) -> None:
            monkeypatch.setattr(restore, "_prepare", prepare)
            prepare(draft, like)
            with pytest.raises(NotCopied, match="database is in use"):
                restore.restore(tmp_path / "file", connections.address(to), tmp_path)
            with closing(Store(to)) as first:  # of a server that does not wait for it
                lay(first, begin(first), 2)

        monkeypatch.setattr(restore, "_prepare", meanwhile)
        with pytest.raises(NotCopied, match="already has data"):
            restore.restore(tmp_path / "file", connections.address(to), tmp_path)
        with closing(sqlite3.connect(tmp_path / "new" / "companion.sqlite3")) as there:
            assert there.execute("SELECT count(*) FROM entries").fetchone() == (1,)


class TestCopiedByHand:
    """A backup that somebody has copied over the database, as one does."""

    @pytest.fixture
    def copied(self, database: str, file: Path, tmp_path: Path) -> Copied:
        """A game, of which the last entry is not in the backup, and the epoch that it was of."""
        with closing(Store(database)) as server:
            game = begin(server)
            lay(server, game, 2)
            backup.back_up(connections.address(database), tmp_path / "backup", "k" * 32)
            lay(server, game, 3)
            epoch = server.database.epoch
        shutil.copy(tmp_path / "backup", file)
        return game, epoch

    def test_the_next_start_takes_it_over_in_an_epoch_of_its_own(
        self, database: str, file: Path, copied: Copied, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game, before = copied
        logged: list[str] = []
        monkeypatch.setattr(server_log, "write", lambda _level, event, _told: logged.append(event))
        with closing(Store(database)) as server:
            assert server.database.epoch.began_at > before.began_at
            assert logged == ["a backup lay in the place of the database"]
            assert cards(server, game) == [2]
            phone = server.phones.find("host") or ""
            assert server.submissions.find_unknown(phone, game, ["id-2", "id-3"]) == (("id-3",), 1)
            after = server.database.epoch
            assert lay(server, game, 3) == 2
        with closing(Store(database)) as server:
            assert server.database.epoch == after
        with closing(sqlite3.connect(file)) as there:  # it is perhaps the only copy of its key
            kept = dict(there.execute("SELECT name, said FROM backup"))
        assert kept["key"] == "k" * 32

    @pytest.mark.parametrize("started", [True, False])
    def test_a_backup_of_it_is_one_that_can_be_restored_and_has_no_key(
        self, database: str, tmp_path: Path, copied: Copied, started: bool
    ) -> None:
        if started:
            with closing(Store(database)) as server:
                lay(server, copied[0], 3)
        backup.back_up(connections.address(database), tmp_path / "second")
        to = f"sqlite:///{tmp_path / 'other'}"
        restore_into(tmp_path / "second", to, tmp_path)
        backup.back_up(connections.address(to), tmp_path / "third")
        for name in ("second", "other", "third"):
            assert b"k" * 32 not in (tmp_path / name).read_bytes()
        with closing(Store(to)) as restored:
            assert cards(restored, copied[0]) == [2, 3][: 1 + started]

    def test_the_doctor_says_so(self, database: str, file: Path, copied: Copied) -> None:
        before = file.read_bytes()
        said = {finding.what: finding for finding in check_database(database, file)}
        [finding] = [each for each in said.values() if each.health is not Health.OK]
        assert "A backup was copied over the database" in finding.what
        assert "companion restore" in finding.cure
        with open_app(file.parent, DATABASE_URL=database) as app:
            result = app.test_cli_runner().invoke(args=["check"])
        assert result.exit_code == 1
        assert "A backup was copied over the database" in result.output
        assert file.read_bytes() == before


def test_no_backup_is_written_over_a_database(database: str, file: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(file)
    with closing(Store(database)) as server:
        game = begin(server)
        os.link(file, tmp_path / "hard link")
        for name in (file, tmp_path / "link", tmp_path / "hard link"):
            with pytest.raises(NotCopied, match="is not a backup of Companion"):
                backup.back_up(connections.address(database), name, replace=True)
        assert lay(server, game, 2) == 1


@on_both
def test_a_disk_that_is_full_is_told_in_words(database: str, store: Store, tmp_path: Path) -> None:
    game = begin(store)
    backup.back_up(address(database), tmp_path / "backup")
    lay(store, game, 2)
    store.close()
    for largest in (4_096, 16_384, 65_536, 131_072):
        with full_disk(largest):
            with pytest.raises(NotCopied):
                backup.back_up(address(database), tmp_path / "second")
            with pytest.raises(NotCopied) as refused:
                restore_into(tmp_path / "backup", database, tmp_path)
        assert not str(refused.value).startswith(str(tmp_path / "backup")), "it has no room there"
        assert not [each for each in tmp_path.iterdir() if each.name.startswith("second")]
        assert cards(store, game) == [2]
        store.close()
