"""Taps a second beside a bare Flask route, under the same server settings in the same run."""

import asyncio
import itertools
import secrets
import statistics
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.engine.entry import Facts
from tests.benchmarks.bare import BARE
from tests.benchmarks.figures import Figure, Section, machine, timed
from tests.benchmarks.stock import PLAYED, SECRET, lay_out
from tests.drills.live import percentile
from tests.drills.wire import entry_request, keys, read_answer
from tests.support.live_server import Server

ROUNDS, SLICE = 3, 2.5  # slices of each kind, s
CONNECTIONS = (1, 4, 16, 64)
GAMES, TAPS = 800, 20  # at most so many games, each with so many taps from its first entry on
HELLO = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

Scripts = Iterator[Iterable[bytes]]
"""What one connection sends in this order; having sent it, it takes the next script."""


def section(folder: Path) -> Section:
    boards = lay_out(folder, GAMES)
    figures: list[Figure] = []
    with Server(folder) as ours, Server(folder / "bare", BARE) as bare:
        said, _ = asyncio.run(keys(ours.port, boards[0], SECRET))
        said |= {"Accept-Encoding": "gzip, deflate, br", "HX-Target": "main"}

        def tap(board: str, place: int, facts: Facts) -> bytes:
            form = {**facts, "seen": place, "id": secrets.token_hex(16)}
            return entry_request(f"{board}entries", said, form, keeps=True)

        entered = [*enumerate(PLAYED[:TAPS])]
        taps = ([tap(board, *each) for each in entered] for board in boards)
        hello = itertools.repeat([HELLO] * 100)
        _slice(ours, taps, 1, 0.5)
        _slice(bare, hello, 1, 0.5)
        for connections in CONNECTIONS:
            pairs = [
                (_slice(bare, hello, connections), _slice(ours, taps, connections))
                for _ in range(ROUNDS)
            ]
            figures += _compared(connections, pairs)
    runs = (
        f"median of {ROUNDS} alternating slices of {SLICE} s; taps are entries with token, written"
        f" and fsynced, answered by the compressed fragment; new games, {TAPS} entries each;"
        " client: one process, keep-alive"
    )
    return Section("Requests per second", runs, figures, machine())


Slice = tuple[float, list[float]]
"""Answers a second, and how long each took (s)."""


def _slice(server: Server, scripts: Scripts, connections: int, limit: float = SLICE) -> Slice:
    return asyncio.run(_rush(server.port, scripts, connections, limit))


async def _rush(port: int, scripts: Scripts, connections: int, limit: float) -> Slice:
    """Requests over so many connections for `limit` seconds, each sent when the last is answered.

    Answers a second, and how long each took.
    """
    times: list[float] = []
    lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(connections)]
    began = time.perf_counter()

    async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for asked in itertools.chain.from_iterable(scripts):
            sent = time.perf_counter()
            writer.write(asked)
            head, body = await read_answer(reader)
            assert head.split(b" ", 2)[1] == b"200", body[:200]
            times.append(time.perf_counter() - sent)
            if time.perf_counter() - began > limit:
                break
        writer.close()

    await asyncio.gather(*(ask(*line) for line in lines))
    return len(times) / (time.perf_counter() - began), times


def _compared(connections: int, pairs: list[tuple[Slice, Slice]]) -> Iterator[Figure]:
    at = f"{connections} connection{'s' if connections > 1 else ''}"
    slices = [*zip(*pairs, strict=True)]
    bare, tap = (statistics.median(rate for rate, _ in each) for each in slices)
    yield Figure(f"{at}: bare route", bare, "req/s")
    yield Figure(f"{at}: tap", tap, "req/s", against=bare, beside="bare")
    times = [time for _, taken in slices[1] for time in taken]
    yield timed(f"{at}: answer to a tap", times)
    mean, late = 1000 * statistics.mean(times), 1000 * percentile(times, 0.99)
    yield Figure(f"{at}: 99 of 100 answers within", late, "ms", against=mean, beside="mean")
