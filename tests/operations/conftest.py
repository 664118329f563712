"""What operators have: the commands, and installations on which somebody has played."""

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from companion import create_app
from companion.engine.table import StoredGame
from companion.operations.keys import secret_key
from companion.operations.settings import database_url
from companion.store.store import Store
from tests.store.tables import enter, play_at
from tests.support.finished_games import Evening

Says = Callable[..., Result]
KEY = "k" * 32


@pytest.fixture(autouse=True)
def _stays_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that lets others go first would let the tests wait for good."""
    monkeypatch.setattr(os, "nice", lambda by: by)


@pytest.fixture
def says(tmp_path: Path, database: str) -> Says:
    """Give the commands these words, on this database or another one.

    assert "0 differences" in says("check", to=url).output
    """

    def given(*words: str, to: str = database, key: str | None = KEY, **config: Any) -> Result:
        config = {"INSTANCE": tmp_path / "instance", "DATABASE_URL": to, **config}
        app = create_app({**config, "SECRET_KEY": key} if key else config)
        with closing(app.extensions["store"]):
            return app.test_cli_runner().invoke(args=[*words])

    return given


@pytest.fixture
def played(store: Store) -> Store:
    phone = store.phones.remember("secret")
    game = store.games.start(phone, "the-game", {}, ["Ann", "Ben"])
    for number in range(3):
        enter(store, phone, game, f"played-{number}")
    return store


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """The settings of an installation on SQLite, with a key and a game."""
    play_at(database_url(tmp_path / "data"), secret_key(tmp_path / "data"))
    return {"INSTANCE": str(tmp_path / "data"), "BACKUPS": str(tmp_path / "backups")}


def play(store: Store, phone: str, evening: Evening) -> StoredGame:
    game = store.games.start(phone, evening.slug, evening.options, evening.names)
    for number, facts in enumerate(evening.entries):
        enter(store, phone, game, f"id-{number}", facts=facts)
    return game


def done(result: Result) -> str:
    """What a command said that did what it was told."""
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(result: Result, *why: str) -> None:
    """The command ended with a sentence that says why."""
    assert (result.exit_code, result.exception.__class__) == (1, SystemExit), result.output
    assert all(each in result.stderr for each in why), result.output
