"""A table of the phone goes onto a server, of its own address or of one that somebody types.

What is left of it here leads there.
"""

import json
from typing import Any

import pytest

from companion.files import handover
from companion.local.serving import PHONE, Serving
from companion.web.handover.phone_file import PhoneFile
from tests.support.page import Page
from tests.support.phone_tables import HerePhone, at

MOVED, GOING = "This table is on the server now.", "on its way to the server"
CARDS = "https://cards.example/"
OTHER = "http://192.168.1.5:8000/"
ONLY_OURS = ["'self'"]

PLAIN = {
    "cards.example": CARDS, "CARDS.Example": CARDS, "HTTPS://cards.example:443/": CARDS,
    "http://cards.example:80": "http://cards.example/",
    "cards.example:8443": "https://cards.example:8443/",
    "cards.example//play/?x=1#y": "https://cards.example/play/",
    "localhost:8000": "http://localhost:8000/", "192.168.1.5:8000": OTHER,
    "203.0.113.9": "http://203.0.113.9/", "8.8.8.8:8000": "https://8.8.8.8:8000/",
    "http://box": "http://box/", "box.local:8000": "http://box.local:8000/",
    "box.local": "https://box.local/",
    "spiele.müller.example": "https://spiele.xn--mller-kva.example/",
}  # fmt: skip
TAILS = ["j/abc", "t/abc/def/", "join", "new/the-game", "rules/the-game/de", "here/", "continue"]
NO_ADDRESSES = [
    "cards", "hello world", "https://", "https://cards example", "cards.example:port",
    "cards.example:99999", "cards.example:0", "1.2.3", "1.2.3.999", "[::1]:8000", "cards..example",
    "-cards.example", "cards.example/a b", "cards.example/../..", "cards.example/;x", "//x.example",
    "javascript:alert(1)", "cards.example; script-src *", "a." * 200 + "example", "https://'self'",
    "cards,example", "https://ann:secret@cards.example", "cards.example\\@evil",
    "ann@cards.example", "ftp://cards.example", "wss://cards.example",
]  # fmt: skip


def plays(here: Serving, origin: str, *, server: bool) -> HerePhone:
    here.open("", origin, server=server)
    phone = HerePhone(here)
    phone.starts(2, ["Ann", "Ben"])
    phone.plays(47, "up-1")
    return phone


@pytest.fixture
def phone(here: Serving) -> HerePhone:
    """A phone in a game, whose app knows of a server."""
    return plays(here, "http://localhost", server=True)


@pytest.fixture
def apart(here: Serving) -> HerePhone:
    """A phone in a game, of a site without a server."""
    return plays(here, "http://site.example", server=False)


def remembers(phone: HerePhone) -> PhoneFile:
    return PhoneFile.open(phone.serving.folder / PHONE)


def tells(phone: HerePhone, step: str, of: str | None = None) -> Any:
    return phone.client.post(f"{phone.table}{step}", query_string={"server": of} if of else {})


def goes(phone: HerePhone, of: str | None = None) -> int:
    """The server has the table; what the phone is told that says so."""
    tells(phone, "going", of)
    status: int = tells(phone, "moved", of).status_code
    return status


def chooses(phone: HerePhone, said: str) -> Page:
    """The page that answers this address, once it is chosen or said to be none."""
    phone.opens(f"{phone.table}phones/")
    answer = phone.client.post(f"{phone.table}server", data={"address": said})
    return phone.opens(str(answer.location)) if answer.status_code == 303 else Page(answer)


def server(page: Page, name: str = "data-server") -> str:
    """Onto which server the table goes from this page."""
    [found] = {box.attributes[name] for box in page.main.having(name)}
    return found


def reaches(page: Page) -> list[str]:
    said = page.answer.headers["Content-Security-Policy"]
    [connect] = [each for each in said.split("; ") if each.startswith("connect-src ")]
    return connect.split()[1:]


def whole(phone: HerePhone) -> bytes:
    return handover.write(phone.store.handovers.read(phone.id, at(phone)[0]))


def leads(page: Page) -> str:
    [way] = [a for a in page.main.all("a") if a.text == "Continue there"]
    return way.attributes["href"].rstrip("/")


