"""The image and the units for systemd: what is in them, and that their commands serve."""

import json
import re
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.operations.commands import COMMANDS
from companion.operations.settings import NAMES
from companion.runtime.version import VERSION
from tests.deploy.echo import echoing
from tests.deploy.installed import BESIDE_PYTHON, PATIENCE, ROOT, Client, Started, procfile, until
from tests.support.postgresql import find_binaries, free_port

pytestmark = pytest.mark.long

FILE = ROOT / "deploy" / "Containerfile"
STAGES: list[list[tuple[str, str]]] = []  # each instruction, with what follows it
for line in re.sub(r"\\\n", " ", FILE.read_text()).splitlines():
    if line and not line.startswith("#"):
        name, _, rest = line.partition(" ")
        if name == "FROM":
            STAGES.append([])
        STAGES[-1].append((name, rest))


def each(name: str, stage: int = -1) -> list[str]:
    """What follows each instruction of this name in a stage; the last one becomes the image."""
    return [rest for instruction, rest in STAGES[stage] if instruction == name]


def copied() -> Iterator[tuple[str, str]]:
    """What the image takes from the checkout, and where to, seen from its working folder."""
    for line in each("COPY"):
        *sources, target = line.split()
        if not sources[0].startswith("--from="):
            for source in sources:
                yield source, f"{target}{source}" if target.endswith("/") else target


def settings() -> dict[str, str]:
    return dict(word.split("=", 1) for line in each("ENV") for word in shlex.split(line))


def let_in(path: str) -> bool:
    """Whether .dockerignore lets this path of the checkout into an image: its last word counts."""
    allowed = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        pattern = line.removeprefix("!").removeprefix("**/")
        parts = path.split("/")
        within = {"/".join(parts[: n + 1]) for n in range(len(parts))}
        if line.startswith("**/"):
            within = set(parts)
        if any(fnmatch(part, pattern) for part in within):
            allowed = line.startswith("!")
    return allowed


KNOWN = {
    "FROM": (), "WORKDIR": (), "RUN": (), "LABEL": (), "ENV": (), "USER": (), "VOLUME": (),
    "EXPOSE": (), "CMD": (), "COPY": ("from",),
    "HEALTHCHECK": ("interval", "timeout", "start-period"),
}  # fmt: skip
"""What every builder knows, such as the buildah of Debian 12, with its flags."""


def test_old_builders_can_build_it() -> None:
    """`COPY --chmod=a+rX` and all else that came later stops them in the middle of an evening."""
    assert FILE.read_text().startswith("# ")  # of which none asks for a newer syntax
    for instruction, rest in [each for stage in STAGES for each in stage]:
        flags = re.match(r"(?:--\S+ +)*", rest)
        assert flags
        names = {flag.lstrip("-").partition("=")[0] for flag in flags[0].split()}
        assert names <= {*KNOWN[instruction]}, (instruction, rest)
        assert "<<" not in rest, "here-documents are of newer ones"


def test_it_names_its_version() -> None:
    (label,) = each("LABEL")
    said = dict(word.split("=", 1) for word in shlex.split(label))
    assert said["org.opencontainers.image.version"] == VERSION


COMPOSE, QUADLET, PAGE = (
    (ROOT / name).read_text()
    for name in ("deploy/compose.yaml", "deploy/companion.container", "docs/deployment.md")
)


def test_those_who_start_it_give_it_what_it_needs() -> None:
    """Its data and backups outlast it, it starts again, its log is short, and it may do little.

    Podman removes no container on which another one depends.
    """
    (data,) = each("VOLUME")
    for volume, kept in {"companion": data, "companion-backups": "/backups"}.items():
        assert re.search(rf"^      - \w+:{kept}$", COMPOSE, re.MULTILINE)
        assert f"\nVolume={volume}:{kept}\n" in QUADLET
        started, restored = re.findall(rf" --volume ([\w-]+):{kept}\b", PAGE)
        assert started == restored == volume
    assert "    container_name: companion\n" in COMPOSE
    assert " --volumes-from companion companion python -m companion restore " in PAGE
    composed = {*re.findall(r"^      ([A-Z_]+): ", COMPOSE, re.MULTILINE)}
    (line,) = re.findall(r"^Environment=(.*)$", QUADLET, re.MULTILINE)
    given = dict(word.split("=", 1) for word in line.split())
    assert given == {"TRUSTED_PROXIES": "1", "BACKUPS": "/backups"}
    assert composed == given.keys() | {"NAME", "UPSTREAM"}
    assert composed & {*NAMES} == given.keys()
    for said in ("restart: always", "max-size: 10m", "read_only: true", "- all\n"):
        assert said in COMPOSE
    assert "depends_on" not in COMPOSE
    assert " --restart always " in PAGE
    for said in ("Restart=always", "LogDriver=journald", "ReadOnly=true", "DropCapability=all"):
        assert said in QUADLET
    caddy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert {*re.findall(r"\{\$([A-Z]+):", caddy)} == composed - given.keys()
    (build,) = re.findall(r"^      dockerfile: (\S+)$", COMPOSE, re.MULTILINE)
    assert ROOT / build == FILE


