"""A server that asks for a word before a table can be set up, and for none to join or watch."""

import io
import json

import pytest
from flask import Flask

from companion.web.safety.rate_limiter import RateLimit
from tests.support.client_phone import Phone
from tests.web.conftest import Clock

NEW = "/new/the-game"


@pytest.fixture
def asking(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    monkeypatch.setitem(app.config, "START_WORD", "Grüner Hering")
    return app


def test_no_table_is_made_without_it(asking: Flask) -> None:
    """By a form, by a file, by one that comes from a phone; nobody is remembered for trying."""
    phone = Phone(asking, scripts=True)
    for address in (NEW, "/import"):
        page = phone.opens(address)
        assert (page.status, page.main.find("input", name="next").attributes["value"]) == (
            403,
            address,
        )
    token = {"X-CSRFToken": phone.token}
    said = {"players": "2", "name": ["Ann", "Ben"]}
    assert phone.client.post(NEW, data=said, headers=token).status_code == 403
    game = {"game": "the-game", "players": ["Ann", "Ben"], "entries": [], "version": 1}
    for address, name in (("/import", "file"), ("/handover", "table")):
        file = {name: (io.BytesIO(json.dumps(game).encode()), "a.json")}
        assert phone.client.post(address, data=file, headers=token).status_code in (403, 422)
    assert not phone.name


def test_who_has_said_it_starts_tables_until_it_is_another_one(
    asking: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(asking, scripts=True)
    phone.opens(NEW)
    token = {"csrf_token": phone.token}
    page = phone.sends("/word", {"word": "herring", "next": NEW, **token}, entry=False)
    mistake = page.main.find("p", role="alert").text
    assert (page.status, mistake) == (422, "That is the wrong password.")
    for word, leads, where in (("grüner HERING ", NEW, NEW), ("GRÜNER Hering", "//x.example", "/")):
        said = {"word": word, "next": leads, **token}
        answer = phone.posts("/word", said, entry=False).answer
        assert (answer.status_code, answer.headers["Location"]) == (303, where)
    phone.starts(2, ["Ann", "Ben"])
    monkeypatch.setitem(asking.config, "START_WORD", "another word")
    assert phone.opens(NEW).status == 403
    assert phone.opens(f"{NEW}?table={phone.table.split('/')[2]}").status == 200


def test_nobody_tries_one_word_after_the_other(asking: Flask, limited: Clock) -> None:
    limited.allows(WRONG_CODES_OF_A_PUB=RateLimit(3, 3000))
    phone = Phone(asking, scripts=True)
    phone.opens(NEW)
    said = {"word": "herring", "csrf_token": phone.token}
    tried = [phone.posts("/word", said, entry=False).status for _ in range(4)]
    assert tried == [422, 422, 422, 429]


def test_joining_needs_no_word(asking: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(asking.config, "START_WORD", "")
    host = Phone(asking, scripts=True)
    host.starts(2, ["Ann", "Ben"])
    link = host.invitations()["player"].link
    monkeypatch.setitem(asking.config, "START_WORD", "another word")
    guest = Phone(asking, scripts=True)
    guest.opens(f"/j/{link}")
    said = {"name": "Cas", "csrf_token": guest.token}
    assert guest.posts(f"/j/{link}", said, entry=False).status == 303
