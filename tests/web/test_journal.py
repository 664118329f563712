"""What the log says of whole evenings: every request by its id, and nothing of who played what."""

import io
import json
import logging
import re
import sys
import threading
from collections.abc import Iterator
from typing import Any, Never

import pytest
from flask import Flask
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from companion.runtime import server_log
from companion.store.database import schema
from tests.support.client_phone import Phone
from tests.support.finished_games import EVENINGS
from tests.support.full_disk import full_disk
from tests.support.page import Page
from tests.web.junk import allowed
from tests.web.routes import addresses

NAMES = ["Wilhelmina Zzyzx", *[name for name in allowed(60) if len(name) > 9][:20]]
TYPED = "Xylophone-typed-by-somebody"


@pytest.fixture(autouse=True)
def _everything(app: Flask) -> Iterator[None]:
    """As talkative as it can be; afterwards as it was."""
    before = server_log.LOGGER.level
    server_log.begin("debug")
    yield
    server_log.LOGGER.setLevel(before)


@pytest.fixture
def served(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The app as it is served: what fails in it is answered."""
    monkeypatch.setitem(app.config, "TESTING", False)
    return app


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """What was logged since this was asked last; each line is one JSON object."""
    said = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert all(line["time"].endswith("Z") and line["level"] in server_log.LEVELS for line in said)
    return said


def plays(phone: Phone) -> None:
    """Every evening there is, taken in from a file; those of The Game entered card by card."""
    for number, evening in enumerate(EVENINGS):
        names = NAMES[number : number + len(evening.names)]
        told = {"format": "companion-record/1", "game": evening.slug, "players": names}
        told |= {"options": evening.options, "entries": evening.entries}
        file = (io.BytesIO(json.dumps(told).encode()), f"{TYPED}.json")
        phone.client.post("/import", data={"csrf_token": phone.token, "file": file})
    phone.starts(2, NAMES[:2])
    for facts in EVENINGS[0].entries:
        phone.posts(f"{phone.game}entries", phone.facts(**facts), entry=True)


def meddles(phone: Phone) -> None:
    """What is not answered with a page that somebody meant to open."""
    for address in (f"/{TYPED}", f"/t/{TYPED}/", f"/j/{TYPED}", f"{phone.game}?{TYPED}={TYPED}"):
        phone.client.get(address, headers={"User-Agent": TYPED, "Referer": f"http://x/{TYPED}"})
    phone.client.open("/", method=TYPED.upper())
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(phone.app.config, "LIMITED", True)
        for _ in range(12):  # until it is too often
            phone.posts("/join", {"csrf_token": phone.token, "code": "WRNG-CDEX"}, entry=False)
    phone.client.post(f"{phone.game}entries", data={"csrf_token": TYPED})
    phone.posts(f"{phone.game}entries", phone.facts(kind=TYPED))


def starts_another(phone: Phone) -> Page:
    values = {"csrf_token": phone.token, "players": "2", "name": NAMES[:2]}
    return phone.posts("/new/the-game", values)


def breaks(phone: Phone) -> None:
    """A fault of ours that speaks of a name, one of the database that does, and a full disk."""

    def fails(*_: object, **__: object) -> Never:
        try:
            raise KeyError(NAMES[0])
        except KeyError as error:
            raise ValueError(f"{NAMES[1]} at {phone.game}") from error

    def collides(*_: object, **__: object) -> Never:
        with phone.store.database.write() as connection:
            row = {"id": phone.id, "secret_hash": TYPED, "made_at": 1}
            connection.execute(insert(schema.phones), row)
        raise AssertionError

    with pytest.MonkeyPatch.context() as patched:
        for broken in (fails, collides):
            patched.setattr("companion.web.table.shelf.page", broken)
            assert phone.opens("/").status == 500
    with full_disk():
        assert starts_another(phone).status == 503


def test_nothing_of_an_evening_is_logged(served: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    phone, guest = Phone(served, scripts=True), Phone(served)
    phone.opens("/")
    plays(phone)
    guest.joins(phone, name=NAMES[2])
    secrets = {*NAMES, TYPED, "WRNG", "127.0.0.1", "localhost"}  # typed, or it opens a table
    for each in (phone, guest):
        cookies = [each.cookie(name) for name in ("phone", "session")]
        secrets |= {cookie.value for cookie in cookies if cookie}
        secrets |= {each.token, each.id, *each.ids}
    secrets |= {said for way in phone.invitations().values() for said in (way.link, way.code)}
    for address in addresses(phone).values():
        phone.client.get(address, buffered=True)
    meddles(guest)
    breaks(phone)
    said = lines(capsys)
    assert {"request", "failed", "away"} <= {line["event"] for line in said}
    assert {200, 303, 400, 404, 405, 422, 429, 500, 503} <= {line.get("status") for line in said}
    text = json.dumps(said, ensure_ascii=False).casefold()
    held = {name for secret in secrets for name in (secret, json.dumps(secret)[1:-1])}
    assert [secret for secret in held if secret.casefold() in text] == []
    last = {line["event"]: line for line in said}
    errors = last["failed"]["errors"]  # and an error says where it was
    assert errors[0]["type"] == f"{IntegrityError.__module__}.IntegrityError"
    assert [error["type"].rpartition(".")[2] for error in errors] == ["IntegrityError"] * 2
    assert errors[1]["code"] == "SQLITE_CONSTRAINT_PRIMARYKEY"
    assert any(place.startswith("companion/web/table/shelf.py:") for place in errors[0]["trace"])
    assert last["away"]["reason"].startswith("SQLITE_IOERR")
    assert "errors" not in last["away"]


def test_a_line_says_how_it_went(served: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    phone = Phone(served)
    phone.starts(2, NAMES[:2])
    capsys.readouterr()
    answer = phone.opens(phone.game).answer
    (line,) = lines(capsys)
    assert re.fullmatch(r"[2-9A-Z]{4}-[2-9A-Z]{4}", answer.headers["Request-Id"])
    assert line.pop("ms") > 0
    line.pop("time")
    told = {"level": "info", "event": "request", "request": answer.headers["Request-Id"]}
    told |= {"method": "GET", "route": "/t/<table_id>/<game_id>/"}
    assert line == {**told, "status": 200, "bytes": len(answer.data)}


def test_a_player_names_a_failed_request(served: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    phone = Phone(served)
    phone.starts(1)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("companion.web.table.shelf.page", lambda *_, **__: 1 / 0)
        failed = [phone.opens("/", headers) for headers in ({"HX-Request": "true"}, None)]
    with full_disk():
        failed.append(starts_another(phone))
    told = [line["request"] for line in lines(capsys) if line.get("status") in (500, 503)]
    for page, request in zip(failed, told, strict=True):
        assert page.answer.headers["Request-Id"] == request
        assert f"tell whoever runs this site: {request}" in page.main.text
        assert "Error" not in page.main.text


def test_every_request_has_an_id_of_its_own_that_nobody_else_gives_it(served: Flask) -> None:
    client = served.test_client()
    given = {"Request-Id": "AAAA-AAAA", "X-Request-Id": "AAAA-AAAA"}
    found = {client.get("/", headers=given).headers["Request-Id"] for _ in range(20)}
    assert (len(found), "AAAA-AAAA" in found) == (20, False)
    assert "Request-Id" not in client.get("/static/icon.svg", buffered=True).headers


def test_it_says_as_much_as_is_asked_for(served: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    for level, events in (("debug", 2), ("info", 1), ("warning", 0)):
        server_log.begin(level)
        for address in ("/", "/healthz"):
            served.test_client().get(address)
        assert len(lines(capsys)) == events, level


def test_what_others_log_keeps_its_sentence_and_its_numbers() -> None:
    for said, args, event in (
        ("Error handling request %s %s", ("GET", "/t/secret/"), "Error handling request … …"),
        ("Worker (pid:%s) was sent SIGKILL!", (12,), "Worker (pid:12) was sent SIGKILL!"),
        ("took %.1f s for %s", (1.25, "Ann"), "took 1.2 s for …"),
        ("Invalid request from ip=10.0.0.1: secret", (), "Invalid request from ip"),
        ("%d cards", ("secret",), "%d cards"),
        ("of %(name)s", ({"name": "secret"},), "of %(name)s"),
    ):
        for name in ("gunicorn.error", "sqlalchemy.pool"):
            record = logging.LogRecord(name, logging.WARNING, "", 0, said, args, None)
            assert json.loads(server_log.line(record))["event"] == event
    own = ("gunicorn.error", logging.INFO, "", 0, "Listening at: %s", ("http://x:1",), None)
    told = json.loads(server_log.line(logging.LogRecord(*own)))
    words = server_log.line(logging.LogRecord(*own), "text")
    assert words.partition(" ")[2] == "INFO    Listening at: http://x:1"
    assert told["event"] == "Listening at: http://x:1"  # what it says of itself stays


def test_a_worker_that_cannot_start_says_why() -> None:
    try:
        raise RuntimeError("SECRET_KEY is shorter than 16 characters")
    except RuntimeError:
        said = ("gunicorn.error", logging.ERROR, "", 0, "Exception in worker process", ())
        record = logging.LogRecord(*said, sys.exc_info())
    assert json.loads(server_log.line(record))["why"].startswith("SECRET_KEY")


def test_a_thread_dies(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise ValueError(NAMES[0])

    monkeypatch.setattr(threading, "excepthook", server_log.thread_failed)
    thread = threading.Thread(target=fails)
    thread.start()
    thread.join()
    (line,) = lines(capsys)
    assert (line["event"], NAMES[0] in json.dumps(line)) == ("thread failed", False)
