"""The doctor: for each thing that can be wrong with an installation or its data, one that is."""

import os
import resource
import shutil
import socket
import sqlite3
import time
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import Engine, event, text, update

from companion.__main__ import cli
from companion.operations import settings
from companion.operations.doctor import examine, installation, machine, server
from companion.operations.doctor.finding import Health
from companion.operations.doctor.machine import open_files, sqlite_version
from companion.operations.keys import secret_key
from companion.operations.settings import NAMES, Settings, database_url
from companion.runtime.version import VERSION
from companion.store.database import backups, schema
from companion.store.store import Store
from companion.web.pages import words
from companion.web.static import assets
from tests.deploy.echo import Answering, echoing
from tests.operations.test_move import write
from tests.store.tables import play_at, revision
from tests.store.test_backups import make_backup
from tests.support import tiny_package
from tests.support.full_disk import full_disk
from tests.support.postgresql import Cluster, free_port
from tests.support.rulings import read_table


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is set, and SQLite is one without faults."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PORT", str(free_port()))
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 53, 1))


class Patient:
    """An installation: the folder of its data, and the address of its database."""

    def __init__(self, instance: Path, url: str = "") -> None:
        self.instance, self.url = instance, url or database_url(instance)

    @property
    def settings(self) -> Settings:
        return settings.read({"INSTANCE": self.instance, "DATABASE_URL": self.url})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = Patient(tmp_path_factory.mktemp("played") / "instance")
    play_at(made.url, secret_key(made.instance))
    return made.instance


@pytest.fixture
def patient(tmp_path: Path, played: Path) -> Patient:
    return Patient(Path(shutil.copytree(played, tmp_path / "instance")))


def found(patient: Patient, health: Health) -> list[str]:
    return [finding.what for finding in examine(patient.settings) if finding.health is health]


def is_wrong(patient: Patient, *said: str, health: Health = Health.WRONG) -> None:
    """Just this is so, and there is a cure for it; all else is well."""
    findings = [each for each in examine(patient.settings) if each.health is not Health.OK]
    assert [finding.health for finding in findings] == [health] * len(said), findings
    for finding, part in zip(findings, said, strict=True):
        assert part in finding.what
        assert finding.cure.endswith(".") or finding.cure.startswith("ch"), finding


def test_all_is_well_where_somebody_plays_and_everything_stays_as_it_was(patient: Patient) -> None:
    def dumped() -> tuple[bytes, list[str]]:
        with closing(sqlite3.connect(patient.instance / "companion.sqlite3")) as database:
            return (patient.instance / "secret_key").read_bytes(), list(database.iterdump())

    before = dumped()
    tiny_package.put(patient.instance, "0123456789ab")
    is_wrong(patient, "not been built for this version", health=Health.LOOK)
    tiny_package.put(patient.instance)
    findings = list(examine(patient.settings))
    assert [finding.health for finding in findings] == [Health.OK] * 22
    said = [finding.what for finding in findings]
    assert "Phones can download Companion to work offline (0.0 MB)" in said
    assert any("set BACKUPS to a folder" in each for each in said)
    assert dumped() == before


def test_all_is_well_before_the_first_start_but_there_is_no_key_yet(tmp_path: Path) -> None:
    fresh = Patient(tmp_path / "new", f"sqlite:///{tmp_path / 'new' / 'companion.sqlite3'}")
    is_wrong(fresh, "no secret key yet", health=Health.LOOK)
    assert list(tmp_path.iterdir()) == []


WRONG = [*read_table(__file__, "WRONG"), ["KEEP_DAYS", "1" * 5000]]
"""A setting, and a value that it cannot have."""


def test_a_setting_that_is_wrong_is_named_and_no_secret_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {name for name, _ in WRONG} == {*NAMES}
    for name, value in WRONG:
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            result = CliRunner().invoke(cli, ["doctor"])
        assert result.exit_code == 1, (name, value)
        [_, line, _] = result.output.splitlines()
        assert line.startswith(f"wrong  {name} "), line
        assert "secret" not in line


