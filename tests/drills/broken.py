"""Companion, broken on purpose: each drill must notice the build that breaks its promise."""

import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from flask import Flask, request
from sqlalchemy import Connection, event

from companion import create_app
from companion.engine.table import StoredGame
from companion.engine.verdict import Submission, Verdict
from companion.files import handover as handed
from companion.files import parsing
from companion.runtime import private_files, yielding
from companion.store.games.submissions import Judge
from companion.store.store import Store
from companion.store.transfer import staging
from companion.web.safety import limits

Build = Callable[[Mapping[str, Any]], Flask]
LATE = 1.0  # s from an answer to what it told of being on the disk


def build(broken: str | None) -> str:
    """What gunicorn is to serve: Companion, or the build of this name."""
    return f"tests.drills.broken:{broken}" if broken else "companion:create_app"


def _in_store(breaks: Callable[[Store], object]) -> Build:
    """A build whose store is broken so."""

    def build(config: Mapping[str, Any]) -> Flask:
        app = create_app(config)
        breaks(app.extensions["store"])
        return app

    return build


@_in_store
def deaf(store: Store) -> None:
    """Nobody is told that a table was touched, neither at once nor by the check behind it."""
    store.database.on_change = lambda table: None
    store.tables.find_touched = lambda moment: {}  # type: ignore[method-assign]


@_in_store
def early(store: Store) -> None:
    """What is answered is committed a moment later."""
    store.database.write = Late(store).writing  # type: ignore[method-assign]


@_in_store
def untold(store: Store) -> None:
    """Nobody is told what is put right about people and games."""
    silent = copy(store.database)
    silent.touch = lambda *_: 0  # type: ignore[method-assign]
    store.people._database = store.corrections._database = silent


class Late:
    """One transaction for all that is written in a moment; it is committed at the moment's end."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._open: Connection | None = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        self._store.database.upgrade()
        with self._lock:
            if self._open is None:
                self._open = self._store.database._writer.connect()
                threading.Thread(target=self._commits, args=[self._open], daemon=True).start()
            with self._open.begin_nested():
                self._open.info["touched"] = set()
                yield self._open

    def _commits(self, connection: Connection) -> None:
        time.sleep(LATE)
        with self._lock:
            self._open = None
            with connection:
                connection.commit()


@_in_store
def forgetful(store: Store) -> None:
    """Every request is a new submission, whatever its id."""
    enter = store.submissions.enter

    def entered(
        phone: str, table_id: str, game_id: str, submission: Submission, judge: Judge
    ) -> tuple[StoredGame, Verdict]:
        return enter(phone, table_id, game_id, replace(submission, id=uuid4().hex), judge)

    store.submissions.enter = entered  # type: ignore[method-assign]


def _synchronous(how: str) -> Build:
    def prepare(connection: Any, record: object) -> None:
        connection.execute(f"PRAGMA synchronous = {how}").close()

    return _in_store(lambda store: event.listen(store.database._writer, "connect", prepare))


synchronous_normal = _synchronous("NORMAL")
"""SQLite syncs its log when it is full, and not at each commit."""
synchronous_off = _synchronous("OFF")
"""SQLite leaves it to the system when anything reaches the disk."""


def _with(*changes: tuple[object, str, object]) -> Build:
    """A build in which something is another thing: whose, its name, and what it is."""

    def build(config: Mapping[str, Any]) -> Flask:
        for owner, name, value in changes:
            assert hasattr(owner, name), name
            setattr(owner, name, value)
        return create_app(config)

    return build


uncapped = _with((limits, "stream", lambda *_: lambda: None), (limits, "new_stream", lambda: None))
"""A phone has as many streams as it opens."""
blocking = _with((yielding, "SLICE", math.inf), (staging, "let_others_go", lambda: None))
"""Whoever works for long lets nobody else go first."""
patient = _with((yielding, "BRIEF", math.inf))
"""Others wait for each verdict, however long it takes."""
at_once = _with(
    (parsing, "MOST_PARTS", 1_000_000_000), (parsing, "yield_now", lambda: None),
    (handed, "PEOPLE_PER_TABLE", 1_000_000), (staging, "AT_ONCE", 1_000_000),
)  # fmt: skip
"""A whole table is read without turns of others, and written in one transaction."""


def unsynced(config: Mapping[str, Any]) -> Flask:
    """It is left to the system when keys, backups and restored files reach the disk."""

    def make_file(path: Path, text: str = "") -> None:
        path.touch(mode=0o600, exist_ok=False)
        path.write_text(text)

    private_files.make_file = make_file
    private_files.to_the_disk = lambda path: None
    return create_app(config)


@_in_store
def asynchronous(store: Store) -> None:
    """PostgreSQL says that it has committed up to 10 s before anything is on the disk."""
    at_once = store.database._writer.execution_options(isolation_level="AUTOCOMMIT")
    with at_once.connect() as connection:
        connection.exec_driver_sql("ALTER SYSTEM SET synchronous_commit = off")
        connection.exec_driver_sql("ALTER SYSTEM SET wal_writer_delay = '10s'")
        connection.exec_driver_sql("SELECT pg_reload_conf()")
    store.close()


def trusting(config: Mapping[str, Any]) -> Flask:
    """What a phone says it has seen is taken for a number."""
    app = create_app(config)

    @app.before_request
    def reads() -> None:
        int(request.form.get("seen", "0"))

    return app
