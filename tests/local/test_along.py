"""A table of the server that came along on a phone: its games are read, and new ones begin."""

import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse

from companion.engine.deck import merge_lessons
from companion.engine.names import clean
from companion.files import handover
from companion.files.handover import Handover
from companion.local import serving
from companion.local.serving import Serving
from tests.support import handovers
from tests.support.client_phone import Phone
from tests.support.phone_tables import HerePhone
from tests.web.test_other_origins import hand_over

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
    tag = phone.client.get(f"/t/{TABLE.id}/handover").headers["ETag"]
    phone.opens(phone.game)
    phone.plays(48, "up-1")  # which has to go first
    moved = f"/t/{TABLE.id}/moved"
    assert phone.client.post(moved, headers={"If-Match": tag}).status_code == 412
    sent = waiting(phone)
    assert sent
    assert [game.id for game in sent.games] == [phone.game.split("/")[3]]
    assert [person.name for person in sent.people if person not in TABLE.people] == ["Zoe"]
    assert sends(phone) == 200
    assert waiting(phone) is None
    assert "Go on there" in phone.opens(phone.game).main.text
    assert "not on the server yet" not in phone.opens(f"/t/{TABLE.id}/").main.text


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
    unknown = replace(TABLE.games[-1], id="unknown", made_at=datetime.now(UTC))
    brings(phone, replace(TABLE, games=(*TABLE.games, unknown)))
    assert "somebody else" not in phone.opens(f"/t/{TABLE.id}/").main.text
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


def test_a_server_that_was_put_back_gets_it_again_unless_it_went_on_otherwise(
    phone: HerePhone,
) -> None:
    begins(phone)
    sent = waiting(phone)
    assert sends(phone) == 200
    brings(phone, TABLE)
    assert waiting(phone) == sent
    game = TABLE.games[0]
    other = replace(game, log=(*game.log[:-1], replace(game.log[-1], id="0" * 32)))
    answer = brings(phone, replace(TABLE, games=(other, *TABLE.games[1:])))
    assert answer.status_code == 409
    assert "This table went on differently on the server" in answer.text
    assert brings(phone, TABLE).json["came"] is False
    phone.client.post(f"/t/{TABLE.id}/delete", data={"sure": "1"})
    assert phone.client.get(f"/t/{TABLE.id}/").status_code == 404
    assert brings(phone, TABLE).status_code == 200  # it comes along again
    assert phone.client.get(f"/t/{TABLE.id}/").status_code == 200


def test_what_is_no_table_or_comes_of_no_server_is_refused(phone: HerePhone, here: Serving) -> None:
    for data in (b"", b"{}", b"[]"):
        file = FileStorage(io.BytesIO(data), "table.json")
        assert phone.client.post("/along", data={"table": file}).status_code == 422
    assert phone.client.get("/new/the-game?table=elsewhere").status_code == 200
    here.open("", "http://localhost")
    assert brings(HerePhone(here), TABLE).status_code == 404


