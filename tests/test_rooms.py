"""The core runs anywhere: no database, no server, and rules that know of nothing but the game."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.games import GAMES
from companion.games.game import Game

HERE = Path(companion.__file__).parent
# What each room of companion/ may import, beside itself: only rooms that stand above it here.
ROOMS: dict[str, set[str]] = {
    "runtime": set(),
    "engine": {"runtime"},
    "rulebook": {"runtime"},
    "games": {"engine"},
    "files": {"runtime", "engine", "games"},
    "history": {"engine", "games"},
    "store": {"runtime", "engine", "files"},
    "web": {"runtime", "engine", "rulebook", "games", "files", "history", "store"},
    "local": {"runtime", "engine", "files", "games", "store", "web"},
    "operations": {"runtime", "engine", "games", "files", "history", "local", "store", "web"},
}
# What a game is made of.
VOCABULARY = {f"companion.engine.{name}" for name in ("entry", "rules", "setup")}
# The rooms that know of no database and no server; the pages get the store from their app.
PURE = ("engine", "rulebook", "games", "files", "history", "web")
FOREIGN = {
    "alembic", "gevent", "greenlet", "gunicorn", "psycopg", "psycopg_binary", "sqlalchemy",
    "sqlite3", "wsgiref",
}  # fmt: skip


def modules_in(package: Path) -> list[str]:
    """Every module of a package by its name, the package itself first."""
    files = [package / "__init__.py", *sorted(package.rglob("*.py"))]
    names = [".".join(file.relative_to(HERE.parent).with_suffix("").parts) for file in files]
    return list(dict.fromkeys(name.removesuffix(".__init__") for name in names))


def imported(file: Path) -> set[str]:
    """The modules that a file names in its imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name} imports by dots"
            module = node.module or ""
            found |= {f"companion.{name.name}" for name in node.names if module == "companion"}
            found.add(module)
    return found


def outside(file: Path) -> set[str]:
    """What a file imports that is not Python's own."""
    return {name for name in imported(file) if name.split(".")[0] not in sys.stdlib_module_names}


def pure_modules(folder: str) -> Iterator[str]:
    """The rules of a game, and whatever of it they, `together` and `results` are made of."""
    found, asked = set[str](), ["rules", "entries", "state", "together", "results"]
    while asked:
        name = asked.pop()
        file = HERE / "games" / folder / f"{name}.py"
        if name in found or not file.exists():
            continue  # a small game has its entries and its state beside its rules
        found.add(name)
        yield name
        own = f"companion.games.{folder}."
        asked += [each.removeprefix(own) for each in imported(file) if each.startswith(own)]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_rules_import_the_vocabulary_and_each_other_only(game: Game[Any, Any]) -> None:
    modules = [*pure_modules(game.folder)]
    assert {"rules", "results"} <= {*modules}
    own = {f"companion.games.{game.folder}.{name}" for name in modules}
    for name in modules:
        file = HERE / "games" / game.folder / f"{name}.py"
        assert outside(file) <= VOCABULARY | own, name


@pytest.mark.parametrize("room", [path.parent.name for path in HERE.glob("*/__init__.py")])
def test_a_room_imports_only_rooms_below_it(room: str) -> None:
    below = list(ROOMS)[: list(ROOMS).index(room)]
    assert ROOMS[room] <= set(below)
    named = (name for file in (HERE / room).rglob("*.py") for name in imported(file))
    found = {name.split(".")[1] for name in named if name.startswith("companion.")}
    assert found & {*ROOMS} - {room} == ROOMS[room]


def test_no_room_imports_the_app_that_is_made_of_them() -> None:
    named = {name for room in ROOMS for file in (HERE / room).rglob("*.py")
             for name in imported(file)}  # fmt: skip
    assert not named & {"companion.create_app", "companion.__main__"}


def test_the_vocabulary_imports_nothing_but_python() -> None:
    for module in VOCABULARY:
        assert outside(HERE.parent / f"{module.replace('.', '/')}.py") <= VOCABULARY, module


@pytest.mark.program
def test_they_are_imported_without_a_database_or_a_server() -> None:
    """All of them together: if none came with them, none comes with any of them."""
    wanted = [module for room in PURE for module in modules_in(HERE / room)]
    code = f"import sys, {', '.join(wanted)}\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert set(wanted) <= loaded
    assert {module.split(".")[0] for module in loaded} & FOREIGN == set()


@pytest.mark.program
def test_what_a_server_imports_before_gevent_holds_no_lock() -> None:
    """A lock of Python's own stops every phone: whoever waits for it keeps its owner from going on.

    gunicorn reads our file for it before its worker puts gevent in the place of `threading`.
    """
    code = """
import runpy, sys, threading
runpy.run_path("companion/operations/gunicorn.conf.py")
assert "psycopg" not in sys.modules  # it decides how to wait when it is imported
import companion.runtime.yielding
kinds = type(threading.Lock()), type(threading.RLock()), threading.local, threading.Condition
held = [(name, key) for name, module in sys.modules.items() if name.startswith("companion")
        for key, value in vars(module).items() if isinstance(value, kinds)]
assert not held, held
"""
    given = {**os.environ, "SECRET_KEY": "k" * 32}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=HERE.parent, env=given, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()
