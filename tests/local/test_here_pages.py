"""The pages of tables that live on a phone: all of them open, and say what is theirs alone."""

import json
from io import BytesIO
from typing import Any

import pytest
from sqlalchemy import event

from companion.local.serving import Serving
from companion.local.tour import Tour
from companion.runtime.version import VERSION
from companion.web.handover.phone_file import OFTEN
from tests.support.client_phone import Phone
from tests.support.phone_tables import HerePhone

ABSENT = ("EventSource", '/live"', "/sw.js", "manifest", '/close"', "/phones/links")
KEEP = "Save as file"


class Read:
    """What a tour is answered; the pages among it are looked through."""

    def __init__(self, here: Serving) -> None:
        self.here = here
        self.wrong: list[tuple[str, str]] = []

    def answer(
        self, method: str, url: str, headers: str, body: bytes = b""
    ) -> tuple[int, str, bytes]:
        status, said, page = self.here.answer(method, url, headers, body)
        if page.startswith(b"<!doctype html>"):
            self.wrong += [(url, name) for name in ABSENT if name in page.decode()]
        return status, said, page


@pytest.mark.long
def test_a_tour_finds_no_page_that_fails_or_speaks_of_a_server(here: Serving) -> None:
    """And none of them reads while another writes, for which the file has no log."""
    database = here.app.extensions["store"].database
    reading = []

    @event.listens_for(database._writer, "begin")
    def note(connection: object) -> None:
        reading.append(database._reader.pool.checkedout())

    read = Read(here)
    tour = Tour(read)
    tour.go()
    assert tour.failed == []
    assert read.wrong == []
    assert set(reading) == {0}


def test_what_makes_no_sense_or_fails_here_says_so(
    phone: HerePhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address in ("/join", "/j/abc", "/https", "/on-this-phone"):
        page = phone.opens(address)
        assert page.status == 200
        assert page.main.find("p").text.startswith("The tables"), address
    monkeypatch.setattr("companion.web.table.shelf.page", lambda *_, **__: 1 / 0)
    page = phone.opens("/")
    assert page.status == 500
    assert "Your tables stay on this phone." in page.main.text  # what helps
    assert "tell whoever runs this site" not in page.main.text


def test_nothing_leads_to_a_server_that_is_not_there(here: Serving, phone: HerePhone) -> None:
    page = phone.starts()
    assert "data-here" in page.tree.find("html").attributes
    assert "data-live" not in page.main.having("data-seen")[0].attributes
    page = phone.opens(phone.table + "phones/")
    assert "Other phones can join it once it is on a server." in page.main.text
    assert "camera=(self)" in page.answer.headers["Permissions-Policy"]  # for its address
    assert "Delete the table" in page.labels()
    assert "Close the table" not in page.main.text
    assert "Shared tables" not in phone.opens("/").labels()
    here.open("/cards", "http://localhost", server=True)
    _, _, page_of_server = here.answer("GET", "/cards/here/", "[]")
    assert b'href="/cards/"' in page_of_server


def test_the_shelf_tells_of_its_tables(phone: HerePhone) -> None:
    assert told(phone) == {"open": None, "tables": []}
    phone.starts(names=["Ann", "Ben"])
    phone.starts(names=["Ann", "Ben"], table=phone.ids[0])
    assert told(phone) == {
        "open": {"address": f"/here{phone.game}", "name": "The Game"},
        "tables": [{"address": f"/here{phone.table}", "says": "2 games", "name": "Ann and Ben"}],
    }


def told(phone: Phone) -> Any:
    """What the shelf says for that of a server, with its own version at the foot."""
    shelf = phone.opens("/")
    assert f"Version {VERSION}" in [each.text for each in shelf.tree.all("p")]
    return json.loads(shelf.tree.find("script", id="here-tables").text)


def test_a_file_is_offered_until_it_was_taken_or_came(phone: HerePhone, here: Serving) -> None:
    phone.starts()
    for _ in range(OFTEN - 1):
        phone.starts(table=phone.ids[0])
    phone.sends(f"{phone.game}entries", phone.facts(kind="cannot-play"))
    assert KEEP in phone.opens(phone.game).labels()
    file = phone.client.get(f"{phone.table}table.json").data
    assert KEEP not in phone.opens(phone.game).labels()
    assert here.phone
    here.phone.copies.clear()
    assert KEEP in phone.opens(phone.table).labels()
    phone.opens("/import")
    phone.client.post("/import", data={"file": (BytesIO(file), "table.json")})
    assert KEEP not in phone.opens(phone.table).labels()
