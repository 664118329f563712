"""The disk vanishes under 24 writing clients, and its copy elsewhere is put back.

Litestream copies the database once a second, as deploy/litestream.yml says. Passes where at least
20,000 entries were acknowledged, and each of them is in the log once after what was copied is
restored, the phones have given back what they remember, and all have entered the rest.
"""

import asyncio
import secrets
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from companion.operations import backup, restore
from companion.operations.settings import database_url
from companion.store import connections
from tests.deploy.litestream import Litestream
from tests.drills.outcome import Outcome, run
from tests.drills.season import Acknowledged, Season, audited, laid_out
from tests.drills.writers import Count, Writers
from tests.support.live_server import Server

BROKEN = ("unreplicated", "forgotten")
LAST = 50  # entries of which no copy is made any more, at least


@dataclass(frozen=True)
class Size:
    """How many tables of four clients play how many games, and when the disk goes, in entries."""

    tables: int
    games: int
    least: int


FULL, SMALL = Size(6, 35, 20_000), Size(3, 2, 500)


def drill(*, small: bool, broken: str | None) -> Outcome:
    size = SMALL if small else FULL
    with tempfile.TemporaryDirectory() as made:
        folder, key = Path(made), secrets.token_hex(32)
        disk = folder / "disk"
        disk.mkdir()
        seasons = laid_out(database_url(disk), key, size.tables, size.games)
        litestream = Litestream(disk, folder / "elsewhere")
        server = Server(disk, settings={"SECRET_KEY": key})
        writers = Writers(server.port, seasons)
        with ExitStack() as running:
            running.callback(server.kill)
            copying = None
            if broken != "unreplicated":
                copying = running.enter_context(litestream.replicating())
            server.start()
            asyncio.run(_burn(writers, size.least, disk, copying))
        said = list(writers.told.acknowledged)
        if not _restore(litestream, disk):
            return Outcome(f"burnt: {len(said):,} acknowledged, and nothing to restore", False)
        server.start()
        try:
            given = asyncio.run(_come_back(writers, seasons, said, broken == "forgotten"))
        finally:
            server.stop()
        acknowledged = writers.told.acknowledged
        books = audited(database_url(disk), key, seasons, acknowledged, placed=False)
    line = (
        f"burnt: the disk gone under {writers.clients} clients, {books}, "
        f"{given:,} given back by phones, {writers.told.contradicted} contradicted"
    )
    right = books.right and not writers.told.contradicted
    return Outcome(line, right and len(said) >= size.least)


async def _burn(
    writers: Writers, least: int, disk: Path, copying: subprocess.Popen[bytes] | None
) -> None:
    """So many entries are acknowledged, and the disk is gone while more are under way.

    Nothing is copied of the last ones, as if the network had gone a moment before.
    """
    await writers.sit_down()
    writing = asyncio.create_task(writers.write())
    await writers.until(least - LAST)
    if copying:
        copying.kill()
    await writers.until(least)
    ashes = disk.with_name("ashes")
    disk.rename(ashes)
    shutil.rmtree(ashes, ignore_errors=True)  # whoever has a file of it open may write on for now
    writing.cancel()
    await asyncio.wait([writing])


def _restore(litestream: Litestream, disk: Path) -> bool:
    """What was copied is the database on a new disk, as the docs say it; whether there was any."""
    disk.mkdir()
    copy, file = disk / "copy.sqlite3", disk / "copy.backup"
    if not litestream.restore(copy):
        return False
    backup.back_up(connections.address(connections.in_file(copy)), file)
    restore.restore(file, connections.address(database_url(disk)), disk)
    return True


async def _come_back(
    writers: Writers, seasons: Sequence[Season], said: Sequence[Acknowledged], forget: bool
) -> int:
    """All phones have their pages anew, and enter to the end; how many entries they gave back."""
    await writers.sit_down()
    given = 0 if forget else await _give_back(writers, seasons, said)
    await writers.write()
    return given


async def _give_back(
    writers: Writers, seasons: Sequence[Season], said: Sequence[Acknowledged]
) -> int:
    """What was acknowledged and is not there any more is entered again, as static/lost.js does.

    Each goes in under its old id, as soon as all before it in its log are there.
    """
    remembered = defaultdict[str, list[Acknowledged]](list)
    for entry in sorted(said, key=lambda entry: entry.place):
        remembered[entry.game].append(entry)
    given = 0
    for season in seasons:
        for game in season.games:
            counts = [Count(season, game, each.seat, each.cards) for each in remembered[game]]
            unknown = set[str]()
            for seat in range(len(season.phones)):
                if ids := [count.id for count in counts if count.seat == seat]:
                    unknown |= await writers.find_unknown(season, game, seat, ids)
            reached = len(counts) - len(unknown)
            for count in counts:
                if count.id in unknown:
                    reached = await writers.ask(count, reached)
                    given += 1
    return given


if __name__ == "__main__":
    run(drill, BROKEN)
