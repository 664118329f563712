"""1,000 tables of four phones, all live, and 100 entries a second: `python -m tests.drills.live`.

Passes where an answer and a push take at most 250 ms at the 99th percentile, a stream at most
25 KB of the server's memory, and every phone ends with the board of its log.
"""

import asyncio
import hashlib
import json
import math
import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.server import Server
from tests.drills import wire
from tests.drills.crowd import Seated, seated
from tests.drills.outcome import Outcome, run

SLOWEST = 0.250  # s, at the 99th percentile
LARGEST = 25_000  # bytes of memory for a stream
AT_ONCE = 200  # streams that are being opened
BROKEN = ("deaf",)
PLACE = re.compile(rb"^id: ?(\d+)", re.MULTILINE)


@dataclass(frozen=True)
class Size:
    """So many tables of four phones, and so many entries a second for so many seconds.

    For `rests` s nothing happens before the memory is measured, and before the end.
    """

    tables: int
    rate: int
    seconds: int
    rests: float


FULL, SMALL = Size(1000, 100, 30, 2), Size(10, 20, 2, 0)
LATEST = 3  # s for the last push to come
LOOK = 0.05  # s between two looks at what came


def drill(*, small: bool, broken: str | None) -> Outcome:
    """All phones end up alike; in full, in time and within the memory too."""
    size = SMALL if small else FULL
    factory = f"tests.drills.broken:{broken}" if broken else "companion:create_app"
    with tempfile.TemporaryDirectory() as folder:
        tables = seated(Path(folder), size.tables)
        server = Server(Path(folder), factory)
        server.start()
        try:
            seen = asyncio.run(watched(server, tables, size))
        finally:
            server.stop()
    passed = seen.alike == seen.streams and (small or seen.in_time)
    return Outcome(f"live: {seen}", passed)


@dataclass(frozen=True)
class Seen:
    """What came of it: times in s, memory in bytes a stream."""

    streams: int
    each: float
    entries: int
    a_second: float
    answers: Sequence[float]
    pushes: Sequence[float]
    alike: int

    @property
    def in_time(self) -> bool:
        slowest = max(percentile(times, 0.99) for times in (self.answers, self.pushes))
        return slowest <= SLOWEST and self.each <= LARGEST

    def __str__(self) -> str:
        return ", ".join(
            [
                f"{self.entries:,} entries, {self.a_second:.0f} a second",
                *(f"{name} {told(times)}" for name, times in self._times.items()),
                f"{self.each / 1000:.1f} KB a stream",
                f"{self.alike:,} of {self.streams:,} phones alike",
            ]
        )

    @property
    def _times(self) -> dict[str, Sequence[float]]:
        return {"answer": self.answers, "push": self.pushes}


def told(times: Sequence[float]) -> str:
    """The median of these times, the 99th percentile and the slowest, in ms."""
    figures = [f"{percentile(times, share) * 1000:.0f}" for share in (0.5, 0.99, 1)]
    return "{} ms (p99 {}, slowest {})".format(*figures)


@dataclass
class Phone:
    """What a phone has last seen: the place, the board, and when each place arrived."""

    place: int = 0
    board: str = ""
    arrived: dict[int, float] = field(default_factory=dict)

    def hears(self, name: bytes, event: bytes) -> None:
        if name != b"board":
            return
        now = time.perf_counter()
        said = PLACE.search(event)
        assert said
        place = int(said[1])
        for each in range(self.place + 1, place + 1):
            self.arrived[each] = now
        if place >= self.place:
            data = event.partition(b"data:")[2]
            shown = json.loads(data)["board"]
            self.place, self.board = place, hashlib.sha256(shown.encode()).hexdigest()


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def memory(pid: int) -> int:
    """Bytes that a process and its children have of their own and share, by the kernel's count."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    own = next(
        int(line.split()[1]) * 1024
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("VmRSS")
    )
    return own + sum(memory(int(child)) for child in children)


async def opened(port: int, tables: Sequence[Seated], seen: Sequence[str]) -> list[list[Phone]]:
    """Every phone of these tables with its stream open, and what its page had seen by then."""
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(table: Seated, secret: str, seen: str) -> Phone:
        phone = Phone()
        async with gate:
            _transport, stream = await loop.create_connection(
                lambda: wire.Stream(f"{table.address}live?seen={seen}", secret, phone.hears),
                "127.0.0.1",
                port,
            )
            assert await stream.opened == 200
        return phone

    async def four(table: Seated, seen: str) -> list[Phone]:
        return list(await asyncio.gather(*(one(table, secret, seen) for secret in table.phones)))

    return list(await asyncio.gather(*map(four, tables, seen)))


async def entered(
    port: int, table: Seated, headers: dict[str, str], place: int
) -> tuple[float, float]:
    """The card of this place is laid; when it was sent, and when answered."""
    facts = {"kind": "card-played", "card": 2 + place, "pile": "up-1", "seen": place - 1}
    form = {**facts, "id": hashlib.sha256(f"{table.game} {place}".encode()).hexdigest()[:32]}
    sent = time.perf_counter()
    status, _, body = await wire.request(port, "POST", f"{table.address}entries", headers, form)
    assert status == 200, (status, body[-300:])
    return sent, time.perf_counter()


async def watched(server: Server, tables: list[Seated], size: Size) -> Seen:
    """All these phones watch, cards are laid, and what each of them then has on its screen."""
    port, pid = server.port, server.pid
    pages = [await wire.keys(port, table.address, table.phones[0]) for table in tables]
    keys, seen = [headers for headers, _ in pages], [seen for _, seen in pages]
    before, streams = memory(pid), 4 * len(tables)
    phones = await opened(port, tables, seen)
    await asyncio.sleep(size.rests)
    each = (memory(pid) - before) / streams

    async def taken(number: int) -> tuple[int, int, float, float]:
        at = number % len(tables)
        await asyncio.sleep(max(0, began + number / size.rate - time.perf_counter()))
        place = number // len(tables) + 1
        return (at, place, *await entered(port, tables[at], keys[at], place))

    began = time.perf_counter()
    done = await asyncio.gather(*(taken(number) for number in range(size.rate * size.seconds)))
    took = time.perf_counter() - began
    heads = [0] * len(tables)
    for at, place, _, _ in done:
        heads[at] = max(heads[at], place)
    until = time.perf_counter() + LATEST
    while time.perf_counter() < until and any(
        phone.place < heads[at] for at, four in enumerate(phones) for phone in four
    ):
        await asyncio.sleep(LOOK)
    await asyncio.sleep(size.rests)
    answers = [answered - sent for _, _, sent, answered in done]
    pushes = [
        phone.arrived.get(place, math.inf) - sent
        for at, place, sent, _ in done
        for phone in phones[at]
    ]
    alike = sum(
        phone.place == heads[at] and phone.board == four[0].board
        for at, four in enumerate(phones)
        for phone in four
    )
    return Seen(streams, each, len(done), len(done) / took, answers, pushes, alike)


if __name__ == "__main__":
    run(drill, BROKEN)
