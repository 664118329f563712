"""An app under gunicorn as it is installed, and the CPU that it takes."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.live_server import Server

BARE = "tests.benchmarks.bare:create_app"


@contextmanager
def served(folder: Path, factory: str = "companion:create_app") -> Iterator[Server]:
    """The app that this makes answers, with its data in this folder.

    with served(folder) as ours, served(folder / "bare", BARE) as bare:
    """
    server = Server(folder, factory)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def cpu(server: Server) -> float:
    """Seconds of CPU that its workers have taken so far (Linux; else 0)."""
    ticks = 0
    for children in Path(f"/proc/{server.pid}/task").glob("*/children"):
        for worker in children.read_text().split():
            after_name = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
            ticks += int(after_name[11]) + int(after_name[12])  # utime, stime
    return ticks / os.sysconf("SC_CLK_TCK")
