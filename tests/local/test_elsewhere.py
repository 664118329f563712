"""What of a phone's tables is on a server: what goes there, what is copied, what is shown here.

The server is that of the phone's own address, or one that somebody types.
"""

import json
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any
from unittest.mock import Mock

import pytest
from werkzeug.test import TestResponse

from companion.engine.deck import merge_lessons
from companion.engine.names import clean
from companion.engine.table import Away
from companion.files import handover
from companion.files.handover import Handover, Learned
from companion.local.serving import PHONE, Serving
from companion.web.handover import other_server
from companion.web.handover.phone_file import Copy, PhoneFile
from tests.support import handovers
from tests.support.page import Page
from tests.support.phone_tables import HerePhone

SITE, CARDS, AT_HOME = "http://site.example", "https://cards.example/", "192.168.1.5:8000"
OTHER = f"http://{AT_HOME}/"
REFUSALS = NONSENSE, NO_SERVER, INSECURE = (
    "not a server address", "no server at the address of this page",
    "can only reach servers that do too",
)  # fmt: skip
ONLY_OURS = ["'self'"]
TABLE = handovers.table(games=3, acts=6)
GAME = f"/t/{TABLE.id}/{TABLE.games[0].id}/"
EXTREME, BRAIN = (f"/t/{TABLE.id}/deck/{slug}/" for slug in ("the-game", "one-brain"))

ADDRESSES = {
    "cards.example": CARDS, "CARDS.Example": CARDS, "HTTPS://cards.example:443/": CARDS,
    "http://cards.example:80": "http://cards.example/", "http://box": "http://box/",
    "cards.example:8443": "https://cards.example:8443/", AT_HOME: OTHER,
    "cards.example//play/?x=1#y": f"{CARDS}play/", "localhost:8000": "http://localhost:8000/",
    "203.0.113.9": "http://203.0.113.9/", "8.8.8.8:8000": "https://8.8.8.8:8000/",
    "box.local:8000": "http://box.local:8000/", "box.local": "https://box.local/",
    "spiele.müller.example": "https://spiele.xn--mller-kva.example/",
    f"{SITE}/rules/": NO_SERVER, f"{SITE}/play": f"{SITE}/play/",
}  # fmt: skip
for tail in ("j/abc", "t/a/b/", "join", "new/the-game", "rules/the-game/de", "here/", "continue"):
    ADDRESSES |= {f"{CARDS}{tail}": CARDS, f"{CARDS}play/{tail}?x=1": f"{CARDS}play/"}
ADDRESSES |= dict.fromkeys((
    "cards", "hello world", "https://", "https://cards example", "cards.example:port",
    "cards.example:99999", "cards.example:0", "1.2.3", "1.2.3.999", "[::1]:8000", "cards..example",
    "-cards.example", "cards.example/a b", "cards.example/../..", "cards.example/;x", "//x.example",
    "javascript:alert(1)", "cards.example; script-src *", "a." * 200 + "example", "https://'self'",
    "cards,example", "https://ann:secret@cards.example", "cards.example\\@evil",
    "ann@cards.example", "ftp://cards.example", "wss://cards.example",
), NONSENSE)  # fmt: skip
SECURE = {
    "http://cards.example": INSECURE, AT_HOME: INSECURE, "box:8000": INSECURE, CARDS: CARDS,
    "localhost:8000": "http://localhost:8000/", "127.0.0.1:8000": "http://127.0.0.1:8000/",
    f"https://{AT_HOME}": f"https://{AT_HOME}/",
}  # fmt: skip


def plays(here: Serving, origin: str = "http://localhost", *, server: bool = True) -> HerePhone:
    here.open("", origin, server=server)
    phone = HerePhone(here)
    phone.starts(2, ["Ann", "Ben"])
    phone.plays(47, "up-1")
    return phone


@pytest.fixture
def phone(here: Serving) -> HerePhone:
    """A phone in a game, whose app knows of a server."""
    return plays(here)


@pytest.fixture
def apart(here: Serving) -> HerePhone:
    """A phone in a game, of a site without a server."""
    return plays(here, SITE, server=False)


