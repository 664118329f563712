"""A table of the server that came along on a phone: its games are read, and new ones begin."""

import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse

from companion.engine.names import clean
from companion.files import handover
from companion.files.handover import Handover
from companion.local.phone_file import PhoneFile
from companion.local.serving import PHONE, Serving
from tests import handed
from tests.here import HerePhone

TABLE = handed.table(games=3, acts=6)
GAME = f"/t/{TABLE.id}/{TABLE.games[0].id}/"


@pytest.fixture
def phone(here: Serving) -> HerePhone:
    """A phone whose app knows of a server, and took a table of it along."""
    here.open("", "http://localhost", server=True)
    phone = HerePhone(here)
    assert brings(phone, TABLE).json == {"came": True, "address": f"/here/t/{TABLE.id}/"}
    return phone


def brings(phone: HerePhone, table: Handover) -> TestResponse:
    """What this phone is answered that gets this table of the server."""
    file = FileStorage(io.BytesIO(handover.write(table)), "table.json")
    return phone.client.post("/along", data={"table": file})


def waiting(phone: HerePhone) -> Handover | None:
    """What goes onto the server."""
    answer = phone.client.get(f"/t/{TABLE.id}/handover")
    return handover.decode(answer.data, clean) if answer.status_code == 200 else None


def sends(phone: HerePhone) -> int:
    """The server has what waited; what the phone is told that says so."""
    tag = phone.client.get(f"/t/{TABLE.id}/handover").headers.get("ETag", '"none"')
    return phone.client.post(f"/t/{TABLE.id}/moved", headers={"If-Match": tag}).status_code


def begins(phone: HerePhone) -> None:
    """A new game begins at the table, and has an entry."""
    form = {"players": "2", "name": ["Ann", "Zoe"], "table": TABLE.id}
    answer = phone.client.post("/new/the-game", data=form)
    phone.game = answer.location.partition("?")[0].removesuffix("set-up")
    phone.opens(phone.game)
    phone.plays(47, "up-1")


def test_its_games_are_read_and_go_on_at_the_server(phone: HerePhone) -> None:
    for page in ("", "history", "statistics", "phones/", "handover"):
        assert phone.client.get(f"/t/{TABLE.id}/{page}").status_code in (200, 204)
    for page in ("log", "record", "record.json"):
        shown = phone.client.get(f"{GAME}{page}", follow_redirects=True)
        assert (shown.status_code, "Go on there" in shown.text) == (200, False), page
    for page in ("", "log/1", "sheet/hands"):
        shown = phone.opens(f"{GAME}{page}")
        [way] = [a for a in shown.main.all("a") if a.text == "Go on there"]
        assert way.attributes["href"] == GAME
    before = waiting(phone)
    said = {"kind": "card-played", "card": "48", "pile": "up-1", "seen": "0", "id": "late"}
    answer = phone.client.post(f"{GAME}entries", data=said)
    assert (answer.status_code, "Verdict" in answer.headers) == (409, False)
    assert waiting(phone) == before is None


def test_a_new_game_is_played_here_and_goes_onto_the_server(phone: HerePhone) -> None:
    begins(phone)
    assert "1 game is not on the server yet." in phone.opens(f"/t/{TABLE.id}/").main.text
    assert "1 game is not on the server yet." in phone.opens("/").main.text
    sent = waiting(phone)
    assert sent
    assert [game.id for game in sent.games] == [phone.game.split("/")[3]]
    assert [person.name for person in sent.people if person not in TABLE.people] == ["Zoe"]
    assert sends(phone) == 200
    assert waiting(phone) is None
    assert "Go on there" in phone.opens(phone.game).main.text
    assert "not on the server yet" not in phone.opens(f"/t/{TABLE.id}/").main.text


def test_what_was_entered_meanwhile_has_to_go_first(phone: HerePhone) -> None:
    begins(phone)
    tag = phone.client.get(f"/t/{TABLE.id}/handover").headers["ETag"]
    phone.plays(48, "up-1")
    moved = f"/t/{TABLE.id}/moved"
    assert phone.client.post(moved, headers={"If-Match": tag}).status_code == 412
    assert sends(phone) == 200


def test_another_game_follows_one_of_the_server(phone: HerePhone, here: Serving) -> None:
    """Two phones that go on without network do not start the same one."""
    first = phone.client.post(f"{GAME}again").location
    assert first
    assert phone.client.post(f"{GAME}again").location == first
    sent = waiting(phone)
    assert sent
    assert sent.games[0].id not in {game.id for game in TABLE.games}
    here.close()
    for file in here.folder.iterdir():
        file.unlink()
    here.open("", "http://localhost", server=True)
    other = HerePhone(here)
    brings(other, TABLE)
    assert other.client.post(f"{GAME}again").location != first


