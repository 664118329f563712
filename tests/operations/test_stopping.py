"""A server that is told to stop answers what it was asked, ends its streams, and loses nothing."""

import asyncio
import hashlib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.operations.keys import secret_key
from companion.store.store import Store
from tests.drills.crowd import Seated, seated
from tests.drills.wire import entry_request, keys
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
    await asyncio.to_thread(server.stop)
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
    headers, _seen = await keys(port, table.address, table.phones[0])
    taken = evening.answered.setdefault(table.game, [])
    line: Line | None = None
    for card in CARDS:
        submission = hashlib.sha256(f"{table.game} {card}".encode()).hexdigest()[:32]
        facts = {"kind": "card-played", "card": card, "pile": "up-1", "id": submission}
        form = {**facts, "seen": len(taken)}
        try:
            line = line or await asyncio.open_connection("127.0.0.1", port)
            line[1].write(entry_request(f"{table.address}entries", headers, form, keeps))
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


def logged(instance: Path, table: Seated) -> list[str]:
    """The ids of what is in the log of this table's game."""
    store = Store(f"sqlite:///{instance / 'companion.sqlite3'}", secret_key(instance).encode())
    game = store.games.find(store.phones.find(table.phones[0]) or "", table.table, table.game)
    store.close()
    assert game
    return [written.id for written in game.log]


def test_what_was_answered_is_written_and_what_was_written_is_answered(tmp_path: Path) -> None:
    size = 12
    tables = seated(tmp_path, size)  # of four phones each
    with Server(tmp_path) as server:
        evening = asyncio.run(stopped(server, tables, before=100))
    assert evening.spoilt == []
    assert evening.open == evening.ended == 4 * size
    assert evening.entered >= 100
    there = {file.name for file in tmp_path.iterdir()}
    assert there == {"companion.sqlite3", "secret_key"}, "nothing is left beside the file to copy"
    assert {table.game: logged(tmp_path, table) for table in tables} == evening.answered
    assert not [line for line in server.said if "timeout" in line], "it went by itself"


@pytest.mark.long
def test_what_is_half_sent_may_still_be_sent_to_its_end(tmp_path: Path) -> None:
    [table] = seated(tmp_path, 1)
    with Server(tmp_path) as server:
        answer = asyncio.run(sent_in_halves(server, table))
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"Verdict: a-tap recorded 1" in answer
    head, _, body = answer.partition(b"\r\n\r\n")
    assert f"content-length: {len(body)}".encode() in head.lower()
    assert logged(tmp_path, table) == ["a-tap"]


async def sent_in_halves(server: Server, table: Seated) -> bytes:
    """The answer to an entry of which half was sent before the server was told to stop."""
    headers, _seen = await keys(server.port, table.address, table.phones[0])
    form = {"kind": "card-played", "card": 2, "pile": "up-1", "seen": 0, "id": "a-tap"}
    asked = entry_request(f"{table.address}entries", headers, form, keeps=False)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(asked[:-20])
    await writer.drain()
    await keys(server.port, table.address, table.phones[0])  # so it was read so far
    stopping = asyncio.create_task(asyncio.to_thread(server.stop))
    while await is_open(server.port):
        await asyncio.sleep(0.01)
    writer.write(asked[-20:])
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    await stopping
    return answer


async def is_open(port: int) -> bool:
    """Whether anybody takes a new connection there."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True
