"""2,000 connections that begin a request and never end it.

Passes where none of 150 ordinary requests fails meanwhile: each is answered with 200 within 10 s.
"""

import asyncio
import itertools
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.browser.server import Server
from tests.drills import wire
from tests.drills.crowd import Seated, seated
from tests.drills.outcome import Outcome, run

BROKEN = ("sync_worker",)
BEGUN = (
    b"",
    b"GET /jo",
    b"GET /join HTTP/1.1\r\nHost: drill\r\n",
    b"POST /join HTTP/1.1\r\nHost: drill\r\nContent-Length: 100\r\n\r\ncode=",
)
"""How far the requests came: nobody spoke, in the first line, in the head, in the body."""
AT_ONCE = 15  # ordinary requests


@dataclass(frozen=True)
class Size:
    """How many requests are never ended, how many are ordinary, of how many tables.

    Whoever is not answered within `patience` s is taken for not answered at all.
    """

    half_open: int
    ordinary: int
    tables: int
    patience: float


FULL, SMALL = Size(2_000, 150, 10, 10), Size(100, 15, 1, 6)


@dataclass(frozen=True)
class Asked:
    """An ordinary request of a phone."""

    method: str
    address: str
    keys: dict[str, str]
    form: dict[str, object]


class Line:
    """A connection on which a request was begun; where the server closes it, the next one is."""

    def __init__(self, port: int, begun: bytes) -> None:
        self._port, self._begun = port, begun
        self.opened = 0

    async def open(self) -> None:
        """It is open, and the request has begun."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(self._begun)
        self.opened += 1

    async def hold(self) -> None:
        """It stays open until this is cancelled."""
        try:
            while True:
                with suppress(ConnectionError):
                    await self._reader.read()
                self._writer.close()
                await self.open()
        finally:
            self._writer.close()


def drill(*, small: bool, broken: str | None) -> Outcome:
    size = SMALL if small else FULL
    with tempfile.TemporaryDirectory() as folder:
        tables = seated(Path(folder), size.tables)
        options = ["--worker-class", "sync"] if broken else []
        server = Server(Path(folder), options=options)
        server.start()
        try:
            return asyncio.run(_drill(server.port, tables, size))
        finally:
            server.kill()  # a worker that waits for one of them ends in no other way


async def _drill(port: int, tables: list[Seated], size: Size) -> Outcome:
    asked = await _ordinary(port, tables, size.ordinary)
    slots = asyncio.Semaphore(AT_ONCE)

    async def took(one: Asked) -> float | None:
        async with slots:
            return await _took(port, one, size.patience)

    lines = [Line(port, BEGUN[number % len(BEGUN)]) for number in range(size.half_open)]
    await asyncio.gather(*(line.open() for line in lines))
    holding = [asyncio.create_task(line.hold()) for line in lines]
    times = await asyncio.gather(*map(took, asked))
    for each in holding:
        each.cancel()
    await asyncio.wait(holding)
    failed = times.count(None)
    slowest = max((each for each in times if each is not None), default=0)
    again = sum(line.opened - 1 for line in lines)
    line = (
        f"half_open: {size.half_open:,} half-open, {again:,} times opened again, {failed} of "
        f"{len(times)} ordinary requests failed, slowest {slowest:.2f} s"
    )
    return Outcome(line, not failed)


async def _ordinary(port: int, tables: list[Seated], many: int) -> list[Asked]:
    """So many requests of all phones in turn: their start page, their board, and an entry."""
    keys = {
        secret: (await wire.keys(port, table.address, secret))[0]
        for table in tables
        for secret in table.phones
    }
    asked: list[Asked] = []
    for cards in itertools.count():
        for table in tables:
            for seat, secret in enumerate(table.phones):
                facts = {"kind": "hand-corrected", "player": seat, "cards": cards, "seen": 0}
                entry = {**facts, "id": f"{len(asked):032x}"}
                asked.append(Asked("GET", "/", keys[secret], {}))
                asked.append(Asked("GET", table.address, keys[secret], {}))
                asked.append(Asked("POST", f"{table.address}entries", keys[secret], entry))
                if len(asked) >= many:
                    return asked[:many]
    raise AssertionError


async def _took(port: int, one: Asked, patience: float) -> float | None:
    """How long the answer took, s; None where it failed."""
    began = time.perf_counter()
    try:
        async with asyncio.timeout(patience):
            status, _, _ = await wire.request(port, one.method, one.address, one.keys, one.form)
    except (OSError, TimeoutError):
        return None
    return time.perf_counter() - began if status == 200 else None


if __name__ == "__main__":
    run(drill, BROKEN)
