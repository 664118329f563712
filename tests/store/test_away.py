"""A database that is full, locked, silent or gone: whoever asks is told so, and it heals."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest
from sqlalchemy import Connection, event, insert, text
from sqlalchemy.exc import IntegrityError, InternalError

from companion.engine.table import Away
from companion.store.database import connections, migrations, schema
from companion.store.live import Live
from companion.store.store import Store
from tests.store.tables import begin, cards, lay
from tests.store.test_live import moment, until
from tests.support.databases import on_both
from tests.support.full_disk import full_disk
from tests.support.postgresql import Cluster


@contextmanager
def ended(live: Live) -> Iterator[None]:
    """Whatever happens, nothing of this runs when it is over."""
    try:
        yield
    finally:
        live.stop()


def test_a_file_that_may_not_grow_says_so_too(store: Store) -> None:
    """What SQLite itself calls full, and what the kernel does, are two errors."""
    game = begin(store)

    def limit(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")

    event.listen(store.database._writer, "begin", limit)
    with pytest.raises(Away) as told:
        store.nicknames.give(
            store.phones.find("host") or "", game.table, "the-game", {"game": "x" * 100_000}
        )
    assert "full" in str(told.value.__cause__)


def test_what_starts_on_a_full_disk_shows_everything_and_heals(database: str) -> None:
    with closing(Store(database)) as before:
        game = begin(before)
        lay(before, game, 2)
    with closing(Store(database)) as store:
        with full_disk():
            assert cards(store, game) == [2]
            with pytest.raises(Away):
                lay(store, game, 3)
            assert cards(store, game) == [2]
        assert lay(store, game, 3) == 2


def test_what_lies_beside_the_file_is_read(database: str, file: Path, tmp_path: Path) -> None:
    """A power cut leaves a write-ahead log: without it the file alone would be an old picture."""
    before = Store(database)
    game = begin(before)
    before.close()
    lay(before, game, 2)
    copy = tmp_path / "copy" / "companion.sqlite3"
    copy.parent.mkdir()
    for end in ("", "-wal"):
        Path(f"{copy}{end}").write_bytes(Path(f"{file}{end}").read_bytes())
    before.close()
    store = Store(f"sqlite:///{copy}")
    with full_disk(), pytest.raises(Away):
        cards(store, game)
    assert cards(store, game) == [2]
    store.close()


def test_without_a_file_or_a_folder_there_is_nothing_to_show(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'companion.sqlite3'}")
    with full_disk(), pytest.raises(Away):
        store.phones.find("host")
    assert store.phones.find("host") is None
    with pytest.raises(Exception, match="no such table") as told, store.database.read() as asks:
        asks.exec_driver_sql("SELECT 1 FROM nowhere")
    assert not isinstance(told.value, Away), "what is wrong with a question"
    store.close()
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Away):
        Store(f"sqlite:///{tmp_path / 'file' / 'companion.sqlite3'}").phones.find("host")


def test_a_busy_file_is_read_and_a_locked_one_is_away(
    database: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "BUSY_TIMEOUT", 0.1)
    with closing(Store(database)) as store:
        game = begin(store)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Away):
                lay(store, game, 2)
            assert cards(store, game) == []
            other.execute("ROLLBACK")
        assert lay(store, game, 2) == 1
    with closing(Store(database)) as store:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("PRAGMA locking_mode = EXCLUSIVE").close()
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(Away), store.database.read_existing():
                pass
        with store.database.read_existing() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM games").scalar() == 1


def test_what_postgresql_says_of_a_lost_connection_is_away() -> None:
    said: list[tuple[type[psycopg.Error], bool, type[Exception]]] = [
        (psycopg.errors.ReadOnlySqlTransaction, False, Away),
        (psycopg.errors.AdminShutdown, True, Away),
        (psycopg.errors.InternalError_, True, Away),
        (psycopg.errors.InternalError_, False, InternalError),
    ]
    for error, invalidated, expected in said:
        with pytest.raises(expected), connections.translate_errors():
            raise InternalError("", {}, error(), connection_invalidated=invalidated)


@on_both
def test_an_error_names_nothing_that_was_written(store: Store) -> None:
    store.phones.remember("host")
    row = {"id": store.phones.find("host"), "secret_hash": "a-hash", "made_at": 1}
    with (
        pytest.raises(IntegrityError, match="parameters hidden") as told,
        store.database.write() as to,
    ):
        to.execute(insert(schema.phones), row)
    assert "a-hash" not in str(told.value)


def test_a_postgresql_that_restarts_is_found_again(cluster: Cluster, there: str) -> None:
    store = Store(there)
    game = begin(store)
    lay(store, game, 2)
    for number, how in enumerate(("fast", "immediate"), 3):
        cluster.stop(how)
        with pytest.raises(Away):
            cards(store, game)
        with pytest.raises(Away):
            lay(store, game, number)
        cluster.start()
        assert lay(store, game, number) == number - 1
    assert cards(store, game) == [2, 3, 4]
    store.close()


def test_watchers_hear_other_processes_after_a_restart(cluster: Cluster, there: str) -> None:
    with closing(Store(there)) as store, closing(Store(there)) as other:
        game = begin(store)
        live = Live(store)
        live._jobs.pop("check")  # it would find what the other one is to hear
        with ended(live), live.watching(game.table) as watcher:

            def heard() -> bool:  # not at once: the listener takes a moment to connect
                lay(other, game, len(cards(other, game)) + 2)
                return watcher.waits(1)

            until(heard)
            cluster.stop("immediate")
            cluster.start()
            before = moment(watcher)
            until(heard)
            assert moment(watcher) > before


def test_a_listener_leaves_no_connection(there: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Leaving(psycopg.Connection[object]):
        def execute(self, *words: object, **named: object) -> NoReturn:
            raise psycopg.OperationalError("the server goes away")

    made: list[Leaving] = []

    def connect(address: str, **named: bool) -> Leaving:
        made.append(Leaving.connect(address, **named))
        return made[-1]

    with closing(Store(there)) as store:
        begin(store)
        monkeypatch.setattr(psycopg, "connect", connect)
        with pytest.raises(Away), store.database.listen():
            pass
        assert [connection.closed for connection in made] == [True]


@pytest.fixture
def silent(there: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(connections, "SILENT", 1)
    with closing(Store(there)) as silent:
        silent.phones.remember("host")
        yield silent


@pytest.mark.parametrize("does", ["read", "write"])
def test_whoever_asks_is_told_soon_and_it_heals(silent: Store, does: str) -> None:
    patience = [1] if does == "write" else []
    with pytest.raises(Away), getattr(silent.database, does)(*patience) as connection:
        # It would end by itself after 20 s, without an error.
        connection.execute(text("SELECT pg_sleep(20)"))
    assert silent.phones.find("host")


def test_what_may_take_long_is_waited_for(silent: Store) -> None:
    with silent.database.write(patience=None) as connection:
        connection.execute(text("SELECT pg_sleep(2)"))


def test_a_connection_ends_where_the_other_machine_is_gone(silent: Store) -> None:
    with silent.database.read() as connection:
        driver = connection.connection.driver_connection
        assert driver
        said = driver.info.get_parameters()
    assert {"tcp_user_timeout", "keepalives_idle", "connect_timeout"} <= said.keys()


def test_a_silent_server_locks_nothing_long(silent: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL hears nothing of its end, and would keep what it had locked for hours."""
    monkeypatch.setattr(connections, "IDLE", 1)
    silent.database.close()  # connections from now on

    def falls_silent() -> None:
        with silent.database.write() as connection:
            connection.execute(text("SELECT 1"))
            time.sleep(2)
            connection.execute(text("SELECT 1"))

    with pytest.raises(Away):
        falls_silent()
    assert silent.phones.find("host")


def test_a_migration_may_wait_for_its_backup(
    silent: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "IDLE", 1)
    monkeypatch.setattr(migrations, "state", lambda connection: migrations.State.OLDER)
    monkeypatch.setattr("alembic.command.upgrade", lambda *asked: None)
    silent.database.close()
    silent.database.before_migration = lambda: time.sleep(2)
    assert silent.phones.find("host")
