"""The image: what goes into it and what does not, and that its command serves from that alone."""

import json
import re
import shlex
import shutil
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
from tests.deploy.installed import BESIDE_PYTHON, PATIENCE, ROOT, Started, procfile
from tests.support.postgresql import free_port

pytestmark = pytest.mark.long

FILE = ROOT / "deploy" / "Containerfile"


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Each instruction of a container file, with what follows it."""
    for line in re.sub(r"\\\n", " ", text).splitlines():
        if line and not line.startswith("#"):
            name, _, rest = line.partition(" ")
            yield name, rest


STAGES: list[list[tuple[str, str]]] = []
for name, rest in instructions(FILE.read_text()):
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


COMPOSE, QUADLET = (
    (ROOT / "deploy" / name).read_text() for name in ("compose.yaml", "companion.container")
)


def test_those_who_start_it_give_it_what_it_needs() -> None:
    """Its data and backups outlast it, it starts again, its log is short, and it may do little."""
    (data,) = each("VOLUME")
    for kept in (data, "/backups"):
        assert re.search(rf"^      - \w+:{kept}$", COMPOSE, re.MULTILINE)
        assert re.search(rf"^Volume=[\w-]+:{kept}$", QUADLET, re.MULTILINE)
    composed = {*re.findall(r"^      ([A-Z_]+): ", COMPOSE, re.MULTILINE)}
    (line,) = re.findall(r"^Environment=(.*)$", QUADLET, re.MULTILINE)
    given = dict(word.split("=", 1) for word in line.split())
    assert given == {"TRUSTED_PROXIES": "1", "BACKUPS": "/backups"}
    assert composed == given.keys() | {"NAME", "UPSTREAM"}
    assert composed & {*NAMES} == given.keys()
    for said in ("restart: unless-stopped", "max-size: 10m", "read_only: true", "- all\n"):
        assert said in COMPOSE
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
    assert not {"SECRET_KEY", "DATABASE_URL"} & settings().keys()
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
