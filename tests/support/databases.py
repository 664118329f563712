"""Databases of this version that nobody has used yet, copied rather than migrated for each test.

The fixture `database` is one on SQLite. A test that needs PostgreSQL too says `on_both`.
"""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from companion.store.store import Store
from tests.support.postgresql import Cluster

TEMPLATE = "template_of_tests"

on_both = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
"""For what depends on the database: locks, types, SQL that differs, and what it says of errors.

    @on_both
    def test_two_at_once_are_one(store: Store) -> None: ...
"""

unmade = pytest.mark.parametrize("is_made", [False], ids=["unmade"])
"""For what begins with a database without tables."""


def make_sqlite(file: Path) -> Path:
    """Make `file` an empty database of this version, in one file that can be copied."""
    with closing(Store(f"sqlite:///{file}")) as store:
        store.database.upgrade()
    return file


def copy_sqlite(made: Path, file: Path) -> None:
    """Copy the database `made` to `file`, with the folders that it lies in."""
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made, file)


def make_postgresql(cluster: Cluster) -> str:
    """Make an empty database of this version that others can be copied from; return its name."""
    with closing(Store(cluster.create(TEMPLATE))) as store:
        store.database.upgrade()
    return TEMPLATE


@contextmanager
def statements() -> Iterator[list[str]]:
    """What any database is asked meanwhile, but `BEGIN`: `with statements() as asked:`."""
    asked: list[str] = []

    def see(_: Any, __: Any, statement: str, *rest: Any) -> None:
        if not statement.startswith("BEGIN"):
            asked.append(statement)

    event.listen(Engine, "before_cursor_execute", see)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", see)