@pytest.fixture
def copy(here: Serving) -> HerePhone:
    """A phone whose app knows of a server, and took a table of it along."""
    here.open("", "http://localhost", server=True)
    phone = HerePhone(here)
    assert brings(phone, TABLE).json == {"came": True, "address": f"/here/t/{TABLE.id}/"}
    phone.game = GAME
    return phone


def remembers(phone: HerePhone) -> PhoneFile:
    return PhoneFile.open(phone.serving.folder / PHONE)


def tells(phone: HerePhone, step: str, of: str | None = None) -> Any:
    return phone.client.post(f"{phone.table}{step}", query_string={"server": of} if of else {})


def goes(phone: HerePhone, of: str | None = None) -> list[int]:
    """The server has the table; what the phone is told that says so twice."""
    tells(phone, "going", of)
    return [tells(phone, "moved", of).status_code for _ in range(2)]


WENT = [204, 412]


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
    return [each if each in ONLY_OURS else f"{each}/" for each in connect.split()[1:]]


def whole(phone: HerePhone) -> bytes:
    return handover.write(phone.store.handovers.read(phone.id, phone.ids[0]))


def leads(page: Page) -> str:
    [way] = [a for a in page.main.all("a") if a.text == "Continue there"]
    return way.attributes["href"].rstrip("/")


def test_a_table_goes_whole_and_only_where_there_is_a_server(here: Serving) -> None:
    phone = plays(here, server=False)
    page = phone.opens(f"{phone.table}phones/")
    assert "Other phones can join it once it is on a server." in page.main.text
    assert (page.main.having("data-server"), reaches(page)) == ([], ONLY_OURS)
    assert {tells(phone, "going").status_code, phone.brings(whole(phone)).status_code} == {404}
    here.open("", "http://localhost", server=True)
    page = phone.opens(f"{phone.table}phones/")
    assert ("Several phones" in page.labels(), server(page)) == (True, "/")
    assert tells(phone, "moved").status_code == 412
    assert tells(phone, "going").data == whole(phone)
    [game] = waiting(phone).games
    assert game.made_at < game.log[0].at
    phone.client.post(f"{phone.table}stays")
    phone.client.post(f"{phone.game}about/delete")
    [why] = Page(tells(phone, "going")).main.classed("lead")
    assert why.text.startswith("A table without games cannot go to the server.")
    assert phone.opens(f"{phone.table}phones/").status == 200


def test_on_its_way_it_takes_nothing_and_may_come_back(phone: HerePhone, here: Serving) -> None:
    said = phone.facts(kind="card-played", card=48, pile="up-1", id="late")
    form = {"players": "2", "name": ["Ann", "Ben"], "table": phone.ids[0]}
    first, again = tells(phone, "going"), tells(phone, "going")
    assert (first.status_code, again.status_code, first.data) == (201, 200, again.data)
    here.open("", "http://localhost", server=True)  # after the phone died
    for page in (phone.table, phone.game, f"{phone.game}log", f"{phone.table}phones/"):
        shown = phone.opens(page)
        assert ("on its way to the server" in shown.main.text, server(shown)) == (True, "/")
    for address, data in ((f"{phone.game}entries", said), ("/new/the-game", form)):
        answer = phone.client.post(address, data=data)
        assert (answer.status_code, "Verdict" in answer.headers) == (503, False)  # is sent later
    assert tells(phone, "going").data == first.data
    phone.opens(phone.game)
    phone.taps("Continue here")
    phone.opens(phone.game)
    phone.plays(48, "up-1")


def test_a_table_that_went_is_a_copy_until_it_goes_on_here(phone: HerePhone) -> None:
    first, (table, game) = phone.game, phone.ids
    assert goes(phone) == WENT
    assert leads(phone.opens(first)) == first.rstrip("/")
    shelf = phone.opens("/")
    assert ("copied here" in shelf.main.text, shelf.main.classed("continue")) == (True, [])
    assert phone.client.get("/continue").location == "/"
    again = phone.client.post(f"{first}again").location
    assert [each.id for each in waiting(phone).games] == [again.split("/")[3]]
    assert goes(phone) == WENT
    assert remembers(phone).along[table].games == [game, again.split("/")[3]]
    phone.opens(f"{phone.table}phones/")
    phone.taps("Continue here")
    phone.opens(first)
    phone.plays(48, "up-1")
    assert len(waiting(phone).games) == 2


