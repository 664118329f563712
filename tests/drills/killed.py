"""The server killed twenty times under 24 writing clients, and its database six times.

The server dies by kill -9, on SQLite. PostgreSQL is restarted, as if it had crashed too.
"""

import asyncio
import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from companion.operations.keys import secret_key
from companion.operations.settings import database_url
from tests.drills.broken import build
from tests.drills.outcome import Outcome
from tests.drills.season import audited, laid_out
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
    tried: list[Outcome] = []
    if broken != ASYNCHRONOUS:
        tried.append(_plays(server, broken, small))
    if broken == ASYNCHRONOUS or (broken is None and tried[0].passed):
        with Cluster(durable=True) as cluster:
            tried.append(_plays(database, broken, small, cluster))
    return Outcome("; ".join(each.line for each in tried), all(each.passed for each in tried))


def _plays(size: Size, broken: str | None, small: bool, cluster: Cluster | None = None) -> Outcome:
    """What came of all entries, while the server dies, or this PostgreSQL under it."""
    with tempfile.TemporaryDirectory() as folder:
        database = cluster.create("companion") if cluster else database_url(Path(folder))
        settings = {"DATABASE_URL": database, "WEB_CONCURRENCY": PROCESSES} if cluster else {}
        key = secret_key(Path(folder))
        server = Server(Path(folder), build(broken), settings=settings)
        seasons = laid_out(database, key, size.tables, size.games)
        server.start()
        writers = Writers(server.port, seasons)

        async def play() -> float:
            await writers.sit_down()
            async with asyncio.TaskGroup() as under_way:
                under_way.create_task(writers.write())
                if not cluster:
                    return await _killed(server, writers, size)
                await _restarted(cluster, writers, size)
            return writers.told.felt

        try:
            slowest = asyncio.run(play())
        finally:
            server.stop()
        told = writers.told
        books = audited(database, key, seasons, told.acknowledged)
    ends, felt = ("restarts of PostgreSQL", "felt for") if cluster else ("kills", "back in")
    line = f"{size.ends} {ends} under {writers.clients} clients, {books}, "
    line += f"{told.contradicted} contradicted, {felt} at most {slowest:.2f} s"
    right = books.right and not told.contradicted and books.acknowledged >= size.least
    return Outcome(line, right and (small or slowest <= SLOWEST))


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
