"""PostgreSQL restarted six times under load, in good order and as if it had crashed.

Passes where each acknowledged entry is in the log once and at the place that was said, and nobody
who asked again and again waited longer than 2 s for an acknowledgement.
"""

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

from companion.operations.settings import secret_key
from tests.browser.server import Server
from tests.drills.broken import build
from tests.drills.outcome import Outcome, run
from tests.drills.season import audited, laid_out
from tests.drills.writers import Writers
from tests.postgres import Cluster

BROKEN = ("asynchronous",)
PROCESSES = "2"
MODES = ("immediate", "fast")
LONGEST = 2.0  # s that an acknowledgement may take


@dataclass(frozen=True)
class Size:
    """How many tables of four clients there are, how often PostgreSQL ends, and after how many."""

    tables: int
    games: int
    restarts: int
    between: int


FULL, SMALL = Size(6, 10, 6, 300), Size(3, 3, 2, 60)


def drill(*, small: bool, broken: str | None) -> Outcome:
    size = SMALL if small else FULL
    with tempfile.TemporaryDirectory() as folder, Cluster(durable=True) as cluster:
        instance, database = Path(folder), cluster.create("companion")
        key = secret_key(instance)
        seasons = laid_out(database, key, size.tables, size.games)
        settings = {"DATABASE_URL": database, "WEB_CONCURRENCY": PROCESSES}
        server = Server(instance, build(broken), settings=settings)
        server.start()
        writers = Writers(server.port, seasons)
        try:
            asyncio.run(_restarted(cluster, writers, size))
        finally:
            server.stop()
        books = audited(database, key, seasons, writers.told.acknowledged)
    told = writers.told
    line = (
        f"restarted: {size.restarts} restarts under {writers.clients} clients, {books}, "
        f"{told.contradicted} contradicted, felt for at most {told.felt:.2f} s"
    )
    right = books.right and not told.contradicted
    return Outcome(line, right and (small or told.felt <= LONGEST))


async def _restarted(cluster: Cluster, writers: Writers, size: Size) -> None:
    """Entries went on through so many restarts, and as long again after the last of them."""
    await writers.sit_down()
    said = writers.told.moments
    async with asyncio.TaskGroup() as under_way:
        under_way.create_task(writers.write())
        for number in range(size.restarts):
            await writers.until(len(said) + size.between)
            await asyncio.to_thread(cluster.stop, MODES[number % len(MODES)])
            await asyncio.to_thread(cluster.start)
        await writers.until(len(said) + size.between)
        writers.stopped = True


if __name__ == "__main__":
    run(drill, BROKEN)
