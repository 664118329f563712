"""One server on a SQLite database, and what every command says that it uses."""

import json
import os
import re
import shutil
import signal
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion import create_home_app
from companion.operations import running, serve
from companion.operations.keys import secret_key
from companion.operations.running import Mark
from companion.operations.settings import database_url
from companion.runtime import places
from companion.store.store import Store
from tests.deploy.installed import Client, Started, play, procfile
from tests.operations.test_settings import KEY, away, run, said_here
from tests.store.tables import begin
from tests.support import tiny_package
from tests.support.live_server import Server
from tests.support.postgresql import free_port

__all__ = ["away"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    key = secret_key(tmp_path / "data")
    with closing(Store(database_url(tmp_path / "data"), key.encode())) as store:
        begin(store)
    return tmp_path / "data" / "companion.sqlite3"


@pytest.fixture
def server(file: Path) -> Iterator[Mark]:
    """A server that has this database and has not opened it yet."""
    mark = Mark(file)
    assert mark.take()
    mark.say(["127.0.0.1:9", "unix:/run/companion"])
    yield mark
    mark.leave()


def test_servers_share_a_mark_that_says_where_they_listen(file: Path, server: Mark) -> None:
    another = Mark(file)
    assert another.take()
    assert Mark(file).find_server(0) == ["127.0.0.1:9", "unix:/run/companion"]
    server.leave()
    assert Mark(file).find_server(0) is not None
    with running.alone(file) as is_alone:
        assert not is_alone
    another.leave()
    assert Mark(file).find_server(0) is None
    with running.alone(file) as is_alone:
        assert is_alone
        assert not Mark(file).take()
    assert {each.name for each in file.parent.iterdir()} == {file.name, "secret_key"}
    # One that was removed after it was opened is none: another one may have a new one by now.
    assert server.take()
    file.with_name(f"{file.name}-server").unlink()
    assert not Mark(file)._is_there(server._handle or 0)
    assert Mark(file).find_server(0) is None


def test_nothing_is_restored_under_a_new_server(file: Path, server: Mark, tmp_path: Path) -> None:
    settings, backup = {"INSTANCE": str(file.parent)}, str(tmp_path / "backup")
    assert said_here("backup", backup, settings=settings).exit_code == 0
    before = file.read_bytes()
    done = said_here("restore", "--replace", backup, settings=settings)
    assert (done.exit_code, "stop the server first" in done.output) == (1, True)
    server.leave()
    assert file.read_bytes() == before
    assert said_here("restore", "--replace", backup, settings=settings).exit_code == 0


def test_the_second_is_told(file: Path, server: Mark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "MOMENT", 0)
    settings = {"INSTANCE": str(file.parent)}
    for words in ([], ["run"]):
        done = said_here(*words, settings=settings)
        assert done.exit_code == os.EX_TEMPFAIL
        assert f"Companion is already running with the data in {file.parent}." in done.output
        assert "http://localhost:9/" in done.output


def test_of_two_at_once_one_has_the_data(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "OVERLAP", 0)
    first = running.begin(file)
    assert first
    worker = Mark(file)
    assert worker.take()
    worker.say(["127.0.0.1:9", "unix:/run/companion"])
    with pytest.raises(running.Taken) as refused:
        running.begin(file)
    said = f"Another server has {file} open, on 127.0.0.1:9 and unix:/run/companion."
    assert said in refused.value.message
    worker.leave()
    with pytest.raises(running.Taken):
        running.begin(file)  # its worker is being replaced
    first.leave()
    assert running.begin(file)


def test_what_cannot_be_served_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """Words that gunicorn does not know, and data that have no place: no address is shown."""
    for words in (["--data", "X"], ["X"], ["--bind", "127.0.0.1:x"]):
        done = said_here("serve", *words, settings={})
        assert done.exit_code == os.EX_CONFIG, words
        assert f"not “{' '.join(words)}”" in done.stderr
    done = said_here("serve", "--env", "KEEP_DAYS=3", settings={})
    assert "sets KEEP_DAYS with --env" in done.stderr
    (tmp_path / "file").write_text("in the way")
    done = said_here("run", settings={"INSTANCE": str(tmp_path / "file" / "data")})
    assert ("none can be saved in" in done.stderr, done.stdout) == (True, "")


def test_the_doctor_finds_a_server_by_what_it_was_told(file: Path, away: Path) -> None:
    port = free_port()
    settings = {"INSTANCE": str(file.parent), "PORT": "1"}
    command = [*procfile(), "--bind", f"127.0.0.1:{port}"]
    with Started(command, port, settings):
        Client(port).opens("/healthz")  # its port takes connections before it says where it listens
        done = run("doctor", settings=settings, cwd=away)
        said = f"The server answers on port {port}, as set when it was started\n"
        assert said in done.stdout


@pytest.mark.long
def test_one_that_ends_by_ctrl_c_says_nothing_of_its_code(tmp_path: Path) -> None:
    """Ctrl+C reaches all processes at once."""
    server = Server(tmp_path)
    server.start()
    os.killpg(server.pid, signal.SIGINT)
    server.stop()
    assert [json.loads(line)["event"] for line in server.said]  # each is a line of the log
    assert not (tmp_path / "companion.sqlite3-wal").exists()


def test_run_makes_the_app_of_phones_before_the_server_made_a_folder(tmp_path: Path) -> None:
    shutil.copy(places.ABOVE / "run", tmp_path)
    stand_ins = {
        "tools/environment.sh": "environment() { :; }; python=./python",
        "sleep": "",
        "python": """case $* in
            *local-app) echo made ;;
            *) for _ in $(seq 99); do [ -s data/local-app.log ] || /bin/sleep 0.1; done ;;
        esac""",
    }
    for name, code in stand_ins.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"#!/bin/sh\n{code}\n")
        (tmp_path / name).chmod(0o755)
    settings = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "INSTANCE": "data"}
    subprocess.run([tmp_path / "run"], env=settings, check=True)
    assert (tmp_path / "data" / "local-app.log").read_text() == "made\n"
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_it_shows_its_address_and_what_phones_lack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("INSTANCE", str(tmp_path))
    monkeypatch.setenv("PORT", "9123")
    app = create_home_app()
    (tmp_path / "local-app.log").write_text("Error: `npm` failed: no network\nmore\n")
    for lacking in ("`npm` failed: no network", "`./run` builds the app for them", ""):
        if not lacking:
            tiny_package.put(tmp_path)
        app.extensions["when_served"]()
        said = capsys.readouterr().out
        assert "http://localhost:9123/" in said
        assert f"The data is in {tmp_path}." in said
        assert ("Phones cannot work offline yet" in said, lacking in said) == (bool(lacking), True)
        (tmp_path / "local-app.log").unlink(missing_ok=True)


