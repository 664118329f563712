"""A table of the phone goes onto a server at another address, which somebody types."""

import io
import json
from collections.abc import Callable

import pytest
from werkzeug.datastructures import FileStorage

from companion.files import handover
from companion.local.serving import PHONE, Serving
from companion.web.handover.phone_file import PhoneFile
from tests.support.page import Page
from tests.support.phone_tables import HerePhone, at

CARDS = "https://cards.example/"
OTHER = "http://192.168.1.5:8000/"

PLAIN = {
    "cards.example": CARDS,
    "CARDS.Example": CARDS,
    "HTTPS://cards.example:443/": CARDS,
    "http://cards.example:80": "http://cards.example/",
    "cards.example:8443": "https://cards.example:8443/",
    "cards.example//play/?x=1#y": "https://cards.example/play/",
    "localhost:8000": "http://localhost:8000/",
    "192.168.1.5:8000": OTHER,
    "203.0.113.9": "http://203.0.113.9/",
    "8.8.8.8:8000": "https://8.8.8.8:8000/",
    "http://box": "http://box/",
    "box.local:8000": "http://box.local:8000/",
    "box.local": "https://box.local/",
    "spiele.müller.example": "https://spiele.xn--mller-kva.example/",
}
TAILS = [
    "j/abc", "t/abc/def/", "t/abc/phones/", "join", "new/the-game", "rules/", "rules/the-game/de",
    "here/", "arrive/abc.def", "on-this-phone", "continue",
]  # fmt: skip
MISTAKES = {
    "That is no address of a server.": [
    "cards", "hello world", "https://", "https://cards example", "cards.example:port",
    "cards.example:99999", "cards.example:0", "1.2.3", "1.2.3.999", "[::1]:8000", "cards..example",
    "-cards.example", "cards.example/a b", "cards.example/../..", "cards.example/;x", "//x.example",
    "javascript:alert(1)", "cards.example; script-src *", "a." * 200 + "example", "https://'self'",
    "cards,example",
    ],
    "Leave name and password out": [
        "https://ann:secret@cards.example", "cards.example\\@evil", "ann@cards.example",
    ],
    "begins with https or http": ["ftp://cards.example", "wss://cards.example"],
}  # fmt: skip


def chooses(phone: HerePhone, said: str) -> Page:
    """The page that answers this address, once it is chosen or said to be none."""
    phone.opens(f"{phone.table}phones/")
    answer = phone.client.post(f"{phone.table}server", data={"address": said})
    if answer.status_code == 303:
        return phone.opens(str(answer.location))
    return Page(answer)


def server(page: Page) -> str:
    """Onto which server the table goes from this page."""
    [found] = {box.attributes["data-server"] for box in page.main.having("data-server")}
    return found


def reaches(page: Page) -> list[str]:
    """Whom this page may ask."""
    said = page.answer.headers["Content-Security-Policy"]
    [connect] = [each for each in said.split("; ") if each.startswith("connect-src ")]
    return connect.split()[1:]


def goes(phone: HerePhone, to: str) -> int:
    """That server has the table; what the phone is told that says so."""
    for step in ("going", "moved"):
        answer = phone.client.post(f"{phone.table}{step}", query_string={"server": to})
    return answer.status_code


def whole(phone: HerePhone) -> bytes:
    """All of its table, as a server has it."""
    table = phone.store.handovers.read(phone.id, at(phone)[0])
    return handover.write(table)


@pytest.fixture
def phone(here: Serving) -> HerePhone:
    """A phone of a site without a server, in a game."""
    here.open("", "http://site.example")
    phone = HerePhone(here)
    phone.starts(2, ["Ann", "Ben"])
    phone.plays(47, "up-1")
    return phone


@pytest.fixture
def remembers(here: Serving) -> Callable[[], PhoneFile]:
    """Reads what is in the file of the phone."""
    return lambda: PhoneFile.open(here.folder / PHONE)


def test_an_address_is_understood_as_it_is_typed_or_copied(phone: HerePhone) -> None:
    for said, address in PLAIN.items():
        page = chooses(phone, said)
        assert (page.status, server(page)) == (200, address), said
        assert reaches(page) == ["'self'", address.rstrip("/").removesuffix("/play")]
        host = address.partition("://")[2].partition("/")[0]
        assert f"Several phones on {host}" in " ".join(page.main.text.split())
    for tail in TAILS:
        assert server(chooses(phone, f"{CARDS}{tail}")) == CARDS
        assert server(chooses(phone, f"{CARDS}play/{tail}?x=1")) == f"{CARDS}play/"


def test_what_is_no_address_is_said_and_stays(
    phone: HerePhone, remembers: Callable[[], PhoneFile]
) -> None:
    for sentence, addresses in MISTAKES.items():
        for said in addresses:
            page = chooses(phone, said)
            assert page.status == 422, said
            assert sentence in page.main.text, said
            [field] = page.main.all("input", name="address")
            assert field.attributes["value"] == said
            assert (remembers().server, remembers().keys) == ("", {})
            assert reaches(page) == ["'self'"]
    page = chooses(phone, "http://site.example/rules/")  # its own one, of a site
    assert (page.status, "where there is no server" in page.main.text) == (422, True)
    assert chooses(phone, "http://site.example/play").status == 200


def test_from_a_page_with_https_no_server_without_is_chosen(here: Serving) -> None:
    here.open("", "https://localhost")
    phone = HerePhone(here)
    phone.starts(2, ["Ann", "Ben"])
    for said in ("http://cards.example", "192.168.1.5:8000", "box:8000"):
        page = chooses(phone, said)
        assert page.status == 422
        assert "browsers reach no server without https" in page.main.text
    for said in (CARDS, "localhost:8000", "127.0.0.1:8000", "https://192.168.1.5:8000"):
        assert chooses(phone, said).status == 200


def test_each_server_has_a_key_and_only_pages_that_go_there_may_ask_there(
    phone: HerePhone, remembers: Callable[[], PhoneFile]
) -> None:
    assert reaches(phone.opens(f"{phone.table}phones/")) == ["'self'"]
    keys = {}
    for said in (OTHER, CARDS, "cards.example"):
        page = chooses(phone, said)
        [box] = page.main.having("data-key")
        keys.setdefault(server(page), set()).add(box.attributes["data-key"])
        assert box.attributes["data-key"] == remembers().keys[server(page)]
    [[other], [cards]] = keys.values()
    assert cards != other
    assert len(cards) == 43
    assert remembers().server == CARDS
    assert reaches(phone.opens(f"{phone.table}phones/")) == ["'self'", "https://cards.example"]
    for address in ("/", phone.table, phone.game, f"{phone.table}history"):
        assert reaches(phone.opens(address)) == ["'self'"], address
    goes(phone, CARDS)
    assert reaches(phone.opens(phone.game)) == ["'self'", "https://cards.example"]
    assert reaches(phone.opens("/")) == ["'self'"]


def test_a_table_that_has_moved_leads_there_whatever_is_chosen_later(
    phone: HerePhone, remembers: Callable[[], PhoneFile]
) -> None:
    assert goes(phone, CARDS) == 404  # which nobody has chosen yet
    chooses(phone, CARDS)
    assert goes(phone, OTHER) == 404
    assert goes(phone, CARDS) == 200
    table, _ = at(phone)
    assert remembers().moved == {table: f"{CARDS}t/{table}/"}
    moved, game = phone.table, phone.game
    phone.starts(2, ["Cas", "Dee"])
    chooses(phone, OTHER)
    for address in (moved, game, f"{game}log"):
        page = phone.opens(address)
        [way] = [a for a in page.main.all("a") if a.text == "Go on there"]
        assert way.attributes["href"].rstrip("/") == f"{CARDS.rstrip('/')}{address}".rstrip("/")
        assert server(page) == CARDS
        keys = {box.attributes["data-key"] for box in page.main.having("data-key")}
        assert keys == {remembers().keys[CARDS]}
        assert "Put it there again on cards.example" in " ".join(page.main.text.split())
    assert goes(phone, OTHER) == 200
    assert set(remembers().moved.values()) == {
        f"{CARDS}t/{table}/",
        f"{OTHER}t/{at(phone)[0]}/",
    }


def test_it_is_taken_along_from_there_and_goes_there_again(
    phone: HerePhone, here: Serving, remembers: Callable[[], PhoneFile]
) -> None:
    chooses(phone, CARDS)
    table, game = at(phone)
    data = whole(phone)
    assert goes(phone, CARDS) == 200
    assert "Take it along" in " ".join(phone.opens(phone.table).labels())
    chooses_again = chooses(phone, OTHER)  # for other tables
    assert server(chooses_again) == CARDS
    assert brings(phone, data, "https://nobody.example/") == 404
    assert brings(phone, data, CARDS) == 200
    assert remembers().along[table].server == CARDS
    assert remembers().moved == {}
    page = phone.opens(phone.table)
    [box] = page.main.having("data-along")
    assert box.attributes["data-server"] == CARDS
    assert box.attributes["data-key"] == remembers().keys[CARDS]
    assert reaches(page) == ["'self'", "https://cards.example"]
    [way] = [a for a in phone.opens(phone.game).main.all("a") if a.text == "Go on there"]
    assert way.attributes["href"] == f"{CARDS}t/{table}/{game}/"
    phone.client.post(f"{phone.game}again")
    for address in ("/", phone.table, f"{phone.table}phones/"):
        page = phone.opens(address)
        assert server(page) == CARDS, address
        assert "https://cards.example" in reaches(page)
    assert goes(phone, CARDS) == 200
    assert len(remembers().along[table].games) == 2


def brings(phone: HerePhone, data: bytes, of: str) -> int:
    """What this phone is answered that gets this table of that server."""
    file = FileStorage(io.BytesIO(data), "table.json")
    asked = {"server": of} if of else {}
    answer = phone.client.post("/along", data={"table": file}, query_string=asked)
    return answer.status_code


def test_a_phone_of_before_knows_no_other_server(here: Serving) -> None:
    here.open("", "http://localhost", server=True)
    phone = HerePhone(here)
    phone.starts(2, ["Ann", "Ben"])
    data = whole(phone)
    assert brings(phone, data, "") == 200
    file = here.folder / PHONE
    said = json.loads(file.read_text())
    [copy] = said["along"].values()
    assert copy.pop("server") == ""
    del said["server"], said["keys"]
    file.write_text(json.dumps(said))
    found = PhoneFile.open(file)
    assert (found.server, found.keys) == ("", {})
    here.open("", "http://localhost", server=True)
    page = phone.opens(phone.table)
    assert server(page) == "/"
    assert not page.main.having("data-key")
    assert reaches(page) == ["'self'"]
