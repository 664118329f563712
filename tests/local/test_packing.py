"""The package of the local app is whole and small, and whoever makes it is told what goes wrong."""

import dataclasses
import fcntl
import io
import json
import re
import shutil
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import brotli
import pytest
from flask.testing import FlaskCliRunner

from companion import create_app
from companion.files.mirror import encode
from companion.games import GAMES
from companion.local import archives, ready
from companion.local.walk import mirror_of, walk
from companion.operations import local_app
from companion.operations import node as nodes
from companion.operations.node import Node
from companion.runtime import places
from companion.web.static import assets, made, packages
from companion.web.static.packages import Package
from tests.support.local_app_package import NodePhone, started
from tests.support.random_logs import plays_of

LARGEST = 7_350_000  # bytes to download; packed slowly they are fewer
ABSENT = (
    "app/companion/operations/", "app/companion/store/database/",
    "packages/sqlalchemy/", "packages/alembic/",
    "packages/gevent/", "packages/gunicorn/", "packages/psycopg", "packages/babel/messages/",
)  # fmt: skip
"""What no phone has a use for that counts, by how the names of the files begin."""
ABSENT_BESIDE_TABLES = (
    "app/companion/operations/", "packages/gevent/", "packages/gunicorn/", "packages/psycopg",
    "packages/greenlet/", "packages/sqlalchemy/orm/", "packages/sqlalchemy/dialects/postgresql/",
)  # fmt: skip
"""The same for one with tables of its own."""


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskCliRunner:
    monkeypatch.setenv("INSTANCE", str(tmp_path / "data"))
    app = create_app({"INSTANCE": tmp_path / "data", "SECRET_KEY": "k" * 32})
    return app.test_cli_runner()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return packages.folder(tmp_path / "data")


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Packages are made of nothing, at once; the folders in which that was done."""
    done: list[Path] = []

    def pack(node: Node, pyodide: Path, made: Path) -> None:
        done.append(made)
        for name in local_app.MADE:
            (made / name).write_text(name)

    def fetch(node: Node, pyodide: Path) -> None:
        pyodide.mkdir()
        for name in local_app.RUNTIME:
            (pyodide / name).write_text(name)

    monkeypatch.setattr(local_app, "_pack", pack)
    monkeypatch.setattr(local_app, "_fetch", fetch)
    return done


NODE = Node("node", ("npm",))


@pytest.fixture(scope="module")
def phone(package: Package, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodePhone]:
    with started(package, tmp_path_factory.mktemp("phone")) as running:
        yield running


@pytest.mark.long
def test_all_that_a_board_leads_to_is_in_it_and_what_is_not_is_said(phone: NodePhone) -> None:
    asks = {verb: partial(phone.ask, verb) for verb in ("put", "show", "read")}
    walk(SimpleNamespace(**asks))  # type: ignore[arg-type]
    game = GAMES["the-game"]
    mirror = mirror_of(game, plays_of(game).games[0])
    board = f"/t/{mirror.game.table}/{mirror.game.id}/"
    phone.ask("put", {**encode(mirror), "language": "en"})
    for address, status in (("/nowhere", 404), (f"{board}sheet/none", 404), ("/", 500)):
        with pytest.raises(RuntimeError, match=f"NotShown: {status}"):
            phone.ask("read", address)
    assert 'id="board"' in phone.ask("read", board)


def test_it_has_nothing_of_a_server_and_is_small(package: Package) -> None:
    counting, tables = names_in(package, "app.zip"), names_in(package, "tables.zip")
    assert [name for name in counting if name.startswith(ABSENT)] == []
    assert [name for name in tables if name.startswith(ABSENT_BESIDE_TABLES)] == []
    assert "app/companion/local/asking.py" in counting
    assert counting & tables == set()
    assert package.size < LARGEST  # even when it is packed quickly

    assert {f"app/companion/store/{name}.py" for name in ("store", "database/schema")} <= tables
    versions = (places.PACKAGE / "store" / "migrations" / "versions").glob("*.py")
    assert {
        f"app/companion/store/database/migrations/versions/{each.name}" for each in versions
    } <= tables
    scripts = {name for name in tables if name.startswith("app/static/")}
    files = made.bundles().scripts
    assert f"app/static/made/{files['one_brain']}" in scripts
    assert f"app/static/made/{files['sw_here']}" not in scripts


def test_what_was_compiled_once_is_taken_where_it_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def compiles() -> list[object]:
        re.purge()
        card = dataclasses.make_dataclass("Card", ["number"], frozen=True)
        pile = eval(" (1, name)", {"name": "up"})  # as named tuples do
        return [repr(card(47)), pile, re.compile("(?P<pile>up|down)-[0-9]", re.I).groupindex]

    usual, known = compiles(), dict[bytes, Any]()
    with ready.reuse(known, adds=True):
        assert compiles() == usual
    assert known
    monkeypatch.setattr(ready._Compiling, "_add", lambda *_: pytest.fail("it is compiled anew"))
    with ready.reuse(known, adds=True):
        assert compiles() == usual


def names_in(package: Package, archive: str) -> set[str]:
    packed = (package.folder / f"{archive}.br").read_bytes()
    with zipfile.ZipFile(io.BytesIO(brotli.decompress(packed))) as opened:
        names = {*opened.namelist()}
        [modules] = [name for name in names if "/modules." in name]
        listed = archives.read_list(opened.read(modules))
    return names | {file for file, begin, end in listed.values() if begin < end}


def test_without_node_and_of_another_archive_nothing_is_made(
    commands: FlaskCliRunner, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as without:
        without.setattr(nodes, "find", lambda: None)
        without.setattr(nodes, "_installers", lambda: iter(()))
        done = commands.invoke(args=["local-app"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(
        "Error: This needs Node.js 20 or newer, which is not installed and "
    )
    assert len(done.stderr.splitlines()) == 1
    monkeypatch.setattr(local_app, "INTEGRITY", "sha512-another")
    done = commands.invoke(args=["local-app"])
    said = "Error: npm delivered another pyodide@314.0.7 than expected.\n"
    assert (done.exit_code, done.stderr) == (1, said)
    assert left_in(folder) == []


def test_without_node_one_is_fetched_for_the_time(
    commands: FlaskCliRunner, folder: Path, packed: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the package that is locked, into a folder that is gone again."""
    done: list[Sequence[str]] = []
    monkeypatch.setattr(nodes, "run", lambda command, folder: done.append(command))
    with monkeypatch.context() as old:
        old.setattr(nodes, "find_spec", lambda name: "pip" if name == "pip" else None)
        old.setattr(shutil, "which", lambda name: f"/old/{name}")
        said = SimpleNamespace(stdout="v18.19.0")
        old.setattr(nodes.subprocess, "run", lambda *_, **__: said)
        assert commands.invoke(args=["local-app"]).exit_code == 0
    [(*how, target)] = done
    assert how[:4] == [sys.executable, "-m", "pip", "install"]
    assert {"--require-hashes", str(nodes.LOCKED)} <= {*how}
    assert Path(target).name == "node"
    assert left_in(folder) == [assets.edition()]


def test_it_is_made_where_the_data_are_unless_it_is_there(
    commands: FlaskCliRunner, folder: Path, packed: list[Path]
) -> None:
    for _again in range(2):
        done = commands.invoke(args=["local-app"])
        assert done.exit_code == 0, done.stderr
        assert done.stdout.startswith(str(folder / assets.edition()))
        assert len(packed) == 1
    assert left_in(folder) == [assets.edition()]
    found = packages.find(folder)
    assert found
    listed = {str(file["name"]) for file in found.files}
    ours = {Path(name).name for name in local_app.OURS}
    assert listed == {*local_app.RUNTIME, *ours, *local_app.MADE}


def test_what_is_old_or_was_broken_off_is_not_served_and_goes(
    folder: Path, packed: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(folder / "older", {"edition": "older", "files": []})
    lay(folder / ".making-killed" / "made", {"edition": assets.edition(), "files": []})
    (folder / assets.edition()).mkdir()  # of which the deleting was broken off
    assert packages.find(folder) is None
    assert packages.editions(folder) == [folder / "older"]
    with monkeypatch.context() as broken:
        broken.setattr(local_app, "_compress", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            local_app.make(folder, NODE)
    assert packages.find(folder) is None
    local_app.make(folder, NODE)
    assert left_in(folder) == [assets.edition()]


def test_of_two_at_once_one_makes_it_and_another_is_told(
    commands: FlaskCliRunner, folder: Path, packed: list[Path]
) -> None:
    folder.mkdir(parents=True)
    with (folder / local_app.LOCK).open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = commands.invoke(args=["local-app"])
    assert (done.exit_code, done.stderr) == (1, f"Error: {local_app.BUSY}\n")
    assert packed == []
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda _: local_app.make(folder, NODE, wait=True), range(2)))
    assert len(packed) == 1
    assert left_in(folder) == [assets.edition()]


def lay(package: Path, listed: Mapping[str, Any]) -> None:
    package.mkdir(parents=True)
    (package / packages.LIST).write_text(json.dumps(listed))


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != local_app.LOCK)
