"""Joining a table by its link or its code: who comes where, and that asking alone joins nobody."""

import re
from collections.abc import Callable
from unittest.mock import Mock

import pytest
from flask import Flask
from sqlalchemy import Engine, event

from companion.engine.table import HOST, ONLOOKER, PHONES_PER_TABLE, PLAYER, Away
from companion.store import join_codes
from companion.web import limits
from tests.web.actor import BOTH_WAYS, Phone
from tests.web.conftest import Clock
from tests.web.pages import Page
from tests.web.test_phone import rows

ROLES = (PLAYER, ONLOOKER)
NOWHERE = ["A" * 22, "K7QM3XRV", "x", "\u202e", "%00", "..%2f", "a b", "x" * 5000, "<b>", "{{7*7}}"]
WRONG, WORDLESS = "K7QM 3XRV", "K7QM"
TOO_OFTEN = "Too many tries. Try again in 60 seconds."


@pytest.fixture
def guest(app: Flask, scripts: bool) -> Phone:
    """A phone that has never been here."""
    return Phone(app, scripts=scripts)


def link(host: Phone, role: str = PLAYER) -> str:
    return f"/j/{host.invitations()[role].link}"


def code(host: Phone, role: str = PLAYER) -> str:
    return join_codes.spell_code(host.invitations()[role].code)


def says(phone: Phone, said: str, language: str = "en") -> Page:
    """Type this as the code of a table."""
    phone.opens("/join")
    phone.client.set_cookie("language", language)
    return phone.posts("/join", {"csrf_token": phone.token, "code": said}, entry=False)


def member(host: Phone, phone: Phone) -> tuple[str, str, bool]:
    """The role and the name of this phone at the table, and whether it is somebody's."""
    members = host.store.phones.find_members(host.id, host.game.split("/")[2])
    [found] = [each for each in members if each.phone == phone.id]
    return found.role, found.name, found.person is not None


class TestOpening:
    @pytest.mark.heavy
    @BOTH_WAYS
    def test_a_link_opened_a_hundred_times_joins_nobody_and_writes_nothing(
        self, game: Phone, guest: Phone
    ) -> None:
        before = rows(game)
        for time in range(100):
            headers = {"HX-Request": "true"} if time % 2 else None
            page = guest.opens(link(game, ROLES[time % 3 == 0]), headers)
            assert page.status == 200
            assert guest.client.head(link(game)).status_code == 200
        assert rows(game) == before
        assert guest.cookie("phone") is None

    def test_it_says_whose_table_it_is_and_no_more(self, game: Phone, guest: Phone) -> None:
        page = guest.opens(link(game))
        assert page.main.find("h1").text == "Ann and Ben"
        assert [button.text for button in page.main.all("button")] == ["Ann", "Ben", "Join"]
        assert game.game.split("/")[2] not in page.answer.text
        assert game.id not in page.answer.text

    def test_who_only_looks_on_is_not_asked_for_a_name(self, game: Phone, guest: Phone) -> None:
        page = guest.opens(link(game, ONLOOKER))
        assert [button.text for button in page.main.all("button")] == ["Watch"]
        assert page.main.all("input", name="name") == []

    @BOTH_WAYS
    def test_a_link_of_nowhere_is_nothing_here(self, game: Phone, guest: Phone) -> None:
        before = rows(game)
        for odd in NOWHERE:
            guest.opens("/")
            for page in (
                guest.opens(f"/j/{odd}"),
                guest.posts(f"/j/{odd}", {"csrf_token": guest.token}, entry=False),
            ):
                assert (page.status, page.main.find("h1").text) == (404, "Page not found"), odd
            assert rows(game) == before, odd

    def test_nor_is_a_code_a_link(self, game: Phone, guest: Phone) -> None:
        guest.opens("/")
        bare = game.invitations()[PLAYER].code
        assert guest.opens(f"/j/{bare}").status == 404
        assert guest.posts(f"/j/{bare}", {"csrf_token": guest.token}, entry=False).status == 404
        assert guest.cookie("phone") is None


