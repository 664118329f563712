"""Each command and each way to start, with settings that differ, elsewhere, as somebody else."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask.cli import cli as flask_cli

from companion.__main__ import cli
from companion.operations import backup, daily, restore, users
from companion.operations.doctor import examine
from companion.operations.doctor.finding import Health
from companion.operations.keys import secret_key
from companion.operations.settings import GUNICORN, NAMES, Unusable, database_url, read
from companion.runtime import private_files
from companion.runtime.version import VERSION
from companion.store.database import connections
from tests.deploy.installed import Client, Started
from tests.operations.test_doctor import WRONG as EACH_WRONG
from tests.store.tables import play_at
from tests.support.live_server import ROOT, Server
from tests.support.postgresql import free_port

KEY = "0123456789abcdefghijklmnopqrstuvwxyz"
NOBODY = 65534


def run(
    *words: str, settings: Mapping[str, str], cwd: Path = ROOT, module: str = "companion"
) -> subprocess.CompletedProcess[str]:
    environment = {name: said for name, said in os.environ.items() if name not in NAMES}
    return subprocess.run(
        [sys.executable, "-m", module, *words], cwd=cwd, env={**environment, **settings},
        text=True, capture_output=True, timeout=120, umask=0o022, check=False,
    )  # fmt: skip


def said_here(*words: str, settings: Mapping[str, str], flask: bool = False) -> Result:
    """What a command comes to that is run in this process."""
    unset = dict.fromkeys(NAMES)
    given = ["--app", "companion", *words] if flask else [*words]
    program = flask_cli if flask else cli
    done = CliRunner().invoke(program, given, env={**unset, **settings})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert "Traceback" not in done.output
    return done


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where we are: a folder that has nothing to do with the data, and in which nothing is left."""
    folder = tmp_path / "away"
    folder.mkdir(mode=0o755)
    monkeypatch.chdir(folder)
    mask = os.umask(0o022)
    yield folder
    os.umask(mask)
    assert not list(folder.iterdir())


def test_without_a_database_url_the_data_lies_in_its_folder(tmp_path: Path) -> None:
    for name in ("plain", "with space", "what?", "100%41", "a#b", "é"):
        settings = {"INSTANCE": str(tmp_path / name)}
        play_at(database_url(tmp_path / name))
        assert (tmp_path / name / "companion.sqlite3").exists()
        assert "1 game, 1 entry" in said_here("check", settings=settings).output, name


def test_what_is_secret_may_be_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"SECRET_KEY": KEY, "DATABASE_URL": "postgresql://u:p@h/x"}
    for name, value in said.items():
        monkeypatch.delenv(name, raising=False)
        (tmp_path / name).write_text(f"{value}\n")
        monkeypatch.setenv(f"{name}_FILE", str(tmp_path / name))
    ours = read()
    assert (ours.key, ours.database_url) == (*said.values(),)
    monkeypatch.setenv("SECRET_KEY", KEY)
    assert read() == ours
    assert read({"DATABASE_URL": "sqlite:////x"}).database_url == "sqlite:////x"
    monkeypatch.setenv("SECRET_KEY", KEY + "x")
    with pytest.raises(Unusable, match="SECRET_KEY differs from what is in SECRET_KEY_FILE"):
        read()


WRONG = dict(EACH_WRONG[::-1])  # the first of each
WRONG["GUNICORN_CMD_ARGS"] = "--env PORT=1"  # which gunicorn itself understands


def test_origins_are_read_as_browsers_say_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for said, origins in (
        ("", ()),
        (" , ", ()),
        ("https://cards.example", ("https://cards.example",)),
        ("HTTPS://Cards.Example/", ("https://cards.example",)),
        ("https://a.example:443,http://b.example:80", ("https://a.example", "http://b.example")),
        ("https://a.example:80\nhttps://a.example:80", ("https://a.example:80",)),
        ("http://[::1]:8000", ("http://[::1]:8000",)),
    ):
        monkeypatch.setenv("ALLOWED_ORIGINS", said)
        assert read().allowed_origins == origins, said


