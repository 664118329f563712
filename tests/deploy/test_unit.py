"""The unit for systemd: systemd understands it, it gives away little, and its command serves."""

import re
import shlex
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.operations.settings import NAMES
from tests.deploy import test_container
from tests.deploy.installed import BESIDE_PYTHON, PATIENCE, ROOT, Client, Started, procfile, until
from tests.support.postgresql import find_binaries, free_port

pytestmark = pytest.mark.long

UNIT = ROOT / "deploy" / "companion.service"
CHECKOUT, STATE = "/opt/companion", "/var/lib/companion"
EXPOSED = 2.0  # of 10, as systemd counts it; below 2 it says "OK"


def said(setting: str) -> list[str]:
    return re.findall(rf"^{setting}=(.*)$", UNIT.read_text(), re.MULTILINE)


def environment() -> dict[str, str]:
    words = (word for line in said("Environment") for word in shlex.split(line))
    return dict(word.split("=", 1) for word in words)


@pytest.mark.parametrize("name", ["companion", "litestream", "companion-wal"])
def test_systemd_understands_each_unit_and_finds_it_safe(tmp_path: Path, name: str) -> None:
    unit = tmp_path / f"{name}.service"
    said = (ROOT / "deploy" / unit.name).read_text()
    for there, here in {  # systemd looks whether there is what it would start
        f"{CHECKOUT}/.venv/bin": str(BESIDE_PYTHON),
        CHECKOUT: str(ROOT),
        "/usr/bin/pg_receivewal": str(find_binaries() / "pg_receivewal"),
    }.items():
        said = said.replace(there, here)
    unit.write_text(said)
    assert analyzed("verify", str(unit)) == ""
    judged = analyzed("security", "--offline=true", "--no-pager", str(unit))
    found = re.search(rf"level for {unit.name}: ([\d.]+)", judged)
    assert found
    assert float(found[1]) < EXPOSED


class TestCommand:
    @pytest.fixture
    def started(
        self, tmp_path: Path, ready: socket.socket, monkeypatch: pytest.MonkeyPatch
    ) -> Iterator[Started]:
        """The command of the unit with its settings; only the port and two folders are others."""
        (line,) = said("ExecStart")
        settings = environment() | {"PORT": str(free_port()), "INSTANCE": str(tmp_path / "state")}
        command = [word.replace("${PORT}", settings["PORT"]) for word in shlex.split(line)]
        command[0] = command[0].replace(f"{CHECKOUT}/.venv/bin", str(BESIDE_PYTHON))
        (tmp_path / "state").mkdir(mode=int(said("StateDirectoryMode")[0], 8))
        settings["NOTIFY_SOCKET"] = ready.getsockname()
        umask = int(said("UMask")[0], 8)
        with Started(command, int(settings["PORT"]), settings, umask=umask) as started:
            yield started

    @pytest.fixture
    def ready(self, tmp_path: Path) -> Iterator[socket.socket]:
        """Where systemd would hear that the service is ready."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            heard.bind(str(tmp_path / "notify"))
            heard.settimeout(PATIENCE)
            yield heard

    def test_it_serves_this_machine_and_ends(self, started: Started, ready: socket.socket) -> None:
        """Whoever came in beside the proxy could say that a request is another's."""
        assert said("Type") == ["notify"]
        assert b"READY=1" in ready.recv(1000).splitlines()
        phone = Client(started.port)
        phone.opens("/new/the-game")
        assert phone.posts("/new/the-game", players=2, name=["Ann", "Ben"]) == 303
        until(lambda: "Listening at" in "".join(started.said), lambda: f"{started.said}")
        here = [f"http://127.0.0.1:{started.port}"]
        assert re.findall(r"Listening at: (\S+)", "".join(started.said)) == here
        kept = [*Path(started.environment["INSTANCE"]).iterdir()]
        assert {path.name for path in kept} >= {"companion.sqlite3", "secret_key"}
        assert started.stop() == 0

    def test_it_is_what_the_procfile_says_on_this_machine_alone(self) -> None:
        (line,) = said("ExecStart")
        program, *words = shlex.split(line)
        alone = words.index("--bind")
        assert words[alone : alone + 2] == ["--bind", "127.0.0.1:${PORT}"]
        del words[alone : alone + 2]
        assert [Path(program).name, *words] == procfile()
        assert program == f"{CHECKOUT}/.venv/bin/python"
        assert said("WorkingDirectory") == [CHECKOUT]
        assert environment()["INSTANCE"] == STATE == f"/var/lib/{said('StateDirectory')[0]}"
        assert said("ProtectSystem") == ["strict"]
        assert said("User") == ["companion"]


def test_what_is_set_in_deploy_is_a_setting_and_what_the_page_names_is_there() -> None:
    named = {*environment(), *test_container.settings()}
    assert named - {"PATH", "PYTHONDONTWRITEBYTECODE"} <= {*NAMES}
    page = (ROOT / "docs" / "deployment.md").read_text()
    files = {*re.findall(r"`(deploy/[\w.]+|tools/\w+)`", page)}
    assert files
    assert [path for path in files if not (ROOT / path).exists()] == []


def analyzed(*words: str) -> str:
    done = subprocess.run(
        ["systemd-analyze", *words], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr
