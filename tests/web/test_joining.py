"""Joining a table by its link or its code, and a word to say before one can be set up."""

import io
import json
import re
from unittest.mock import Mock

import pytest
from flask import Flask

from companion.engine.table import ONLOOKER, PHONES_PER_TABLE, PLAYER, Away
from companion.store.tables import join_codes
from companion.web.safety import limits
from companion.web.safety.rate_limiter import RateLimit
from tests.support.client_phone import BOTH_WAYS, Phone
from tests.support.page import Page
from tests.web.conftest import Clock
from tests.web.test_phone import rows

ROLES = (PLAYER, ONLOOKER)
WRONG, WORDLESS = "K7QM 3XRV", "K7QM"


@pytest.fixture
def guest(app: Flask, scripts: bool) -> Phone:
    return Phone(app, scripts=scripts)


def link(host: Phone, role: str = PLAYER) -> str:
    """The address by which others come to the table of this phone."""
    return f"/j/{host.invitations()[role].link}"


def code(host: Phone, role: str = PLAYER) -> str:
    """The code of that table as it is read out."""
    return join_codes.spell_code(host.invitations()[role].code)


def says(phone: Phone, said: str, language: str = "en") -> Page:
    """Type this as the code of a table."""
    phone.opens("/join")
    phone.client.set_cookie("language", language)
    return phone.posts("/join", {"csrf_token": phone.token, "code": said}, entry=False)


def member(host: Phone, phone: Phone) -> tuple[str, str, bool]:
    """The role and the name of this phone at the table, and whether it is somebody's."""
    members = host.store.phones.find_members(host.id, host.ids[0])
    [found] = [each for each in members if each.phone == phone.id]
    return found.role, found.name, found.person is not None


@BOTH_WAYS
def test_it_says_whose_table_it_is_and_no_more(game: Phone, guest: Phone) -> None:
    before = rows(game)
    page = guest.opens(link(game))
    assert page.main.find("h1").text == "Ann and Ben"
    assert [button.text for button in page.main.all("button")] == ["Ann", "Ben", "Join"]
    fragment = guest.opens(link(game), {"HX-Request": "true"})
    assert not re.search("csrf|name=.page.", fragment.answer.text)
    watching = guest.opens(link(game, ONLOOKER))
    assert [button.text for button in watching.main.all("button")] == ["Watch"]
    assert watching.main.all("input", name="name") == []
    for each in (page, fragment, watching):
        assert game.ids[0] not in each.answer.text
        assert game.id not in each.answer.text
    assert (guest.client.head(link(game)).status_code, rows(game)) == (200, before)
    assert guest.cookie("phone") is None


class TestJoining:
    @BOTH_WAYS
    def test_as_one_of_them_without_a_name_or_to_look_on(self, game: Phone, app: Flask) -> None:
        for role, label, name, me in (
            (PLAYER, "Ben", "Ben", "1"),
            (PLAYER, "Join", "", None),
            (ONLOOKER, "Watch", "", None),
        ):
            guest = Phone(app, scripts=game.scripts)
            guest.opens(link(game, role))
            page = guest.taps(label)
            assert page.answer.request.path == game.game
            assert member(game, guest) == (role, name, bool(me))
            root = page.tree.find("html").attributes
            assert root.get("data-me") == me
            assert (root.get("class") == "looks-on") is (role == ONLOOKER)
            assert ("You’re watching." in page.tree.text) is (role == ONLOOKER)

    @BOTH_WAYS
    def test_what_is_no_name_or_nobody_is_told_and_kept(self, game: Phone, guest: Phone) -> None:
        before = rows(game)
        guest.opens(link(game))
        for name in ("n" * 25, "A\u202en", "A\u0000n"):
            page = guest.posts(link(game), {"csrf_token": guest.token, "name": name}, entry=False)
            assert (page.status, page.said) == (422, "A name can have at most 24 characters.")
            typed = page.main.find("input", name="name").attributes["value"]
            assert typed.replace("\N{REPLACEMENT CHARACTER}", "\u0000") == name
            assert "open" in page.main.find("details").attributes
        for person in ("nobody", "\x00", "x" * 5000):
            said = {"csrf_token": guest.token, "person": person}
            page = guest.posts(link(game), said, entry=False)
            assert (page.status, page.said) == (
                422,
                "That name is no longer at this table. Choose another.",
            )
        assert rows(game) == before

    @BOTH_WAYS
    def test_who_is_there_is_shown_the_way_on(self, game: Phone, guest: Phone) -> None:
        guest.joins(game, ONLOOKER)
        page = guest.opens(link(game, ONLOOKER))
        assert "This phone is already at this table." in page.main.text
        assert page.main.all("form") == []
        assert guest.taps("Go to table").answer.request.path == game.game
        guest.opens(link(game))
        guest.taps("Ann")
        assert member(game, guest) == (PLAYER, "Ann", True)
        for role in ROLES:
            assert "already at this table" in game.opens(link(game, role)).main.text

    def test_it_leads_to_the_newest_game_or_the_table(self, game: Phone, guest: Phone) -> None:
        game.enters(kind="cannot-play")
        guest.opens(link(game))
        assert guest.taps("Ann").answer.request.path == game.table
        guest.opens(link(game))
        assert guest.taps("Go to table").answer.request.path == game.table
        game.starts(2, ["Ann", "Ben"], tile="one-brain")
        guest.opens(link(game))
        assert guest.taps("Go to table").answer.request.path == game.game
        host, invited = Phone(game.app), link(game)
        game.store.phones.give_way(game.id, game.ids[0], "")
        host.opens(invited)
        assert host.taps("Ben").answer.request.path == f"{game.table}phones/"


class TestCode:
    def test_a_right_one_leads_on_and_joins_nobody(self, game: Phone, guest: Phone) -> None:
        guest.opens("/")
        assert guest.taps("Join a table").answer.request.path == "/join"
        field = guest.page.main.find("input", name="code").attributes
        assert int(field["maxlength"]) >= len("K - 7 - Q - M - 3 - X")
        before = rows(game)
        for role in ROLES:
            read, way = code(game, role), link(game, role)
            for said in (
                f" {read.lower().replace(' ', '-')} ", f"http://localhost{way}",
                f" Come to our table: https://a.example{way}?x",
            ):  # fmt: skip
                answer = says(guest, said).answer
                assert (answer.status_code, answer.location) == (303, way)
            assert says(guest, game.invitations()[role].link).status == 422
        assert rows(game) == before
        for said in (WRONG, code(game)):  # who asks for the head alone learns nothing
            assert guest.client.head("/join", data={"code": said}).status_code == 200
        for address in (game.table, game.game):
            page = guest.opens(address)
            assert (page.status, page.main.find("form").attributes["action"]) == (404, "/join")

    @BOTH_WAYS
    def test_a_wrong_one_is_said_beside_what_was_typed(self, game: Phone, guest: Phone) -> None:
        before = rows(game)
        page = says(guest, WRONG)
        assert (page.status, page.said) == (
            422, "No table has this code. Ask for the latest one.",
        )  # fmt: skip
        field = page.main.find("input", name="code").attributes
        assert (field["value"], field["aria-invalid"]) == (WRONG, "true")
        looks = "A code has eight letters and digits, such as K7QM 3XRV."
        for said in ("", WORDLESS, "K7QM 3XRV 2", "é" * 8, "<b>", "\x00", "9" * 5000):
            page = says(guest, said)
            assert (page.status, page.said, page.main.all("b")) == (422, looks, []), said
        for sign in "01ilOU":
            page = says(guest, f"K7QM 3XR{sign}")
            assert page.said.startswith("A code never has I, L, O or U, nor 0 or 1")
        assert rows(game) == before


@BOTH_WAYS
def test_a_25th_phone_is_told_so_and_not_remembered(game: Phone, guest: Phone) -> None:
    for number in range(PHONES_PER_TABLE - 1):
        other = game.store.phones.remember(f"phone {number}")
        game.store.phones.join(other, game.invitations()[PLAYER].link)
    guest.opens(link(game))
    before, page = rows(game), guest.taps("Ben")
    assert page.status == 409
    full = "This table already has 24 phones: no more can join."
    assert page.said == f"{full} Ask the host to remove one."
    assert (rows(game), guest.cookie("phone")) == (before, None)


@pytest.mark.usefixtures("limited")
class TestWrongCodes:
    """How many are answered is in test_limits.py."""

    def test_of_many_at_once_no_more_are_looked_at(
        self, game: Phone, plain: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain.joins(game)
        looked: list[str] = []
        # Where several processes serve, each has its own lines: these requests pass one another.
        monkeypatch.setitem(game.app.extensions, "lines", Mock(spec=limits.Lines))

        def looks(secret: str) -> None:
            """Nothing is found; and before that is answered, the same phone asks again."""
            looked.append(secret)
            if len(looked) < 100:
                says(plain, WRONG)

        monkeypatch.setattr(game.store.invitations, "find", looks)
        assert (says(plain, WRONG).status, len(looked)) == (422, 10)

    def test_nothing_else_counts(self, game: Phone, plain: Phone) -> None:
        plain.joins(game)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(game.store.invitations, "find", Mock(side_effect=Away))
            assert [says(plain, code(game)).status for _ in range(10)] == [503] * 10
        for _ in range(10):
            assert says(plain, code(game)).status == 303
            assert plain.client.post("/join", data={"code": WRONG}).status_code == 400
        assert [says(plain, WRONG).status for _ in range(11)] == [422] * 10 + [429]
        page = says(plain, code(game))
        assert (page.status, page.answer.headers["Retry-After"]) == (429, "60")
        assert "Too many tries. Try again in 60 seconds." in page.main.text


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
        leads = page.main.find("input", name="next").attributes["value"]
        assert (page.status, leads) == (403, address)
    token = {"X-CSRFToken": phone.token}
    said = {"players": "2", "name": ["Ann", "Ben"]}
    assert phone.client.post(NEW, data=said, headers=token).status_code == 403
    game = {"game": "the-game", "players": ["Ann", "Ben"], "entries": [], "version": 1}
    for address, name in (("/import", "file"), ("/handover", "table")):
        file = {name: (io.BytesIO(json.dumps(game).encode()), "a.json")}
        assert phone.client.post(address, data=file, headers=token).status_code in (403, 422)
    assert not phone.name


def test_who_has_said_it_starts_tables(asking: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
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
