"""The core runs anywhere: no database, no server, and rules that know of nothing but the game."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.games import GAMES
from companion.games.pad.value import Pad

HERE = Path(companion.__file__).parent
# The rooms of companion/ from the ground up: each imports only rooms that stand before it here.
ROOMS = (
    "runtime", "engine", "rulebook", "games", "files", "history",
    "store.database", "store.tables", "store.games", "store.transfer", "store",
    "web.static", "web.safety", "web.pages", "web.play", "web.join", "web.handover", "web.table",
    "web.rules", "web.offline", "web",
    "local", "operations",
)  # fmt: skip
MOST_FILES = 12  # of a room of web/ or store/, so that one look shows what belongs together
MOST_LINES, LONGEST = 350, 40  # of a file, and of a function
# What a game is made of.
VOCABULARY = {f"companion.engine.{name}" for name in ("entry", "rules", "setup")}
# What a score sheet is made of, which knows of nothing but the vocabulary either.
PAD = {f"companion.games.pad.{name}" for name in ("value", "sheet", "entries")}
# The rooms that know of no database and no server; the pages get the store from their app.
PURE = (
    "companion.engine", "companion.rulebook", "companion.games", "companion.files",
    "companion.history", "companion.web",
)  # fmt: skip
FOREIGN = {
    "alembic", "gevent", "greenlet", "gunicorn", "psycopg", "psycopg_binary", "sqlalchemy",
    "sqlite3", "wsgiref",
}  # fmt: skip


def name_of(file: Path) -> str:
    name = ".".join(file.relative_to(HERE.parent).with_suffix("").parts)
    return name.removesuffix(".__init__")


MODULES = {name_of(file): file for file in HERE.rglob("*.py")}


def imported(file: Path) -> set[str]:
    """The modules that a file names in its imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name} imports by dots"
            module = node.module or ""
            names = {f"{module}.{name.name}" for name in node.names}
            found |= names & {*MODULES}
            found |= {module} if names - {*MODULES} else set()
    return found


def room_of(module: str) -> str:
    """The room in which a module of Companion lies, or "" for the app that all are parts of."""
    parts = module.split(".")[1:3]
    return next((room for room in (".".join(parts), *parts[:1]) if room in ROOMS), "")


def outside(file: Path) -> set[str]:
    """What a file imports that is not Python's own."""
    return {name for name in imported(file) if name.split(".")[0] not in sys.stdlib_module_names}


def pure_modules(folder: str) -> Iterator[str]:
    """The rules of a game, and whatever of it they and its `results` are made of."""
    found, asked = set[str](), ["rules", "entries", "state", "results", "sheet"]
    while asked:
        name = asked.pop()
        file = HERE / "games" / folder / f"{name}.py"
        if name in found or not file.exists():
            continue  # a small game has its entries and its state beside its rules
        found.add(name)
        yield name
        own = f"companion.games.{folder}."
        asked += [each.removeprefix(own) for each in imported(file) if each.startswith(own)]


OWN = [game.folder for game in GAMES.values() if not isinstance(game.scoring, Pad)]


@pytest.mark.parametrize("folder", ["pad", *OWN])
def test_rules_import_the_vocabulary_and_each_other_only(folder: str) -> None:
    """Those of a score pad are part of the vocabulary: games may be made of them."""
    modules = [*pure_modules(folder)]
    assert "rules" in modules
    own = {f"companion.games.{folder}.{name}" for name in modules}
    for name in modules:
        file = HERE / "games" / folder / f"{name}.py"
        assert outside(file) <= VOCABULARY | PAD | own, name


def test_a_room_imports_only_rooms_below_it() -> None:
    for module, file in MODULES.items():
        here = room_of(module)
        if not here:
            continue  # the app, and its command
        below = ROOMS[: ROOMS.index(here) + 1]
        ours = {name for name in imported(file) if name.split(".")[0] == "companion"}
        assert {room_of(name) for name in ours} <= {*below}, module


def test_a_room_says_what_it_is_for_and_can_be_looked_over() -> None:
    for room in ROOMS:
        folder = HERE / room.replace(".", "/")
        assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text())), room
        if room.startswith(("web", "store")):
            assert len([*folder.glob("*.py")]) <= MOST_FILES + 1, room


def test_the_vocabulary_imports_nothing_but_python() -> None:
    for module in VOCABULARY:
        assert outside(HERE.parent / f"{module.replace('.', '/')}.py") <= VOCABULARY, module


@pytest.mark.program
def test_they_are_imported_without_a_database_or_a_server() -> None:
    wanted = [name for name in MODULES if name.startswith(PURE)]
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


def test_a_file_and_a_function_are_read_at_one_go() -> None:
    """Of scripts the linter says so (biome.jsonc). A migration is never changed."""
    for name, file in MODULES.items():
        text = file.read_text(encoding="utf-8")
        assert text.count("\n") <= MOST_LINES, name
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and "migrations" not in name:
                assert (node.end_lineno or 0) - node.lineno < LONGEST, f"{name}: {node.name}"
