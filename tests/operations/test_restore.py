"""Restoring a backup: with which key, not over what there is, and never what was spoilt."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

from companion.operations import backup
from companion.store.store import Store
from tests.operations.conftest import KEY, Says
from tests.operations.test_backup import data, done, file, refused
from tests.operations.test_move import play_much
from tests.store.tables import enter, everything, links
from tests.support.databases import on_both

__all__ = ["file"]


class TestTheKey:
    def test_links_hold_where_the_key_comes_along(
        self, database: str, file: Path, tmp_path: Path, says: Says
    ) -> None:
        link, empty = _invited(database), f"sqlite:///{tmp_path / 'empty'}"
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

    def test_a_given_key_stays(self, database: str, file: Path, tmp_path: Path, says: Says) -> None:
        _invited(database)
        empty = f"sqlite:///{tmp_path / 'empty'}"
        for more in ([], ["--with-key"]):
            done(says("backup", str(file), "--replace", *more))
            restore = ("restore", str(file), "--replace")
            assert "links and codes" in done(says(*restore, to=empty, key="o" * 32)), more
            assert "links and codes" not in done(says(*restore, to=empty)), more


def _invited(database: str) -> str:
    with closing(Store(database, KEY.encode())) as store:
        phone = store.phones.remember("secret")
        game = store.games.start(phone, "the-game", {}, ["Ann", "Ben"])
        return links(store, phone, game.table)["player"]


class TestNotRestored:
    @on_both
    def test_where_there_is_data_or_a_server(self, played: Store, file: Path, says: Says) -> None:
        done(says("backup", str(file)))
        before = everything(played)
        refused(says("restore", str(file), "--replace"), "stop the server first")
        played.close()
        refused(says("restore", str(file)), "has data already")
        assert everything(played) == before

    def test_what_is_no_backup_or_not_as_it_was_written(
        self, played: Store, file: Path, tmp_path: Path, says: Says
    ) -> None:
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
            ("UPDATE people SET name = 'Somebody else'", False, "not as it was written"),
            ("DELETE FROM entries WHERE place = 2", False, "not as it was written"),
            ("CREATE TABLE more (x)", False, "not as it was written"),
            ("DELETE FROM entries WHERE place = 2", True, "entries missing"),
            ("UPDATE alembic_version SET version_num = 'tomorrow'", True, "not of this version"),
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
            done(says("restore", str(kept), "--replace"))
            assert data(database) == newer

    def test_a_database_in_which_nobody_was_is_no_data(
        self, played: Store, file: Path, tmp_path: Path, says: Says
    ) -> None:
        done(says("backup", str(file)))
        to = tmp_path / "new" / "companion.sqlite3"
        with closing(Store(f"sqlite:///{to}")) as store:
            store.database.upgrade()
        assert "before" not in done(says("restore", str(file), to=f"sqlite:///{to}"))
        assert [path.name for path in to.parent.iterdir()] == [to.name]

    def test_a_damaged_database_is_replaced_and_kept(
        self, played: Store, file: Path, tmp_path: Path, says: Says
    ) -> None:
        done(says("backup", str(file)))
        to = tmp_path / "new" / "companion.sqlite3"
        to.parent.mkdir()
        to.write_bytes(b"PK" * 4096)
        Path(f"{to}-wal").write_bytes(b"of the damaged one")
        result = says("restore", str(file), to=f"sqlite:///{to}")
        refused(result, "is damaged")
        said = done(says("restore", str(file), "--replace", to=f"sqlite:///{to}"))
        kept = Path(said.partition("before: ")[2].splitlines()[0])
        assert kept.read_bytes() == b"PK" * 4096
        assert not Path(f"{to}-wal").exists()
        assert data(f"sqlite:///{to}")["entries"]
