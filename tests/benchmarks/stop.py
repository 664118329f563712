"""How long a server takes to end in good order, in the middle of an evening."""

import asyncio
from pathlib import Path

from tests.benchmarks.figures import Figure, Section, machine
from tests.drills.crowd import seated
from tests.support.live_server import Server
from tests.support.server_stop import stopped

TABLES = 50
BUDGET = 2.0  # s


def section(folder: Path) -> Section:
    tables = seated(folder, TABLES)
    server = Server(folder)
    server.start()
    evening = asyncio.run(stopped(server, tables, before=200))
    figures = [
        Figure("from SIGTERM to the end", evening.took, "s", against=BUDGET, beside="budget"),
        Figure("entries answered before and meanwhile", evening.entered, ""),
        Figure("answers that were cut", len(evening.spoilt), ""),
    ]
    runs = f"1 run, {evening.open} open streams, {TABLES} phones that enter without a pause"
    return Section("Stopping", runs, figures, machine())
