"""What every store of a test run would make anew, made once for all of them."""

import functools
from collections.abc import Hashable
from typing import Any

from sqlalchemy import create_engine
from sqlalchemy.engine import URL, Dialect, Engine

from companion.store import connections

Key = tuple[Dialect, *tuple[Hashable, ...]]


class Statements(dict[Any, Any]):
    """Compiled statements, which are the same for each SQLite file.

    SQLAlchemy looks one up by a tuple with the dialect, of which each engine has its own.
    """

    def get(self, key: Key, default: Any = None) -> Any:
        return super().get(_share(key), default)

    def __setitem__(self, key: Key, compiled: Any) -> None:
        super().__setitem__(_share(key), compiled)


def _share(key: Key) -> tuple[Hashable, ...]:
    return type(key[0]), *key[1:]


def share_statements() -> None:
    """From now on all stores on SQLite share the statements that they compile."""
    statements = Statements()

    @functools.wraps(create_engine)
    def create_sharing(url: str | URL, **settings: Any) -> Engine:
        engine = create_engine(url, **settings)
        if engine.dialect.name == "sqlite":
            engine.update_execution_options(compiled_cache=statements)
        return engine

    connections.create_engine = create_sharing
