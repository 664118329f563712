"""A table of the phone that is on the server now: what is left of it leads there."""

import json

import pytest
from werkzeug.test import TestResponse

from companion.engine.names import clean
from companion.files import handover
from companion.local.serving import PHONE, Serving
from companion.web.handover.phone_file import PhoneFile
from tests.support.page import Page
from tests.support.phone_tables import HerePhone, at

MOVED = "This table is on the server now."
ROOT = "/cards"


@pytest.fixture
def phone(here: Serving) -> HerePhone:
    """A phone in a game, whose app knows of a server."""
    here.open("", "http://localhost", server=True)
    phone = HerePhone(here)
    phone.starts(2, ["Ann", "Ben"])
    phone.plays(47, "up-1")
    return phone


def stops(phone: HerePhone) -> TestResponse:
    """The table is stopped, and is on its way."""
    return phone.client.post(f"{phone.table}going")


def goes(phone: HerePhone) -> int:
    """The server has the table; what the phone is told that says so."""
    stops(phone)
    return phone.client.post(f"{phone.table}moved").status_code


def test_the_page_of_its_phones_puts_it_onto_the_server(phone: HerePhone, here: Serving) -> None:
    page = phone.opens(f"{phone.table}phones/")
    assert "Several phones" in page.labels()
    [box] = page.main.having("data-server")
    assert box.attributes["data-server"] == "/"
    here.open("", "http://localhost")
    page = phone.opens(f"{phone.table}phones/")
    assert "Other phones can join it once it is on a server." in page.main.text
    assert "Several phones" not in page.labels()
    assert not page.main.having("data-server")
    assert (stops(phone).status_code, goes(phone)) == (404, 404)


def test_what_it_hands_over_is_all_and_the_newest_that_it_has(phone: HerePhone) -> None:
    phone.plays(48, "up-1")
    phone.takes_back(2)
    assert phone.client.post(f"{phone.table}moved").status_code == 412
    said = stops(phone)
    read = handover.decode(said.data, clean)
    table, game = at(phone)
    stored = phone.store.games.find(phone.id, table, game)
    assert stored
    assert read.id == table
    [found] = read.games
    assert [(each.id, each.at, each.facts) for each in found.log] == [
        (each.id, each.at, each.facts) for each in stored.log
    ]
    assert [person.name for person in read.people] == ["Ann", "Ben"]
    assert goes(phone) == 200


def test_while_it_is_on_its_way_nothing_is_entered_and_it_may_come_back(
    phone: HerePhone, here: Serving
) -> None:
    said = phone.facts(kind="card-played", card=48, pile="up-1", id="late")
    first, again = stops(phone), stops(phone)
    assert (first.status_code, again.status_code, first.data) == (201, 200, again.data)
    here.open("", "http://localhost", server=True)  # after the phone died
    for page in (phone.table, phone.game, f"{phone.game}log", f"{phone.table}phones/"):
        shown = phone.opens(page)
        assert "on its way onto the server" in shown.main.text
        assert shown.main.having("data-server")[0].attributes["data-server"] == "/"
    answer = phone.client.post(f"{phone.game}entries", data=said)
    assert (answer.status_code, "Verdict" in answer.headers) == (503, False)  # sent again, later
    form = {"players": "2", "name": ["Ann", "Ben"], "table": at(phone)[0]}
    assert phone.client.post("/new/the-game", data=form).status_code == 503
    assert stops(phone).data == first.data
    phone.opens(phone.game)
    phone.taps("Go on here")
    phone.opens(phone.game)
    phone.plays(48, "up-1")
    assert goes(phone) == 200
    stops(phone)  # once more, and the server refuses it
    phone.client.post(f"{phone.table}stays")
    assert MOVED in phone.opens(phone.game).main.text


def test_every_page_of_it_leads_to_the_same_there(phone: HerePhone, here: Serving) -> None:
    assert goes(phone) == 200
    table, game = phone.table, phone.game
    for page in (
        *(table, f"{table}history", f"{table}statistics?who=x", f"{table}phones/"),
        *(game, f"{game}log", f"{game}log/1", f"{game}sheet/hands", f"{table}deck/the-game/"),
    ):
        shown = phone.opens(page)
        assert shown.status == 200
        [way] = [a for a in shown.main.all("a") if a.text == "Go on there"]
        assert way.attributes["href"].rstrip("/") == page.rstrip("/"), page
        assert MOVED in shown.main.text
    fragment = Page(phone.client.get(game, headers={"HX-Request": "true"}))
    assert MOVED in fragment.answer.text
    here.open(ROOT, "http://localhost", server=True)  # as it was when the table went
    assert MOVED in here.answer("GET", f"{ROOT}/here{game}", "[]")[2].decode()


def test_nothing_is_entered_any_more_and_that_is_said(phone: HerePhone) -> None:
    table, _ = at(phone)
    said = phone.facts(kind="card-played", card=48, pile="up-1", id="late")
    assert goes(phone) == 200
    before = stops(phone).data
    for address, form in (
        (f"{phone.game}entries", said),
        (f"{phone.game}again", {}),
        (f"{phone.table}deck/the-game/", {"card": "47", "carries": "none"}),
        (f"{phone.table}delete", {"sure": "1"}),
        (f"{phone.table}close", {"open": "1"}),
        (f"/new/the-game?table={table}", {"players": "2", "name": ["Ann", "Ben"]}),
    ):
        answer = phone.client.post(address, data=form, headers={"HX-Request": "true"})
        assert (answer.status_code, "Verdict" in answer.headers) == (409, False)
        assert MOVED in Page(answer).main.classed("lead")[0].text
    assert stops(phone).data == before


def test_the_shelf_lists_it_as_one_of_the_server_and_the_people_begin_another(
    phone: HerePhone,
) -> None:
    assert [goes(phone), goes(phone)] == [200, 200]  # the server may have been put back meanwhile
    assert "Put it there again" in phone.opens(phone.game).labels()
    page = phone.opens("/")
    assert "on the server now" in page.main.text
    assert not page.main.classed("continue")
    told = json.loads(page.tree.find("script", id="here-tables").text)
    assert told == {"tables": [], "open": None}
    assert phone.client.get("/continue").location == "/"
    moved = phone.table
    phone.starts(2, ["Ann", "Ben"])
    assert phone.table != moved
    phone.plays(47, "up-1")
    assert goes(phone) == 200


def test_it_has_moved_after_the_next_start_too_and_nothing_had_before(
    phone: HerePhone, here: Serving
) -> None:
    file = here.folder / PHONE
    said = json.loads(file.read_text())
    del said["moved"], said["going"]  # as a phone of before has it
    file.write_text(json.dumps(said))
    assert (PhoneFile.open(file).moved, PhoneFile.open(file).going) == ({}, {})
    assert goes(phone) == 200
    here.open("", "http://localhost", server=True)
    assert MOVED in phone.opens(phone.game).main.text
    assert PhoneFile.open(file).moved == {at(phone)[0]: phone.table}
