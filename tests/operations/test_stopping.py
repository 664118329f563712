"""A server that is told to stop answers what it was asked, ends its streams, and loses nothing."""

import asyncio
from pathlib import Path

import pytest

from companion.operations.settings import secret_key
from companion.store.store import Store
from tests.drills.crowd import Seated, seated
from tests.drills.wire import keys
from tests.support.live_server import Server
from tests.support.server_stop import request, stopped


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
    asked = request(f"{table.address}entries", headers, form, keeps=False)
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
