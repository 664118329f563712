"""Three phones over a bad network, in thousands of evenings: `python -m tests.drills.protocol`.

Passes where nothing goes wrong in 3,000 runs of 80 steps on SQLite and as many on PostgreSQL, and
each bug that is planted in the machine (tests/protocol/bugs.py) is found. Small it is some runs;
a build is broken by one of those bugs.
"""

import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tests.drills.outcome import Outcome, run
from tests.postgres import Cluster
from tests.protocol.bugs import BUGS
from tests.protocol.drill import Drill

DATABASES = ("SQLite", "PostgreSQL")
CHUNK = 250  # runs of one seed, on a database of their own
ENOUGH = (100, 40)  # runs of a seed, and steps, at the most in which a bug has to be found
SEEDS = (4, 1, 2, 3, 5, 6)
"""What one seed makes changes with the code: one alone may miss a rare bug. The first of them found
all when they were tried."""
SPAWN = get_context("spawn")
BROKEN = tuple(BUGS)


@dataclass(frozen=True)
class Size:
    """So many chunks on each database, of so many runs of so many steps."""

    chunks: int
    runs: int
    steps: int


FULL, SMALL = Size(3_000 // CHUNK, CHUNK, 80), Size(1, 10, 40)


def drill(*, small: bool, broken: str | None) -> Outcome:
    """So many evenings, and the bugs; or, where one is planted, the evenings until it is found."""
    if broken:
        found = finds(broken)
        return Outcome(f"protocol: {broken}: {'WRONG' if found else 'all right'}", not found)
    size, began = SMALL if small else FULL, time.monotonic()
    bugs = [] if small else list(BUGS)
    with databases(size.chunks) as urls, ProcessPoolExecutor(mp_context=SPAWN) as pool:
        played = [pool.submit(evenings, url, seed, size) for seed, url in urls]
        looked = [pool.submit(finds, bug) for bug in bugs]
        figures = sum((each.result()[0] for each in played), Counter[str]())
        wrong = [said for each in played if (said := each.result()[1])]
        found = [each.result() for each in looked]
    print(*wrong, sep="\n", end="", file=sys.stderr)
    said = [
        f"{figures['runs']:,} runs of {size.steps} steps on {' and '.join(DATABASES)}",
        f"{figures['entries']:,} entries, {len(wrong)} wrong",
        *([f"{sum(found)} of {len(found)} bugs found"] if found else []),
        f"{time.monotonic() - began:.0f} s",
    ]
    return Outcome(f"protocol: {', '.join(said)}", not wrong and all(found))


def evenings(url: str, seed: int, size: Size) -> tuple[Counter[str], str]:
    """The figures of a chunk of evenings on this database, and what went wrong; "" for nothing."""
    chunk = Drill(url, seed)
    try:
        chunk.run(size.runs, size.steps)
    except Exception as error:
        return chunk.figures, "".join(traceback.format_exception(error))
    return chunk.figures, ""


def finds(bug: str) -> bool:
    """Whether the machine finds this bug soon enough."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        drills = (Drill(f"sqlite:///{folder}/{seed}.sqlite3", seed) for seed in SEEDS)
        return any(drill.finds(bug, *ENOUGH) for drill in drills)


@contextmanager
def databases(chunks: int) -> Iterator[list[tuple[int, str]]]:
    """A seed and an empty database for each chunk: so many of SQLite, and as many of PostgreSQL."""
    with Cluster() as cluster, tempfile.TemporaryDirectory(dir=memory()) as folder:
        yield [
            (seed, url)
            for seed in range(1, chunks + 1)
            for url in (f"sqlite:///{folder}/{seed}.sqlite3", cluster.create(f"chunk_{seed}"))
        ]


def memory() -> Path | None:
    """Where files never reach a disk, if there is such a place: here it is not about that."""
    folder = Path("/dev/shm")
    return folder if folder.is_dir() else None


if __name__ == "__main__":
    run(drill, BROKEN)
