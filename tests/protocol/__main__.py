"""`python -m tests.protocol`: the whole drill on one database, in one line of figures."""

import argparse
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.postgres import Cluster
from tests.protocol.drill import Drill


def main() -> int:
    """0 where nothing went wrong, else 1, after what did."""
    parser = argparse.ArgumentParser(prog="python -m tests.protocol", description=__doc__)
    parser.add_argument("--runs", type=int, default=3_000)
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    asked = parser.parse_args()
    began = time.monotonic()
    with _database(asked.database) as url:
        drill = Drill(url)
        try:
            drill.run(asked.runs, asked.steps)
            verdict = "nothing went wrong"
        except AssertionError:
            traceback.print_exc()
            verdict = "WRONG"
        seconds = time.monotonic() - began
        print(f"protocol on {asked.database}: {drill.line}, {seconds:.0f} s: {verdict}")
    return int(verdict == "WRONG")


@contextmanager
def _database(name: str) -> Iterator[str]:
    if name == "postgresql":
        with Cluster() as cluster:
            yield cluster.create("protocol")
        return
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield f"sqlite:///{folder}/companion.sqlite3"


sys.exit(main())
