"""A disk of 4 MB fills up under writing clients, and is made room on again.

Passes where each acknowledged entry is in the log once and at the place that was said, what cannot
be written is answered with 503 and when to ask again, boards are shown all the while, also by a
server that starts on the full disk, and entries go in again within 5 s of there being room.
"""

import asyncio
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from companion.operations.settings import database_url, secret_key
from tests.drills import wire
from tests.drills.broken import build
from tests.drills.disk import Disk, NoDisk, mounted
from tests.drills.outcome import Outcome, run
from tests.drills.season import Season, audited, laid_out
from tests.drills.writers import LOOK, Writers
from tests.support.live_server import Server

BROKEN = ("early", "sulking")
DISK = 4_000_000  # bytes
ROOM = 1_000_000  # bytes that are made free again
ENTRIES = 10  # that go in between; each takes some pages of the log
GAMES = 5
HEALED = 5.0  # s from room to the next entry
PATIENCE = 8  # s until a disk is taken for full, or a server for one that does not heal
CLEAR = {"503"}


@dataclass
class Seen:
    """What was seen of a server whose disk was full."""

    times: int = 0
    asked: int = 0
    shown: int = 0
    """Pages that were asked for, and that came."""
    healed: float = 0
    """The longest from room on the disk to the next entry, s."""
    whole: bool = False
    """Whether it healed each time."""


def drill(*, small: bool, broken: str | None) -> Outcome:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as mounting:
        try:
            with mounted(Path(mounting), DISK) as disk:
                return _drill(Path(folder), disk, small, broken)
        except NoDisk as error:
            return Outcome(f"full: needs unshare and a disk of its own: {error}", False)


def _drill(aside: Path, disk: Disk, small: bool, broken: str | None) -> Outcome:
    """SQLite itself only works on the disk from within, so files are carried there and back."""
    database, key = database_url(aside), secret_key(aside)
    seasons = laid_out(database, key, 2 if small else 6, GAMES)
    shutil.copytree(aside, disk.inside, dirs_exist_ok=True)
    server = Server(disk.folder, build(broken), under=disk.under)
    server.start()
    writers = Writers(server.port, seasons)
    try:
        seen = asyncio.run(_filled(server, disk, writers, seasons))
    finally:
        server.stop()
    for file in disk.inside.glob("companion.sqlite3*"):
        shutil.copy(file, aside)
    books, told = audited(database, key, seasons, writers.told.acknowledged), writers.told
    instead = {said for said in told.unanswered if said[0].isdigit()}
    line = (
        f"full: {seen.times} times under {writers.clients} clients, {books}, "
        f"{told.contradicted} contradicted, answered with {' and '.join(sorted(instead))}, "
        f"{seen.shown} of {seen.asked} pages shown, healed within {seen.healed:.2f} s"
    )
    right = books.right and not told.contradicted and instead == CLEAR
    went_on = seen.whole and seen.shown == seen.asked
    return Outcome(line, right and went_on and (small or seen.healed <= HEALED))


async def _filled(server: Server, disk: Disk, writers: Writers, seasons: list[Season]) -> Seen:
    """The disk was full for a server that runs, one that was killed, and one that ended."""
    seen, told = Seen(), writers.told
    await writers.sit_down()
    writing = asyncio.create_task(writers.write())
    try:
        async with asyncio.timeout(6 * PATIENCE):
            await writers.until(ENTRIES)
        for ends in (None, server.kill, server.stop):
            disk.fill()
            refused = told.unanswered.total()
            async with asyncio.timeout(PATIENCE):
                while told.unanswered.total() == refused:
                    await asyncio.sleep(LOOK)
            if ends:
                await asyncio.to_thread(ends)
                await asyncio.to_thread(server.launch)
            seen.times += 1
            await _looks(server, seasons, seen)
            disk.relieve(ROOM)
            relieved, had = time.perf_counter(), len(told.moments)
            async with asyncio.timeout(PATIENCE):
                await writers.until(had + ENTRIES)
            seen.healed = max(seen.healed, told.moments[had] - relieved)
        writers.stopped = True
        async with asyncio.timeout(PATIENCE):
            await writing
        seen.whole = True
    except TimeoutError:
        writing.cancel()
    return seen


async def _looks(server: Server, seasons: list[Season], seen: Seen) -> None:
    """Everybody has asked for the start page and for the board."""
    for season in seasons:
        for secrets in season.phones:
            for address in ("/", season.address(season.games[0])):
                seen.asked += 1
                async with asyncio.timeout(PATIENCE):
                    cookie = {"Cookie": f"phone={secrets[0]}"}
                    status, _, _ = await wire.request(server.port, "GET", address, cookie, {})
                seen.shown += status == 200


if __name__ == "__main__":
    run(drill, BROKEN)
