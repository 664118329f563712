"""What watches over a server asks whether it can write, and learns nothing else."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event

from companion.runtime import server_log
from companion.store import database
from companion.store.backups import Backups, name
from companion.store.store import Store
from tests.support.client_phone import Phone
from tests.support.full_disk import full_disk
from tests.web.test_phone import rows


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is answered from what was known before."""
    monkeypatch.setattr(database, "FRESH", 0)


def commits(store: Store) -> list[object]:
    """Everything that is committed from now on."""
    done: list[object] = []
    event.listen(store.database._writer, "commit", done.append)
    return done


def test_a_server_is_well_that_writes(
    plain: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain.starts(2, ["Ann", "Ben"])
    monkeypatch.setattr(database, "FRESH", 3600)
    app.extensions["store"].database.upgrade()
    before, done = rows(plain), commits(app.extensions["store"])
    for _ in range(50):
        answer = app.test_client().get("/healthz")
        assert (answer.status_code, answer.text, answer.mimetype) == (200, "ok\n", "text/plain")
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
        assert (answer.status_code, answer.text) == (503, "unavailable\n")
        assert "Set-Cookie" not in answer.headers
    assert [said for event, said in logged if event == "unhealthy"] == [
        {"reason": "SQLITE_IOERR_WRITE"}
    ]
    assert plain.client.get("/healthz").status_code == 200


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("odd", [b"", b"this is no database, but it is longer than one page" * 99])
def test_what_is_no_database_is_not_well(app: Flask, tmp_path: Path, odd: bytes) -> None:
    (tmp_path / "file").write_bytes(b"in the way")
    (tmp_path / "odd.sqlite3").write_bytes(odd)
    for place, status in (("file/x", 503), ("odd", 503 if odd else 200)):
        app.extensions["store"] = Store(f"sqlite:///{tmp_path / place}.sqlite3")
        assert Phone(app).client.get("/healthz").status_code == status


def test_a_backup_that_is_late_is_told_in_the_log(
    plain: Phone, app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server_log.begin("info")
    app.extensions["backups"] = Backups(tmp_path)
    (tmp_path / name("2026-01-01-000000-000", migration=False, good=True)).touch()
    answer = plain.client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    [line] = [each for each in capsys.readouterr().err.splitlines() if "no good backup" in each]
    assert json.loads(line)["days"] > 2


@pytest.mark.usefixtures("always")
def test_a_database_of_something_else_is_left_alone(app: Flask, tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE customers (name)")
        other.execute("INSERT INTO customers VALUES ('Ann')")
    app.extensions["store"] = Store(f"sqlite:///{file}")
    phone = Phone(app)
    phone.client.set_cookie("phone", "secret")
    before = file.read_bytes()
    assert [phone.client.get(page).status_code for page in ("/", "/healthz")] == [503, 503]
    assert file.read_bytes() == before
