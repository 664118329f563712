"""A stop in the middle of an evening: many streams, phones that enter, and what becomes of both."""

import asyncio
import hashlib
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.drills import wire
from tests.drills.crowd import Seated
from tests.support.live_server import Server

CARDS = range(2, 100)

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Evening:
    """What the phones of an evening were told before, while and after it was stopped."""

    answered: dict[str, list[str]] = field(default_factory=dict)
    """The ids of the entries that were recorded, by game."""
    spoilt: list[bytes] = field(default_factory=list)
    """Answers that were cut, or that say anything but that it is recorded."""
    open: int = 0
    """Streams that were open when it was stopped."""
    ended: int = 0
    """Streams that ended with the server, after whole events."""
    took: float = 0.0
    """Seconds from the word to the end of the process."""

    @property
    def entered(self) -> int:
        return sum(map(len, self.answered.values()))


async def stopped(server: Server, tables: list[Seated], before: int) -> Evening:
    """Every phone listens, one a table enters; after so many entries the server is told to stop."""
    evening, enough = Evening(), asyncio.Event()
    streams = [await _listens(server.port, each) for table in tables for each in _phones(table)]
    evening.open = len(streams)
    entering = [
        asyncio.create_task(_enters(server.port, table, number % 2 == 0, evening, enough, before))
        for number, table in enumerate(tables)
    ]
    await enough.wait()
    began = time.monotonic()
    await asyncio.to_thread(server.stop)
    evening.took = time.monotonic() - began
    await asyncio.gather(*entering)
    evening.ended = sum([await _is_whole(stream) for stream in streams])
    return evening


def _phones(table: Seated) -> list[tuple[str, str]]:
    return [(table.address, secret) for secret in table.phones]


async def _listens(port: int, phone: tuple[str, str]) -> Line:
    """A stream of which the first event has come."""
    address, secret = phone
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asked = f"GET {address}live HTTP/1.0\r\nHost: drill\r\nCookie: phone={secret}\r\n\r\n"
    writer.write(asked.encode())
    await reader.readuntil(b"\n\n")
    return reader, writer


async def _is_whole(stream: Line) -> bool:
    """Whether this stream has ended, and its last event with it."""
    told = await stream[0].read()
    await _closed(stream)
    return not told or told.endswith(b"\n\n")


async def _closed(line: Line) -> None:
    line[1].close()
    with suppress(OSError):
        await line[1].wait_closed()


async def _enters(
    port: int,
    table: Seated,
    keeps: bool,
    evening: Evening,
    enough: asyncio.Event,
    before: int,
) -> None:
    """One card after the other, until nobody is there: on one connection, or on one a card."""
    headers, _seen = await wire.keys(port, table.address, table.phones[0])
    taken = evening.answered.setdefault(table.game, [])
    line: Line | None = None
    for card in CARDS:
        submission = hashlib.sha256(f"{table.game} {card}".encode()).hexdigest()[:32]
        facts = {"kind": "card-played", "card": card, "pile": "up-1", "id": submission}
        form = {**facts, "seen": len(taken)}
        try:
            line = line or await asyncio.open_connection("127.0.0.1", port)
            line[1].write(request(f"{table.address}entries", headers, form, keeps))
            head, body, whole = await _answer(line[0])
        except OSError:
            break
        if not head:
            break
        if not whole or f"Verdict: {submission} recorded".encode() not in head:
            evening.spoilt.append(head + b"\r\n\r\n" + body[-200:])
            break
        taken.append(submission)
        if not keeps or b"connection: close" in head.lower():
            await _closed(line)
            line = None
        if evening.entered >= before:
            enough.set()
    if line:
        await _closed(line)


def request(
    address: str, headers: Mapping[str, str], form: Mapping[str, object], keeps: bool
) -> bytes:
    """An entry as it goes over the line; the connection is kept for more, or closed behind it."""
    body = urlencode(form)
    said = {"Host": "drill", "Connection": "keep-alive" if keeps else "close", **headers}
    said |= {"Content-Type": "application/x-www-form-urlencoded"}
    said |= {"Content-Length": str(len(body))}
    lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
    return f"POST {address} HTTP/1.1\r\n{lines}\r\n{body}".encode()


async def _answer(reader: asyncio.StreamReader) -> tuple[bytes, bytes, bool]:
    """Head and body, and whether all of it came; nothing at all where nobody answered."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as cut:
        return cut.partial, b"", False
    [length] = [
        int(line.partition(b":")[2])
        for line in head.lower().split(b"\r\n")
        if line.startswith(b"content-length:")
    ]
    try:
        return head, await reader.readexactly(length), True
    except asyncio.IncompleteReadError as cut:
        return head, cut.partial, False