class TestJoining:
    @BOTH_WAYS
    def test_as_one_of_the_table(self, game: Phone, guest: Phone) -> None:
        guest.opens(link(game))
        page = guest.taps("Ben")
        assert page.answer.request.path == game.game
        assert member(game, guest) == (PLAYER, "Ben", True)
        assert page.tree.find("html").attributes["data-me"] == "1"

    def test_by_another_name(self, game: Phone, guest: Phone) -> None:
        guest.opens(link(game))
        guest.sends(link(game), {"csrf_token": guest.token, "name": "  Cas  "}, entry=False)
        assert member(game, guest) == (PLAYER, "Cas", False)

    @BOTH_WAYS
    def test_without_a_name(self, game: Phone, guest: Phone) -> None:
        guest.opens(link(game))
        page = guest.taps("Join")
        assert page.answer.request.path == game.game
        assert member(game, guest) == (PLAYER, "", False)
        assert "data-me" not in page.tree.find("html").attributes

    @BOTH_WAYS
    def test_to_look_on(self, game: Phone, guest: Phone) -> None:
        guest.opens(link(game, ONLOOKER))
        page = guest.taps("Watch")
        assert page.answer.request.path == game.game
        assert member(game, guest) == (ONLOOKER, "", False)
        assert page.tree.find("html").attributes["class"] == "looks-on"
        assert "You’re watching." in page.tree.text

    def test_then_it_enters(self, game: Phone, guest: Phone) -> None:
        guest.joins(game)
        guest.plays(48, "up-1")
        assert game.cards() == [47, 48]

    @pytest.mark.parametrize("name", ["n" * 25, "A\u202en", "A\u0000n"], ids=ascii)
    @BOTH_WAYS
    def test_what_is_no_name_is_told_and_kept(self, game: Phone, guest: Phone, name: str) -> None:
        before = rows(game)
        guest.opens(link(game))
        page = guest.posts(link(game), {"csrf_token": guest.token, "name": name}, entry=False)
        assert (page.status, page.said) == (422, "A name can have at most 24 characters.")
        typed = page.main.find("input", name="name").attributes["value"]
        assert typed.replace("\N{REPLACEMENT CHARACTER}", "\u0000") == name
        assert "open" in page.main.find("details").attributes
        assert rows(game) == before

    @pytest.mark.parametrize(
        "person", ["nobody", "\x00", "x" * 5000], ids=lambda odd: ascii(odd)[:9]
    )
    def test_nobody_joins_as_who_is_not_there(self, game: Phone, guest: Phone, person: str) -> None:
        before = rows(game)
        guest.opens(link(game))
        page = guest.posts(link(game), {"csrf_token": guest.token, "person": person}, entry=False)
        assert (page.status, page.said) == (422, "Nobody at this table has that name any more.")
        assert rows(game) == before

    def test_a_name_may_be_as_long_as_names_are(self, game: Phone, guest: Phone) -> None:
        longest = "👨‍👩‍👧‍👦" * 24
        field = guest.opens(link(game)).main.find("input", name="name").attributes
        assert int(field.get("maxlength", 10_000)) >= len(longest.encode("utf-16-le")) // 2
        guest.sends(link(game), {"csrf_token": guest.token, "name": longest}, entry=False)
        assert member(game, guest) == (PLAYER, longest, False)