def test_who_publishes_builds_this_file_and_gives_commands_that_are_there() -> None:
    workflow = (ROOT / ".github" / "workflows" / "publish.yml").read_text()
    assert f"--file {FILE.relative_to(ROOT)} " in workflow
    given = {*re.findall(r"-m companion (\S+)", workflow)}
    assert given == {"local-app", "site"} <= {command.name for command in COMMANDS}
    assert {*re.findall(r"uses: (\S+)", workflow)} == {"actions/checkout@v4"}


def test_what_it_copies_is_let_in_and_nothing_else() -> None:
    for source in (*(source for source, _ in copied()), "requirements.txt"):
        assert (ROOT / source).exists(), source
        assert let_in(source), source
    for path in (
        ".git/config", ".venv/bin/python", "instance/secret_key", "instance/companion.sqlite3",
        "companion/__pycache__/game.pyc", "tests/conftest.py", "companion.env", ".env",
    ):  # fmt: skip
        assert not let_in(path), path


def test_it_has_the_locked_packages_one_python_and_no_key() -> None:
    (install,) = [line for line in each("RUN", 0) if "pip install" in line]
    words = install.split()
    assert "--require-hashes" in words
    assert words[words.index("-r") + 1] == "requirements.txt"
    assert "requirements.txt ./" in each("COPY", 0)
    (base,) = {each("FROM", stage)[0].split(" AS ")[0] for stage in (0, -1)}
    version = re.search(r"python:(\d+)\.(\d+)-", base)
    ours = (ROOT / "pyproject.toml").read_text()
    least = re.search(r'requires-python = ">=(\d+)\.(\d+)"', ours)
    assert version
    assert least
    assert version.groups() >= least.groups()
    assert not {"SECRET_KEY", "DATABASE_URL"} & {*environment(), *settings()}
    assert "ARG" not in {instruction for stage in STAGES for instruction, _ in stage}


def test_its_user_is_not_root_and_owns_the_data_alone() -> None:
    (user,) = each("USER")
    (made,) = [line for line in each("RUN") if line.startswith("useradd ")]
    assert f" --uid {user} " in made
    assert int(user) > 0
    names = [instruction for instruction, _ in STAGES[-1]]
    assert not {"RUN", "COPY"} & {*names[names.index("USER") :]}
    (data,) = each("VOLUME")
    assert data == settings()["INSTANCE"]
    assert made.endswith(f"install --directory --owner companion --mode 700 {data} /backups")


def test_its_command_is_that_of_the_procfile_and_serves_what_was_copied(tmp_path: Path) -> None:
    """As in the image, nothing but that is there: no tests, no lock, no other checkout."""
    (command,) = map(json.loads, each("CMD"))
    assert command == procfile()
    assert each("EXPOSE") == [settings()["PORT"]]
    image, port = tmp_path / "image", free_port()
    image.mkdir()
    for source, target in copied():
        if (ROOT / source).is_dir():
            left = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / source, image / target, ignore=left)
        else:
            shutil.copy(ROOT / source, image / target)
    own = {"PORT": str(port), "INSTANCE": str(tmp_path / "data")}
    alone = {"GUNICORN_CMD_ARGS": f"--bind 127.0.0.1:{port}"}
    named = settings() | own | alone | {"PATH": f"{BESIDE_PYTHON}:/usr/bin:/bin"}
    with Started(command, port, named, image):
        for address in ("/", "/rules/the-game", "/static/icon.svg", "/healthz"):
            with urlopen(f"http://127.0.0.1:{port}{address}", timeout=PATIENCE) as answer:
                assert answer.status == 200
        assert checked(port) == 0
    assert not [*image.rglob("*.pyc")]  # its user may write nothing there


def test_it_is_well_as_long_as_it_says_so() -> None:
    with echoing() as server:
        assert checked(server.port) == 0
        assert server.asked == ["/healthz"]
        server.status = 503
        assert checked(server.port) != 0
    assert checked(free_port()) != 0


def checked(port: int) -> int:
    """What the image's own look at itself ends with; 0 is well."""
    (line,) = each("HEALTHCHECK")
    command = json.loads(re.sub(r"^(--\S+ +)*CMD ", "", line))
    places = {"PATH": f"{BESIDE_PYTHON}:/usr/bin:/bin", "PORT": str(port)}
    done = subprocess.run(command, env=places, capture_output=True, timeout=PATIENCE, check=False)
    return done.returncode


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


def test_what_is_set_in_deploy_is_a_setting() -> None:
    named = {*environment(), *settings()}
    assert named - {"PATH", "PYTHONDONTWRITEBYTECODE"} <= {*NAMES}


def analyzed(*words: str) -> str:
    done = subprocess.run(
        ["systemd-analyze", *words], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr
