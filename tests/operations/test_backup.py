"""Backups: everything in one file, made while it is played on, and restored on either engine."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from alembic import command
from sqlalchemy import text

from companion.operations import backup, copying
from companion.operations.copying import NotCopied
from companion.runtime import private_files
from companion.store.database import connections, migrations, schema
from companion.store.store import Store
from tests.operations.conftest import KEY, Says, done, refused
from tests.operations.test_move import play_much, write
from tests.store.tables import FACTS, connected, enter, everything, fill, links
from tests.support.databases import on_both, unmade


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "été?#%20.backup"


@pytest.fixture
def much(store: Store) -> Store:
    play_much(store)
    return store


def data(of: Store | str) -> dict[str, list[Any]]:
    """Everything but the epochs: a restore begins another."""
    return {name: rows for name, rows in everything(of).items() if name != "eras"}


class TestThereAndBack:
    @on_both
    def test_everything_is_restored_as_it_was_on_either_engine(
        self, much: Store, there: str, file: Path, tmp_path: Path, says: Says
    ) -> None:
        before = data(much)
        without = {name for name, rows in before.items() if not rows}
        assert without == {"health"}, "a table without rows proves nothing"
        held = f"{len(before['tables'])} tables, {len(before['games'])} games"
        held += f", {len(before['entries'])} entries."
        assert held in done(says("backup", str(file)))
        for to in (there, f"sqlite:///{tmp_path / 'another place' / 'companion.sqlite3'}"):
            assert held in done(says("restore", str(file), to=to))
            assert data(to) == before == data(much)
            # JSON too is written as it was, to the letter.
            facts = "SELECT CAST(facts AS TEXT) FROM entries"
            with connected(much) as one, connected(to) as other:
                written = sorted(one.execute(text(facts)).scalars())
                assert sorted(other.execute(text(facts)).scalars()) == written != []

    def test_a_phone_goes_on(self, played: Store, file: Path, tmp_path: Path, says: Says) -> None:
        phone = played.phones.remember("secret")
        [game] = played.games.find_latest(phone, 1)
        done(says("backup", str(file)))
        enter(played, phone, game, "lost")
        [*before, lost] = [written.id for written in played.games.find_latest(phone, 1)[0].log]
        epochs, to = [played.database.epoch], f"sqlite:///{tmp_path / 'there'}"
        for _ in range(2):
            done(says("restore", str(file), "--replace", to=to))
            with closing(Store(to, KEY.encode())) as restored:
                assert restored.phones.find("secret") == phone
                [again] = restored.games.find_latest(phone, 1)
                assert again.log == game.log
                for since in "ab":
                    told = restored.submissions.find_unknown(phone, again, [lost, *before])
                    assert told == ((lost,), len(before))
                    enter(restored, phone, again, since)  # what is entered since does not count
                assert len(restored.games.find_latest(phone, 1)[0].log) == len(game.log) + 2
                epochs.append(restored.database.epoch)
        assert len({epoch.id for epoch in epochs}) == 3
        assert sorted(epochs, key=lambda epoch: epoch.began_at) == epochs


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_backup_is_one_moment(
    played: Store, file: Path, tmp_path: Path, says: Says,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    phone, copy = played.phones.remember("secret"), copying.to_sqlite
    [game] = played.games.find_latest(phone, 1)

    def copy_and_enter(one: Any, other: Any, table: Any) -> None:
        enter(played, phone, game, f"beside-{table.name}")
        copy(one, other, table)

    monkeypatch.setattr(copying, "to_sqlite", copy_and_enter)
    done(says("backup", str(file)))
    to = f"sqlite:///{tmp_path / 'restored'}"
    done(says("restore", str(file), to=to))
    with closing(Store(to)) as restored:
        [then] = restored.games.find_latest(phone, 1)
    [now] = played.games.find_latest(phone, 1)
    assert len(then.log) == 3 < len(now.log)
    assert now.log[:3] == then.log


class TestTheFile:
    def test_it_is_whole_its_owners_alone_and_never_written_over_unasked(
        self, played: Store, file: Path, says: Says, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        there = everything(played)
        assert "It does not hold the secret key" in done(says("backup", str(file)))
        before = file.read_bytes()
        assert KEY.encode() not in before
        refused(says("backup", str(file)), "already exists")
        refused(says("backup", str(file.parent / "nowhere" / "b")), "No such file or directory")
        with monkeypatch.context() as full:
            error = OSError(28, "No space left on device")
            full.setattr(private_files, "to_the_disk", Mock(side_effect=error))
            refused(says("backup", str(file), "--replace"), "No space left on device")
        assert file.read_bytes() == before
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert [path for path in file.parent.iterdir() if path.name.startswith(file.name)] == [file]
        assert everything(played) == there
        said = done(says("backup", str(file), "--replace", "--with-key"))
        assert "It also holds the secret key" in said
        assert KEY not in said
        with closing(sqlite3.connect(file)) as connection:
            notes = dict(connection.execute("SELECT name, said FROM backup"))
        assert notes["key"] == KEY

    @on_both
    def test_rows_that_do_not_arrive_are_noticed(
        self, played: Store, database: str, file: Path, says: Says, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if database.startswith("sqlite"):
            write(database, text("DROP TABLE entries"))
            refused(says("backup", str(file)), "no database of Companion")
        else:
            copy = copying.to_sqlite

            def lose(one: Any, other: Any, table: Any) -> None:
                copy(one, other, table)
                if table.name == "entries":
                    other.execute(schema.entries.delete().where(schema.entries.c.place == 1))

            monkeypatch.setattr(copying, "to_sqlite", lose)
            refused(says("backup", str(file)), "differs from the data")
        assert not file.exists()

    @on_both
    def test_a_newer_one(self, played: Store, database: str, file: Path, says: Says) -> None:
        write(database, text("UPDATE alembic_version SET version_num = 'tomorrow'"))
        result = says("backup", str(file))
        if database.startswith("sqlite"):  # the file as it is, whatever is in it
            done(result)
            refused(says("restore", str(file), "--replace"), "from a newer Companion")
        else:
            refused(result, "from a newer Companion")

    @on_both
    @unmade
    @pytest.mark.parametrize("version", ["0001", "0012"])
    def test_an_older_database_is_backed_up_and_brought_up_to_date_where_it_is_restored(
        self, database: str, tmp_path: Path, file: Path, says: Says, version: str
    ) -> None:
        with connected(database) as connection:
            command.upgrade(migrations.configuration(connection), "0001")
            fill(connection)
            command.upgrade(migrations.configuration(connection), version)
        done(says("backup", str(file)))
        new = f"sqlite:///{tmp_path / version}"
        done(says("restore", str(file), to=new))
        with closing(Store(new)) as store:
            game = store.games.find("phone", "table", "game")
            assert game is not None
            assert [written.facts for written in game.log] == [FACTS]


def test_a_copy_from_elsewhere_is_put_back_as_a_backup(
    much: Store, file: Path, tmp_path: Path, says: Says
) -> None:
    done(says("backup", str(file)))
    copy, to = tmp_path / "copy.sqlite3", f"sqlite:///{tmp_path / 'new' / 'there'}"
    watch(copy)  # what watches a new file does not make it somebody else's
    done(says("restore", str(file), to=connections.in_file(copy)))
    watch(copy)
    done(says("backup", "--of", str(copy), str(tmp_path / "copy.backup")))
    done(says("restore", str(tmp_path / "copy.backup"), to=to))
    assert data(to) == data(much)


def watch(file: Path) -> None:
    """Litestream copies this file, and has tables of its own in it."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)"
        )
        connection.execute("INSERT OR REPLACE INTO _litestream_seq VALUES (1, 1)")


