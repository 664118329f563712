"""A server that is told to stop loses nothing, and what it logs is JSON that names nobody."""

import asyncio
import json
import re
import socket
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.deploy.installed import is_open
from tests.drills.crowd import Seated, seated, store_of
from tests.drills.wire import Stream, entry_request, keys, listen, read_answer, run
from tests.support.live_server import Server

CARDS = range(2, 100)


@dataclass
class Evening:
    """What the phones of an evening were told before and while it was stopped."""

    before: int
    """So many entries are recorded before that."""
    answered: dict[str, list[str]] = field(default_factory=dict)
    """The ids of the entries that were recorded, by game."""
    spoilt: list[bytes] = field(default_factory=list)
    """Answers that were cut, or that say anything but that it is recorded."""
    enough: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def entered(self) -> int:
        return sum(map(len, self.answered.values()))


async def stopped(
    server: Server, tables: list[Seated], before: int
) -> tuple[Evening, list[Stream]]:
    """Every phone listens, one a table enters; after so many entries the server is told to stop."""
    evening = Evening(before)
    streams = [
        await listen(server.port, f"{table.address}live", secret)
        for table in tables
        for secret in table.phones
    ]
    async with asyncio.TaskGroup() as entering:
        for number, table in enumerate(tables):
            entering.create_task(_enters(server.port, table, number % 2 == 0, evening))
        await evening.enough.wait()
        await asyncio.to_thread(server.stop)
    for stream in streams:
        await stream.closed.wait()
    return evening, streams


async def _enters(port: int, table: Seated, keeps: bool, evening: Evening) -> None:
    """One card after the other, until nobody is there: on one connection, or on one a card."""
    headers, _seen = await keys(port, table.address, table.phones[0])
    taken = evening.answered.setdefault(table.game, [])
    line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    for card in CARDS:
        facts = {"kind": "card-played", "card": card, "pile": "up-1", "id": f"card-{card}"}
        form = {**facts, "seen": len(taken)}
        try:
            line = line or await asyncio.open_connection("127.0.0.1", port)
            line[1].write(entry_request(f"{table.address}entries", headers, form, keeps))
            head, body = await read_answer(line[0])
        except (OSError, asyncio.IncompleteReadError) as away:
            evening.spoilt += [cut] if (cut := getattr(away, "partial", b"")) else []
            break
        if f"Verdict: card-{card} recorded".encode() not in head:
            evening.spoilt.append(head + body[-200:])
            break
        taken.append(f"card-{card}")
        if not keeps or b"connection: close" in head.lower():
            line[1].close()
            line = None
        if evening.entered >= evening.before:
            evening.enough.set()
    if line:
        line[1].close()


def logged(instance: Path, table: Seated) -> list[str]:
    with closing(store_of(instance)) as store:
        game = store.games.find(store.phones.find(table.phones[0]) or "", table.table, table.game)
    assert game
    return [written.id for written in game.log]


def test_what_was_answered_is_written_and_what_was_written_is_answered(tmp_path: Path) -> None:
    size = 12
    tables = seated(tmp_path, size)  # of four phones each
    with Server(tmp_path) as server:
        evening, streams = run(stopped(server, tables, before=100))
    assert evening.spoilt == []
    assert len(streams) == 4 * size
    assert [stream.left for stream in streams] == [b""] * len(streams), "after whole events"
    assert evening.entered >= 100
    there = {file.name for file in tmp_path.iterdir()}
    assert there == {"companion.sqlite3", "secret_key"}, "nothing is left beside the file to copy"
    assert {table.game: logged(tmp_path, table) for table in tables} == evening.answered
    assert not [line for line in server.said if "timeout" in line], "it went by itself"


@pytest.mark.long
def test_what_is_half_sent_may_still_be_sent_to_its_end(tmp_path: Path) -> None:
    [table] = seated(tmp_path, 1)
    with Server(tmp_path) as server:
        answer = run(sent_in_halves(server, table))
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
    while is_open(server.port):
        await asyncio.sleep(0.01)
    writer.write(asked[-20:])
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    await stopping
    return answer


SECRET = "Xylophone"


def says(port: int, raw: bytes) -> None:
    """Send this over a connection of its own, whatever is made of it."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as line:
        line.sendall(raw)
        line.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while line.recv(4096):
                pass


def test_whatever_is_sent_the_log_is_json_without_it(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        for raw in (
            f"GET /{SECRET} {SECRET}\r\n\r\n",
            f"{SECRET}\r\n\r\n",
            f"GET /{SECRET} HTTP/1.1\r\n{SECRET} {SECRET}: x\r\n\r\n",
            f"POST /{SECRET} HTTP/1.1\r\nContent-Length: {SECRET}\r\n\r\n",
            f"POST /t/{SECRET}/ HTTP/1.1\r\nContent-Length: 50\r\n\r\n{SECRET}",
            f"GET /t/{SECRET}/ HTTP/1.1\r\nHost: {SECRET}\r\nCookie: phone={SECRET}\r\n\r\n",
        ):
            says(server.port, raw.encode())
        with urlopen(f"{server.url}/healthz") as answer:
            assert answer.status == 200
        server.stop()
    lines = [json.loads(line) for line in server.said]
    assert {"request", "Worker exiting (pid: "} <= {line["event"][:21] for line in lines}
    assert "Invalid request from ip" in {line["event"] for line in lines}
    [where] = [line for line in server.said if "Listening at: http://127.0.0.1" in line]
    for line in server.said:
        assert SECRET not in line
        assert "127.0.0.1" not in line or line == where


def test_it_is_for_people_where_they_want_that(tmp_path: Path) -> None:
    with Server(tmp_path, settings={"LOG_FORMAT": "text"}) as server:
        server.stop()
    assert any(re.search(r"Z INFO    settings version=", line) for line in server.said)
    known = re.compile(r"\d{4}-\d\d-\d\dT.+Z [A-Z]+ ")
    assert [line for line in server.said if not known.match(line)] == []


@pytest.mark.long
def test_a_server_closes_what_it_opens(tmp_path: Path) -> None:
    """Files, whole or none of them, packed or not: Python says what was left open."""
    server = Server(tmp_path, settings={"PYTHONWARNINGS": "default::ResourceWarning"})
    server.start()
    files = ("/static/examples.svg", "/static/icon.svg", "/static/bluff.svg")
    for path in ("/", "/nowhere", "/rules/the-game", "/sw.js", *files):
        for encoding in ("br", "gzip", "identity"):
            tag = ""
            for method in ("GET", "HEAD", "GET"):
                asked = {"Accept-Encoding": encoding, "If-None-Match": tag}
                with closing(HTTPConnection("127.0.0.1", server.port)) as line:
                    line.request(method, path, headers=asked)
                    answer = line.getresponse()
                    tag = answer.headers.get("ETag", "")
                    answer.read()
    server.stop()
    server.is_silent()
    assert [line for line in server.said if "ResourceWarning" in line] == []