def test_what_an_earlier_version_put_onto_a_server_is_a_copy(
    apart: HerePhone, here: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It closed the table, and remembered where it is. One is not on this phone any more.

    So it is after the database was away at first.
    """
    chooses(apart, CARDS)
    known, (table, game) = remembers(apart), apart.ids
    apart.store.tables.close(apart.id, table)
    moved = {"gone": f"{CARDS}t/gone/", table: f"{CARDS}t/{table}/"}
    (here.folder / PHONE).write_text(json.dumps({**asdict(known), "path": "", "moved": moved}))
    here.open("", SITE, server=False)
    with monkeypatch.context() as away:
        away.setattr(apart.store.tables, "close", Mock(side_effect=Away))
        assert apart.client.get("/").status_code == 503
    assert leads(apart.opens(apart.game)) == f"{CARDS}t/{table}/{game}"
    assert (remembers(apart).moved, remembers(apart).along) == ({}, {table: Copy([game], CARDS)})
    assert "New game" in " ".join(apart.opens(apart.table).labels())


def understands(here: Serving, origin: str, said: str) -> str:
    """The address that somebody means who types this on a page there, or why it is none."""
    with here.app.test_request_context(base_url=f"{origin}/here/"):
        try:
            return other_server.read_address(said)
        except other_server.NotAServer as wrong:
            return next(each for each in REFUSALS if each in str(wrong))


def test_an_address_is_understood_as_it_is_typed_or_copied(here: Serving) -> None:
    here.open("", SITE, server=False)
    for origin, table in ((SITE, ADDRESSES), ("https://localhost", SECURE)):
        assert {said: understands(here, origin, said) for said in table} == table


def test_a_server_that_is_typed_may_be_asked_by_pages_that_go_there(apart: HerePhone) -> None:
    """By a key that no other server hears. What is none stays in the field."""
    page = chooses(apart, "hello world")
    [field] = page.main.all("input", name="address")
    assert (page.status, NONSENSE in page.main.text) == (422, True)
    assert (field.attributes["value"], reaches(page)) == ("hello world", ONLY_OURS)
    assert (remembers(apart).server, remembers(apart).keys) == ("", {})
    assert tells(apart, "going", CARDS).status_code == 404  # which nobody has chosen yet
    keys = {}
    for said in (OTHER, f"{CARDS}play", CARDS, "cards.example"):
        page = chooses(apart, said)
        keys.setdefault(server(page), set()).add(server(page, "data-key"))
        assert reaches(page) == [*ONLY_OURS, said if said == OTHER else CARDS]
    assert "Several phones on cards.example" in " ".join(page.main.text.split())
    assert {to: {key} for to, key in remembers(apart).keys.items()} == keys
    assert [*keys] == [OTHER, f"{CARDS}play/", CARDS]
    assert len(set.union(*keys.values())) == 3
    for address in ("/", apart.table, apart.game, f"{apart.table}history"):
        assert reaches(apart.opens(address)) == ONLY_OURS, address
    assert (goes(apart, CARDS), reaches(apart.opens("/"))) == (WENT, ONLY_OURS)


def test_a_table_is_of_its_server_whatever_is_chosen_later(apart: HerePhone) -> None:
    chooses(apart, CARDS)
    assert goes(apart, CARDS) == WENT
    (table, first), game, data = apart.ids, apart.game, whole(apart)
    apart.starts(2, ["Cas", "Dee"])
    chooses(apart, OTHER)
    assert goes(apart, OTHER) == WENT
    there = {each: copy.server for each, copy in remembers(apart).along.items()}
    assert there == {table: CARDS, apart.ids[0]: OTHER}
    assert apart.brings(data, "https://nobody.example/").status_code == 404
    assert apart.brings(b"{}", CARDS).status_code == 422
    assert apart.brings(data, CARDS).status_code == 200
    assert leads(apart.opens(game)) == f"{CARDS}t/{table}/{first}"
    apart.client.post(f"{game}again")
    for address in ("/", f"/t/{table}/", f"/t/{table}/phones/"):
        page = apart.opens(address)
        assert (server(page), server(page, "data-key")) == (CARDS, remembers(apart).keys[CARDS])
        assert reaches(page) == [*ONLY_OURS, CARDS], address


def brings(copy: HerePhone, table: Handover) -> TestResponse:
    return copy.brings(handover.write(table))


def waiting(copy: HerePhone) -> Handover:
    """What is stopped here, to go onto the server."""
    return handover.decode(tells(copy, "going").data, clean)


def sends(copy: HerePhone) -> Handover:
    """The server has what waited, and the phone asks for it."""
    sent = waiting(copy)
    for came in (True, False):
        assert brings(copy, grown(sent)).json["came"] is came
    assert tells(copy, "going").status_code == 204
    return sent


def grown(sent: Handover) -> Handover:
    return replace(TABLE, people=sent.people, games=(*TABLE.games, *sent.games))


def begins(copy: HerePhone, **options: str) -> None:
    form = {"players": "2", "name": ["Ann", "Zoe"], "table": TABLE.id, **options}
    answer = copy.client.post("/new/the-game", data=form)
    copy.game = answer.location.partition("?")[0].removesuffix("set-up")
    copy.opens(copy.game)
    copy.plays(47, "up-1")


def test_its_games_are_read_and_go_on_at_the_server(copy: HerePhone) -> None:
    for page in ("", "history", "statistics", "phones/"):
        assert copy.client.get(f"/t/{TABLE.id}/{page}").status_code == 200
    for page in ("log", "record", "record.json"):
        shown = copy.client.get(f"{GAME}{page}", follow_redirects=True)
        assert (shown.status_code, "Continue there" in shown.text) == (200, False), page
    for page in ("", "about/", "log/1", "sheet/hands"):
        assert leads(copy.opens(f"{GAME}{page}")) == GAME.rstrip("/")
    said = {"kind": "card-played", "card": "48", "pile": "up-1", "seen": "0", "id": "late"}
    for does in ("entries", "about/", "about/delete"):
        answer = copy.client.post(f"{GAME}{does}", data=said)
        assert (answer.status_code, "Verdict" in answer.headers) == (409, False), does
    assert tells(copy, "going").status_code == 204
    assert copy.client.get("/new/the-game?table=elsewhere").status_code == 200
    assert copy.opens("/along/elsewhere").main.having("data-begins")
    # Its people are changed at the server.
    player = f"/t/{TABLE.id}/players/{TABLE.people[0].id}/"
    assert "Save" not in copy.opens(player).labels()
    for verb in ("name", "merge", "separate", "listed"):
        assert copy.client.post(player + verb, data={"name": "Zed"}).status_code == 404


def test_a_new_game_is_played_here_and_goes_onto_the_server(copy: HerePhone) -> None:
    first, *others = TABLE.games
    brings(copy, replace(TABLE, games=(*others,), gone=(first.id,)))
    begins(copy)
    said = replace(TABLE, name="Ours")  # which the copy is once the game is there, not before
    assert [brings(copy, said).json["came"] for _ in range(2)] == [True, False]
    for page in (f"/t/{TABLE.id}/", "/"):
        assert "1 game is not on the server yet." in copy.opens(page).main.text
    sent = waiting(copy)
    assert [game.id for game in sent.games] == [copy.ids[1]]
    assert (sent.name, sent.lessons, sent.nicknames) == (TABLE.name, (), {})
    stopped = copy.opens(copy.game).main
    assert ("on its way" in stopped.text, bool(stopped.having("data-along"))) == (True, True)
    said = {"kind": "card-played", "card": "48", "pile": "up-1", "seen": "1", "id": "late"}
    assert copy.client.post(f"{copy.game}entries", data=said).status_code == 503
    assert copy.opens(f"{copy.game}log").status == 200
    before = copy.game
    begins(copy)  # another one does
    copy.game = before
    assert len(sends(copy).games) == 2
    assert "Continue there" in copy.opens(copy.game).main.text
    assert "not on the server yet" not in copy.opens(f"/t/{TABLE.id}/").main.text


def test_a_game_that_the_server_refuses_stays_until_it_is_deleted_here(copy: HerePhone) -> None:
    """It was deleted there after it came, and goes on here."""
    begins(copy)
    [game] = waiting(copy).game_ids
    copy.client.post(f"/t/{TABLE.id}/stays")
    said = replace(TABLE, name="Ours", gone=(game,))
    brings(copy, said)
    assert copy.store.handovers.read(copy.id, TABLE.id).game_ids == [*TABLE.game_ids, game]
    copy.opens(f"{copy.game}about")
    copy.taps("Delete game")
    brings(copy, said)
    now = copy.store.handovers.read(copy.id, TABLE.id)
    assert (now.name, now.game_ids) == ("Ours", TABLE.game_ids)


def test_another_game_follows_one_of_the_server(copy: HerePhone, here: Serving) -> None:
    """Two phones that go on without network do not start the same one."""
    last = f"/t/{TABLE.id}/{TABLE.games[-1].id}/again"
    first, again = (copy.client.post(last).location for _ in range(2))
    assert first == again
    assert waiting(copy).games[0].id not in TABLE.game_ids
    here.folder /= "other"
    here.open("", "http://localhost", server=True)
    other = HerePhone(here)
    brings(other, TABLE)
    assert other.client.post(last).location != first


def test_a_server_that_was_put_back_gets_it_again_unless_it_differs(copy: HerePhone) -> None:
    begins(copy)
    sent = sends(copy)
    brings(copy, TABLE)
    assert waiting(copy) == sent
    said, (game, *others) = grown(sent), grown(sent).games
    other = replace(game, log=(*game.log[:-1], replace(game.log[-1], id="0" * 32)))
    short = replace(game, log=game.log[:1])
    differs, is_before = (
        brings(copy, replace(said, games=(each, *others))) for each in (other, short)
    )
    assert (differs.status_code, is_before.status_code) == (409, 200)
    assert "this table went on without this phone" in differs.text
    assert len(copy.store.handovers.read(copy.id, TABLE.id).games[0].log) == len(game.log)
    brings(copy, replace(said, games=(*others,), gone=(game.id,)))  # it was deleted there
    there = copy.store.handovers.read(copy.id, TABLE.id).game_ids
    assert there == [each.id for each in others]
    copy.client.post(f"/t/{TABLE.id}/delete", data={"sure": "1"})
    for status in (404, 200):
        assert copy.client.get(f"/t/{TABLE.id}/").status_code == status
        assert brings(copy, TABLE).json["came"] is (status == 404)  # it comes along again


def test_its_cards_are_the_servers_and_a_game_brings_what_it_taught(copy: HerePhone) -> None:
    for deck in (EXTREME, BRAIN):
        page = copy.opens(deck).main
        assert all("disabled" in each.attributes for each in page.all("button"))
        assert [a.text for a in page.all("a") if a.attributes["href"] == deck] == ["Open on server"]
    for address, said in (
        (EXTREME, {"confirmed": "47=skull"}),
        (f"{BRAIN}words", {"game": "Cats"}),
    ):
        assert copy.client.post(address, data=said).status_code == 404
    begins(copy, extreme="y")
    copy.plays("48 skull", "up-1", choice="skull", confirmed="1")
    sent = waiting(copy)
    assert [(each.card, each.carries) for each in sent.lessons] == [("48", "skull")]
    assert sent.nicknames == {}
    theirs = Learned("the-game", "48", "three", "", datetime.now(UTC))
    brings(copy, replace(grown(sent), lessons=(theirs,)))
    known = copy.store.lessons.find_all(copy.id, TABLE.id, "the-game")
    assert merge_lessons(known) == {"48": "three"}