def test_a_full_disk_is_named_by_its_place(
    played: Store, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    monkeypatch.setattr(copying, "copy_file", Mock(side_effect=error))
    with pytest.raises(NotCopied, match=f"^{tmp_path}: "):
        backup.back_up(connections.address(database), tmp_path / "one.backup")
    assert not list(tmp_path.glob("*backup*"))


def test_links_still_hold_after_a_restore_with_the_key(
    database: str, file: Path, tmp_path: Path, says: Says
) -> None:
    with closing(Store(database, KEY.encode())) as store:
        phone = store.phones.remember("secret")
        game = store.games.start(phone, "the-game", {}, ["Ann", "Ben"])
        link = links(store, phone, game.table)["player"]
    empty = f"sqlite:///{tmp_path / 'empty'}"
    done(says("backup", str(file), "--with-key"))
    own = tmp_path / "instance" / "secret_key"
    own.parent.mkdir(exist_ok=True)
    own.write_text("o" * 32)
    own.chmod(0o600)
    said = done(says("restore", str(file), to=empty, key=None))
    assert own.read_text() == KEY
    assert stat.S_IMODE(own.stat().st_mode) == 0o600
    [kept] = own.parent.glob("secret_key.*")
    assert kept.read_text() == "o" * 32
    assert str(kept) in said
    assert "links and codes" not in said
    assert KEY not in said
    with closing(Store(empty, KEY.encode())) as restored:
        assert restored.phones.join(restored.phones.remember("new"), link)
    for more in ([], ["--with-key"]):
        done(says("backup", str(file), "--replace", *more))
        restore = ("restore", str(file), "--replace")
        assert "links and codes" in done(says(*restore, to=empty, key="o" * 32)), more
        assert "links and codes" not in done(says(*restore, to=empty)), more


class TestNotRestored:
    @on_both
    def test_where_there_is_data_or_a_server(self, played: Store, file: Path, says: Says) -> None:
        done(says("backup", str(file)))
        before = everything(played)
        refused(says("restore", str(file), "--replace"), "stop the server first")
        played.close()
        refused(says("restore", str(file)), "already has data")
        assert everything(played) == before

    def test_what_is_no_backup(self, played: Store, file: Path, tmp_path: Path, says: Says) -> None:
        done(says("backup", str(file)))
        played.close()
        whole, before = file.read_bytes(), everything(played)
        with closing(Store(f"sqlite:///{tmp_path / 'other'}")) as other:
            play_much(other)  # its server may write beside it
            assert says("restore", str(tmp_path / "other"), "--replace").exit_code == 1

        def change(statement: str, signed: bool) -> None:
            file.write_bytes(whole)
            with closing(sqlite3.connect(file)) as connection, connection:
                connection.execute(statement)
                digest = (backup.digest(connection),) if signed else ("",)
                if signed:
                    connection.execute("UPDATE backup SET said = ? WHERE name = 'digest'", digest)

        for statement, signed, why in (
            ("UPDATE people SET name = 'Somebody else'", False, "changed since it was written"),
            ("DELETE FROM entries WHERE place = 2", False, "changed since it was written"),
            ("CREATE TABLE more (x)", False, "changed since it was written"),
            ("DELETE FROM entries WHERE place = 2", True, "entries missing"),
            ("UPDATE alembic_version SET version_num = 'tomorrow'", True, "from a newer Companion"),
        ):
            change(statement, signed)
            refused(says("restore", str(file), "--replace"), why)
        damaged = whole[: 4096 * 5] + b"\xff" * 4096 + whole[4096 * 6 :]
        for content in (b"", b"PK" * 512, damaged):
            file.write_bytes(content)
            assert says("restore", str(file), "--replace").exit_code == 1
        assert everything(played) == before


class TestReplacing:
    @on_both
    def test_what_was_there_is_kept(
        self, played: Store, database: str, file: Path, tmp_path: Path, says: Says
    ) -> None:
        done(says("backup", str(file)))
        [game] = played.games.find_latest(phone := played.phones.remember("secret"), 1)
        enter(played, phone, game, "newer")
        played.close()
        newer = data(database)
        said = done(says("restore", str(file), "--replace"))
        assert data(database) != newer
        kept = Path(said.partition("before: ")[2].splitlines()[0])
        if database.startswith("sqlite"):
            assert data(f"sqlite:///{kept}") == newer
            there = database.removeprefix("sqlite:///")
            assert f"move this file to {there}" in said
        else:
            assert f"`companion restore {kept} --replace`" in said
            done(says("restore", str(kept), "--replace"))
            assert data(database) == newer

    def test_what_was_unused_or_damaged(
        self, played: Store, file: Path, tmp_path: Path, says: Says
    ) -> None:
        done(says("backup", str(file)))
        to = tmp_path / "new" / "companion.sqlite3"
        with closing(Store(f"sqlite:///{to}")) as store:
            store.database.upgrade()
        assert "before" not in done(says("restore", str(file), to=f"sqlite:///{to}"))
        assert [path.name for path in to.parent.iterdir()] == [to.name]
        to.write_bytes(b"PK" * 4096)
        Path(f"{to}-wal").write_bytes(b"of the damaged one")
        result = says("restore", str(file), to=f"sqlite:///{to}")
        refused(result, "is damaged")
        said = done(says("restore", str(file), "--replace", to=f"sqlite:///{to}"))
        kept = Path(said.partition("before: ")[2].splitlines()[0])
        assert kept.read_bytes() == b"PK" * 4096
        assert not Path(f"{to}-wal").exists()
        assert data(f"sqlite:///{to}")["entries"]
