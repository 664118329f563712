"""A table of the server that came along on a phone: its games are read, and new ones begin."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from werkzeug.test import TestResponse

from companion.engine.deck import merge_lessons
from companion.engine.names import clean
from companion.files import handover
from companion.files.handover import Handover, Learned
from companion.local.serving import Serving
from tests.support import handovers
from tests.support.phone_tables import HerePhone

TABLE = handovers.table(games=3, acts=6)
GAME = f"/t/{TABLE.id}/{TABLE.games[0].id}/"
EXTREME, BRAIN = (f"/t/{TABLE.id}/deck/{slug}/" for slug in ("the-game", "one-brain"))


@pytest.fixture
def phone(here: Serving) -> HerePhone:
    """A phone whose app knows of a server, and took a table of it along."""
    here.open("", "http://localhost", server=True)
    phone = HerePhone(here)
    assert brings(phone, TABLE).json == {"came": True, "address": f"/here/t/{TABLE.id}/"}
    return phone


def brings(phone: HerePhone, table: Handover) -> TestResponse:
    return phone.brings(handover.write(table))


def going(phone: HerePhone) -> TestResponse:
    """What is stopped here, to go onto the server."""
    return phone.client.post(f"/t/{TABLE.id}/going")


def waiting(phone: HerePhone) -> Handover:
    return handover.decode(going(phone).data, clean)


def sends(phone: HerePhone) -> Handover:
    """The server has what waited, and the phone asks for it."""
    sent = waiting(phone)
    for came in (True, False):
        assert brings(phone, grown(sent)).json["came"] is came
    assert going(phone).status_code == 204
    return sent


def grown(sent: Handover) -> Handover:
    return replace(TABLE, people=sent.people, games=(*TABLE.games, *sent.games))


def begins(phone: HerePhone, **options: str) -> None:
    form = {"players": "2", "name": ["Ann", "Zoe"], "table": TABLE.id, **options}
    answer = phone.client.post("/new/the-game", data=form)
    phone.game = answer.location.partition("?")[0].removesuffix("set-up")
    phone.opens(phone.game)
    phone.plays(47, "up-1")


def test_its_games_are_read_and_go_on_at_the_server(phone: HerePhone) -> None:
    for page in ("", "history", "statistics", "phones/"):
        assert phone.client.get(f"/t/{TABLE.id}/{page}").status_code == 200
    for page in ("log", "record", "record.json"):
        shown = phone.client.get(f"{GAME}{page}", follow_redirects=True)
        assert (shown.status_code, "Continue there" in shown.text) == (200, False), page
    for page in ("", "log/1", "sheet/hands"):
        shown = phone.opens(f"{GAME}{page}")
        [way] = [a for a in shown.main.all("a") if a.text == "Continue there"]
        assert way.attributes["href"] == GAME
    said = {"kind": "card-played", "card": "48", "pile": "up-1", "seen": "0", "id": "late"}
    answer = phone.client.post(f"{GAME}entries", data=said)
    assert (answer.status_code, "Verdict" in answer.headers) == (409, False)
    assert going(phone).status_code == 204
    assert phone.client.get("/new/the-game?table=elsewhere").status_code == 200


def test_its_people_are_changed_at_the_server(phone: HerePhone) -> None:
    player = f"/t/{TABLE.id}/players/{TABLE.people[0].id}/"
    assert "Save" not in phone.opens(player).labels()
    for verb in ("name", "merge", "separate", "listed"):
        assert phone.client.post(player + verb, data={"name": "Zed"}).status_code == 404


def test_a_new_game_is_played_here_and_goes_onto_the_server(phone: HerePhone) -> None:
    begins(phone)
    for page in (f"/t/{TABLE.id}/", "/"):
        assert "1 game is not on the server yet." in phone.opens(page).main.text
    sent = waiting(phone)
    assert [game.id for game in sent.games] == [phone.game.split("/")[3]]
    assert [person.name for person in sent.people if person not in TABLE.people] == ["Zoe"]
    assert (sent.lessons, sent.nicknames) == ((), {})
    assert phone.client.post(f"/t/{TABLE.id}/moved").status_code == 412  # as earlier apps say
    stopped = phone.opens(phone.game).main
    assert ("on its way" in stopped.text, bool(stopped.having("data-along"))) == (True, True)
    said = {"kind": "card-played", "card": "48", "pile": "up-1", "seen": "1", "id": "late"}
    assert phone.client.post(f"{phone.game}entries", data=said).status_code == 503
    assert phone.opens(f"{phone.game}log").status == 200
    before = phone.game
    begins(phone)  # another one does
    phone.game = before
    assert len(sends(phone).games) == 2
    assert "Continue there" in phone.opens(phone.game).main.text
    assert "not on the server yet" not in phone.opens(f"/t/{TABLE.id}/").main.text


def test_another_game_follows_one_of_the_server(phone: HerePhone, here: Serving) -> None:
    """Two phones that go on without network do not start the same one."""
    last = f"/t/{TABLE.id}/{TABLE.games[-1].id}/again"
    first, again = (phone.client.post(last).location for _ in range(2))
    assert first == again
    assert waiting(phone).games[0].id not in TABLE.game_ids
    here.folder /= "other"
    here.open("", "http://localhost", server=True)
    other = HerePhone(here)
    brings(other, TABLE)
    assert other.client.post(last).location != first


def test_a_server_that_was_put_back_gets_it_again_unless_it_differs(phone: HerePhone) -> None:
    begins(phone)
    sent = sends(phone)
    brings(phone, TABLE)
    assert waiting(phone) == sent
    game, *others = TABLE.games
    other = replace(game, log=(*game.log[:-1], replace(game.log[-1], id="0" * 32)))
    short = replace(game, log=game.log[:1])
    differs, is_before = (
        brings(phone, replace(TABLE, games=(each, *others))) for each in (other, short)
    )
    assert (differs.status_code, is_before.status_code) == (409, 200)
    assert "this table went on without this phone" in differs.text
    assert len(phone.store.handovers.read(phone.id, TABLE.id).games[0].log) == len(game.log)
    phone.client.post(f"/t/{TABLE.id}/delete", data={"sure": "1"})
    for status in (404, 200):
        assert phone.client.get(f"/t/{TABLE.id}/").status_code == status
        assert brings(phone, TABLE).json["came"] is (status == 404)  # it comes along again


def test_its_cards_are_the_servers_and_a_game_brings_what_it_taught(phone: HerePhone) -> None:
    for deck in (EXTREME, BRAIN):
        page = phone.opens(deck).main
        assert all("disabled" in each.attributes for each in page.all("button"))
        assert [a.text for a in page.all("a") if a.attributes["href"] == deck] == ["Open on server"]
    for address, said in (
        (EXTREME, {"confirmed": "47=skull"}),
        (f"{BRAIN}words", {"game": "Cats"}),
    ):
        assert phone.client.post(address, data=said).status_code == 404
    begins(phone, extreme="y")
    phone.plays("48 skull", "up-1", choice="skull", confirmed="1")
    sent = waiting(phone)
    assert [(each.card, each.carries) for each in sent.lessons] == [("48", "skull")]
    assert sent.nicknames == {}
    theirs = Learned("the-game", "48", "three", "", datetime.now(UTC))
    brings(phone, replace(TABLE, lessons=(*TABLE.lessons, theirs)))
    assert waiting(phone) == sent
    brings(phone, replace(grown(sent), lessons=(theirs,)))
    known = phone.store.lessons.find_all(phone.id, TABLE.id, "the-game")
    assert merge_lessons(known) == {"48": "three"}
