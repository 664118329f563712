"""Whether a server is well: a database that is away, full or damaged; and figures of it."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event, text

from companion import create_app
from companion.runtime import server_log
from companion.runtime.bounded_cache import Recent
from companion.runtime.version import VERSION
from companion.store.database import database
from companion.store.database.backups import Backups, name
from companion.store.store import Store
from companion.web.play import live
from tests.support.client_phone import BOTH_WAYS, Phone, written
from tests.support.databases import on_both
from tests.support.full_disk import full_disk
from tests.support.page import Page
from tests.web.conftest import OpenFile
from tests.web.routes import addresses
from tests.web.test_phone import rows

NAMED = f"Companion {VERSION}\n"
WELL = f"ok\n{NAMED}"


def is_away(page: Page) -> None:
    """It says so in plain words, and gives no verdict: the phone keeps its entry."""
    headers = page.answer.headers
    assert (page.status, headers.get("Retry-After"), "Companion" in headers) == (503, "3", True)
    assert ("Verdict" in headers, "no-store" in headers["Cache-Control"]) == (False, True)
    assert "those waiting on this phone will be sent automatically" in page.main.text


def again(page: Page) -> list[str]:
    """Where "Try again" leads to, if it is there; "" is the same address."""
    return [link.attributes["href"] for link in page.main.all("a") if link.text == "Try again"]


@BOTH_WAYS
def test_on_a_full_disk_boards_are_shown_and_entries_wait(game: Phone) -> None:
    before, facts = written(game), game.facts(kind="card-played", card=50, pile="up-1", id="tap")
    form = game.opens("/new/the-game").main.find("form")
    with full_disk():
        for _ in range(3):
            page = game.posts(f"{game.game}entries", facts)
            is_away(page)
            assert page.whole is not game.scripts
        for address in (game.game, f"{game.table}history", "/"):
            assert game.opens(address).status == 200, address
        assert (written(game), again(page)) == (before, [game.game])
        begun = game.posts(form.attributes["action"], form.values(), entry=False)
        assert (begun.status, again(begun)) == (503, [])
        new = Phone(game.app)  # whoever is new waits too
        form = new.opens("/new/the-game").main.find("form")
        is_away(new.posts(form.attributes["action"], form.values(), entry=False))
        assert new.cookie("phone") is None
        game.client.set_cookie("language", "nl")
        page = game.posts(f"{game.game}entries", facts)
        assert (page.status, "Dat lukte niet" in page.main.text) == (503, True)
    game.posts(f"{game.game}entries", facts)
    game.posts(f"{game.game}entries", facts)
    assert game.cards() == [47, 50]


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is answered from what was known before."""
    monkeypatch.setattr(database, "FRESH", 0)