def test_a_table_goes_whole_and_only_where_there_is_a_server(here: Serving) -> None:
    phone = plays(here, "http://localhost", server=False)
    page = phone.opens(f"{phone.table}phones/")
    assert "Other phones can join it once it is on a server." in page.main.text
    assert (page.main.having("data-server"), reaches(page)) == ([], ONLY_OURS)
    assert (tells(phone, "going").status_code, goes(phone)) == (404, 404)
    assert phone.brings(whole(phone)).status_code == 404
    here.open("", "http://localhost", server=True)
    page = phone.opens(f"{phone.table}phones/")
    assert ("Several phones" in page.labels(), server(page)) == (True, "/")
    assert tells(phone, "moved").status_code == 412
    assert tells(phone, "going").data == whole(phone)


def test_on_its_way_it_takes_nothing_and_may_come_back(phone: HerePhone, here: Serving) -> None:
    said = phone.facts(kind="card-played", card=48, pile="up-1", id="late")
    form = {"players": "2", "name": ["Ann", "Ben"], "table": at(phone)[0]}
    first, again = tells(phone, "going"), tells(phone, "going")
    assert (first.status_code, again.status_code, first.data) == (201, 200, again.data)
    here.open("", "http://localhost", server=True)  # after the phone died
    for page in (phone.table, phone.game, f"{phone.game}log", f"{phone.table}phones/"):
        shown = phone.opens(page)
        assert (GOING in shown.main.text, server(shown)) == (True, "/")
    for address, data in ((f"{phone.game}entries", said), ("/new/the-game", form)):
        answer = phone.client.post(address, data=data)
        assert (answer.status_code, "Verdict" in answer.headers) == (503, False)  # is sent later
    assert tells(phone, "going").data == first.data
    phone.opens(phone.game)
    phone.taps("Go on here")
    phone.opens(phone.game)
    phone.plays(48, "up-1")


def test_every_page_leads_to_the_same_there(phone: HerePhone, here: Serving) -> None:
    table, game, (table_id, _) = phone.table, phone.game, at(phone)
    said = phone.facts(kind="card-played", card=48, pile="up-1", id="late")
    assert [goes(phone), goes(phone)] == [204, 204]  # the server may have been put back meanwhile
    assert "Move it again" in phone.opens(game).labels()
    before = tells(phone, "going").data
    for page in (
        *(table, f"{table}history", f"{table}statistics?who=x", f"{table}phones/"),
        *(game, f"{game}log", f"{game}log/1", f"{game}sheet/hands", f"{table}deck/the-game/"),
    ):
        shown = phone.opens(page)
        assert (shown.status, leads(shown)) == (200, page.rstrip("/"))
        assert MOVED in shown.main.text
    for address, form in (
        (f"{game}entries", said),
        (f"{game}again", {}),
        (f"{table}deck/the-game/", {"card": "47", "carries": "none"}),
        (f"{table}delete", {"sure": "1"}),
        (f"{table}close", {"open": "1"}),
        (f"/new/the-game?table={table_id}", {"players": "2", "name": ["Ann", "Ben"]}),
    ):
        answer = phone.client.post(address, data=form, headers={"HX-Request": "true"})
        assert (answer.status_code, "Verdict" in answer.headers) == (409, False)
        assert MOVED in Page(answer).main.classed("lead")[0].text
    assert tells(phone, "going").data == before
    tells(phone, "stays")  # as the server refused it then
    assert phone.opens(f"/along/{table_id}").main.having("data-begins")  # it can come back along
    here.open("/cards", "http://localhost", server=True)  # as it was when the table went
    assert MOVED in here.answer("GET", f"/cards/here{game}", "[]")[2].decode()
    assert remembers(phone).moved == {table_id: table}


def test_the_shelf_has_it_as_the_servers_and_its_people_begin_another(phone: HerePhone) -> None:
    assert goes(phone) == 204
    page, moved = phone.opens("/"), phone.table
    assert ("on the server now" in page.main.text, page.main.classed("continue")) == (True, [])
    told = json.loads(page.tree.find("script", id="here-tables").text)
    assert told == {"tables": [], "open": None}
    assert phone.client.get("/continue").location == "/"
    phone.starts(2, ["Ann", "Ben"])
    assert phone.table != moved


