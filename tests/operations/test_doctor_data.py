"""What the doctor finds of a database and its backups: one that is broken for each fault."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import Engine, event, text

from companion.__main__ import cli
from companion.operations.doctor import examine
from companion.operations.doctor.finding import Health
from companion.operations.keys import secret_key
from companion.store.database import backups
from companion.store.store import Store
from tests.operations.test_doctor import Patient, _bare, found, is_wrong, patient, played
from tests.operations.test_move import write
from tests.store.tables import play_at
from tests.store.test_backups import make_backup
from tests.support.postgresql import Cluster

__all__ = ["_bare", "patient", "played"]


@pytest.fixture
def postgresql(cluster: Cluster, tmp_path: Path) -> Iterator[tuple[Cluster, Patient]]:
    """A server that the test may stop, and an installation with a database of its own there."""
    data = tmp_path / "data"
    secret_key(data)
    yield cluster, Patient(data, cluster.create("test"))
    if not cluster.is_up:
        cluster.start()
    cluster.drop("test")
    write(cluster.url(), text("DROP ROLE IF EXISTS guest"))


def role(owned: Patient) -> Patient:
    """The same installation, as a role that owns nothing of its database."""
    write(owned.url, text("CREATE ROLE guest LOGIN"), text("GRANT ALL ON DATABASE test TO guest"))
    return Patient(owned.instance, owned.url.replace("postgres@", "guest@"))


def test_a_backup_of_today_is_good_and_private(
    patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    keep = partial(make_backup, folder)
    monkeypatch.setenv("BACKUPS", str(folder))
    is_wrong(patient, f"no good backup in {folder}", health=Health.LOOK)
    assert not folder.exists()
    lock = backups.prepare(folder)
    os.utime(lock, (0, 0))
    is_wrong(patient, "no good backup")
    keep(timedelta(days=3))
    is_wrong(patient, "is 3 days old")
    keep(timedelta(days=1))
    differs = keep(timedelta(minutes=1), good=False)
    is_wrong(patient, "not as they are kept", health=Health.LOOK)
    differs.unlink()
    file = keep(timedelta())
    is_wrong(patient)
    assert any(str(file) in said for said in found(patient, Health.OK))
    file.chmod(0o644)
    is_wrong(patient, "can be read by others")
    shutil.rmtree(folder)
    folder.write_text("in the way")
    [wrong] = found(patient, Health.WRONG)
    assert f"No backup can be written to {folder}" in wrong


class TestDatabase:
    def at(self, patient: Patient, version: str) -> None:
        with closing(sqlite3.connect(patient.instance / "companion.sqlite3")) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
            connection.commit()

    def test_one_of_tomorrow_or_yesterday(self, patient: Patient) -> None:
        for version, said, health in (
            ("9999", "newer version", Health.WRONG),
            ("0001", "older version", Health.LOOK),
        ):
            self.at(patient, version)
            is_wrong(patient, said, health=health)
        with closing(sqlite3.connect(patient.instance / "companion.sqlite3")) as connection:
            stays = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        assert stays == ("0001",)

    def test_a_file_that_is_damaged_or_none(self, patient: Patient) -> None:
        file = patient.instance / "companion.sqlite3"
        whole = bytearray(file.read_bytes())
        whole[8192:] = os.urandom(len(whole) - 8192)
        for content in (whole, b"holiday snaps" * 1000):
            file.write_bytes(content)
            assert found(patient, Health.WRONG) == [f"{file} is damaged, or is no database"]
        for each in patient.instance.glob("companion.*"):
            each.unlink()
        file.mkdir(mode=0o700)
        is_wrong(patient, "be opened")

    def test_one_that_is_held(self, patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.store.database.connections.BUSY_TIMEOUT", 0.1)
        file = patient.instance / "companion.sqlite3"
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            is_wrong(patient, "cannot be written to")

    def test_postgresql_that_answers_or_not(self, postgresql: tuple[Cluster, Patient]) -> None:
        server, patient = postgresql
        is_wrong(patient)  # before the first request
        play_at(patient.url)
        assert all(finding.health is Health.OK for finding in examine(patient.settings))
        server.stop()
        is_wrong(patient, "PostgreSQL does not answer")

    def test_a_pool_that_lends_a_session_to_each_transaction(
        self, postgresql: tuple[Cluster, Patient]
    ) -> None:
        def forget(_: object, cursor: Any, *rest: object) -> None:
            cursor.execute("RESET ALL")

        event.listen(Engine, "before_cursor_execute", forget)
        try:
            is_wrong(postgresql[1], "A pool before PostgreSQL")
        finally:
            event.remove(Engine, "before_cursor_execute", forget)

    def test_postgresql_that_lets_make_no_tables(self, postgresql: tuple[Cluster, Patient]) -> None:
        """As a role that owns nothing, which was granted all on the database and no more."""
        owner, patient = postgresql[1], role(postgresql[1])
        is_wrong(patient, "The role guest may not make tables in the database test")
        write(owner.url, text("REVOKE USAGE ON SCHEMA public FROM public"))
        is_wrong(patient, "The role guest may not make tables in the database test")
        write(owner.url, text("ALTER DATABASE test OWNER TO guest"))
        is_wrong(patient)
        play_at(patient.url)
        is_wrong(patient)

    def test_postgresql_that_lets_nobody_read(
        self, postgresql: tuple[Cluster, Patient], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The doctor and the commands say PostgreSQL's own words, whatever it refuses."""
        owner, patient = postgresql[1], role(postgresql[1])
        play_at(owner.url)
        is_wrong(patient, "permission denied for table alembic_version")
        monkeypatch.setenv("INSTANCE", str(patient.instance))
        monkeypatch.setenv("DATABASE_URL", patient.url)
        for granted, table in ((), "alembic_version"), (("alembic_version",), ""):
            for name in granted:
                write(owner.url, text(f"GRANT SELECT ON {name} TO guest"))
            for command in ("check", "purge"):
                result = CliRunner().invoke(cli, [command])
                assert (result.exit_code, type(result.exception)) == (1, SystemExit)
                assert f"permission denied for table {table}" in result.output, result.output
                assert len(result.output.splitlines()) == 1
        is_wrong(patient, "PostgreSQL refuses to be read: permission denied for table entries")
        write(owner.url, text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest"))
        is_wrong(patient, "cannot be written to")
        nobody = Patient(patient.instance, patient.url.replace("/test", "/nowhere"))
        is_wrong(nobody, "PostgreSQL does not answer, or does not let Companion in: ")
        assert 'database "nowhere" does not exist' in found(nobody, Health.WRONG)[0]

    def test_postgresql_of_something_else(self, postgresql: tuple[Cluster, Patient]) -> None:
        store = Store(postgresql[1].url)
        with closing(store), store.database.inspect() as connection:
            connection.execute(text("CREATE TABLE orders (id integer)"))
        is_wrong(postgresql[1], "of something else")
