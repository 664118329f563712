"""Databases of this version that nobody has used yet, copied rather than migrated for each test.

The fixture `database` is one on SQLite. A test that needs PostgreSQL too says `on_both`.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event

from companion.store.store import Store

KEY = b"a key of thirty-two bytes, really"

on_both = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
"""For what depends on the database: locks, types, SQL that differs, and what it says of errors.

    @on_both
    def test_two_at_once_are_one(store: Store) -> None: ...
"""

unmade = pytest.mark.parametrize("is_made", [False], ids=["unmade"])
"""For what begins with a database without tables."""


def make(url: str) -> None:
    """Make the tables of this version in this database, which others can be copied from."""
    with closing(Store(url)) as store:
        store.database.upgrade()


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
