"""10,000 requests of junk, from many addresses and from phones at their tables.

Passes where no answer is 500 or above, the worker that was there at first is there at last, and an
ordinary page is answered as ever. What counts is what the app answers: 501 is what HTTP wants said
of a transfer coding that nobody knows (RFC 9112, 6.1), and gunicorn says it without asking the app.
"""

import asyncio
import random
import re
import tempfile
from collections import Counter
from pathlib import Path

from companion import create_app
from companion.games import GAMES
from tests.browser.server import Server
from tests.drills import wire
from tests.drills.broken import build
from tests.drills.crowd import Seated, seated
from tests.drills.outcome import Outcome, run
from tests.drills.rubbish import Guest, Rubbish

BROKEN = ("trusting",)
SEED = 1
AT_ONCE = 50
UNKNOWN = 501
PATIENCE = 20  # s for an answer
STATUS = re.compile(rb"HTTP/1\.\d (\d{3}) ")


def drill(*, small: bool, broken: str | None) -> Outcome:
    requests, tables = (600, 10) if small else (10_000, 100)
    with tempfile.TemporaryDirectory() as folder:
        crowd = seated(Path(folder), tables, tuple(GAMES))
        rules = list(create_app({"INSTANCE": folder}).url_map.iter_rules())
        server = Server(Path(folder), build(broken))
        server.start()
        try:
            worker = _workers(server)
            guests = asyncio.run(_guests(server.port, crowd))
            rubbish = Rubbish(rules, guests, SEED)
            came = asyncio.run(_answered(server.port, [rubbish.request() for _ in range(requests)]))
            ordinary, _, _ = asyncio.run(wire.request(server.port, "GET", "/", guests[0].keys, {}))
            same = _workers(server) == worker
        finally:
            server.kill()
    wrong = sum(times for status, times in came.items() if status >= 500 and status != UNKNOWN)
    said = ", ".join(f"{times:,} × {status or 'none'}" for status, times in sorted(came.items()))
    line = f"junk: {came.total():,} requests, {wrong} answers of 500 or above ({said})"
    return Outcome(line, not wrong and same and ordinary == 200)


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


if __name__ == "__main__":
    run(drill, BROKEN)
