"""The database: its transactions, and notifying whoever watches what was written."""

import errno
import math
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    Connection,
    Insert,
    Select,
    bindparam,
    case,
    event,
    func,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, OperationalError

from companion.engine.table import Away
from companion.runtime import private_files
from companion.runtime.yielding import without_turns
from companion.store.database import connections, epochs, migrations, schema, times
from companion.store.database.connections import KEEPALIVES, Unfit
from companion.store.database.epochs import Epoch
from companion.store.database.migrations import State

CHANNEL = "companion"
"""The channel on which PostgreSQL tells every process that a table was touched."""

BACKUP = """\
A backup was copied over the database {}. The next start of the server uses it, and
phones notice; `companion restore` would check it first."""
OLDER = """\
The database is from an older version: make a backup, then start the server, which upgrades it at
the first request."""

PUT_RIGHT = 60_000  # milliseconds by which a clock goes back that somebody sets

FRESH = 1.0  # seconds for which an answer about the health of the database, or its epoch, holds

_tables = schema.tables
_TOUCH = (
    update(_tables)
    .where(_tables.c.id == bindparam("table_id"))
    .values(
        touched_at=case(
            (_tables.c.touched_at >= bindparam("moment"), _tables.c.touched_at + 1),
            else_=bindparam("moment"),
        ),
        expired_at=None,
        expired_days=0,
    )
    .returning(_tables.c.touched_at)
)
NOTHING: Mapping[str, object] = MappingProxyType({})


@cache
def _touch_and_notify(besides: Insert | None) -> Select[Any]:
    """All that PostgreSQL does at a touch, in one statement."""
    touched = _TOUCH.cte("touched")
    told = func.pg_notify(bindparam("channel"), bindparam("table_id"))
    statement = select(touched.c.touched_at, told)
    return statement if besides is None else statement.add_cte(besides.cte("besides"))


