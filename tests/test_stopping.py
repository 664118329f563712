"""A server that is told to stop answers what it was asked, ends its streams, and loses nothing."""

import asyncio
from pathlib import Path

from companion.settings import secret_key
from companion.store import Store
from tests.browser.server import Server
from tests.drills.crowd import Seated, seated
from tests.stopping import stopped

TABLES = 50  # of four phones each


def logged(instance: Path, table: Seated) -> list[str]:
    """The ids of what is in the log of this table's game."""
    store = Store(f"sqlite:///{instance / 'companion.sqlite3'}", secret_key(instance).encode())
    game = store.game(store.phone(table.phones[0]) or "", table.table, table.game)
    store.close()
    assert game
    return [written.id for written in game.log]


def test_what_was_answered_is_written_and_what_was_written_is_answered(tmp_path: Path) -> None:
    tables = seated(tmp_path, TABLES)
    server = Server(tmp_path)
    server.start()
    try:
        evening = asyncio.run(stopped(server, tables, before=100))
    finally:
        server.kill()
    assert evening.spoilt == []
    assert evening.open == evening.ended == 4 * TABLES
    assert evening.entered >= 100
    assert {table.game: logged(tmp_path, table) for table in tables} == evening.answered


def test_nothing_is_left_beside_the_file_to_copy(tmp_path: Path) -> None:
    seated(tmp_path, 1)
    server = Server(tmp_path)
    server.start()
    server.stop()
    assert {file.name for file in tmp_path.iterdir()} == {"companion.sqlite3", "secret_key"}
