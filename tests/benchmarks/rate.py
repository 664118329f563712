"""Taps a second beside a bare Flask route, under the same server settings in the same run."""

import itertools
import statistics
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.benchmarks import logs, wire
from tests.benchmarks.figures import Figure, Section, fsync, machine, percentile, timed
from tests.benchmarks.served import BARE, Served, companion
from tests.benchmarks.stock import Caller, Stock

ROUNDS, SLICE = 3, 2.5  # slices of each kind, s
CONNECTIONS = (1, 4, 16, 64)
GAMES, TAPS = 800, 20  # at most so many games, each with so many taps from its first entry on


def section(folder: Path) -> Section:
    stock = Stock.within(folder)
    games = [stock.game() for _ in range(GAMES)]
    stock.close()
    figures: list[Figure] = [fsync(folder)]
    with Served(companion(folder)) as served, Served(BARE) as bare:
        caller = Caller.on(served.port, stock.secret, games[0])
        facts = logs.entries(TAPS)
        taps = (
            [caller.tap(game, said, place) for place, said in enumerate(facts)] for game in games
        )
        hello = itertools.repeat([wire.get("/")] * 100)
        _slice(served, taps, 1, 0.5)
        _slice(bare, hello, 1, 0.5)
        for connections in CONNECTIONS:
            pairs = [
                (_slice(bare, hello, connections), _slice(served, taps, connections))
                for _ in range(ROUNDS)
            ]
            figures += _compared(connections, pairs)
    runs = (
        f"median of {ROUNDS} alternating slices of {SLICE} s; taps are entries with token, written"
        f" and fsynced, answered by the compressed fragment; new games, {TAPS} entries each;"
        " client: one process, keep-alive"
    )
    return Section("Requests per second", runs, figures, machine())


Slice = tuple[wire.Rush, float]  # and its CPU seconds per request


def _slice(
    served: Served, scripts: Iterator[Iterable[bytes]], connections: int, limit: float = SLICE
) -> Slice:
    before = served.cpu
    rush = wire.rush(served.port, scripts, connections, limit)
    return rush, (served.cpu - before) / len(rush.times)


def _compared(connections: int, pairs: list[tuple[Slice, Slice]]) -> Iterator[Figure]:
    at = f"{connections} connection{'s' if connections > 1 else ''}"
    bare, tap = (
        statistics.median(rush.rate for rush, _ in slices) for slices in zip(*pairs, strict=True)
    )
    yield Figure(f"{at}: bare route", bare, "req/s")
    yield Figure(f"{at}: tap", tap, "req/s", against=bare, beside="bare")
    bare, tap = (
        1000 * statistics.median(cpu for _, cpu in slices) for slices in zip(*pairs, strict=True)
    )
    yield Figure(f"{at}: CPU of the worker, bare route", bare, "ms/req")
    yield Figure(f"{at}: CPU of the worker, tap", tap, "ms/req", against=bare, beside="bare")
    times = [time for _, (rush, _) in pairs for time in rush.times]
    yield timed(f"{at}: answer to a tap", times)
    mean, late = 1000 * statistics.mean(times), 1000 * percentile(times, 99)
    yield Figure(f"{at}: 99 of 100 answers within", late, "ms", against=mean, beside="mean")
