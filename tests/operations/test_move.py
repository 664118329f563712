"""Moving from SQLite to PostgreSQL: everything arrives as it was, or nothing does."""

import re
import shutil
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from click.testing import Result
from sqlalchemy import Connection, Table, insert, inspect, text

from companion.engine.verdict import Answer, Verdict
from companion.history.results import load_results
from companion.operations import copying
from companion.store.database import migrations, schema
from companion.store.store import Store
from tests.operations.conftest import Says, play, refused
from tests.store.tables import FACTS, connected, enter, everything, refuses
from tests.support.finished_games import EVENINGS
from tests.support.postgresql import Cluster

EVERYBODY = ["Zoë", "Ömer 🂡", "王芳", 'O\'Neil\\n\t"x"', "\\N"]
ODD = {**FACTS, "odd": [None, True, 1.5, "\x00\ud800", {"ü": 10**20}, "\\", "a\tb\nc"]}


@pytest.fixture
def here(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'companion.sqlite3'}"


@pytest.fixture(scope="module")
def much(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("much") / "companion.sqlite3"
    with closing(Store(f"sqlite:///{file}")) as store:
        play_much(store)
    return file


@pytest.fixture
def old(here: str, tmp_path: Path, much: Path) -> Iterator[Store]:
    """The store of such an installation; it is open all the time, as that of a server is."""
    shutil.copy(much, tmp_path)
    store = Store(here)
    store.database.upgrade()
    yield store
    store.close()


@pytest.fixture
def move(says: Says, tmp_path: Path, there: str) -> Says:
    return lambda *words, to=there: says("move", *words, to=to, INSTANCE=tmp_path)


def play_much(store: Store) -> None:
    """Two phones, their tables, and games of every sort, with all that a game can leave behind."""
    host, other = (store.phones.remember(secret) for secret in ("secret", "another secret"))
    for evening in EVENINGS:
        play(store, host, evening)
    odd = store.games.start(other, "the-game", {"command": True}, EVERYBODY)
    teaches = Verdict(Answer.RECORDED, taught={"47": "skull"})
    enter(store, other, odd, "odd", lambda _: teaches, ODD)
    enter(store, other, odd, "refused", refuses)
    store.lessons.teach(other, odd.table, "the-game", {"11": "three"})
    words = {"game": "Breinbreker ∞", "sixth": "petrol"}
    store.nicknames.give(other, odd.table, "one-brain", words)
    for phone in (host, other):
        for table in store.tables.find_all(phone):
            load_results(store.results, store.results.find_all(phone, table.id))
    store.corrections.correct(other, odd.table, odd.id, EVERYBODY, odd.made_at, "It rained.")
    with store.database.write() as connection:
        gone = {"id": "gone", "table": odd.table}
        connection.execute(insert(schema.removed_games), gone)


def tables_in(database: str) -> list[str]:
    with connected(database) as connection:
        return inspect(connection).get_table_names()


def write(to: Store | str, *statements: Any) -> None:
    with connected(to) as connection:
        for statement in statements:
            connection.execute(statement)


def counts(result: Result) -> dict[str, list[int]]:
    """What the command printed of each table: the rows here, and there."""
    found = re.findall(r"^(\w+) +(\d+) +(\d+) +\w{16} +\w{16}$", result.stdout, re.MULTILINE)
    return {name: [int(here), int(there)] for name, here, there in found}


def test_everything_is_there_as_it_was_and_a_second_run_has_nothing_to_do(
    old: Store, here: str, there: str, tmp_path: Path, move: Says
) -> None:
    result, before = move(), everything(here)
    assert result.exit_code == 0, result.output
    rows = [before[name] for name in before if name != schema.health.name]
    assert all(rows), "a table without rows proves nothing"
    assert everything(there) == before
    said = counts(result)
    assert said == {name: [len(rows)] * 2 for name, rows in before.items()}
    assert said["entries"] > [len(EVENINGS)] * 2
    assert "Moved." in result.stdout
    assert f"SECRET_KEY or, if not set, the file {tmp_path / 'secret_key'}" in result.stdout
    assert "k" * 32 not in result.output
    again = move()
    assert (again.exit_code, counts(again)) == (0, said)
    assert "Nothing to do" in again.stdout
    assert "secret_key" in again.stdout
    assert everything(there) == before


class TestTheFile:
    def test_it_is_only_read(self, old: Store, tmp_path: Path, move: Says) -> None:
        assert old.phones.remember("somebody new")
        assert "A server seems to have" in move().stderr
        old.close()
        file = tmp_path / "companion.sqlite3"
        before = file.read_bytes()
        for _ in range(2):  # and what only reads it leaves no trace
            result = move()
            assert (result.exit_code, result.stderr) == (0, "")
        assert file.read_bytes() == before

    def test_it_may_lie_elsewhere(self, tmp_path: Path, there: str, move: Says) -> None:
        file = tmp_path / "an old place" / "été?#%20.db"
        with closing(Store(f"sqlite:///{file.parent / 'made.db'}")) as store:
            phone = store.phones.remember("secret")
        (file.parent / "made.db").rename(file)
        assert move(str(file)).exit_code == 0
        with closing(Store(there)) as store:
            assert store.phones.find("secret") == phone

    def test_what_is_none_or_a_newer_one_is_refused(
        self, much: Path, here: str, tmp_path: Path, there: str, move: Says
    ) -> None:
        file = tmp_path / "companion.sqlite3"
        nothing_came(move(), f"{file}: No such file", there)
        assert not file.exists()
        for content, why in ((b"", "no database of Companion"), (b"PK" * 512, "not a database")):
            file.write_bytes(content)
            nothing_came(move(), why, there)
            assert file.read_bytes() == content
        shutil.copy(much, tmp_path)
        write(here, text("UPDATE alembic_version SET version_num = 'tomorrow'"))
        nothing_came(move(), "from a newer Companion", there)


def nothing_came(result: Result, why: str, there: str) -> None:
    """The command said why, and PostgreSQL has not even a table."""
    refused(result)
    assert re.search(rf"^Error: .*{why}", result.stderr), result.output
    assert tables_in(there) == []


class TestOtherData:
    """Whatever is not exactly the data of the file is somebody's, and stays as it is."""

    @pytest.mark.parametrize(
        ("side", "change"),
        [
            ("there", "UPDATE people SET name = 'Somebody else'"),
            ("there", "INSERT INTO phones (id, secret_hash, made_at) VALUES ('new', 'new', 0)"),
            ("there", "DELETE FROM answers"),
            ("there", "UPDATE entries SET seen = seen + 1 WHERE place = 1"),
            ("here", "UPDATE people SET name = 'Somebody else'"),
        ],
    )
    def test_what_changed_since_the_first_run_is_not_written_over(
        self, old: Store, here: str, there: str, move: Says, side: str, change: str
    ) -> None:
        assert move().exit_code == 0
        write({"here": here, "there": there}[side], text(change))
        before = everything(there)
        assert before != everything(here)
        refused(result := move(), "PostgreSQL already has other data, so nothing was changed")
        assert counts(result) == {
            name: [len(rows), len(before[name])] for name, rows in everything(here).items()
        }
        assert everything(there) == before

    def test_other_tables_are_there(self, old: Store, here: str, there: str, move: Says) -> None:
        for name in ("games", "customers"):
            write(there, text(f"CREATE TABLE {name} (score int)"))
            refused(move(), "another program’s tables")
            assert tables_in(there) == [name]
            write(there, text(f"DROP TABLE {name}"))
        write(there, text("CREATE EXTENSION IF NOT EXISTS plpgsql"))
        write(there, text("CREATE TABLE spatial (id int)"))
        write(there, text("ALTER EXTENSION plpgsql ADD TABLE spatial"))
        assert move().exit_code == 0
        assert everything(there) == everything(here)
        write(there, text("UPDATE alembic_version SET version_num = 'tomorrow'"))
        why = (
            "PostgreSQL holds data from a newer Companion",
            "DATABASE_URL to a new, empty database",
        )
        refused(result := move(), *why)
        assert "revision" not in result.stderr

    def test_who_comes_there_meanwhile_waits(
        self, old: Store, there: str, move: Says, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        copy = copying.to_postgresql
        with closing(Store(there)) as new, ThreadPoolExecutor(1) as thread:
            new.database.upgrade()
            came: list[Future[str]] = []

            def copy_and_see(one: Connection, other: Connection, table: Table) -> None:
                if not came:
                    came.append(thread.submit(new.phones.remember, "somebody new"))
                    wait(came, timeout=0.1)
                assert not came[0].done()
                copy(one, other, table)

            monkeypatch.setattr(copying, "to_postgresql", copy_and_see)
            assert move().exit_code == 0
            assert came[0].result(timeout=30) == new.phones.find("somebody new")

    @pytest.mark.parametrize("made", [True, False], ids=["of today", "of an older version"])
    def test_empty_tables(self, old: Store, here: str, there: str, move: Says, made: bool) -> None:
        with connected(there) as connection:
            command.upgrade(migrations.configuration(connection), "head" if made else "0002")
        assert move().exit_code == 0
        assert everything(there) == everything(here)

    def test_a_wrong_place(self, old: Store, here: str, cluster: Cluster, move: Says) -> None:
        for to, why in ((here, "Set DATABASE_URL"), (cluster.url("nowhere"), "does not exist")):
            refused(move(to=to), why)


class TestInterrupted:
    """What breaks off in the middle leaves nothing: not a row, not a table."""

    def test_by_an_error_the_server_or_rows_that_do_not_arrive(
        self, old: Store, there: str, move: Says, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        copy = copying.to_postgresql

        def copy_some(one: Connection, other: Connection, table: Table) -> None:
            copy(one, other, table)
            if table.name == "entries":
                raise KeyboardInterrupt

        def copy_none(one: Connection, other: Connection, table: Table) -> None:
            other.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

        monkeypatch.setattr(copying, "to_postgresql", copy_some)
        assert move().exit_code == 1
        assert tables_in(there) == []
        monkeypatch.setattr(copying, "to_postgresql", copy_none)
        nothing_came(move(), "Nothing was changed: .*terminat", there)

        def lose(one: Connection, other: Connection, table: Table) -> None:
            copy(one, other, table)
            if table.name == "entries":
                other.execute(schema.entries.delete().where(schema.entries.c.place == 1))

        monkeypatch.setattr(copying, "to_postgresql", lose)
        result = move()
        nothing_came(result, "differs from the data, so all of it was undone", there)
        assert len({*counts(result)["entries"]}) == 2
        monkeypatch.undo()
        assert move().exit_code == 0

    def test_by_what_postgresql_does_not_take(
        self, much: Path, here: str, tmp_path: Path, there: str, move: Says
    ) -> None:
        for change, why in (
            ("people SET name = 'An' || char(0) || 'na'", "refuses the people: .*NUL"),
            ("entries SET seen = 3000000000", "refuses the entries: .*out of range"),
            ("entries SET facts = 'none'", "refuses the entries: .*json"),
            ("members SET phone = 'nobody'", "refuses the members: .*foreign key"),
            ("seats SET person = 'nobody'", "Nothing was changed: .*fk_seats_person"),
            ("people SET name = CAST(x'ff' AS TEXT)", "Nothing was changed: .*UTF-8"),
        ):
            shutil.copy(much, tmp_path)
            write(here, text(f"UPDATE {change}"))
            nothing_came(move(), why, there)