def test_a_mistyped_setting_is_named(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORTS", "80")
    monkeypatch.setenv("COMPANION_PORT", "tcp://10.0.0.1:80")  # as Kubernetes sets it by itself
    monkeypatch.setenv("SECRET_KEY_BASE", "x")  # of another program
    mistyped = {"DATABSE_URL": "DATABASE_URL", "backups": "BACKUPS", "MERTICS": "METRICS"}
    for name, near in mistyped.items():
        monkeypatch.setenv(name, "x")
        is_wrong(patient, f"{name} is set, but is not a setting", health=Health.LOOK)
        assert settings.find_mistyped() == [(name, near)]
        monkeypatch.delenv(name)


class TestFolder:
    def test_one_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        broken = Patient(tmp_path / "file" / "x", f"sqlite:///{tmp_path / 'file' / 'x' / 'y'}")
        assert any("cannot be written to" in said for said in found(broken, Health.WRONG))

    def test_one_that_is_open_or_where_a_restore_was_cut_off(self, patient: Patient) -> None:
        patient.instance.chmod(0o755)
        is_wrong(patient, f"can read {patient.instance}", health=Health.LOOK)
        patient.instance.chmod(0o700)
        left = patient.instance / ".restoring-x"
        left.mkdir(mode=0o700)
        said = found(patient, Health.LOOK)
        assert said[0] == f"A restore was interrupted, or is still running: {left}"

    def test_one_that_is_not_companions_alone_is_never_shut(self, tmp_path: Path) -> None:
        """Another one is named: who takes away what others may do to /var/lib takes the machine."""
        shared = tmp_path / "lib"
        (shared / "dpkg").mkdir(parents=True)
        secret_key(shared)
        (shared / "passwd").write_text("root")
        shared.chmod(0o755)
        for folder in (shared, shared / "passwd", shared / "passwd" / "x"):
            url = f"sqlite:///{tmp_path / 'none'}"
            findings = list(examine(Patient(folder, url).settings))
            said = [each.cure for each in findings if str(shared) in each.what and each.cure]
            assert said
            assert all("folder that holds nothing else" in cure for cure in said), said
            assert not any("chmod" in each.cure for each in findings)

    def test_a_database_outside_that_others_read(self, patient: Patient, tmp_path: Path) -> None:
        outside = shutil.copy(patient.instance / "companion.sqlite3", tmp_path / "outside.sqlite3")
        outside.chmod(0o644)
        elsewhere = Patient(patient.instance, f"sqlite:///{outside}")
        is_wrong(elsewhere, str(outside), health=Health.LOOK)

    def test_files_of_others(self, patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
        """As root makes them in the folder of a service; no test needs to be root for it."""
        file = patient.instance / "secret_key"
        monkeypatch.setattr(installation, "_is_strange", lambda path: path == file)
        is_wrong(patient, str(file))

    def test_one_on_a_full_disk(self, patient: Patient) -> None:
        with full_disk():
            [finding] = [each for each in examine(patient.settings) if each.health is Health.WRONG]
        assert "cannot be opened" in finding.what
        assert "disk is not full" in finding.cure


def test_a_key_that_is_none_or_known(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    file = patient.instance / "secret_key"
    for mode in (0o644, 0o640, 0o604):
        file.chmod(mode)
        is_wrong(patient, f"mode {mode:04o}")
    file.chmod(0o600)
    for content in (b"\n", b"\xff" * 64):
        file.write_bytes(content)
        is_wrong(patient, "holds no key")
    file.unlink()
    is_wrong(patient, "no secret key yet", health=Health.LOOK)
    for made_up in ("k" * 32, "companion" * 3):
        monkeypatch.setenv("SECRET_KEY", made_up)
        is_wrong(patient, "easy to guess", health=Health.LOOK)


class TestMachine:
    def test_sqlite_is_one_that_keeps_what_it_is_given(self) -> None:
        ok, look, alone = Health.OK, Health.LOOK, "safe with one process"
        for version, health in {
            (3, 34, 1): Health.WRONG, (3, 35, 0): alone, (3, 40, 1): alone, (3, 44, 5): alone,
            (3, 44, 6): ok, (3, 45, 0): alone, (3, 50, 6): alone, (3, 50, 7): ok,
            (3, 51, 2): alone, (3, 51, 3): ok, (4, 0, 0): ok,
        }.items():  # fmt: skip
            [finding] = sqlite_version(version)
            said = finding.health if "Litestream" not in finding.what else alone
            assert said == health, version
        for most, health in ((1024, look), (10_000, ok), (resource.RLIM_INFINITY, ok)):
            assert [finding.health for finding in open_files(most)] == [health]

    def test_a_disk_nearly_full(self, patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
        for free, health in ((10, Health.WRONG), (10**8, Health.LOOK), (10**9, Health.OK)):
            usage = namedtuple("usage", "total used free")(10**10, 10**10 - free, free)
            monkeypatch.setattr(shutil, "disk_usage", lambda place, usage=usage: usage)
            is_wrong(patient, *(["MB are free"] * (health is not Health.OK)), health=health)

    def test_a_network_drive(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        mounts = tmp_path / "mounts"
        monkeypatch.setattr(machine, "MOUNTS", mounts)
        place = tmp_path / "a b" / "data"
        place.mkdir(parents=True)
        named = str(tmp_path / "a b").replace(" ", r"\040")
        for at, kind, is_found in (
            (named, "nfs4", True), (named, "ext4", False), ("/", "cifs", True),
            (f"{named}x", "nfs4", False), (f"{named} - ext4 x rw\n1 2 3 / {named}", "9p", True),
        ):  # fmt: skip
            mounts.write_text(f"1 2 3 / / rw - ext4 x rw\n1 2 3 / {at} rw shared:1 - {kind} x rw\n")
            found = [finding.health for finding in machine.drive(place / "new")]
            assert found == [Health.WRONG] * is_found, (at, kind)
        mounts.unlink()
        assert not [*machine.drive(place)]

    def test_a_clock_that_lags_behind_what_was_entered_or_the_app(
        self, patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tomorrow = int((time.time() + 24 * 3600) * 1000)
        store = Store(patient.url)
        with store.database.write() as connection:
            connection.execute(update(schema.entries).values(at=tomorrow))
        store.close()
        is_wrong(patient, "behind the newest entry")
        monkeypatch.setattr(time, "time", lambda: 86_400.0)
        is_wrong(
            Patient(patient.instance, f"sqlite:///{tmp_path / 'x'}"), "Companion was installed"
        )

    def test_needless_processes(self, patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as set_to:
            set_to.setenv("WEB_CONCURRENCY", "4")
            is_wrong(patient, "SQLite allows one", health=Health.LOOK)
        monkeypatch.setenv("GUNICORN_CMD_ARGS", "-w 3")
        is_wrong(patient, "3 processes are set", health=Health.LOOK)


class TestServer:
    """What the server is made of, and where it listens."""

    def at(self, patient: Patient, monkeypatch: pytest.MonkeyPatch, address: str) -> Patient:
        monkeypatch.setenv("GUNICORN_CMD_ARGS", f"--bind {address}")
        return patient

    def test_a_port_in_use(self, patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.operations.doctor.server.PATIENCE", 0.1)
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            monkeypatch.setenv("PORT", str(port))
            is_wrong(patient, f"Something else listens on port {port}")
            is_wrong(self.at(patient, monkeypatch, f"127.0.0.1:{port}"), "Something else listens")

    def test_another_version(self, patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
        with echoing() as other:
            address = f"127.0.0.1:{other.port}"
            is_wrong(self.at(patient, monkeypatch, address), "Something else listens")
            monkeypatch.setattr(Answering, "version_string", lambda self: "x\r\nCompanion: older")
            is_wrong(patient, "another version of Companion answers", health=Health.LOOK)
            monkeypatch.setattr(assets, "edition", lambda: "older")
            is_wrong(patient)

    def test_where_it_listens(self, patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
        is_wrong(self.at(patient, monkeypatch, "203.0.113.1:9"), "listen on 203.0.113.1, port 9")
        for address in ("127.0.0.1:9123", "unix:/nowhere/socket", "[::1]:9123"):
            said = found(self.at(patient, monkeypatch, address), Health.OK)
            assert any(f"It listens on {address} (GUNICORN_CMD_ARGS)" in each for each in said)

    def test_pages_that_were_left_out(
        self, patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lacking = [tmp_path / name for name in "abcde"]
        monkeypatch.setattr(server, "PARTS", lacking[:1])
        is_wrong(patient, f"Missing or changed since installation: {tmp_path / 'a'}")
        monkeypatch.setattr(server, "PARTS", lacking)
        is_wrong(patient, f"{tmp_path / 'c'}, and 2 more")


def test_a_language_that_is_spoilt_or_missing(
    patient: Patient,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    catalogues = Path(shutil.copytree(words.CATALOGUES, tmp_path / "translations"))
    monkeypatch.setattr(words, "CATALOGUES", catalogues)
    request.addfinalizer(words.load_catalogue.cache_clear)
    file = catalogues / "de" / "LC_MESSAGES" / "messages.po"
    whole = file.read_bytes()
    for left in (b"", b"\xff\xfe", b'msgid "Rules'):
        file.write_bytes(left)
        is_wrong(patient, "The texts in Deutsch cannot be read")
    file.write_bytes(whole)
    shutil.rmtree(catalogues / "nl")
    is_wrong(patient, "The texts in Nederlands cannot be read")


def test_the_command_says_what_it_finds(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    def says(**settings: str) -> tuple[int, str]:
        result = CliRunner().invoke(cli, ["doctor"], env=settings)
        return result.exit_code, result.output

    monkeypatch.setenv("INSTANCE", str(patient.instance))
    code, said = says()
    assert code == 0, said
    assert all(line.startswith("ok     ") for line in said.splitlines())
    assert said.startswith(f"ok     Companion {VERSION}, ")
    assert f"The data is in {patient.instance} (INSTANCE)\n" in said
    assert f"The database is sqlite:///{patient.instance}/companion.sqlite3 " in said
    code, said = says(WEB_CONCURRENCY="4")
    assert code == 0
    assert "\nlook   4 processes are set (WEB_CONCURRENCY)" in said
    url = "postgresql://ann:hunter2@127.0.0.1:1/cards?sslpassword=hunter2"
    _code, said = says(DATABASE_URL=url)
    assert "The database is postgresql+psycopg://ann:***@127.0.0.1:1/cards?" in said
    assert "hunter2" not in said


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


def test_a_backup_is_bad(patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    is_wrong(patient, "some games count differently", health=Health.LOOK)
    differs.unlink()
    file = keep(timedelta())
    is_wrong(patient)
    assert any(str(file) in said for said in found(patient, Health.OK))
    file.chmod(0o644)
    is_wrong(patient, "Other users can read")
    shutil.rmtree(folder)
    folder.write_text("in the way")
    [wrong] = found(patient, Health.WRONG)
    assert f"No backup can be written to {folder}" in wrong


class TestDatabase:
    def test_one_of_tomorrow_or_yesterday(self, patient: Patient) -> None:
        for version, said, health in (
            ("9999", "newer Companion", Health.WRONG),
            ("0001", "older version", Health.LOOK),
        ):
            write(patient.url, text(f"UPDATE alembic_version SET version_num = '{version}'"))
            is_wrong(patient, said, health=health)
        assert revision(patient.instance / "companion.sqlite3") == "0001"

    def test_a_file_that_is_damaged_or_none(self, patient: Patient) -> None:
        file = patient.instance / "companion.sqlite3"
        whole = bytearray(file.read_bytes())
        whole[8192:] = os.urandom(len(whole) - 8192)
        for content in (whole, b"holiday snaps" * 1000):
            file.write_bytes(content)
            assert found(patient, Health.WRONG) == [f"{file} is damaged, or is not a database"]
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

    def test_a_pool_that_lends_sessions(self, postgresql: tuple[Cluster, Patient]) -> None:
        def forget(_: object, cursor: Any, *rest: object) -> None:
            cursor.execute("RESET ALL")

        event.listen(Engine, "before_cursor_execute", forget)
        try:
            is_wrong(postgresql[1], "A connection pool in front of PostgreSQL")
        finally:
            event.remove(Engine, "before_cursor_execute", forget)

    def test_postgresql_that_lets_make_no_tables(self, postgresql: tuple[Cluster, Patient]) -> None:
        """As a role that owns nothing, which was granted all on the database and no more."""
        owner, patient = postgresql[1], role(postgresql[1])
        is_wrong(patient, "The role guest may not create tables in the database test")
        write(owner.url, text("REVOKE USAGE ON SCHEMA public FROM public"))
        is_wrong(patient, "The role guest may not create tables in the database test")
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
        is_wrong(patient, "PostgreSQL cannot be read: permission denied for table entries")
        write(owner.url, text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest"))
        is_wrong(patient, "cannot be written to")
        nobody = Patient(patient.instance, patient.url.replace("/test", "/nowhere"))
        is_wrong(nobody, "PostgreSQL does not answer, or does not let Companion in: ")
        assert 'database "nowhere" does not exist' in found(nobody, Health.WRONG)[0]

    def test_postgresql_of_something_else(self, postgresql: tuple[Cluster, Patient]) -> None:
        store = Store(postgresql[1].url)
        with closing(store), store.database.inspect() as connection:
            connection.execute(text("CREATE TABLE orders (id integer)"))
        is_wrong(postgresql[1], "another program’s tables")