class Apart:
    """A phone with a copy of the table of a server, where it is one of the players' phones."""

    def __init__(self, here: Serving, at_server: Phone) -> None:
        here.open("", "http://localhost", server=True)
        self.here, self.at_server = HerePhone(here), at_server
        self.brings()

    def sends(self) -> int:
        """The server gets what waits; its answer, 204 where nothing does."""
        found = self.here.client.get(f"/t/{TABLE.id}/handover")
        if found.status_code == 204:
            return 204
        answer = hand_over(self.at_server, found.data)
        moved = f"/t/{TABLE.id}/moved"
        told = self.here.client.post(moved, headers={"If-Match": found.headers["ETag"]})
        assert told.status_code == 200
        return answer.status_code

    def brings(self) -> bool:
        """It has what the server has; whether anything of that was new."""
        found = self.at_server.client.get(f"/t/{TABLE.id}/handover")
        told = brings(self.here, handover.decode(found.data, clean)).json
        assert told
        return bool(told["came"])

    def syncs(self) -> None:
        """As its page of the table does by itself."""
        self.sends()
        self.brings()

    def calls(self, **words: str) -> None:
        """The table calls these things so, as its page of the deck takes it."""
        before = self.says()[0]
        answer = self.here.client.post(f"{BRAIN}words", data={**before, **words})
        assert answer.status_code == 303

    def teaches(self, card: str, carries: str) -> None:
        """The card carries this, whatever was known of it."""
        answer = self.here.client.post(EXTREME, data={"confirmed": f"{card}={carries}"})
        assert answer.status_code == 303

    def plays(self, card: str, carries: str) -> None:
        """A new game of Extreme begins here, in which this card is laid and carries this."""
        form = {"players": "2", "name": ["Ann", "Ben"], "table": TABLE.id, "extreme": "y"}
        answer = self.here.client.post("/new/the-game-extreme", data=form)
        self.here.game = answer.location.partition("?")[0].removesuffix("set-up")
        self.here.opens(self.here.game)
        self.here.plays(card, "up-1", choice=carries, confirmed="y")

    def says(self) -> tuple[dict[str, str], dict[str, str]]:
        """What things of One Brain are called here, and what is known of the cards of Extreme."""
        me, store = self.here.id, self.here.store
        lessons = store.lessons.find_all(me, TABLE.id, "the-game")
        return store.nicknames.find(me, TABLE.id, "one-brain"), merge_lessons(lessons)

    @property
    def asked(self) -> list[str]:
        """What its page of the table asks about, line by line."""
        page = self.here.opens(f"/t/{TABLE.id}/")
        return [li.text for box in page.main.classed("contradictions") for li in box.all("li")]

    def answers(self, label: str) -> None:
        """This is tapped under the question."""
        assert self.asked
        self.here.taps(label)


@pytest.fixture(scope="session")
def second(tmp_path_factory: pytest.TempPathFactory) -> Serving:
    """The app of another phone, started once."""
    return serving.start(str(tmp_path_factory.mktemp("never-opened")))


@pytest.fixture
def two(started: Serving, second: Serving, app: Flask, tmp_path: Path) -> Iterator[list[Apart]]:
    """Two phones that took a table along, which one of them put onto the server."""
    second.folder = tmp_path / "second"
    host, guest = Phone(app), Phone(app)
    answer = hand_over(host, TABLE).json
    assert answer
    host.game = answer["board"]
    guest.joins(host)
    yield [Apart(started, host), Apart(second, guest)]
    second.close()


def settle(phones: list[Apart]) -> None:
    """All of them sync until nothing is new and nothing waits; then all say the same."""
    for _ in range(2):
        for phone in phones:
            phone.syncs()
    assert [phone.sends() for phone in phones] == [204] * len(phones)
    assert [phone.brings() for phone in phones] == [False] * len(phones)
    assert phones[0].says() == phones[-1].says()


def test_what_both_named_or_learned_otherwise_is_asked_about_once(two: list[Apart]) -> None:
    """What copies come to is shown by tests/store/test_copies.py."""
    one, other = two
    assert [phone.sends() for phone in two] == [204, 204]
    one.calls(game="Cats")
    other.calls(game="Dogs", sixth="rose")
    other.plays("47", "stop")
    one.teaches("47", "skull")
    assert one.sends() == 201  # where no game waits
    assert not one.brings()
    assert one.asked == []
    other.syncs()
    assert other.says()[0] == {"game": "Cats", "sixth": "rose"}
    page = other.here.opens(f"/t/{TABLE.id}/")
    one.calls(game="Birds")
    one.syncs()
    other.syncs()
    other.here.page = page
    other.here.taps("As on this phone")  # which is an answer about what was shown
    name, card = other.asked
    assert name == "One Brain On the server: Birds On this phone: Dogs"
    assert card == "47 The Game: Extreme On the server: skull On this phone: stop"
    other.answers("As on the server")
    settle(two)
    assert [phone.asked for phone in two] == [[], []]
    for phone in two:
        named, known = phone.says()
        assert (named, known["47"]) == ({"game": "Birds", "sixth": "rose"}, "skull")