class TestBeingThere:
    @pytest.mark.parametrize("role", ROLES)
    @BOTH_WAYS
    def test_who_is_there_is_shown_the_way_on(self, game: Phone, guest: Phone, role: str) -> None:
        guest.joins(game, role)
        before = rows(game)
        page = guest.opens(link(game, role))
        assert "This phone is already at this table." in page.main.text
        assert page.main.all("form") == []
        page = guest.taps("To the table")
        assert page.answer.request.path == game.game
        assert rows(game) == before

    def test_an_onlooker_may_become_a_player(self, game: Phone, guest: Phone) -> None:
        guest.joins(game, ONLOOKER)
        guest.opens(link(game))
        guest.taps("Ann")
        assert member(game, guest) == (PLAYER, "Ann", True)

    def test_a_player_stays_one(self, game: Phone, guest: Phone) -> None:
        guest.joins(game)
        guest.joins(game, ONLOOKER)
        assert member(game, guest)[0] == PLAYER

    def test_the_host_is_there_too(self, game: Phone) -> None:
        for role in ROLES:
            assert "already at this table" in game.opens(link(game, role)).main.text
            game.posts(link(game, role), {"csrf_token": game.token}, entry=False)
        assert member(game, game) == (HOST, "", False)

    def test_once_the_game_is_over_it_leads_to_the_table(self, game: Phone, guest: Phone) -> None:
        game.enters(kind="cannot-play")
        guest.opens(link(game))
        assert guest.taps("Ann").answer.request.path == game.table
        guest.opens(link(game))
        assert guest.taps("To the table").answer.request.path == game.table

    def test_of_several_games_it_leads_to_the_newest(self, game: Phone, guest: Phone) -> None:
        first = game.game
        game.starts(2, ["Ann", "Ben"], tile="one-brain")
        assert game.game != first
        guest.opens(link(game))
        assert guest.taps("Ann").answer.request.path == game.game


class TestCode:
    @pytest.mark.parametrize("role", ROLES)
    @pytest.mark.parametrize("typed", [str, str.lower, lambda said: f" {said.replace(' ', '-')} "])
    def test_a_right_one_leads_to_the_link_and_joins_nobody(
        self, game: Phone, guest: Phone, role: str, typed: Callable[[str], str]
    ) -> None:
        before = rows(game)
        answer = says(guest, typed(code(game, role))).answer
        assert (answer.status_code, answer.location) == (303, link(game, role))
        assert guest.opens(str(answer.location)).status == 200
        assert rows(game) == before

    @BOTH_WAYS
    def test_a_wrong_one_is_said_beside_what_was_typed(self, game: Phone, guest: Phone) -> None:
        before = rows(game)
        page = says(guest, WRONG)
        assert (page.status, page.said) == (
            422, "No table has this code. Ask for the newest one.",
        )  # fmt: skip
        field = page.main.find("input", name="code").attributes
        assert (field["value"], field["aria-invalid"]) == (WRONG, "true")
        assert rows(game) == before

    @pytest.mark.parametrize(
        "said", ["", WORDLESS, "K7QM 3XRV 2", "é" * 8, "<b>", "\x00", "9" * 5000],
        ids=lambda said: ascii(said)[:12],
    )  # fmt: skip
    def test_what_can_be_none_says_how_one_looks(self, guest: Phone, said: str) -> None:
        page = says(guest, said)
        assert page.status == 422
        assert page.said == "A code has eight letters and digits, such as K7QM 3XRV."
        assert not page.main.all("b")

    def test_what_is_misread_is_named(self, guest: Phone) -> None:
        for sign in "01ilOU":
            page = says(guest, f"K7QM 3XR{sign}")
            assert page.status == 422
            assert page.said.startswith(
                "A code never has the letters I, L, O and U, nor the digits"
            )

    def test_a_copied_link_leads_where_it_leads(self, game: Phone, guest: Phone) -> None:
        invited = link(game)
        for said in (
            f"http://localhost{invited}",
            f" Come to our table: https://a.example{invited}?x",
        ):
            answer = says(guest, said).answer
            assert (answer.status_code, answer.location) == (303, invited)

    def test_who_follows_the_address_of_a_table_can_type_its_code(
        self, game: Phone, guest: Phone
    ) -> None:
        for address in (game.table, game.game, f"{game.table}history"):
            page = guest.opens(address)
            assert (page.status, page.main.find("form").attributes["action"]) == (404, "/join")

    def test_a_link_is_no_code(self, game: Phone, guest: Phone) -> None:
        assert says(guest, game.invitations()[PLAYER].link).status == 422

    def test_the_field_takes_a_code_however_it_is_read_out(self, guest: Phone) -> None:
        field = guest.opens("/join").main.find("input", name="code").attributes
        assert int(field["maxlength"]) >= len("K - 7 - Q - M - 3 - X")
        assert "pattern" not in field

    def test_the_shelf_leads_there(self, guest: Phone) -> None:
        guest.opens("/")
        assert guest.taps("Join a table").answer.request.path == "/join"


