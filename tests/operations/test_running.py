"""One server on a SQLite database: a second one is told, and a restore waits for none."""

import json
import os
import shutil
import signal
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion import create_home_app
from companion.operations import running, serve
from companion.operations.keys import secret_key
from companion.operations.running import Mark
from companion.operations.settings import database_url
from companion.runtime import places
from companion.store.store import Store
from tests.deploy.installed import Client, Started, procfile
from tests.operations.test_settings import away, run, said_here
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


def test_a_mark_that_was_removed_meanwhile_is_none(file: Path, server: Mark) -> None:
    """It was opened before, and taken afterwards: another one may have a new one by now."""
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
        assert f"Companion runs already with the data in {file.parent}." in done.output
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


def test_words_that_gunicorn_does_not_know_are_refused_in_a_sentence() -> None:
    for words in (["--data", "X"], ["X"], ["--bind", "127.0.0.1:x"]):
        done = said_here("serve", *words, settings={})
        assert done.exit_code == os.EX_CONFIG, words
        assert f"“{' '.join(words)}” is none" in done.stderr
    done = said_here("serve", "--env", "KEEP_DAYS=3", settings={})
    assert "sets KEEP_DAYS with --env" in done.stderr


def test_the_doctor_finds_a_server_by_what_it_was_told(file: Path, away: Path) -> None:
    port = free_port()
    settings = {"INSTANCE": str(file.parent), "PORT": "1"}
    command = [*procfile(), "--bind", f"127.0.0.1:{port}"]
    with Started(command, port, settings):
        Client(port).opens("/healthz")  # its port takes connections before it says where it listens
        done = run("doctor", settings=settings, cwd=away)
        said = f"The server answers on port {port}, as it was told when it was started\n"
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


def test_no_address_is_shown_where_nothing_can_be_served(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = said_here("run", settings={"INSTANCE": str(tmp_path / "file" / "data")})
    assert "none can be kept in" in done.stderr
    assert done.stdout == ""


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
    for lacking in ("`npm` failed: no network", "`./run` makes what they keep by itself", ""):
        if not lacking:
            tiny_package.put(tmp_path)
        app.extensions["when_served"]()
        said = capsys.readouterr().out
        assert "http://localhost:9123/" in said
        assert f"The data lies in {tmp_path}." in said
        assert ("Phones cannot work offline yet" in said, lacking in said) == (bool(lacking), True)
        (tmp_path / "local-app.log").unlink(missing_ok=True)