class Database:
    """A database that is opened at its first use, and brought up to date by it.

    `url` is `sqlite:///` with a path, or a PostgreSQL address; ValueError for anything else.
    Any number of threads or greenlets may use it; one thread alone where its file is `in_memory`,
    which somebody else writes to the disk after each transaction. `on_change` is called with the
    id of each table that this process touched, after the commit and never before;
    `before_migration` is called before tables of an older version change, and prevents that by its
    error. Whatever reads or writes raises `Away` where the database cannot be reached, is locked,
    or has no room left.
    """

    def __init__(self, url: str, in_memory: bool = False) -> None:
        self._url = connections.address(url)
        self._writer, self._reader = connections.make_engines(self._url, in_memory)
        if not self.is_sqlite:
            event.listen(self._writer, "connect", connections.lock_nothing_for_long)
        self._one_writer: AbstractContextManager[object] = (
            threading.Lock() if self.is_sqlite else nullcontext()
        )
        self._upgrading = threading.Lock()
        self._upgraded = False
        self._epoch, self._asked_epoch = Epoch("", 0), -math.inf
        self._file: tuple[int, int] | None = None
        self._last_moment = 0
        self.on_change: Callable[[str], None] = lambda table: None
        self.before_migration: Callable[[], None] = lambda: None

    @property
    def is_sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    @property
    def file(self) -> Path | None:
        """The file of SQLite; None on PostgreSQL."""
        return Path(str(self._url.database)) if self.is_sqlite else None

    @contextmanager
    def listen(self) -> Iterator[Callable[[float], Iterable[str]]]:
        """Tells for so many seconds which tables any process touches; PostgreSQL only.

        Raises `Away` where the database cannot be reached any more.
        """
        import psycopg  # which nobody else needs, and no browser has

        address = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            with psycopg.connect(address, autocommit=True, **KEEPALIVES) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                yield lambda seconds: (
                    told.payload for told in connection.notifies(timeout=seconds)
                )
        except psycopg.Error as error:
            raise Away from error

    def upgrade(self) -> None:
        """The database has the tables of this version, whoever else is bringing them up to date."""
        with self._upgrading, connections.waiting(None):
            if self._upgraded:
                return
            if self.is_sqlite:
                connections.make_file(Path(str(self._url.database)))
                with self._reader.connect() as connection:  # what writes would change the file
                    migrations.check(connection)
            with self._one_writer, self._writer.begin() as connection:
                migrations.upgrade(connection, before=self.before_migration)
                if connections.is_backup(connection):
                    epochs.take_over(connection)
                self._epoch, self._asked_epoch = epochs.current(connection), time.monotonic()
            self._file = self._identify_file()
            self._upgraded = True

    @property
    def epoch(self) -> Epoch:
        """The epoch of the data, asked for once a second at most. May raise `Away` at first.

        `restore` waits until no server runs; should another epoch begin under one all the same, it
        notices, and whatever is written is written in the epoch that is told here.
        """
        if time.monotonic() >= self._asked_epoch + FRESH:
            self._asked_epoch = time.monotonic()
            try:
                with self.read() as connection:  # as it lies, where nothing can be written
                    self._epoch = epochs.newest(connection) or self._epoch
            except Away:
                if not self._epoch.id:
                    self._asked_epoch = -math.inf
                    raise
        return self._epoch

    @property
    def last_epoch(self) -> Epoch:
        """The epoch that was found last, in the database itself within each transaction."""
        return self._epoch

    def close(self) -> None:
        """No connection is open any more; the next use opens new ones, and looks at all anew."""
        self._upgraded = False
        self._writer.dispose()
        self._reader.dispose()

    def touch(
        self,
        connection: Connection,
        table: str,
        moment: int,
        besides: Insert | None = None,
        values: Mapping[str, object] = NOTHING,
    ) -> int:
        """This table was changed now: its place among the newest, and who watches it, depend on it.

        The moment is later than any before; it is returned. PostgreSQL tells the other processes
        when this is committed, and nobody when it is not. `besides` is inserted with it, with these
        values for its parameters: in the same statement, where the database can do that.
        """
        asked = {"table_id": table, "moment": moment, **values}
        if self.is_sqlite:
            if besides is not None:
                connection.execute(besides, asked)
            touched = connection.execute(_TOUCH, asked).scalar_one()
        else:
            statement = _touch_and_notify(besides)
            touched = connection.execute(statement, {**asked, "channel": CHANNEL}).scalars().one()
        connection.info["touched"].add(table)
        return int(touched)

    def next_moment(self) -> int:
        """Now, in milliseconds UTC; never the same twice, so that order is always clear.

        A clock that was put right is followed, or all would be dated by the wrong one until the
        next start. What has to stay in order all the same sees to that by itself.
        """
        at = times.now()
        if at > self._last_moment - PUT_RIGHT:
            at = max(at, self._last_moment + 1)
        self._last_moment = at
        return self._last_moment

    @contextmanager
    def inspect(self) -> Iterator[Connection]:
        """What reads the database as it is, of whatever version, and does not bring it up to date.

        Without a file there is none afterwards either.
        """
        with connections.translate_errors(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def read_existing(self) -> Iterator[Connection]:
        """What reads everything, for those who look after an installation; no page asks for it.

        The database stays as it is. Raises `Unfit` where there is none of this version.
        """
        with connections.translate_errors(), self._open_existing() as connection:
            yield connection

    def _open_existing(self) -> Connection:
        name = str(self._url.database) if self.is_sqlite else "PostgreSQL"
        if self.is_sqlite and private_files.is_missing(Path(name)):
            raise Unfit(connections.NO_FILE.format(name, connections.SERVER_MAKES))
        connection = self._reader.connect()
        try:
            if wrong := _unfit(connection):
                raise Unfit(wrong.format(name, connections.SERVER_MAKES))
        except BaseException as error:
            connection.close()
            if not isinstance(error, DBAPIError):
                raise
            if self.is_sqlite and connections.is_none(error):
                raise Unfit(connections.NO_TABLES.format(name, connections.SERVER_MAKES)) from None
            lacks_room = self.is_sqlite and connections.lacks_room(error)
            lying = self._open_as_it_lies() if lacks_room else None
            if lying is None:
                raise
            return lying
        return connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """What reads, statement by statement, and waits for nobody."""
        with (
            connections.translate_errors(),
            connections.waiting(connections.SILENT),
            self._open() as connection,
        ):
            yield connection

    def _open(self) -> Connection:
        try:
            if not self._upgraded:
                self.upgrade()
            return self._reader.connect()
        except OperationalError as error:
            if not (self.is_sqlite and connections.lacks_room(error)):
                raise
            lying = self._open_as_it_lies()
            if lying is None:
                raise
            return lying

    def _open_as_it_lies(self) -> Connection | None:
        """Reads the file alone, where the disk has no room for what SQLite keeps beside it.

        None where something lies beside it that has to be read too, or where the file is none of
        this version. It is for one reading: the next one tries the usual way first.
        """
        file = Path(str(self._url.database))
        if not file.exists() or connections.find_log(file):
            return None
        connection = connections.as_it_lies(self._url).connect()
        if migrations.is_latest(connection):
            return connection
        connection.close()
        return None

    @contextmanager
    def write(self, patience: float | None = connections.SILENT) -> Iterator[Connection]:
        """A transaction; it is committed, and on the disk, when this is left without an error.

        Raises `Away` where PostgreSQL says nothing for so many seconds; None waits for ever.
        """
        touched: set[str] = set()
        with connections.translate_errors(), connections.waiting(patience):
            if not self._upgraded:
                self.upgrade()
            if self._identify_file() != self._file:
                raise Away from OSError(errno.ESTALE, "another file lies in its place")
            with self._one_writer, without_turns(), self._writer.begin() as connection:
                self._check_epoch(connection)
                connection.info["touched"] = touched
                yield connection
        for table in touched:
            self.on_change(table)

    def _check_epoch(self, connection: Connection) -> None:
        """`Away` where another epoch has begun: what is wanted here was asked of the one before."""
        newest = epochs.newest(connection)
        self._asked_epoch = time.monotonic()
        if newest not in (None, self._epoch):
            self._epoch = newest
            raise Away

    def _identify_file(self) -> tuple[int, int] | None:
        """Which file lies where that of SQLite is; None where there is none."""
        if not self.is_sqlite:
            return None
        try:
            found = os.stat(str(self._url.database))
        except OSError:
            return None
        return found.st_dev, found.st_ino


def _unfit(connection: Connection) -> str:
    """Why this database cannot be used as it is; "" where it can."""
    if connections.is_backup(connection):
        return BACKUP
    said = {
        State.LATEST: "",
        State.EMPTY: connections.NO_TABLES,
        State.OLDER: OLDER,
        State.NEWER: connections.newer(connection),
        State.FOREIGN: connections.SOMETHING_ELSE,
    }
    return said[migrations.state(connection)]
