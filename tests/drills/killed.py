"""The server killed twenty times under 24 writing clients, and its database six times.

The server dies by kill -9, on SQLite. PostgreSQL is restarted, as if it had crashed too.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from companion.operations.keys import secret_key
from companion.operations.settings import database_url
from tests.drills.broken import build
from tests.drills.outcome import Outcome
from tests.drills.season import Books, audited, laid_out
from tests.drills.writers import Writers
from tests.support.live_server import Server
from tests.support.postgresql import Cluster

ASYNCHRONOUS = "asynchronous"  # of PostgreSQL; all others are builds of the server on SQLite
BROKEN = ("early", "forgetful", ASYNCHRONOUS)
PROCESSES = "2"  # before PostgreSQL
MODES = ("immediate", "fast")
SLOWEST = 2.0  # s from a kill to the next answer, or until an acknowledgement


@dataclass(frozen=True)
class Size:
    """How many tables of four clients play how many games, and how often what serves them ends."""

    tables: int
    games: int
    ends: int
    least: int = 0
    between: int = 0
    """Entries from one restart of PostgreSQL to the next."""


FULL = Size(6, 35, 20, least=20_000), Size(6, 10, 6, between=300)
SMALL = Size(3, 1, 2, least=250), Size(3, 3, 2, between=60)


def drill(*, small: bool, broken: str | None) -> Outcome:
    server, database = SMALL if small else FULL
    said, passed = [], True
    for is_it, does in ((broken != ASYNCHRONOUS, _kills), (broken in (None, ASYNCHRONOUS), _ends)):
        if is_it and passed:
            line, right, slowest = does(server if does is _kills else database, broken)
            said.append(line)
            passed = right and (small or slowest <= SLOWEST)
    return Outcome(f"{'; '.join(said)}", passed)


def _kills(size: Size, broken: str | None) -> tuple[str, bool, float]:
    with tempfile.TemporaryDirectory() as folder:
        database = database_url(Path(folder))
        server = Server(Path(folder), build(broken))
        books, writers, slowest = _played(
            server, database, size, lambda writers: _killed(server, writers, size)
        )
    line = f"{size.ends} kills, {_told(books, writers)}, back in at most {slowest:.2f} s"
    return line, _right(books, writers) and books.acknowledged >= size.least, slowest


def _ends(size: Size, broken: str | None) -> tuple[str, bool, float]:
    with tempfile.TemporaryDirectory() as folder, Cluster(durable=True) as cluster:
        database = cluster.create("companion")
        settings = {"DATABASE_URL": database, "WEB_CONCURRENCY": PROCESSES}
        server = Server(Path(folder), build(broken), settings=settings)
        books, writers, _ = _played(
            server, database, size, lambda writers: _restarted(cluster, writers, size)
        )
    felt = writers.told.felt
    line = f"{size.ends} restarts of PostgreSQL, {_told(books, writers)}, felt for {felt:.2f} s"
    return line, _right(books, writers), felt


def _told(books: Books, writers: Writers) -> str:
    return f"{writers.clients} clients, {books}, {writers.told.contradicted} contradicted"


def _right(books: Books, writers: Writers) -> bool:
    return books.right and not writers.told.contradicted


def _played(
    server: Server, database: str, size: Size, ends: Callable[[Writers], Awaitable[float | None]]
) -> tuple[Books, Writers, float]:
    """What came of all entries, what was told, and what `ends` said, which is done meanwhile."""
    key = secret_key(server.instance)
    seasons = laid_out(database, key, size.tables, size.games)
    server.start()
    writers = Writers(server.port, seasons)

    async def play() -> float | None:
        await writers.sit_down()
        async with asyncio.TaskGroup() as under_way:
            under_way.create_task(writers.write())
            return await ends(writers)

    try:
        slowest = asyncio.run(play())
    finally:
        server.stop()
    return audited(database, key, seasons, writers.told.acknowledged), writers, slowest or 0


async def _killed(server: Server, writers: Writers, size: Size) -> float:
    """The server died while all was entered; the longest that no answer came then, s."""
    chance, slowest, said = random.Random(1), 0.0, writers.told.moments
    each = writers.entries // (size.ends + 1)
    for number in range(size.ends):
        await writers.until(number * each + chance.randint(each // 2, each))
        server.kill()
        died, had = time.perf_counter(), len(said)
        await asyncio.to_thread(server.start)
        await writers.until(had + 1)
        slowest = max(slowest, said[had] - died)
    return slowest


async def _restarted(cluster: Cluster, writers: Writers, size: Size) -> None:
    """Entries went on through so many restarts, and as long again after the last of them."""
    said = writers.told.moments
    for number in range(size.ends):
        await writers.until(len(said) + size.between)
        await asyncio.to_thread(cluster.stop, MODES[number % len(MODES)])
        await asyncio.to_thread(cluster.start)
    await writers.until(len(said) + size.between)
    writers.stopped = True
