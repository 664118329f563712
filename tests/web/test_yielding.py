"""Long work takes turns, and a tap asks the database five times at most."""

import json
import math
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete

from companion.engine.table import TooMuch
from companion.files import parsing
from companion.runtime import yielding
from companion.store.database import schema
from companion.store.games import submissions
from tests.support.client_phone import Phone
from tests.support.databases import on_both, statements
from tests.support.own_app import open_app
from tests.support.page import Page
from tests.web.test_files import RECORD, brings, games


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Each turn that others have had, where all work is long."""
    taken: list[float] = []
    monkeypatch.setattr(yielding, "SLICE", 0)
    monkeypatch.setattr(time, "sleep", taken.append)
    yield taken
    assert set(taken) <= {yielding.TURN}


def test_nobody_has_a_turn_before_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[float] = []
    monkeypatch.setattr(time, "sleep", taken.append)
    monkeypatch.setattr(yielding, "SLICE", 3600)
    assert list(yielding.in_turns(range(9))) == list(range(9))
    assert taken == []
    monkeypatch.setattr(yielding, "SLICE", 0)
    assert list(yielding.in_turns(range(9))) == list(range(9))
    assert len(taken) >= 8


def test_whoever_has_had_a_turn_stands_behind_all_who_wait() -> None:
    line, order, waits = yielding.Line(), list[str](), threading.Event()

    def second() -> None:
        waits.set()
        with line:
            order.append("second")

    thread = threading.Thread(target=second)
    with line:
        thread.start()
        waits.wait()
        while not line._waiting:
            time.sleep(0)
    with line:
        order.append("first again")
    thread.join()
    assert order == ["second", "first again"]


def test_idle_is_free(game: Phone, turns: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yielding, "SLICE", 60)
    yielding._since.set(time.perf_counter() - 3600)
    turns.clear()
    assert (game.opens(game.game).status, turns) == (200, [])


def test_all_that_goes_over_a_log_takes_turns_outside_of_transactions(
    plain: Phone, turns: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [{"kind": "hand-corrected", "player": 0, "cards": n % 7} for n in range(100)]
    store = plain.app.extensions["store"]

    def outside(seconds: float) -> None:
        assert not store.database.is_sqlite or not store.database._one_writer.locked()
        turns.append(seconds)

    monkeypatch.setattr(time, "sleep", outside)

    def work(does: Callable[[], Any]) -> int:
        turns.clear()
        does()
        return len(turns)

    file = json.dumps({**RECORD, "made_at": "2026-01-31T20:15:00Z", "entries": entries})
    came: list[Page] = []
    assert work(lambda: came.append(brings(plain, file))) >= 400  # read, judged, said, summed up
    [game] = games(came[0])
    table = game.rsplit("/", 2)[0]
    for address in (f"{table}/table.json", f"{table}/table.csv", f"{game}record.csv"):
        assert work(lambda at=address: plain.client.get(at)) >= 100
    with store.database.write() as connection:
        connection.execute(delete(schema.results))
    assert work(lambda: plain.client.get(f"{table}/history")) >= 100
    assert work(lambda: plain.client.get(f"{game}log/?all=1")) >= 100


def test_what_strangers_ask_for_takes_turns(plain: Phone, turns: list[float]) -> None:
    """Each word of a query is compared with all words of all rules, in four languages."""
    for address, least in (("/rules/?q=stopp+harry+karte+runde", 8), ("/rules/the-game", 4)):
        turns.clear()
        assert plain.client.get(address).status_code == 200
        assert len(turns) >= least, address


def test_a_file_of_numbers_takes_turns(turns: list[float]) -> None:
    for number in (b"1", b"1.5"):
        turns.clear()
        parsing.read_json(b"[" + b",".join([number] * 500) + b"]")
        assert len(turns) >= 500, number


@pytest.mark.parametrize("part", [b"[]", b"{}", b'""', b"null", b"[", b"1"])
def test_too_much_is_refused_unread(part: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists and words are read without turns, so there are no more than those of a full table."""
    monkeypatch.setattr(parsing, "MOST_PARTS", 100)
    text = b"[" + b",".join([part] * 802) + b"]"
    with pytest.raises(TooMuch):
        parsing.read_json(text)


@pytest.fixture
def processes(database: str, tmp_path: Path) -> Iterator[list[Flask]]:
    settings = {"DATABASE_URL": database, "LIMITED": True}
    with open_app(tmp_path, **settings) as one, open_app(tmp_path, **settings) as other:
        yield [one, other]


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
    assert {what: asked for what, asked in counted.items() if len(asked) > 5} == {}
    assert all(counted.values())
    # The epoch, the lock of PostgreSQL, the game with its last entry; the entry, and the touch.
    alone = counted["next card"]
    assert (len(alone), sum("FROM games" in each for each in alone)) == (4, 1), alone
    assert not any("FROM seats" in each or "nicknames" in each for each in alone)
