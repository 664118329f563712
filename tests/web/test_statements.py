"""How often a tap asks the database: five times at most, whatever becomes of it.

What is counted is what SQLAlchemy sends: `BEGIN` and `COMMIT` are not, and nor is the question by
which a connection to PostgreSQL is found to be alive. The phone and its game are known to the
process: the phone has opened the board.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Engine, event

from companion import create_app
from companion.store import submissions
from tests.support.client_phone import Phone
from tests.support.databases import on_both
from tests.support.page import Page

MOST = 5


@pytest.fixture
def processes(database: str, tmp_path: Path) -> Iterator[list[Flask]]:
    """Two processes on one database."""
    settings = {"TESTING": True, "SECRET_KEY": "k" * 32, "LIMITED": True}
    made = [
        create_app({**settings, "INSTANCE": tmp_path, "DATABASE_URL": database}) for _ in range(2)
    ]
    yield made
    for app in made:
        app.extensions["live"].stop()
        app.extensions["store"].close()


@contextmanager
def statements() -> Iterator[list[str]]:
    """What any database is asked meanwhile."""
    asked: list[str] = []

    def see(_: Any, __: Any, statement: str, *rest: Any) -> None:
        if not statement.startswith("BEGIN"):
            asked.append(statement)

    event.listen(Engine, "before_cursor_execute", see)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", see)


def taps(phone: Phone, status: int, **facts: Any) -> list[str]:
    """What the database is asked by this tap, seconds after anything before it."""
    said = phone.facts(**facts)
    phone.store.database._asked_epoch = -math.inf
    with statements() as asked:
        page: Page = phone.posts(f"{phone.game}entries", said)
    assert page.status == status, page.main.text
    return asked


@on_both
def test_a_tap_asks_five_times(processes: list[Flask], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "WEIGHED", 2)  # a table is weighed at every second entry
    one = Phone(processes[0], scripts=True)
    one.starts(2, ["Ann", "Ben"])
    other = Phone(processes[1], scripts=True)
    other.joins(one)
    counted = {
        "card": taps(one, 200, kind="card-played", card=10, pile="up-1"),
        "next card": taps(one, 200, kind="card-played", card=12, pile="up-1"),
        "taken back": taps(one, 200, kind="taken-back", target=2),
        "taken back again": taps(one, 200, kind="taken-back", target=2, seen=0),
        "refused": taps(one, 422, kind="card-played", card=10, pile="up-2"),
        "asked": taps(one, 422, kind="card-played", card=9, pile="up-1"),
        "unreadable": taps(one, 422, kind="card-played", card="?", pile="up-1"),
        "withdrawn": taps(one, 422, kind="card-played", card=13, pile="up-1", withdrawn="y"),
    }
    other.opens(other.game)
    for seen, card in enumerate(range(20, 24), 3):
        phone = (other, one)[card % 2]  # each time the other process has entered something
        laid = {"kind": "card-played", "card": card, "pile": "up-2", "seen": seen}
        counted[f"card {card}"] = taps(phone, 200, **laid)
    said = phone.facts(kind="turn-ended", id="the-same")
    phone.posts(f"{phone.game}entries", said)
    with statements() as counted["a late copy"]:
        phone.posts(f"{phone.game}entries", said)
    assert {what: asked for what, asked in counted.items() if len(asked) > MOST} == {}
    assert all(counted.values())


@on_both
def test_alone_a_phone_asks_for_nothing_that_did_not_change(processes: list[Flask]) -> None:
    """The epoch, the lock of PostgreSQL, the game with its last entry; the entry, and the touch."""
    phone = Phone(processes[0], scripts=True)
    phone.starts(2, ["Ann", "Ben"])
    taps(phone, 200, kind="card-played", card=10, pile="up-1")
    asked = taps(phone, 200, kind="card-played", card=12, pile="up-1")
    assert (len(asked), sum("FROM games" in each for each in asked)) == (4, 1), asked
    assert not any("FROM seats" in each or "nicknames" in each for each in asked)