OTHER = {
    "SECRET_KEY": KEY,
    "KEEP_DAYS": "77",
    "WEB_CONCURRENCY": "2",
    "TRUSTED_PROXIES": "2",
    "ALLOWED_ORIGINS": "https://Cards.example:443, http://127.0.0.1:8001",
    "ROOT": "/games/companion/",
    "FRAME_ANCESTORS": "http://home.example",
    "START_WORD": "herring",
    "LOG_LEVEL": "debug",
}
"""Each is another one than usual."""


@pytest.fixture(params=["other", pytest.param("by gunicorn", marks=pytest.mark.long)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, str]]:
    port, here = free_port(), str(tmp_path / "data? 100%41")
    at = f"--bind 127.0.0.1:{port}"
    match request.param:
        case "other":
            url = f"sqlite:///{tmp_path}/elsewhere/cards.db"
            yield {**OTHER, "PORT": str(port), "INSTANCE": here, "DATABASE_URL": url}
        case _:
            url = request.getfixturevalue("there")
            own = {"INSTANCE": here, "DATABASE_URL": url, "GUNICORN_CMD_ARGS": f"{at} --workers 3"}
            yield {**OTHER, "PORT": "2", **own}


@contextmanager
def served(settings: dict[str, str], away: Path) -> Iterator[Started]:
    bound = re.search(r"127\.0\.0\.1:(\d+)", settings.get("GUNICORN_CMD_ARGS", ""))
    port = int(bound[1] if bound else settings["PORT"])
    with Started(procfile(), port, settings, away) as started:
        yield started


def test_all_go_by_the_same(settings: dict[str, str], tmp_path: Path, away: Path) -> None:
    backup, played = str(tmp_path / "backup"), "1 game, 2 entries"
    with served(settings, away) as server:
        start_here(server)
        done = run("doctor", settings=settings, cwd=away)
        assert done.stderr == ""
        lines = [json.loads(line) for line in server.said]
        [used] = [line for line in lines if line["event"] == "settings"]
        assert tell(done.stdout).items() <= used.items()
        assert used.keys() - tell(done.stdout) == {"time", "level", "event"}
        for said in (
            f"The server answers on port {server.port}\n",
            f"The data is in {settings['INSTANCE']} (INSTANCE)",
            f"{settings['DATABASE_URL'].rpartition('/')[2]} (DATABASE_URL)",
            "https://cards.example and http://127.0.0.1:8001 may move tables here",
            "Its pages are below /games/companion/ (ROOT)",
            "Pages of http://home.example may embed it",
            "Starting a table needs the password",
        ):
            assert said in done.stdout
        address = said_here("address", settings=settings).output
        assert f"localhost:{server.port}/games/companion/\n" in address
        days = settings.get("KEEP_DAYS", "400")
        assert f"unused for {days} days" in said_here("purge", settings=settings).output
        for words in (["check"], ["backup", "--with-key", backup]):
            assert played in said_here(*words, settings=settings).output, words
    restored = said_here("restore", "--replace", backup, settings=settings).output
    assert f"Restored: 1 table, {played}" in restored
    with served(settings, away) as server:
        start_here(server)
    assert "2 games, 4 entries" in said_here("check", settings=settings).output


def start_here(server: Started) -> None:
    phone = Client(server.port)
    phone.opens("/join")
    assert phone.posts("/word", word="Herring ") == 303
    play(phone)


def tell(doctor: str) -> dict[str, object]:
    def find(pattern: str) -> str:
        [found] = re.findall(pattern, doctor)
        return str(found)

    one = "SQLite allows one" in doctor
    return {
        "version": find(r"^ok     Companion ([\d.]+),"),
        "ports": [int(find(r"It listens on (?:port |127\.0\.0\.1:)(\d+)"))],
        "database": find(r"The database is (sqlite|postgresql)"),
        "processes": 1 if one else int(find(r"ok     (\d+) process")),
        "keep_days": int(find(r"keeps a table for (\d+) days")),
        "trusted_proxies": int(find(r"trusts (no|\d) ").replace("no", "0")),
        "log_level": find(r"logs at level (\w+),"),
    }
