"""The door to the database: transactions, and telling who watches what was written."""

import math
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import psycopg
from alembic.util import CommandError
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from companion import database, eras, migrations, schema
from companion.eras import Era
from companion.table import Away
from companion.yielding import undisturbed

TOLD = "companion"
"""The channel on which PostgreSQL tells every process that a table was touched."""

FRESH = 1.0  # seconds for which an answer about the health of the database holds


class Door:
    """A database that is opened at its first use, and brought up to date by it.

    `url` is `sqlite:///` with a path, or a PostgreSQL address; ValueError for anything else.
    Any number of threads or greenlets may use it. `heard` is called with the id of each table that
    this process touched, after the commit and never before. Whatever reads or writes raises `Away`
    where the database cannot be reached, is locked, or has no room left.
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
        self._asking_health = threading.Lock()
        self._healthy, self._asked_health = False, -math.inf
        self.heard: Callable[[str], None] = lambda table: None

    @property
    def is_sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    def listening(self) -> psycopg.Connection[Any]:
        """A connection that hears which tables any process touches; PostgreSQL only."""
        address = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = psycopg.connect(address, autocommit=True)
        try:
            connection.execute(f"LISTEN {TOLD}")
        except BaseException:
            connection.close()
            raise
        return connection

    def upgrade(self) -> None:
        """The database has the tables of this version, whoever else is bringing them up to date."""
        with self._upgrading:
            if self._upgraded:
                return
            if self.is_sqlite:
                _make_folder(Path(str(self._url.database)).parent)
            with self._one_writer, self._writer.begin() as connection:
                migrations.upgrade(connection)
                self._era = eras.current(connection)
            self._upgraded = True

    def healthy(self) -> bool:
        """Whether something could be written and committed, now or within the last second.

        However often this is asked, the disk is written to once a second.
        """
        with self._asking_health:
            if time.monotonic() >= self._asked_health + FRESH:
                self._healthy = self._takes_a_write()
                self._asked_health = time.monotonic()
            return self._healthy

    @property
    def era(self) -> Era:
        """The era of the data: nobody restores a backup while this is open. May raise `Away`."""
        if self._upgraded:
            return self._era
        with self._reading() as connection:  # as it lies, where nothing can be written
            return eras.current(connection)

    def close(self) -> None:
        """No connection is open any more; the next use opens new ones."""
        self._writer.dispose()
        self._reader.dispose()

    def _takes_a_write(self) -> bool:
        breath = secrets.token_urlsafe(16)
        try:
            with self._writing() as connection:
                connection.execute(schema.BREATHE_IN, {"id": breath})
                connection.execute(schema.BREATHE_OUT, {"breath": breath})
        except (Away, SQLAlchemyError, CommandError):
            return False
        return True

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
    def looking(self) -> Iterator[Connection]:
        """What reads the database as it is, of whatever version, and does not bring it up to date.

        Without a file there is none afterwards either.
        """
        with database.reached(), self._reader.connect() as connection:
            yield connection

    def reading(self) -> AbstractContextManager[Connection]:
        """What reads everything, for those who look after an installation; no page asks for it."""
        return self._reading()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with database.reached(), self._readable() as connection:
            yield connection

    def _readable(self) -> Connection:
        try:
            if not self._upgraded:
                self.upgrade()
            return self._reader.connect()
        except OperationalError as error:
            if not (self.is_sqlite and database.lacks_room(error)):
                raise
            lying = self._as_it_lies()
            if lying is None:
                raise
            return lying

    def _as_it_lies(self) -> Connection | None:
        """Reads the file alone, where the disk has no room for what SQLite keeps beside it.

        None where something lies beside it that has to be read too, or where the file is none of
        this version. It is for one reading: the next one tries the usual way first.
        """
        file = Path(str(self._url.database))
        beside = file.with_name(f"{file.name}-wal")
        if not file.exists() or (beside.exists() and beside.stat().st_size):
            return None
        connection = database.as_it_lies(self._url).connect()
        if migrations.is_latest(connection):
            return connection
        connection.close()
        return None

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction; it is committed, and on the disk, when this is left without an error."""
        touched: set[str] = set()
        with database.reached():
            if not self._upgraded:
                self.upgrade()
            with self._one_writer, undisturbed(), self._writer.begin() as connection:
                connection.info["touched"] = touched
                yield connection
        for table in touched:
            self.heard(table)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Away from error


_ID = re.compile(r"[!-~]{1,128}")


def is_id(text: str) -> bool:
    """Whether this can be an id at all; no database is asked for what it could not hold."""
    return _ID.fullmatch(text) is not None