def test_every_command_says_all_that_is_wrong_in_a_sentence_each() -> None:
    """Companion itself says its version, and has no options of other apps."""
    for flask in (False, True):
        for words in (
            ["address"], ["purge"], ["check"], ["move"], ["backup", "b"], ["restore", "b"],
            ["daily"], ["replay", "x"], ["doctor"], ["run" if flask else "serve"],
        ):  # fmt: skip
            done = said_here(*words, settings=WRONG, flask=flask)
            assert done.exit_code == (1 if words == ["doctor"] else os.EX_CONFIG), words
            lines = done.output.replace("Error: ", "").replace("wrong  ", "").splitlines()
            named = {line.split()[0] for line in lines if line[0] != " "} - {"ok"}
            assert named == {*NAMES}, done.output
        assert "purge" in said_here("--help", settings=WRONG, flask=flask).output
    assert said_here("--version", settings=WRONG).output == f"Companion {VERSION}\n"
    said = said_here("--help", settings={}).output
    assert {*re.findall(r"--[a-z-]+", said)} == {"--help", "--version"}, said


@pytest.mark.parametrize("group", [(), ("tables",)])
def test_help_shows_what_each_command_does_as_a_whole_sentence(group: tuple[str, ...]) -> None:
    said = said_here(*group, "--help", settings={"COLUMNS": "80"}).output
    lines = said.partition("Commands:\n")[2].splitlines()
    assert len(lines) >= 4, said
    for line in lines:
        assert re.fullmatch(r"  [a-z-]+ +[A-Z][^.]+\.", line), line


def test_gunicorn_starts_none_and_a_sentence_each_says_why() -> None:
    """It reads one number by itself. The command of the Procfile is `serve`."""
    words = ("-c", str(GUNICORN), "companion:create_app()")
    done = run(*words, settings=WRONG | {"WEB_CONCURRENCY": "0"}, module="gunicorn")
    assert done.returncode == os.EX_CONFIG, done.stderr
    lines = done.stderr.removeprefix("Error: ").splitlines()
    assert sorted(line.split()[0] for line in lines) == sorted(NAMES), lines


def test_commands_that_need_no_key_make_none(tmp_path: Path) -> None:
    settings = {"INSTANCE": str(tmp_path / "data")}
    play_at(database_url(tmp_path / "data"))
    backup = str(tmp_path / "backup")
    for words in (
        ["--help"], ["address"], ["backup", backup], ["restore", "--replace", backup], ["move"],
        ["replay", backup], ["doctor"], ["purge"], ["check"],
    ):  # fmt: skip
        said_here(*words, settings=settings)
        assert not (tmp_path / "data" / "secret_key").exists(), words
    done = said_here("backup", "--with-key", f"{backup}2", settings=settings)
    assert done.exit_code == 1
    assert "no secret key yet" in done.output
    assert not (tmp_path / "data" / "secret_key").exists()


def test_what_is_made_is_for_its_owner_alone(tmp_path: Path, away: Path) -> None:
    port, instance = free_port(), tmp_path / "new" / "data"
    settings = {"INSTANCE": str(instance), "PORT": str(port)}
    command = [sys.executable, "-m", "companion", "serve", "--bind", f"127.0.0.1:{port}"]
    with Started(command, port, settings, away, umask=0):
        phone = Client(port)
        phone.opens("/new/the-game")
        assert phone.posts("/new/the-game", players=2, name=["Ann", "Ben"]) == 303
        names = {f"companion.sqlite3{end}" for end in ("", "-shm", "-wal", "-server")}
        assert {file.name for file in instance.iterdir()} == names | {"secret_key"}
        assert {stat.S_IMODE(file.stat().st_mode) for file in instance.iterdir()} == {0o600}
        assert said_here("backup", str(instance / "kept"), settings=settings).exit_code == 0
    assert stat.S_IMODE((instance / "kept").stat().st_mode) == 0o600
    assert stat.S_IMODE(instance.stat().st_mode) == 0o700
    assert stat.S_IMODE(instance.parent.stat().st_mode) == 0o700