def test_who_writes_is_well(plain: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    plain.starts(2, ["Ann", "Ben"])
    monkeypatch.setattr(database, "FRESH", 3600)
    app.extensions["store"].database.upgrade()
    before, done = rows(plain), list[object]()
    event.listen(app.extensions["store"].database._writer, "commit", done.append)
    for _ in range(50):
        answer = app.test_client().get("/healthz")
        assert (answer.status_code, answer.text, answer.mimetype) == (200, WELL, "text/plain")
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers
    assert len(done) == 1  # it is tried on the disk
    assert rows(plain) == before


@pytest.mark.usefixtures("always")
def test_a_full_disk_is_not_well_till_healed(plain: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[tuple[str, object]] = []
    monkeypatch.setattr(server_log, "write", lambda _, event, said: logged.append((event, said)))
    assert plain.client.get("/healthz").status_code == 200
    with full_disk():
        answer = plain.client.get("/healthz")
        assert (answer.status_code, answer.text) == (503, f"unavailable\n{NAMED}")
        assert "Set-Cookie" not in answer.headers
    unhealthy = [said for event, said in logged if event == "unhealthy"]
    assert unhealthy == [{"reason": "SQLITE_IOERR_WRITE"}]
    assert plain.client.get("/healthz").status_code == 200


@pytest.mark.usefixtures("always")
def test_what_is_no_database_is_not_well_and_left_alone(app: Flask, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"in the way")
    for odd in (b"", b"this is no database, but it is longer than one page" * 99):
        (tmp_path / f"odd{len(odd)}.sqlite3").write_bytes(odd)
        for place, status in (("file/x", 503), (f"odd{len(odd)}", 503 if odd else 200)):
            app.extensions["store"] = Store(f"sqlite:///{tmp_path / place}.sqlite3")
            assert Phone(app).client.get("/healthz").status_code == status
    file = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE customers (name)")
        other.execute("INSERT INTO customers VALUES ('Ann')")
    app.extensions["store"], before = Store(f"sqlite:///{file}"), file.read_bytes()
    phone = Phone(app)
    phone.client.set_cookie("phone", "secret")
    page = phone.opens("/")
    is_away(page)
    assert again(page) == [""]
    is_away(phone.opens("/", {"HX-Request": "true"}))
    assert phone.client.get("/healthz").status_code == 503
    assert file.read_bytes() == before


def test_a_backup_that_is_late_is_told_in_the_log(
    plain: Phone, app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server_log.begin("info")
    app.extensions["backups"] = Backups(tmp_path)
    (tmp_path / name("2026-01-01-000000-000", migration=False, good=True)).touch()
    answer = plain.client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, WELL)
    [line] = [each for each in capsys.readouterr().err.splitlines() if "no good backup" in each]
    assert json.loads(line)["days"] > 2


ONE_GAME = "WHERE id = :game"
OF_GAME = "WHERE game = :game AND place = 1"
UNREADABLE = {
    "no facts": f"UPDATE entries SET facts = '[]' {OF_GAME}",
    "no JSON": f"UPDATE entries SET facts = '{{\"card' {OF_GAME}",
    "other facts": f'UPDATE entries SET facts = \'{{"card": 4700, "pile": []}}\' {OF_GAME}',
    "another kind": f"UPDATE entries SET kind = 'changed' {OF_GAME}",
}
"""What makes a line of a game that nobody can read."""
DAMAGED = {
    "another game": f"UPDATE games SET slug = 'chess' {ONE_GAME}",
    "no options": f"UPDATE games SET options = '[]' {ONE_GAME}",
    "other options": f"UPDATE games SET options = '{{\"extreme\": 7}}' {ONE_GAME}",
    "no players": "DELETE FROM seats WHERE game = :game",
    "a gap": f"UPDATE entries SET place = 3 {OF_GAME}",
}
"""What makes a game that nobody can read."""


@pytest.mark.parametrize(
    "statement", [*UNREADABLE.values(), *DAMAGED.values()], ids=[*UNREADABLE, *DAMAGED]
)
def test_every_page_opens_all_the_same(plain: Phone, opened: OpenFile, statement: str) -> None:
    plain.starts(2, ["Ann", "Ben"])
    other, damaged = plain.game, statement in DAMAGED.values()
    plain.plays(12, "up-1")
    plain.starts(2, ["Ann", "Ben"], table=plain.ids[0])
    plain.plays(47, "up-1")
    asked = addresses(plain)
    with plain.store.database.write() as connection:
        connection.execute(text(statement), {"game": plain.ids[1]})
        connection.execute(text("DELETE FROM results"))
    plain.app.extensions |= {"store": opened.open_again(), "stories": Recent()}
    for kept in ("boards", "statistics"):  # the server starts again
        plain.app.extensions[kept].clear()
    for address in asked.values():
        page = plain.opens(address)  # an error in it is one of this test
        is_board = page.answer.request.path == plain.game
        assert (page.status == 409) is damaged or not is_board, address
    for place in ("", "history", "statistics"):
        assert plain.opens(plain.table + place).status == 200
    links = [link.attributes["href"] for link in plain.opens(plain.table).main.classed("row-link")]
    assert (plain.game in links, other in links) == (not damaged, True)
    assert plain.opens("/").main.all("a", href=other if damaged else plain.game)
    table = json.loads(plain.client.get(f"{plain.table}table.json").text)
    assert len(table["games"]) == (1 if damaged else 2)
    if damaged:
        has_what_is_stored(plain)
        return
    plain.opens(plain.game)  # what cannot be read is taken back
    plain.plays(50, "up-1", seen="1")
    assert plain.opens(plain.game).main.having("data-pile")[0].find("b").text == "50"
    if "changed" not in statement:  # which has no line
        assert "cannot be read" in plain.opens(f"{plain.game}log/").main.text
        assert "cannot be read" in plain.opens(f"{plain.game}log/1").main.text
    assert plain.takes_back(1, seen="2").status == 200


def has_what_is_stored(phone: Phone) -> None:
    """The page of its game says that it cannot be shown, and has all that is kept of it."""
    page = phone.opens(phone.game)
    assert "This game cannot be shown" in page.main.text
    [link] = [link for link in page.main.all("a") if link.text == "Download the data"]
    stored = phone.client.get(link.attributes["href"])
    assert stored.status_code == 200
    assert [entry["facts"] for entry in stored.json["entries"]] == [{"card": 47, "pile": "up-1"}]
    assert Phone(phone.app).opens(link.attributes["href"]).status == 404
    sent = phone.posts(f"{phone.game}entries", phone.facts(kind="turn-ended", seen="1"))
    assert (sent.status, sent.answer.headers.get("Verdict")) == (409, None)
    with phone.app.test_request_context(headers={"Cookie": f"phone={phone.cookie('phone').value}"}):
        _table, game = phone.ids
        assert b"gone" in next(live.Told(_table, game, live.NOTHING).events())


@on_both
def test_they_are_there_where_they_are_switched_on(database: str, tmp_path: Path) -> None:
    (tmp_path / name("2026-01-01-000000-000", migration=False, good=True)).touch()
    given = {"INSTANCE": tmp_path, "SECRET_KEY": "k" * 32, "DATABASE_URL": database}
    off = create_app(given)
    on = create_app({**given, "METRICS": "on", "BACKUPS": tmp_path, "LIMITED": False})
    with closing(off.extensions["store"]), closing(on.extensions["store"]):
        assert off.test_client().get("/metrics").status_code == 404
        phone = Phone(on)
        phone.starts(2, ["Ann", "Ben"])
        phone.plays(47, "up-1")
        answer = phone.client.get("/metrics")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    assert "Ann" not in answer.text
    found = dict(re.findall(r"^companion_(\w+)(?:\{.*\})? (\d+)$", answer.text, re.MULTILINE))
    assert len(found) == len(answer.text.splitlines())
    assert f'companion_info{{version="{VERSION}"}} 1\n' in answer.text
    counted = {each: found[each] for each in ("tables", "games", "entries", "streams")}
    assert counted == {"tables": "1", "games": "1", "entries": "1", "streams": "0"}
    assert int(found["database_bytes"]) > 1000
    assert int(found["last_good_backup_age_seconds"]) > 0
    assert "Set-Cookie" not in answer.headers
