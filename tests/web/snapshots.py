"""The database of the tests: one file that stays open and is put back to what it held.

A new store for each test would open a file, look whether it is of this version, and prepare every
question anew, which takes longer than most of these tests. A game that is set up as in an earlier
test is not set up again either: the file and the phone are put back to a snapshot of it.
"""

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event

from companion.store.database import connections
from companion.store.store import Store
from tests.support import databases

if TYPE_CHECKING:
    from tests.support.client_phone import Phone
    from tests.support.page import Page

MOST = 64  # games in memory
NEVER_SHARED = frozenset(("caplog", "capfd", "capsys", "limited", "monkeypatch", "recwarn"))
"""Fixtures of tests that may change or hear how a game is set up: there it is set up anew."""


@dataclass(frozen=True)
class _Snapshot:
    """A game that was set up: all that the file holds, and what the phone has."""

    content: sqlite3.Connection
    cookies: dict[Any, Any]
    phone: dict[str, Any]


class Snapshots:
    """A SQLite file of this version, in which nobody has written anything for this test."""

    def __init__(self, made: Path, file: Path) -> None:
        databases.copy_sqlite(made, file)
        self.url = f"sqlite:///{file}"
        self._store = Store(self.url)
        event.listen(self._store.database._writer, "connect", _turn_fsync_off)
        self._store.database.upgrade()
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._empty = self._copy()
        self._snapshots: OrderedDict[Hashable, _Snapshot] = OrderedDict()
        self._state: Hashable | None = None
        self._whose: tuple[Phone, dict[str, str]] | None = None
        self._version = 0
        self.may_restore = False

    def store(self) -> Store:
        """A store that knows nothing but that the file is open and of this version."""
        self._restore(self._empty)
        self._state = self._whose = None
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

    def restore_or_set_up(
        self, phone: "Phone", asked: Hashable, set_up: "Callable[[], Page]"
    ) -> "Page":
        """The page after `set_up`, which always does the same where the same is `asked`.

        It is kept where nobody has written but what was kept before it, by this same phone.
        """
        client = phone.client
        is_first = self._state is None and not client._cookies
        is_next = self._whose == (phone, _values(client))
        if not self.may_restore or self._version != self._now() or not (is_first or is_next):
            return set_up()
        where = phone.scripts, phone.host, repr(sorted(client.environ_base.items()))
        key = (self._state or where, asked)
        if found := self._snapshots.get(key):
            self._snapshots.move_to_end(key)
            self._restore(found.content)
            client._cookies = dict(found.cookies)
            vars(phone).update(found.phone)
        else:
            page = set_up()
            if page is not phone.page or page.status != 200:
                return page
            mine = {name: vars(phone)[name] for name in ("page", "game", "token", "name")}
            self._snapshots[key] = _Snapshot(self._copy(), dict(client._cookies), mine)
            if len(self._snapshots) > MOST:
                _key, oldest = self._snapshots.popitem(last=False)
                oldest.content.close()
        self._state, self._whose, self._version = key, (phone, _values(client)), self._now()
        return phone.page

    def close(self) -> None:
        for content in (self._empty, *(each.content for each in self._snapshots.values())):
            content.close()
        self._connection.close()
        self._store.close()

    def _copy(self) -> sqlite3.Connection:
        """All that the file holds, in memory."""
        content = sqlite3.connect(":memory:")
        self._connection.backup(content)
        return content

    def _restore(self, content: sqlite3.Connection) -> None:
        content.backup(self._connection)
        self._version = self._now()

    def _now(self) -> int:
        """Another number as soon as any other connection has written."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])


def _values(client: FlaskClient) -> dict[str, str]:
    """What the cookies of a phone say."""
    return {str(key): cookie.value for key, cookie in client._cookies.items()}


def _turn_fsync_off(connection: sqlite3.Connection, record: object) -> None:
    """These files go with the tests: nobody has to wait for the disk."""
    connection.execute("PRAGMA synchronous = OFF").close()
