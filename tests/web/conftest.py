"""Phones at a table, and the app that they open: CSRF on, a fresh database each time."""

import math
import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import event

from companion import create_app
from companion.games import GAMES
from companion.runtime import server_log
from companion.store.database import connections
from companion.store.live import Live
from companion.store.store import Store
from companion.web.safety import limits
from companion.web.safety.rate_limiter import RateLimiter
from companion.web.static import made as bundles
from tests.support.client_phone import Phone
from tests.web import brain


def pytest_itemcollected(item: pytest.Item) -> None:
    """`./test --game SLUG` runs the tests of the files that name this game.

    A case that has a game in its own name is of no other one.
    """
    if not any(slug in item.name for slug in GAMES):
        item.extra_keyword_matches.update(find_named(item.path))


@cache
def find_named(file: Path) -> set[str]:
    """The slugs of the games that this file names."""
    text = file.read_text(encoding="utf-8").replace("_", "-")
    return {slug for slug in GAMES if slug in text}


class OpenFile:
    """A SQLite file of this version that stays open, and is emptied for each test.

    To open one and to prepare every question anew takes longer than most of these tests.
    """

    def __init__(self, made: Path, file: Path) -> None:
        shutil.copyfile(made, file)
        self.url = f"sqlite:///{file}"
        self._store = Store(self.url)
        # These files go with the tests: nobody has to wait for the disk.
        no_fsync = "PRAGMA synchronous = OFF"
        event.listen(
            self._store.database._writer, "connect", lambda to, _: to.execute(no_fsync).close()
        )
        self._store.database.upgrade()
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._empty = sqlite3.connect(":memory:")
        self._connection.backup(self._empty)

    def store(self) -> Store:
        """A store that knows nothing but that the file is open and of this version."""
        self._empty.backup(self._connection)
        return self.open_again()

    def open_again(self) -> Store:
        """A store that knows nothing of what the file holds."""
        opened = self._store.database
        with pytest.MonkeyPatch.context() as patch:
            engines = opened._writer, opened._reader
            patch.setattr(connections, "make_engines", lambda url, in_memory: engines)
            store = Store(self.url)
        vars(store.database).update(vars(opened))
        return store

    def close(self) -> None:
        self._empty.close()
        self._connection.close()
        self._store.close()


class Clock:
    """The clock of all rate limits: it goes on when it is told to."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now, self._patch = 1_000_000, patch

    def __call__(self) -> int:
        return self.now

    def passes(self, seconds: float) -> None:
        self.now += round(seconds * 1000)

    def allows(self, **most: object) -> None:
        """These limits are other ones from now on: `limited.allows(STREAMS=3)`."""
        for name, limit in most.items():
            self._patch.setattr(limits, name, limit)


class Templates(FileSystemBytecodeCache):
    """Those that were read. One that a test reads while the disk is full is read again."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app, made once: what it keeps of a test is in its store alone.

    Of all workers the first that wants a template reads it for the others. Whether somebody has
    changed a script is looked for once: each look takes as long as a page.
    """
    folder = tmp_path_factory.mktemp("instance")
    database = f"sqlite:///{folder / 'never-used.sqlite3'}"
    settings = {"TESTING": True, "SECRET_KEY": "k" * 32, "INSTANCE": folder}
    app = create_app({**settings, "DATABASE_URL": database, "LIMITED": False})
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    shared = (folder.parent.parent if is_worker else folder) / "templates"
    shared.mkdir(exist_ok=True)
    app.jinja_env.bytecode_cache = Templates(str(shared))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bundles, "REST", math.inf)
        yield app


@pytest.fixture(scope="session")
def opened(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenFile]:
    """The file of all stores: what a test writes in it is gone in the next."""
    made = OpenFile(sqlite_template, tmp_path_factory.mktemp("file") / "companion.sqlite3")
    yield made
    made.close()


@pytest.fixture
def app(made: Flask, opened: OpenFile) -> Iterator[Flask]:
    """The app with an empty store; an error in it is an error of the test.

    It logs what goes wrong: a line for each request would bury why a test failed.
    """
    server_log.begin("warning")
    made.config["DATABASE_URL"] = opened.url
    store = made.extensions["store"] = opened.store()
    live = made.extensions["live"] = Live(store)
    store.database.on_change = live.notify
    made.extensions["boards"].clear()
    yield made
    live.stop()


@pytest.fixture
def limited(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The app counts what its phones do, who else are quicker than any thumb; time stands still."""
    clock = Clock(monkeypatch)
    monkeypatch.setitem(app.config, "LIMITED", True)
    monkeypatch.setitem(app.extensions, "writes", RateLimiter())
    monkeypatch.setitem(app.extensions, "streams", limits.Streams())
    monkeypatch.setitem(app.extensions, "lines", limits.Lines())
    monkeypatch.setitem(app.extensions, "uploads", Counter[str]())
    monkeypatch.setattr("companion.web.safety.rate_limiter.now", clock)
    return clock


@pytest.fixture
def scripts(request: pytest.FixtureRequest) -> bool:
    """Whether the phones of this test have scripts: they do, but where it says `BOTH_WAYS`.

    One test for each view and each kind of entry says so.
    """
    return bool(getattr(request, "param", True))


@pytest.fixture
def phone(app: Flask, scripts: bool) -> Phone:
    """A phone that nobody has used yet, with htmx or without."""
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
