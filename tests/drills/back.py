"""The server killed with 4,000 phones connected, and started again at once.

Passes where 99 % of them hear of their table again within 10 s of the kill. They come back as
static/live.js does: at random within a time that doubles, asking for the board meanwhile.
"""

import asyncio
import math
import random
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.browser.server import Server
from tests.drills import wire
from tests.drills.crowd import Seated, seated
from tests.drills.live import AT_ONCE, percentile
from tests.drills.outcome import Outcome, run

BROKEN = ("narrow", "once")
SHARE, SLOWEST = 0.99, 10.0  # of all phones; s from the kill
POLL = 3.0  # s between two boards that are asked for while there is no stream
FIRST = 30  # s more for the first of them, who waits for the server itself
LOOK = 0.05  # s between two looks at who is back


@dataclass(frozen=True)
class Size:
    """How many tables of four there are.

    A phone waits up to `base` s before it comes back, after more failures up to `cap`. Where nobody
    else has come for `patience` s, all that are missing are taken for lost.
    """

    tables: int
    base: float
    cap: float
    patience: float


FULL, SMALL = Size(1_000, 3, 30, 20), Size(10, 0.3, 1, 6)


class Phone:
    """A phone that keeps a stream open; `heard` is when that began to tell of its table."""

    def __init__(self, port: int, address: str, secret: str, seen: str, size: Size) -> None:
        self._port, self._secret, self._size = port, secret, size
        self._stream = f"{address}live?seen={seen}"
        self._board = f"{address}live/board"
        self._chance = random.Random(secret)
        self._failures = 0
        self._begins = True
        self.heard = -math.inf

    async def listen(self, gives_up: bool) -> None:
        """It hears of its table until this is cancelled, or it `gives_up` where nobody answers."""
        polling: asyncio.Task[None] | None = None
        while True:
            await self._hear()
            self._failures += 1
            if self._failures > 1:
                if gives_up:
                    return
                if polling is None or polling.done():
                    polling = asyncio.create_task(self._poll())
            longest = min(self._size.cap, self._size.base * 2 ** (self._failures - 1))
            await asyncio.sleep(self._chance.random() * longest)

    async def _hear(self) -> None:
        """The stream is over, or there was none."""
        loop, self._begins = asyncio.get_running_loop(), True
        with suppress(OSError):
            _, stream = await loop.create_connection(
                lambda: wire.Stream(self._stream, self._secret, self._hears),
                "127.0.0.1",
                self._port,
            )
            await stream.opened
            await stream.closed.wait()

    def _hears(self, name: bytes, event: bytes) -> None:
        self._failures = 0
        if self._begins:
            self.heard, self._begins = time.perf_counter(), False

    async def _poll(self) -> None:
        while self._failures > 1:
            with suppress(OSError, ValueError, IndexError):
                cookie = {"Cookie": f"phone={self._secret}"}
                await wire.request(self._port, "GET", self._board, cookie, {})
            await asyncio.sleep(POLL)


def drill(*, small: bool, broken: str | None) -> Outcome:
    size = SMALL if small else FULL
    with tempfile.TemporaryDirectory() as folder:
        tables = seated(Path(folder), size.tables)
        server = Server(Path(folder))
        server.start()
        try:
            took = asyncio.run(_killed(server, tables, size, broken))
        finally:
            server.kill()
    back = sum(map(math.isfinite, took))
    slowest = percentile(took, SHARE)
    line = f"back: {back:,} of {len(took):,} phones back, 99 % within {slowest:.1f} s of the kill"
    return Outcome(line, back == len(took) if small else slowest <= SLOWEST)


async def _killed(
    server: Server, tables: list[Seated], size: Size, broken: str | None
) -> list[float]:
    """After how many seconds each phone has heard of its table again; infinite where it has not."""
    phones = []
    for table in tables:
        _, seen = await wire.keys(server.port, table.address, table.phones[0])
        phones += [Phone(server.port, table.address, secret, seen, size) for secret in table.phones]
    listening = []
    for some in range(0, len(phones), AT_ONCE):
        these = phones[some : some + AT_ONCE]
        listening += [asyncio.create_task(each.listen(broken == "once")) for each in these]
        await _come(these, 0, listening, size.patience)
    if broken == "narrow":
        server.options = ["--worker-connections", str(len(phones) // 2)]
    killed = time.perf_counter()
    server.kill()
    await asyncio.to_thread(server.launch)
    await _come(phones, killed, listening, size.patience)
    for each in listening:
        each.cancel()
    await asyncio.wait(listening)
    return [each.heard - killed if each.heard > killed else math.inf for each in phones]


async def _come(
    phones: list[Phone], since: float, listening: list[asyncio.Task[None]], patience: float
) -> None:
    """All of these have heard of their table since then, or no more of them will."""
    there, last = 0, time.perf_counter() + FIRST
    while there < len(phones) and not all(each.done() for each in listening):
        await asyncio.sleep(LOOK)
        now, before = time.perf_counter(), there
        there = sum(each.heard > since for each in phones)
        if there > before:
            last = now
        elif now - last > patience:
            return


if __name__ == "__main__":
    run(drill, BROKEN)
