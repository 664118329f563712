"""The core runs anywhere: no database, no server, and rules that know of nothing but the game."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion.games import GAMES

HERE = Path(companion.__file__).parent
DOORS = {
    "companion.store",
    "companion.database",
    "companion.door",
    "companion.members",
    "companion.imports",
    "companion.rows",
    "companion.logs",
    "companion.lessons",
    "companion.nicknames",
    "companion.moving",
    "companion.copying",
    "companion.backup",
    "companion.restoring",
    "companion.eras",
    "companion.live",
    "companion.serving",
    "companion.starting",
    "companion.checking",
    "companion.purging",
    "companion.doctor",
}
FOREIGN = {
    "alembic", "gevent", "greenlet", "gunicorn", "psycopg", "psycopg_binary", "sqlalchemy",
    "sqlite3", "wsgiref",
}  # fmt: skip
PURE = [
    "game", "yielding", "record", "importing", "log", "between", "meeting", "verdict", "table",
    "pace", "rulebook", "games", "web",
]  # fmt: skip


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
            found.add(node.module or "")
    return found


def outside(file: Path) -> set[str]:
    """What a file imports that is not Python's own."""
    return {name for name in imported(file) if name.split(".")[0] not in sys.stdlib_module_names}


@pytest.mark.parametrize("module", ["rules", "together", "entries", "state", "aids", "tips"])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_rules_import_the_vocabulary_and_each_other_only(game: object, module: str) -> None:
    folder = str(getattr(game, "folder", ""))
    file = HERE / "games" / folder / f"{module}.py"
    if module != "rules" and not file.exists():
        return  # a small game has its entries and its state beside its rules
    own = {
        f"companion.games.{folder}.{name}" for name in ("rules", "entries", "state", "aids", "tips")
    }
    assert outside(file) <= {"companion.game"} | own


def test_the_vocabulary_imports_nothing_but_python() -> None:
    assert outside(HERE / "game.py") == set()


def test_a_log_imports_the_vocabulary_only() -> None:
    assert outside(HERE / "log.py") == {"companion.game", "companion.yielding"}


@pytest.mark.heavy
def test_they_are_imported_without_a_database_or_a_server() -> None:
    """All of them together: if none came with them, none comes with any of them."""
    wanted = [
        module
        for name in PURE
        for module in (modules_in(HERE / name) if (HERE / name).is_dir() else [f"companion.{name}"])
    ]
    code = f"import sys, {', '.join(wanted)}\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert set(wanted) <= loaded
    assert loaded & DOORS == set()
    assert {module.split(".")[0] for module in loaded} & FOREIGN == set()


def test_the_doors_are_where_the_database_is() -> None:
    """The test above is only as good as its list: a module that imports a database stands in it."""
    doors = {
        ".".join(file.relative_to(HERE.parent).with_suffix("").parts)
        for file in HERE.glob("*.py")
        if {name.split(".")[0] for name in imported(file)} & FOREIGN
    }
    assert doors - {"companion.schema"} <= DOORS


@pytest.mark.heavy
def test_what_a_server_imports_before_gevent_holds_no_lock() -> None:
    """A lock of Python's own stops every phone: whoever waits for it keeps its owner from going on.

    gunicorn reads our file for it before its worker puts gevent in the place of `threading`.
    """
    code = """
import runpy, sys, threading
runpy.run_path("gunicorn.conf.py")
assert "psycopg" not in sys.modules  # it decides how to wait when it is imported
import companion.yielding
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