class TestCrowd:
    @BOTH_WAYS
    def test_who_finds_no_room_is_not_remembered(self, game: Phone, guest: Phone) -> None:
        invited = game.invitations()[PLAYER].link
        for number in range(PHONES_PER_TABLE - 1):
            game.store.phones.join(game.store.phones.remember(f"phone {number}"), invited)
        guest.opens(link(game))
        before = rows(game)
        page = guest.posts(link(game), {"csrf_token": guest.token}, entry=False)
        assert page.status == 409
        assert rows(game) == before
        assert guest.cookie("phone") is None

    @pytest.mark.heavy
    def test_180_come_from_an_address_in_ten_minutes_and_no_more(
        self, game: Phone, app: Flask, limited: Clock
    ) -> None:
        statuses = []
        for _ in range(181):
            guest = Phone(app)
            guest.opens("/")
            answer = guest.posts(link(game, ONLOOKER), {"csrf_token": guest.token}, entry=False)
            statuses.append(answer.status)
            if answer.status == 303:
                guest.store.phones.leave(guest.id, game.table.split("/")[2])
        assert statuses == [303] * 180 + [429]


class TestLookedUp:
    def test_nobody_learns_of_a_code_by_opening_it_as_a_link(
        self, game: Phone, guest: Phone
    ) -> None:
        asked: list[str] = []
        statements = event.listens_for(Engine, "before_cursor_execute")

        @statements
        def seen(_connection: object, _cursor: object, said: str, *_more: object) -> None:
            asked.append(said)

        try:
            guest.opens(f"/j/{game.invitations()[PLAYER].code}")
            assert asked
            assert not [said for said in asked if "code_hash" in said.partition("WHERE")[2]]
        finally:
            event.remove(Engine, "before_cursor_execute", seen)


