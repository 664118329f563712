"""10,000 requests of junk, from many addresses and from phones at their tables; and 2,000 requests
that begin and never end.

Passes where no answer is 500 or above, the worker that was there at first is there at last, and
none of 150 ordinary requests fails beside what never ends: each is answered within 10 s. What
counts is what the app answers: 501 is what HTTP wants said of a transfer coding that nobody knows
(RFC 9112, 6.1), and gunicorn says it without asking the app.
"""

import asyncio
import random
import re
import tempfile
from collections import Counter
from contextlib import suppress
from itertools import count, islice
from pathlib import Path

from companion import create_app
from companion.games import GAMES
from tests.drills import wire
from tests.drills.broken import build
from tests.drills.crowd import Seated, seated
from tests.drills.outcome import Outcome
from tests.drills.rubbish import Guest, Rubbish
from tests.support.live_server import Server

BROKEN = ("trusting", "sync_worker")
SEED = 1
AT_ONCE, ORDINARY_AT_ONCE = 50, 15
UNKNOWN = 501
PATIENCE = 120  # s for an answer, on a machine that does much else
STATUS = re.compile(rb"HTTP/1\.\d (\d{3}) ")
BEGUN = (
    b"",
    b"GET /jo",
    b"GET /join HTTP/1.1\r\nHost: drill\r\n",
    b"POST /join HTTP/1.1\r\nHost: drill\r\nContent-Length: 100\r\n\r\ncode=",
)
"""How far requests come that never end: nobody spoke, in the first line, in the head, the body."""


def drill(*, small: bool, broken: str | None) -> Outcome:
    requests, tables, half_open, ordinary, patience = (
        (600, 10, 100, 15, 30) if small else (10_000, 100, 2_000, 150, 10)
    )
    sync = broken == "sync_worker"
    with tempfile.TemporaryDirectory() as folder:
        crowd = seated(Path(folder), tables, tuple(GAMES))
        rules = list(create_app({"INSTANCE": folder}).url_map.iter_rules())
        options = ["--worker-class", "sync"] if sync else []
        server = Server(Path(folder), build(None if sync else broken), options=options)
        server.start()
        try:
            worker = _workers(server)
            guests = asyncio.run(_guests(server.port, crowd))
            failed = asyncio.run(_beside(server.port, guests, half_open, ordinary, patience))
            rubbish = Rubbish(rules, guests, SEED)  # who sends it may be at no table any more
            junk = [] if sync else [rubbish.request() for _ in range(requests)]
            came = asyncio.run(_answered(server.port, junk))
            same = _workers(server) == worker
        finally:
            server.kill()  # a worker that waits for what never ends ends in no other way
    wrong = sum(times for status, times in came.items() if status >= 500 and status != UNKNOWN)
    said = ", ".join(f"{times:,} × {status or 'none'}" for status, times in sorted(came.items()))
    line = (
        f"{came.total():,} requests, {wrong} answers of 500 or above ({said}); beside "
        f"{half_open:,} half-open {failed} of {ordinary} ordinary requests failed"
    )
    return Outcome(line, same and not (wrong or failed))


def _workers(server: Server) -> str:
    """The processes that answer, by their ids."""
    return Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()


async def _guests(port: int, crowd: list[Seated]) -> list[Guest]:
    return [
        Guest(table, (await wire.keys(port, table.address, secret))[0])
        for table in crowd
        for secret in table.phones
    ]


async def _answered(port: int, requests: list[bytes]) -> Counter[int]:
    """How often each status came; 0 where the line was closed without any."""
    slots, chance = asyncio.Semaphore(AT_ONCE), random.Random(SEED)

    async def status(request: bytes) -> int:
        async with slots, asyncio.timeout(PATIENCE):
            return await _status(port, f"127.0.{chance.randrange(256)}.1", request)

    return Counter(await asyncio.gather(*map(status, requests)))


async def _status(port: int, origin: str, request: bytes) -> int:
    """The status of the answer to this, sent from that address of this machine and from no other.

    What comes after the first line of an answer is not waited for: it may be a stream.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(origin, 0))
    try:
        writer.write(request)
        writer.write_eof()
        while (said := STATUS.match(await reader.readline())) and said[1] == b"100":
            await reader.readuntil(b"\r\n\r\n")
    except ConnectionError:  # it may be closed before all of the junk is read
        said = None
    finally:
        writer.close()
    return int(said[1]) if said else 0


async def _beside(
    port: int, guests: list[Guest], half_open: int, ordinary: int, patience: float
) -> int:
    """How many of so many ordinary requests fail beside what is never ended."""
    lines = [await _begin(port, BEGUN[number % len(BEGUN)]) for number in range(half_open)]
    holding = [asyncio.create_task(_hold(port, *line)) for line in lines]
    slots = asyncio.Semaphore(ORDINARY_AT_ONCE)

    async def fails(guest: Guest, number: int) -> bool:
        """It asks for its start page and its board, in turn."""
        address = ("/", guest.table.address)[number % 2]
        try:
            async with slots, asyncio.timeout(patience):
                status, _, _ = await wire.request(port, "GET", address, guest.keys, {})
        except (OSError, TimeoutError):
            return True
        return status != 200

    numbers = islice(count(), ordinary)
    asked = (fails(guests[number % len(guests)], number) for number in numbers)
    failed = sum(await asyncio.gather(*asked))
    for each in holding:
        each.cancel()
    await asyncio.wait(holding)
    return failed


Line = tuple[bytes, asyncio.StreamReader, asyncio.StreamWriter]


async def _begin(port: int, begun: bytes) -> Line:
    """A connection on which a request has begun."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(begun)
    return begun, reader, writer


async def _hold(
    port: int, begun: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """It stays open until this is cancelled; where the server closes it, the next one is."""
    try:
        while True:
            with suppress(ConnectionError):
                await reader.read()
            writer.close()
            _, reader, writer = await _begin(port, begun)
    finally:
        writer.close()
