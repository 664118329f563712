"""A PostgreSQL that is asked, and says nothing: its machine has stopped, or is cut off."""

import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import text

from companion.engine.table import Away
from companion.store.database import connections, migrations
from companion.store.store import Store

SAYS_NOTHING = text("SELECT pg_sleep(20)")


@pytest.fixture
def store(there: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(connections, "SILENT", 1)
    with closing(Store(there)) as store:
        store.phones.remember("host")
        yield store


@pytest.mark.parametrize("does", ["read", "write"])
def test_whoever_asks_is_told_soon_and_it_heals(store: Store, does: str) -> None:
    patience = [1] if does == "write" else []
    with pytest.raises(Away), getattr(store.database, does)(*patience) as connection:
        connection.execute(SAYS_NOTHING)  # it would end by itself after 20 s, without an error
    assert store.phones.find("host")


def test_what_may_take_long_is_waited_for(store: Store) -> None:
    with store.database.write(patience=None) as connection:
        connection.execute(text("SELECT pg_sleep(2)"))


def test_a_connection_ends_where_the_other_machine_is_gone(store: Store) -> None:
    with store.database.read() as connection:
        driver = connection.connection.driver_connection
        assert driver
        said = driver.info.get_parameters()
    assert {"tcp_user_timeout", "keepalives_idle", "connect_timeout"} <= said.keys()


def test_a_silent_server_locks_nothing_long(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL hears nothing of its end, and would keep what it had locked for hours."""
    monkeypatch.setattr(connections, "IDLE", 1)
    store.database.close()  # connections from now on

    def falls_silent() -> None:
        with store.database.write() as connection:
            connection.execute(text("SELECT 1"))
            time.sleep(2)
            connection.execute(text("SELECT 1"))

    with pytest.raises(Away):
        falls_silent()
    assert store.phones.find("host")


def test_a_migration_may_wait_for_its_backup(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "IDLE", 1)
    monkeypatch.setattr(migrations, "state", lambda connection: migrations.State.OLDER)
    monkeypatch.setattr("alembic.command.upgrade", lambda *asked: None)
    store.database.close()
    store.database.before_migration = lambda: time.sleep(2)
    assert store.phones.find("host")