def test_a_new_key_is_on_the_disk_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a power cut leaves an empty file, and every link and code is worthless."""
    done: list[str] = []
    sync, link = os.fsync, os.link

    def syncs(handle: int) -> None:
        done.append(Path(os.readlink(f"/proc/self/fd/{handle}")).name.partition(".")[0])
        sync(handle)

    def links(*names: Path) -> None:
        done.append("link")
        link(*names)

    monkeypatch.setattr(os, "fsync", syncs)
    monkeypatch.setattr(os, "link", links)
    assert secret_key(tmp_path / "new" / "data")
    assert done == [tmp_path.name, "new", "secret_key", "link", "data"]


def test_an_untrusted_proxy_is_not_believed_and_the_log_says_so_once(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        phone = Client(server.port)
        for headers in (said, said, {**said, "SCRIPT_NAME": "/evil"}):
            with phone.asks("GET", "/rules/the-game", headers) as answer:
                assert answer.status == 200
                assert "Strict-Transport-Security" not in answer.headers
                assert b"/evil" not in answer.read()
        server.stop()
    told = [json.loads(line) for line in server.said]
    assert len([line for line in told if "TRUSTED_PROXIES" in line["event"]]) == 1


@contextmanager
def as_another() -> Iterator[None]:
    """Whoever tests is somebody else for a moment, where that is root: root may read all."""
    mine = os.geteuid()
    try:
        if mine == 0:
            os.seteuid(NOBODY)
        yield
    finally:
        os.seteuid(mine)


class TestOwner:
    @pytest.fixture
    def instance(self, tmp_path: Path) -> Iterator[Path]:
        """The folder of a service, which is another user's where root tests."""
        with tempfile.TemporaryDirectory() as above:
            Path(above).chmod(0o755)
            folder = Path(above) / "data"
            folder.mkdir(mode=0o700)
            if os.geteuid() == 0:
                os.chown(folder, NOBODY, NOBODY)
            yield folder

    def test_it_stays_the_services(self, instance: Path, tmp_path: Path, away: Path) -> None:
        """Root puts a backup into the folder of nobody, before the first start and again."""
        old, backup = {"INSTANCE": str(tmp_path / "old")}, str(tmp_path / "backup")
        key = secret_key(tmp_path / "old")
        play_at(database_url(tmp_path / "old"), key)
        assert said_here("backup", "--with-key", backup, settings=old).exit_code == 0
        settings = {"INSTANCE": str(instance)}
        for words in (
            ["restore", backup], ["check"], ["restore", "--replace", backup], ["purge"],
            ["backup", "--with-key", str(instance / "kept")],
        ):  # fmt: skip
            done = said_here(*words, settings=settings)
            assert done.exit_code == 0, (words, done)
            owners = {file.stat().st_uid for file in instance.iterdir()}
            assert owners == {instance.stat().st_uid}, (words, [*instance.iterdir()])
            assert "do not work" not in done.stdout
        (instance / "secret_key").write_text("another key, which is kept aside")
        done = said_here("restore", "--replace", backup, settings=settings)
        assert "The secret key of the backup is used from now on" in done.output
        assert len([*instance.glob("secret_key*")]) == 2
        assert {file.stat().st_uid for file in instance.iterdir()} == {instance.stat().st_uid}
        assert {stat.S_IMODE(file.stat().st_mode) for file in instance.iterdir()} == {0o600}
        with as_another():
            assert secret_key(instance) == key

    def test_an_unreadable_key_is_named_with_its_owner_and_a_cure(self, instance: Path) -> None:
        file = instance / "secret_key"
        file.write_text(KEY)
        file.chmod(0)
        owner = private_files.user(file.stat().st_uid)
        with as_another():
            with pytest.raises(RuntimeError) as refused:
                secret_key(instance)
            me = private_files.me()
            cure = f"chmod u+rwX {file}" if owner == me else f"chown -R {me} {instance}"
        said = str(refused.value)
        assert f"cannot read the secret key {file}: {file} belongs to {owner}" in said
        assert f"`{cure}`" in said

    def test_a_folder_that_cannot_be_written_or_entered_is_a_sentence(self, instance: Path) -> None:
        if os.geteuid() == 0:
            os.chown(instance, 0, 0)
        instance.chmod(0o555)
        with as_another(), pytest.raises(RuntimeError) as refused:
            secret_key(instance)
        assert f"none can be saved in {instance} (Permission denied): set" in str(refused.value)
        instance.chmod(0)
        with as_another():
            with pytest.raises(RuntimeError, match="cannot read the secret key"):
                secret_key(instance)
            found = [each for each in examine(read({"INSTANCE": instance})) if each.cure]
        instance.chmod(0o700)
        assert found[0].health is Health.WRONG


@pytest.mark.long
def test_three_processes_without_a_key_do_not_start(tmp_path: Path) -> None:
    """Each would sign with a key of its own, and the others would refuse what it signed."""
    (tmp_path / "file").write_text("in the way")
    settings = {
        "INSTANCE": str(tmp_path / "file" / "data"),
        "DATABASE_URL": "postgresql://127.0.0.1:1/none",
        "WEB_CONCURRENCY": "3",
        "GUNICORN_CMD_ARGS": f"--bind 127.0.0.1:{free_port()}",
    }
    done = run("serve", settings=settings)  # which becomes gunicorn
    assert done.returncode == os.EX_CONFIG
    [said] = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert "none can be saved in" in said
    assert "set SECRET_KEY, or let" in said
    assert "Booting worker" not in done.stderr
    assert "Traceback" not in done.stderr


