"""The order of system calls: what is acknowledged is on the disk (needs strace).

Passes where each acknowledgement is sent after a sync of the database's log has returned that came
after the entry was written there.
"""

import asyncio
import tempfile
from pathlib import Path

from companion.operations.settings import database_url, secret_key
from tests.browser.server import Server
from tests.drills import calls
from tests.drills.broken import build
from tests.drills.outcome import Outcome, run
from tests.drills.season import laid_out
from tests.drills.writers import Writers

BROKEN = ("early", "synchronous_normal", "synchronous_off")
LOG = "companion.sqlite3-wal"


def drill(*, small: bool, broken: str | None) -> Outcome:
    if not calls.is_there():
        return Outcome("synced: needs strace (on Debian: apt install strace)", False)
    with tempfile.TemporaryDirectory() as folder:
        instance, trace = Path(folder), Path(folder, "trace")
        database, key = database_url(instance), secret_key(instance)
        seasons = laid_out(database, key, tables=1 if small else 6, games=1 if small else 2)
        server = Server(instance, build(broken), under=calls.written_to(trace))
        server.start()
        writers = Writers(server.port, seasons)
        try:
            asyncio.run(_entered(writers))
        finally:
            server.stop()
        with trace.open(errors="replace") as lines:
            order = calls.order(calls.read(lines), LOG)
    told = len(writers.told.acknowledged)
    line = (
        f"synced: {told:,} acknowledged, {order.acknowledged:,} of them traced, "
        f"{order.synced:,} synced before"
    )
    return Outcome(line, told == writers.entries == order.acknowledged == order.synced)


async def _entered(writers: Writers) -> None:
    await writers.sit_down()
    await writers.write()


if __name__ == "__main__":
    run(drill, BROKEN)
