"""kill -9 twenty times under 24 writing clients.

Passes where at least 20,000 entries were acknowledged, each of them is in the log once and at the
place that was said, no log has a gap, and the server answers again within 2 s of each kill.
"""

import asyncio
import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from companion.operations.settings import database_url, secret_key
from tests.browser.server import Server
from tests.drills.broken import build
from tests.drills.outcome import Outcome, run
from tests.drills.season import audited, laid_out
from tests.drills.writers import Writers

BROKEN = ("early", "forgetful")
SLOWEST = 2.0  # s from a kill to the next answer


@dataclass(frozen=True)
class Size:
    """How many tables of four clients play how many games, and how often the server dies."""

    tables: int
    games: int
    kills: int
    least: int


FULL, SMALL = Size(6, 35, 20, 20_000), Size(3, 1, 2, 250)


def drill(*, small: bool, broken: str | None) -> Outcome:
    size = SMALL if small else FULL
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        database, key = database_url(instance), secret_key(instance)
        seasons = laid_out(database, key, size.tables, size.games)
        server = Server(instance, build(broken))
        server.start()
        writers = Writers(server.port, seasons)
        try:
            slowest = asyncio.run(_killed(server, writers, size))
        finally:
            server.stop()
        books = audited(database, key, seasons, writers.told.acknowledged)
    line = (
        f"killed: {size.kills} kills under {writers.clients} clients, {books}, "
        f"{writers.told.contradicted} contradicted, back in at most {slowest:.2f} s"
    )
    right = books.right and not writers.told.contradicted and books.acknowledged >= size.least
    return Outcome(line, right and (small or slowest <= SLOWEST))


async def _killed(server: Server, writers: Writers, size: Size) -> float:
    """All is entered, and the server died meanwhile; the longest that no answer came then, s."""
    await writers.sit_down()
    chance, slowest = random.Random(1), 0.0
    said = writers.told.moments
    each = writers.entries // (size.kills + 1)
    async with asyncio.TaskGroup() as under_way:
        under_way.create_task(writers.write())
        for number in range(size.kills):
            await writers.until(number * each + chance.randint(each // 2, each))
            server.kill()
            died, had = time.perf_counter(), len(said)
            await asyncio.to_thread(server.start)
            await writers.until(had + 1)
            slowest = max(slowest, said[had] - died)
    return slowest


if __name__ == "__main__":
    run(drill, BROKEN)
