"""The database is made and brought up to date once, whoever comes first, and kept to."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, inspect, text

from companion.store.database import migrations, schema
from companion.store.store import Store
from tests.store.tables import connected
from tests.support.databases import on_both


@pytest.fixture
def is_made() -> bool:
    return False


def test_it_is_upgraded_once_or_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "upgrade", lambda connection, before: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            store.phones.find("secret")
    done: list[Connection] = []
    real = migrations.upgrade

    def upgrade(connection: Connection, **more: Any) -> None:
        done.append(connection)
        real(connection, **more)

    monkeypatch.setattr(migrations, "upgrade", upgrade)
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(store.phones.find, "abcdefgh")) == [None] * 8
    store.database.upgrade()
    assert len(done) == 1


@on_both
def test_the_migrations_make_what_a_new_database_has(store: Store) -> None:
    store.database.upgrade()
    with connected(store) as connection:
        made = described(connection)
        connection.execute(text("DROP TABLE alembic_version"))
        schema.METADATA.drop_all(connection)
        command.upgrade(migrations.configuration(connection), "head")
        assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []
        assert described(connection) == made
        assert migrations.is_latest(connection)


def described(connection: Connection) -> dict[str, Any]:
    """What the database itself says about its tables."""
    see = inspect(connection)
    return {
        name: {
            "columns": [{**c, "type": str(c["type"])} for c in see.get_columns(name)],
            "key": see.get_pk_constraint(name),
            "owners": sorted(see.get_foreign_keys(name), key=lambda key: str(key["name"])),
            "unique": sorted(see.get_unique_constraints(name), key=str),
            "indexes": sorted(see.get_indexes(name), key=str),
        }
        for name in see.get_table_names()
    }


def test_versions_are_known_by_the_names_of_their_files(store: Store) -> None:
    scripts = ScriptDirectory.from_config(migrations.configuration())
    assert migrations.versions()[::-1] == [each.revision for each in scripts.walk_revisions()]
    assert migrations.head() == scripts.get_current_head()
    store.database.upgrade()
    with connected(store) as connection:  # and one more is not of ours
        connection.execute(text("INSERT INTO alembic_version VALUES ('0001')"))
        assert migrations.state(connection) is migrations.State.NEWER
        assert not migrations.is_latest(connection)


@pytest.mark.program
def test_alembic_is_loaded_only_for_something_to_do(database: str, tmp_path: Path) -> None:
    code = (
        "import sys; from companion.store.store import Store\n"
        "Store(sys.argv[1]).phones.find('secret'); print('alembic' in sys.modules)"
    )
    with connected(database) as connection:
        command.upgrade(migrations.configuration(connection), "0015")
    said = []
    for url in (database, database, f"sqlite:///{tmp_path / 'new.sqlite3'}"):
        begun = [sys.executable, "-c", code, url]
        said += subprocess.run(begun, stdout=subprocess.PIPE, check=True).stdout.split()
    assert said == [b"True", b"False", b"False"]


@pytest.mark.program
@on_both
def test_threads_and_processes_start_it_at_once(database: str) -> None:
    code = "import sys; from companion.store.store import Store; Store(sys.argv[1]).phones.find('')"
    started = [
        subprocess.Popen([sys.executable, "-c", code, database], stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    stores, ready = [Store(database) for _ in range(6)], Barrier(6)
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda one: (ready.wait(), one.database.upgrade()), stores))
    assert len({one.phones.remember("secret") for one in stores}) == 1
    for one in stores:
        one.close()
    assert [process.communicate()[1].decode() for process in started] == [""] * 2
    assert [process.returncode for process in started] == [0] * 2


def test_another_process_makes_it_while_this_one_looks(tmp_path: Path) -> None:
    asked = 0
    while True:  # once before each statement by which it looks
        asked += 1
        url = f"sqlite:///{tmp_path}/{asked}.sqlite3"
        looking, left = create_engine(url), asked

        def make(*_: object, url: str = url) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                Store(url).database.upgrade()

        event.listen(looking, "before_cursor_execute", make)
        with looking.connect() as connection:
            found = migrations.state(connection)
        if left > 0:
            break
        assert found in (migrations.State.EMPTY, migrations.State.LATEST), asked
    assert asked > 2


def test_only_sqlite_files_and_postgresql_are_taken() -> None:
    for given in ("postgres://h/d", "postgresql://h/d"):
        assert str(Store(given).database._url) == "postgresql+psycopg://h/d"
    for given in ("sqlite://", "sqlite:///:memory:", "mysql://h/d"):
        with pytest.raises(ValueError, match="SQLite file or PostgreSQL"):
            Store(given)


def test_sqlite_is_set_up_at_its_first_use_to_keep_what_it_acknowledges(tmp_path: Path) -> None:
    file = tmp_path / "new" / "companion.sqlite3"
    store = Store(f"sqlite:///{file}")
    assert list(tmp_path.iterdir()) == []
    assert store.phones.find("secret") is None
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    with store.database._writer.begin() as connection:
        found = [connection.exec_driver_sql(f"PRAGMA {n}").scalar_one() for n in names]
        assert found == ["wal", 2, 1, 5000]  # 2: FULL
        other = sqlite3.connect(file, timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()
    with store.database._reader.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA query_only").scalar_one() == 1
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 5000
    store.close()
