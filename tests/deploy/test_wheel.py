"""The wheel: what is in it, that it serves without a checkout, and what the doctor says then."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.operations.keys import secret_key
from companion.operations.settings import database_url
from companion.store.store import Store
from companion.web.static.packages import LIST, Package, editions
from tests.deploy.installed import PATIENCE, ROOT, Client, is_open, play, until
from tests.support.live_server import running
from tests.support.postgresql import free_port

pytestmark = pytest.mark.long

SOURCES = ("companion", "static", "templates", "LICENSE", "pyproject.toml")
BUILD = "import setuptools.build_meta, sys; setuptools.build_meta.build_wheel(sys.argv[1])"
KINDS = (".py", ".po", ".md", ".txt", ".mako", ".mjs")
"""What the package itself is made of; of pages, scripts and style it is every file."""


@dataclass(frozen=True)
class Program:
    """An installed Companion: the Python that it has, and the folder of its package."""

    python: Path
    package: Path

    def says(self, *words: str, home: Path, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.words(*words), env=environment(home, settings), cwd=home, text=True,
            capture_output=True, timeout=PATIENCE, check=False,
        )  # fmt: skip

    def words(self, *words: str) -> list[str]:
        return [str(self.python), "-P", "-m", "companion", *words]


def environment(home: Path, settings: Mapping[str, str]) -> dict[str, str]:
    compiled = os.environ.get("PYTHONPYCACHEPREFIX") or str(home / ".cache")
    places = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPYCACHEPREFIX": compiled}
    return {**places, **settings}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout, made from a copy: what is made on the way lies beside the code."""
    copy, made = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            left = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, copy / name, ignore=left)
        else:
            shutil.copy(ROOT / name, copy / name)
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(made)], cwd=copy, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    [found] = made.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    return install(wheel, tmp_path_factory.mktemp("environment"))


def install(wheel: Path, folder: Path) -> Program:
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    packages = folder / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages"
    with zipfile.ZipFile(wheel) as held:
        held.extractall(packages)
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    return Program(python, packages / "companion")


def test_all_that_is_read_while_it_runs_is_in_it(wheel: Path) -> None:
    package = [path for path in (ROOT / "companion").rglob("*") if path.suffix in KINDS]
    beside = [path for name in ("static", "templates") for path in (ROOT / name).rglob("*.*")]
    wanted = {str(path.relative_to(ROOT)) for path in package if path.is_file()}
    wanted |= {f"companion/{path.relative_to(ROOT)}" for path in beside if path.is_file()}
    with zipfile.ZipFile(wheel) as held:
        names = {*held.namelist()}
    assert "companion/operations/gunicorn.conf.py" in wanted
    assert wanted == {name for name in names if not re.search(r"\.dist-info/", name)}
    assert any(name.endswith("licenses/LICENSE") for name in names)


PACK = (
    "import sys; from pathlib import Path; from companion.operations import local_app, node; "
    "local_app.make(Path(sys.argv[1]), node.find(), 0)"
)


def test_what_phones_keep_is_made_of_it(program: Program, package: Package, tmp_path: Path) -> None:
    """It is that of the checkout, which `tests/local` has run: each file is the same, byte by byte.

    So it also shows that two packages of the same files are the same.
    """
    made, home = tmp_path / "made", {"HOME": os.environ["HOME"]}  # where npm has its archives
    done = subprocess.run(
        [str(program.python), "-P", "-c", PACK, str(made)], env=environment(tmp_path, home),
        cwd=tmp_path, text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    [folder] = editions(made)
    assert folder.name == package.folder.name
    listed = json.loads((folder / LIST).read_text())["files"]
    assert {each["name"]: each["sha256"] for each in listed} == {
        each["name"]: each["sha256"] for each in package.files
    }


class TestAlone:
    """`companion` without a word: one line to start."""

    def test_it_serves_on_a_free_port_for_its_user(self, program: Program, tmp_path: Path) -> None:
        before = contents(program.package)
        with socket.socket() as other:
            with suppress(OSError):  # something listens on port 8000, whoever began it
                other.bind(("0.0.0.0", 8000))
                other.listen()
            with at_home(program, tmp_path) as (port, said):
                assert 8000 < port <= 8100
                assert re.search(r"In this network:  http://|No network found", said)
                play(Client(port))
                doctor = program.says("doctor", home=tmp_path, PORT=str(port))
                assert f"The server answers on port {port}\n" in doctor.stdout
        data = tmp_path / ".local" / "share" / "companion"
        assert {file.name for file in data.iterdir()} >= {"companion.sqlite3", "secret_key"}
        assert "1 game, 2 entries" in program.says("check", home=tmp_path).stdout
        assert contents(program.package) == before
        assert {path.name for path in tmp_path.iterdir()} <= {".local", ".cache"}

    def test_a_given_port_is_never_another(self, program: Program, tmp_path: Path) -> None:
        with socket.create_server(("0.0.0.0", 0)) as other:
            port = str(other.getsockname()[1])
            done = program.says(home=tmp_path, PORT=port)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith(f"Error: The server cannot listen on 0.0.0.0, port {port} (")


@contextmanager
def at_home(program: Program, home: Path) -> Iterator[tuple[int, str]]:
    """`companion` in this folder; the port that it says, and what it says before it serves."""
    given = environment(home, {"PYTHONIOENCODING": "utf-8"})
    with running(program.words(), given, home) as started:

        def said() -> str:
            return "".join(started.said)

        until(lambda: "stops Companion" in said() or not started.answers, said)
        found = re.search(r"http://localhost:(\d+)/\n", said())
        assert found, said()
        until(lambda: is_open(int(found[1])), said)
        yield int(found[1]), said()


def contents(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_the_doctor_names_what_is_not_as_delivered(wheel: Path, tmp_path: Path) -> None:
    program, home = install(wheel, tmp_path / "environment"), tmp_path / "home"
    data, package = home / "data", program.package
    secret_key(data)
    with closing(Store(database_url(data))) as store:
        store.database.upgrade()

    def wrong() -> list[str]:
        done = program.says("doctor", home=home, INSTANCE=str(data), PORT=str(free_port()))
        assert done.stderr == ""
        return re.findall(r"^wrong  (.+)$", done.stdout, re.MULTILINE)

    assert wrong() == []
    script = package / "static" / "app" / "queue" / "queue.js"
    script.write_text("")
    [said] = wrong()
    assert f"Missing or changed since installation: {script}" in said