def test_games_of_others_are_told_until_that_is_read(phone: HerePhone) -> None:
    """Only those that began before the own one went there, and each once."""
    begins(phone)
    own = waiting(phone)
    assert own
    assert sends(phone) == 200
    other = replace(TABLE.games[-1], id="other", made_at=datetime.now(UTC) - timedelta(minutes=1))
    late = replace(other, id="late", made_at=datetime.now(UTC) + timedelta(minutes=1))
    grown = replace(TABLE, people=own.people, games=(*TABLE.games, *own.games, other))
    page = f"/t/{TABLE.id}/"
    says = "somebody else started a game too"
    assert brings(phone, grown).json["came"] is True
    for _ in range(2):
        assert says in phone.opens(page).main.text
    assert brings(phone, grown).json["came"] is False
    assert says in phone.opens(page).main.text
    assert phone.client.post(f"{page}news").status_code == 303
    assert says not in phone.opens(page).main.text
    brings(phone, replace(grown, games=(*grown.games, late)))
    assert says not in phone.opens(page).main.text


def test_nothing_of_others_is_told_where_no_game_began_here(phone: HerePhone) -> None:
    other = replace(TABLE.games[-1], id="other", made_at=datetime.now(UTC))
    brings(phone, replace(TABLE, games=(*TABLE.games, other)))
    assert "somebody else" not in phone.opens(f"/t/{TABLE.id}/").main.text


def test_a_server_that_was_put_back_gets_it_again(phone: HerePhone) -> None:
    begins(phone)
    sent = waiting(phone)
    assert sends(phone) == 200
    brings(phone, TABLE)
    assert waiting(phone) == sent


def test_a_server_that_goes_on_otherwise_after_a_restore_is_told(phone: HerePhone) -> None:
    game = TABLE.games[0]
    other = replace(game, log=(*game.log[:-1], replace(game.log[-1], id="0" * 32)))
    answer = brings(phone, replace(TABLE, games=(other, *TABLE.games[1:])))
    assert answer.status_code == 409
    assert "This table went on differently on the server" in answer.text
    assert brings(phone, TABLE).json["came"] is False


def test_what_was_removed_from_the_phone_can_come_along_again(phone: HerePhone) -> None:
    phone.client.post(f"/t/{TABLE.id}/delete", data={"sure": "1"})
    assert phone.client.get(f"/t/{TABLE.id}/").status_code == 404
    assert brings(phone, TABLE).status_code == 200
    assert phone.client.get(f"/t/{TABLE.id}/").status_code == 200


def test_one_that_went_onto_the_server_from_here_comes_along(here: Serving) -> None:
    here.open("", "http://localhost", server=True)
    phone = HerePhone(here)
    phone.starts(2, ["Ann", "Ben"])
    phone.plays(47, "up-1")
    answer = phone.client.get(f"{phone.table}handover")
    phone.client.post(f"{phone.table}moved", headers={"If-Match": answer.headers["ETag"]})
    assert brings(phone, handover.decode(answer.data, clean)).json["came"] is True
    phone.client.post(f"{phone.game}again")
    page = phone.opens(phone.table)
    assert "1 game is not on the server yet." in page.main.text


def test_it_is_known_after_the_next_start_too(phone: HerePhone, here: Serving) -> None:
    begins(phone)
    here.open("", "http://localhost", server=True)
    assert "Go on there" in phone.opens(GAME).main.text
    assert "1 game is not on the server yet." in phone.opens(f"/t/{TABLE.id}/").main.text
    file = here.folder / PHONE
    said = json.loads(file.read_text())
    del said["along"]
    file.write_text(json.dumps(said))
    assert PhoneFile.open(file).along == {}


@pytest.mark.parametrize("data", [b"", b"{}", b"[]"])
def test_what_is_no_table_is_refused(phone: HerePhone, data: bytes) -> None:
    file = FileStorage(io.BytesIO(data), "table.json")
    assert phone.client.post("/along", data={"table": file}).status_code == 422


def test_without_a_server_nothing_comes_along(here: Serving) -> None:
    here.open("", "http://localhost")
    assert brings(HerePhone(here), TABLE).status_code == 404


def test_a_game_for_a_table_that_is_not_here_begins_at_another(phone: HerePhone) -> None:
    assert phone.client.get("/new/the-game?table=elsewhere").status_code == 200