def test_an_address_is_understood_as_it_is_typed_or_copied(apart: HerePhone) -> None:
    for said, address in PLAIN.items():
        page = chooses(apart, said)
        assert (page.status, server(page)) == (200, address), said
        assert reaches(page) == ["'self'", address.rstrip("/").removesuffix("/play")]
        host = address.partition("://")[2].partition("/")[0]
        assert f"Several phones on {host}" in " ".join(page.main.text.split())
    for tail in TAILS:
        assert server(chooses(apart, f"{CARDS}{tail}")) == CARDS
        assert server(chooses(apart, f"{CARDS}play/{tail}?x=1")) == f"{CARDS}play/"


def test_what_is_no_address_is_said_and_stays(apart: HerePhone, here: Serving) -> None:
    for said in NO_ADDRESSES:
        page = chooses(apart, said)
        assert (page.status, "not a server address" in page.main.text) == (422, True), said
        [field] = page.main.all("input", name="address")
        assert field.attributes["value"] == said
        assert (remembers(apart).server, remembers(apart).keys) == ("", {})
        assert reaches(page) == ONLY_OURS
    page = chooses(apart, "http://site.example/rules/")  # its own one, of a site
    assert (page.status, "where there is no server" in page.main.text) == (422, True)
    assert chooses(apart, "http://site.example/play").status == 200
    secure = plays(here, "https://localhost", server=False)
    for said in ("http://cards.example", "192.168.1.5:8000", "box:8000"):
        page = chooses(secure, said)
        assert page.status == 422
        assert "can only reach servers that do too" in page.main.text
    for said in (CARDS, "localhost:8000", "127.0.0.1:8000", "https://192.168.1.5:8000"):
        assert chooses(secure, said).status == 200


def test_only_pages_that_go_to_a_server_may_ask_it_by_its_key(apart: HerePhone) -> None:
    assert goes(apart, CARDS) == 404  # which nobody has chosen yet
    keys = {}
    for said in (OTHER, CARDS, "cards.example"):
        page = chooses(apart, said)
        keys.setdefault(server(page), set()).add(server(page, "data-key"))
    assert [{key} for key in remembers(apart).keys.values()] == list(keys.values())
    assert keys[OTHER] != keys[CARDS]
    assert reaches(apart.opens(f"{apart.table}phones/")) == ["'self'", "https://cards.example"]
    for address in ("/", apart.table, apart.game, f"{apart.table}history"):
        assert reaches(apart.opens(address)) == ONLY_OURS, address
    assert (goes(apart, CARDS), reaches(apart.opens("/"))) == (204, ONLY_OURS)


def test_a_table_is_of_its_server_whatever_is_chosen_later(apart: HerePhone) -> None:
    chooses(apart, CARDS)
    assert goes(apart, CARDS) == 204
    (table, _), moved, game, data = at(apart), apart.table, apart.game, whole(apart)
    apart.starts(2, ["Cas", "Dee"])
    chooses(apart, OTHER)
    for address in (moved, game, f"{game}log"):
        page = apart.opens(address)
        assert leads(page) == f"{CARDS.rstrip('/')}{address}".rstrip("/")
        assert (server(page), server(page, "data-key")) == (CARDS, remembers(apart).keys[CARDS])
        assert reaches(page) == ["'self'", "https://cards.example"]
        said = " ".join(page.main.text.split())
        assert all(each in said for each in ("Copy to phone", "Move it again on cards.example"))
    assert goes(apart, OTHER) == 204
    there = {table: f"{CARDS}t/{table}/", at(apart)[0]: f"{OTHER}t/{at(apart)[0]}/"}
    assert remembers(apart).moved == there
    # It comes along from there, and goes there again.
    apart.game = game
    assert apart.brings(data, "https://nobody.example/").status_code == 404
    assert apart.brings(b"{}", CARDS).status_code == 422
    assert apart.brings(data, CARDS).status_code == 200
    assert (remembers(apart).along[table].server, table in remembers(apart).moved) == (CARDS, False)
    assert leads(apart.opens(game)) == f"{CARDS}t/{table}/{at(apart)[1]}"
    apart.client.post(f"{game}again")
    for address in ("/", moved, f"{moved}phones/"):
        page = apart.opens(address)
        assert (server(page), "https://cards.example" in reaches(page)) == (CARDS, True), address
    assert tells(apart, "going", CARDS).status_code == 200
    assert apart.brings(whole(apart), CARDS).status_code == 200
    assert (len(remembers(apart).along[table].games), remembers(apart).going) == (2, {})
