"""The door to the database: transactions, and telling who watches what was written."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Connection

from companion import database, eras, migrations, schema
from companion.eras import Era

TOLD = "companion"
"""The channel on which PostgreSQL tells every process that a table was touched."""


class Door:
    """A database that is opened at its first use, and brought up to date by it.

    `url` is `sqlite:///` with a path, or a PostgreSQL address; ValueError for anything else.
    Any number of threads or greenlets may use it. `heard` is called with the id of each table that
    this process touched, after the commit and never before.
    """

    def __init__(self, url: str) -> None:
        self._url = database.address(url)
        self._writer, self._reader = database.engines(self._url)
        self._one_writer: AbstractContextManager[object] = (
            threading.Lock() if self.is_sqlite else nullcontext()
        )
        self._upgrading = threading.Lock()
        self._upgraded = False
        self._era = Era("", 0)
        self._last_moment = 0
        self.heard: Callable[[str], None] = lambda table: None

    @property
    def is_sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    def listening(self) -> psycopg.Connection[Any]:
        """A connection that hears which tables any process touches; PostgreSQL only."""
        address = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = psycopg.connect(address, autocommit=True)
        connection.execute(f"LISTEN {TOLD}")
        return connection

    def upgrade(self) -> None:
        """The database has the tables of this version, whoever else is bringing them up to date."""
        with self._upgrading:
            if self._upgraded:
                return
            if self.is_sqlite:
                Path(str(self._url.database)).parent.mkdir(parents=True, exist_ok=True)
            with self._one_writer, self._writer.begin() as connection:
                migrations.upgrade(connection)
                self._era = eras.current(connection)
            self._upgraded = True

    @property
    def era(self) -> Era:
        """The era of the data: nobody restores a backup while this is open."""
        self.upgrade()
        return self._era

    def close(self) -> None:
        """No connection is open any more; the next use opens new ones."""
        self._writer.dispose()
        self._reader.dispose()

    def _touch(self, connection: Connection, table: str, moment: int) -> int:
        """This table was changed now: its place among the newest, and who watches it, depend on it.

        The moment is later than any before. PostgreSQL tells the other processes when this is
        committed, and nobody when it is not.
        """
        touch = {"table_id": table, "moment": moment}
        touched = connection.execute(schema.TOUCH, touch).scalar_one()
        connection.info["touched"].add(table)
        if not self.is_sqlite:
            connection.execute(schema.TELL, {"channel": TOLD, "table_id": table})
        return int(touched)

    def _moment(self) -> int:
        """Now, in milliseconds UTC; never the same twice, so that order is always clear."""
        self._last_moment = max(time.time_ns() // 1_000_000, self._last_moment + 1)
        return self._last_moment

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        if not self._upgraded:
            self.upgrade()
        with self._reader.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction; it is committed, and on the disk, when this is left without an error."""
        if not self._upgraded:
            self.upgrade()
        touched: set[str] = set()
        with self._one_writer, self._writer.begin() as connection:
            connection.info["touched"] = touched
            yield connection
        for table in touched:
            self.heard(table)


_ID = re.compile(r"[!-~]{1,128}")


def is_id(text: str) -> bool:
    """Whether this can be an id at all; no database is asked for what it could not hold."""
    return _ID.fullmatch(text) is not None