class TestWrongCodes:
    @pytest.fixture(autouse=True)
    def _counted(self, limited: Clock) -> None:
        self.clock = limited

    @pytest.mark.parametrize("said", [WRONG, WORDLESS])
    @pytest.mark.parametrize("language", ["en", "nl"])
    def test_ten_of_a_phone_are_answered_and_no_more(
        self, game: Phone, plain: Phone, said: str, language: str
    ) -> None:
        plain.joins(game)
        for _ in range(9):
            assert says(plain, said, language).status == 422
        right = code(game)
        assert says(plain, right, language).status == 303
        assert says(plain, said, language).status == 422
        for again in (said, right):
            page = says(plain, again, language)
            assert page.status == 429
            assert page.answer.headers["Retry-After"] == "60"
            assert page.tree.find("html").attributes["lang"] == language
            assert (TOO_OFTEN in page.main.text) is (language == "en")
        self.clock.passes(59.9)
        assert says(plain, said, language).status == 429
        self.clock.passes(0.1)
        assert says(plain, said, language).status == 422
        assert says(plain, said, language).status == 429
        self.clock.passes(600)
        assert [says(plain, said).status for _ in range(11)] == [422] * 10 + [429]

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
        assert says(plain, WRONG).status == 422
        assert len(looked) == 10

    def test_right_ones_do_not_count(self, game: Phone, plain: Phone) -> None:
        plain.joins(game)
        for _ in range(30):
            assert says(plain, code(game)).status == 303
        assert says(plain, WRONG).status == 422

    def test_nor_do_those_that_the_database_did_not_look_up(
        self, game: Phone, plain: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain.joins(game)
        with monkeypatch.context() as patched:
            patched.setattr(game.store.invitations, "find", Mock(side_effect=Away))
            assert [says(plain, code(game)).status for _ in range(10)] == [503] * 10
        assert [says(plain, WRONG).status for _ in range(11)] == [422] * 10 + [429]

    def test_nor_does_opening_the_page(self, game: Phone, plain: Phone) -> None:
        plain.joins(game)
        for _ in range(30):
            assert plain.opens("/join").status == 200
        assert says(plain, WRONG).status == 422
        for _ in range(10):
            says(plain, WRONG)
        assert plain.opens("/join").status == 200

    def test_another_phone_at_the_same_address_is_not_held_up(
        self, game: Phone, app: Flask
    ) -> None:
        first, second = Phone(app), Phone(app)
        for phone in (first, second):
            phone.joins(game)
        for _ in range(12):
            last = says(first, WRONG)
        assert last.status == 429
        assert says(second, WRONG).status == 422
        assert says(second, code(game)).status == 303

    @pytest.mark.heavy
    def test_180_of_an_address_are_answered_whoever_asks(self, game: Phone, app: Flask) -> None:
        asking = Phone(app)
        statuses = [says(asking, WRONG).status for _ in range(182)]
        assert statuses == [422] * 180 + [429] * 2
        page = says(Phone(app), code(game))
        assert page.status == 429
        assert 0 < int(page.answer.headers["Retry-After"]) <= 600

    @pytest.mark.heavy
    def test_strangers_hold_up_no_phone_that_was_at_a_table_before(
        self, game: Phone, app: Flask
    ) -> None:
        stranger, honest = Phone(app), Phone(app)
        honest.joins(game)
        while says(stranger, WRONG).status == 422:
            pass
        assert says(honest, WRONG).status == 422
        assert says(honest, code(game)).status == 303
        guests = [Phone(app) for _ in range(12)]
        for each in guests:
            each.joins(game)
        wrong = [says(each, WRONG).status for each in guests for _ in range(10)]
        assert wrong == [422] * 119 + [429]

    @pytest.mark.heavy
    def test_another_address_is_not_held_up(self, game: Phone, app: Flask) -> None:
        asking = Phone(app)
        for _ in range(181):
            last = says(asking, WRONG)
        assert last.status == 429
        elsewhere = Phone(app)
        elsewhere.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
        assert says(elsewhere, code(game)).status == 303

    def test_who_asks_for_the_head_alone_learns_nothing_of_a_code(self, game: Phone) -> None:
        for said in (WRONG, code(game)):
            assert game.client.head("/join", data={"code": said}).status_code == 200

    def test_a_forgotten_token_is_no_wrong_code(self, game: Phone, plain: Phone) -> None:
        plain.joins(game)
        for _ in range(20):
            assert plain.client.post("/join", data={"code": WRONG}).status_code == 400
        assert says(plain, WRONG).status == 422


class TestRoom:
    @pytest.mark.heavy
    def test_a_25th_phone_is_told_so(self, game: Phone, guest: Phone, app: Flask) -> None:
        for _ in range(PHONES_PER_TABLE - 1):
            Phone(app).joins(game, ONLOOKER)
        before = rows(game)["members"]
        guest.opens(link(game))
        page = guest.taps("Ben")
        assert page.status == 409
        assert page.said == "This table already has 24 phones: no more can join."
        assert rows(game)["members"] == before
        assert guest.opens(game.game).status == 404

    def test_and_has_room_when_another_has_left(
        self, game: Phone, guest: Phone, app: Flask
    ) -> None:
        others = [Phone(app) for _ in range(PHONES_PER_TABLE - 1)]
        for other in others:
            other.joins(game)
        others[0].opens(f"{game.table}phones/")
        others[0].taps("Leave this table")
        guest.joins(game)
        assert guest.page.status == 200


def test_what_is_shared_names_no_phone(game: Phone, guest: Phone) -> None:
    guest.opens(link(game))
    fragment = guest.opens(link(game), {"HX-Request": "true"})
    assert not fragment.whole
    assert not re.search("csrf|name=.page.", fragment.answer.text)
