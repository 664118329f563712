"""Phones at a table, and the app that they open: CSRF on, a fresh database each time."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from companion.live import Live
from companion.pace import Steps
from companion.store import Store
from companion.web import limits
from tests import fresh
from tests.web import brain
from tests.web.actor import Phone


class Clock:
    """The clock of all paces: it goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now

    def passes(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app, made once: what it keeps of a test is in its store alone."""
    folder = tmp_path_factory.mktemp("instance")
    database = f"sqlite:///{folder / 'never-used.sqlite3'}"
    settings = {"TESTING": True, "SECRET_KEY": "k" * 32, "INSTANCE": folder}
    return create_app({**settings, "DATABASE_URL": database, "LIMITED": False})


@pytest.fixture
def app(made: Flask, sqlite_template: Path, tmp_path: Path) -> Iterator[Flask]:
    """The app with an empty store; an error in it is an error of the test."""
    file = tmp_path / "companion.sqlite3"
    fresh.copy_sqlite(sqlite_template, file)
    made.config["DATABASE_URL"] = f"sqlite:///{file}"
    store = made.extensions["store"] = Store(made.config["DATABASE_URL"])
    live = made.extensions["live"] = Live(store)
    store.heard = live.poke
    yield made
    live.stop()
    store.close()


@pytest.fixture
def limited(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The app counts what its phones do, who else are quicker than any thumb; time stands still."""
    clock = Clock()
    monkeypatch.setitem(app.config, "LIMITED", True)
    monkeypatch.setitem(app.extensions, "writes", Steps())
    monkeypatch.setitem(app.extensions, "streams", limits.Streams())
    monkeypatch.setitem(app.extensions, "lines", limits.Lines())
    monkeypatch.setattr("companion.pace.now", clock)
    return clock


@pytest.fixture(params=[False, True], ids=["without scripts", "with htmx"])
def scripts(request: pytest.FixtureRequest) -> bool:
    """Whether the phones of this test have scripts: each such test runs both ways."""
    return bool(request.param)


@pytest.fixture
def phone(app: Flask, scripts: bool) -> Phone:
    """A phone that nobody has used yet, once with and once without htmx."""
    return Phone(app, scripts=scripts)


@pytest.fixture
def plain(app: Flask) -> Phone:
    """A phone without scripts, for what is the same with them."""
    return Phone(app)


@pytest.fixture
def another(app: Flask) -> Callable[[Phone], Phone]:
    """Another phone that sits down at the table of this one, and sees its game."""

    def joined(first: Phone, role: str = "player") -> Phone:
        second = Phone(app, scripts=first.scripts)
        second.joins(first, role)
        return second

    return joined


@pytest.fixture
def game(phone: Phone) -> Phone:
    """A phone at a game in which Ann has laid 47 on the first pile, and Ben waits."""
    phone.starts(2, ["Ann", "Ben"])
    phone.plays(47, "up-1")
    return phone


@pytest.fixture
def attempt(phone: Phone) -> Phone:
    """A phone at an attempt of One Brain of Ann and Ben, in which no card lies yet."""
    brain.sits(phone)
    return phone
