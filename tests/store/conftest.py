"""A store, phones and a game in it: on SQLite, and on PostgreSQL where a test says `on_both`."""

import time
from pathlib import Path

import pytest

from companion.engine.table import StoredGame
from companion.store.store import Store
from tests.store.tables import NAMES, Clock, Comes, join


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of `database`, where that is SQLite."""
    return tmp_path / "data" / "companion.sqlite3"


@pytest.fixture
def phone(store: Store) -> str:
    """The phone of somebody, who hosts what it starts."""
    return store.phones.remember("secret")


@pytest.fixture
def stranger(store: Store) -> str:
    """A phone that is at no table."""
    return store.phones.remember("another secret")


@pytest.fixture
def game(store: Store, phone: str) -> StoredGame:
    """A game that `phone` has started at a table of its own."""
    return store.games.start(phone, "the-game", {"command": True}, NAMES)


@pytest.fixture
def table(game: StoredGame) -> str:
    return game.table


@pytest.fixture
def comes(store: Store, phone: str, table: str) -> Comes:
    """Another phone joins this table, by its secret, role, and what it says: its id."""
    return lambda called, *role, **said: join(store, phone, table, called, *role, **said)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time as everything here sees it."""
    made = Clock(time.time_ns() // 1_000_000)
    monkeypatch.setattr(time, "time_ns", lambda: made.now * 1_000_000)
    return made