SOMEBODY = 12345  # who is neither root nor whoever tests


def test_who_is_no_owner_is_told_whose_it_is(
    installed: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite would make files beside the database, which are theirs as long as they are there."""
    monkeypatch.setattr(os, "geteuid", lambda: SOMEBODY)  # who may write everywhere,
    monkeypatch.setattr(users, "ROOT", SOMEBODY + 1)  # and is not root
    instance = tmp_path / "data"
    before = {file: file.stat().st_mtime_ns for file in instance.iterdir()}
    file, to = str(instance / "companion.sqlite3"), str(tmp_path / "backup")
    for words in (
        ["check"], ["purge"], ["daily"], ["backup", to], ["restore", "--replace", to],
        ["move"], ["backup", "--of", file, to],
    ):  # fmt: skip
        done = said_here(*words, settings=installed)
        assert done.exit_code == 1, words
        owner = private_files.owner(instance)
        assert f"{file} belongs to {owner}, but this runs as {SOMEBODY}: run it" in done.output
        assert done.output.count("\n") == 1
    doctor = said_here("doctor", settings=installed)
    assert doctor.exit_code == 1
    assert f"belongs to {owner}, but this runs as {SOMEBODY}" in doctor.output
    assert doctor.output.count("wrong  ") == 1
    assert {file: file.stat().st_mtime_ns for file in instance.iterdir()} == before
    nowhere = said_here("check", settings={"INSTANCE": str(tmp_path / "none" / "data")})
    assert "There is no database in" in nowhere.output  # what is not there is nobody's
    monkeypatch.setattr(users, "ROOT", instance.stat().st_uid)  # what a group shares is all of its
    assert "1 game, 1 entry" in said_here("check", settings=installed).output


def test_root_makes_no_backups_that_the_server_could_not_clear(
    installed: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder on another disk is root's, and the data are not."""
    data = str(tmp_path / "data")
    monkeypatch.setattr(os, "geteuid", lambda: users.ROOT)
    monkeypatch.setattr(private_files, "hand_over", lambda *_: None)
    whose = {True: "companion", False: "root"}
    monkeypatch.setattr(private_files, "owner", lambda path: whose[str(path).startswith(data)])
    cure = f"install --directory --owner companion --mode 700 {installed['BACKUPS']}"
    done = said_here("daily", settings=installed)
    assert (done.exit_code, f"`{cure}`" in done.output) == (1, True)
    assert f"As root: {cure}" in said_here("doctor", settings=installed).output
    assert not Path(installed["BACKUPS"]).exists()


def test_what_is_left_of_work_that_is_cut_off_is_the_owners_to_remove(
    installed: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of root, where root tests: in a folder of somebody's lies no folder of root's."""
    instance, kept = tmp_path / "data", tmp_path / "backups"
    file = tmp_path / "backup"
    url = connections.address(database_url(instance))
    backup.back_up(url, file)
    kept.mkdir(mode=0o700)
    if os.geteuid() == users.ROOT:
        for each in (instance, *instance.iterdir(), kept):
            os.chown(each, SOMEBODY, SOMEBODY)
    owner = instance.stat().st_uid
    found: list[int] = []

    def cut_off(*given: Path, **_: object) -> None:
        found.append(given[1].parent.stat().st_uid)
        raise OSError("cut off")

    monkeypatch.setattr(restore, "unseal", cut_off)
    said_here("restore", "--replace", str(file), settings=installed)
    monkeypatch.setattr(backup, "back_up", cut_off)
    with pytest.raises(OSError, match="cut off"):
        daily.make(url, kept)
    assert found == [owner, owner]
    assert {each.stat().st_uid for each in (*instance.iterdir(), *kept.iterdir())} == {owner}


def test_data_of_root_are_said_to_be_roots(installed: dict[str, str], tmp_path: Path) -> None:
    file = str(tmp_path / "backup")
    said_here("backup", file, settings=installed)
    shutil.rmtree(tmp_path / "data")
    done = said_here("restore", file, settings=installed)
    assert "Restored" in done.output
    assert ("belongs to root: give it to" in done.output) == (os.geteuid() == users.ROOT)
