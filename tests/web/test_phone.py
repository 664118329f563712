"""The phone in somebody's hand: what is remembered of it, and how it likes its pages."""

from typing import Any

import pytest
from sqlalchemy import create_engine, select

from companion import schema
from tests.web.actor import Phone
from tests.web.routes import addresses
from tests.web.test_reference import EVIL


def language(phone: Phone, **headers: str) -> str:
    page = phone.opens("/", {name.replace("_", "-"): value for name, value in headers.items()})
    return page.tree.find("html").attributes["lang"]


def prefers(phone: Phone, **values: str) -> Any:
    phone.opens("/")
    return phone.posts("/phone", {"csrf_token": phone.token, **values}, entry=False).answer


class TestLanguage:
    @pytest.mark.parametrize(
        ("accepted", "shown"),
        [
            ("nl", "nl"),
            ("nl-NL,nl;q=0.9,en;q=0.8", "nl"),
            ("nl-BE", "nl"),
            ("fr-CA,nl;q=0.5,en;q=0.4", "fr"),
            ("de-AT", "de"),
            ("it,nl;q=0.5,en;q=0.4", "nl"),
            ("en-GB,nl;q=0.9", "en"),
            ("xx", "en"),
            ("*", "en"),
            ("nl;q=junk,,;=\x7f", "en"),
            ("", "en"),
        ],
    )
    def test_it_is_what_the_browser_likes_best(
        self, plain: Phone, accepted: str, shown: str
    ) -> None:
        assert language(plain, Accept_Language=accepted) == shown

    def test_the_switch_on_the_shelf_goes_before_it(self, plain: Phone) -> None:
        plain.opens("/", {"Accept-Language": "en"})
        page = plain.taps("Nederlands")
        assert page.answer.request.path == "/"
        assert language(plain, Accept_Language="en") == "nl"
        pressed = plain.page.main.find("button", name="language", aria_pressed="true")
        assert pressed.text == "Nederlands"
        assert "Tik" in page.main.text or "tafel" in page.main.text

    @pytest.mark.parametrize("junk", ["xx", "", "NL", "../nl", "nl\x00", "n" * 4000])
    def test_no_other_language_is_kept(self, plain: Phone, junk: str) -> None:
        answer = prefers(plain, language=junk)
        assert answer.status_code == 303
        assert plain.client.get_cookie("language") is None
        plain.client.set_cookie("language", "xx")
        assert language(plain) == "en"


class TestTheme:
    def test_it_is_as_the_system_says_until_it_is_chosen(self, plain: Phone) -> None:
        assert plain.opens("/").tree.find("html").attributes["data-theme"] == "system"
        page = plain.taps("Dark")
        assert page.tree.find("html").attributes["data-theme"] == "dark"
        page = plain.taps("Auto")
        assert page.tree.find("html").attributes["data-theme"] == "system"

    def test_it_leaves_the_language_alone(self, plain: Phone) -> None:
        prefers(plain, language="nl")
        prefers(plain, theme="light")
        root = plain.opens("/").tree.find("html").attributes
        assert (root["lang"], root["data-theme"]) == ("nl", "light")

    @pytest.mark.parametrize("junk", ["neon", "", '"><script>'])
    def test_no_other_is_kept(self, plain: Phone, junk: str) -> None:
        assert prefers(plain, theme=junk).status_code == 303
        assert plain.client.get_cookie("theme") is None
        plain.client.set_cookie("theme", "neon")
        assert plain.opens("/").tree.find("html").attributes["data-theme"] == "system"


class TestNext:
    def test_the_same_page_is_shown_again(self, plain: Phone) -> None:
        assert prefers(plain, theme="dark", next="/rules/the-game").location == "/rules/the-game"

    @pytest.mark.parametrize("address", EVIL, ids=ascii)
    def test_it_leads_nowhere_else(self, plain: Phone, address: str) -> None:
        answer = prefers(plain, theme="dark", next=address)
        assert answer.status_code == 303
        assert answer.location == "/"


class TestCookies:
    def test_a_phone_is_known_by_a_cookie_that_no_script_reads(self, plain: Phone) -> None:
        plain.opens("/")
        assert plain.client.get_cookie("phone") is None
        plain.starts(1)
        cookie = plain.client.get_cookie("phone")
        assert cookie is not None
        assert (cookie.http_only, cookie.same_site, cookie.secure) == (True, "Lax", False)
        assert cookie.path == "/"
        assert len(cookie.value) >= 43  # 256 bits

    def test_under_https_only_this_host_can_have_set_it(self, app: Any) -> None:
        phone = Phone(app, host="https://localhost")
        phone.starts(1)
        assert phone.client.get_cookie("phone") is None
        cookie = phone.client.get_cookie("__Host-phone")
        assert cookie is not None
        assert (cookie.secure, cookie.http_only, cookie.same_site) == (True, True, "Lax")
        assert (cookie.path, cookie.origin_only) == ("/", True)
        assert phone.sees().seen == 0

    def test_every_cookie_is_secure_there_and_lax_everywhere(self, app: Any) -> None:
        for host in ("http://localhost", "https://localhost"):
            phone = Phone(app, host=host)
            phone.starts(1)
            for name in ("Dark", "Nederlands"):
                phone.opens("/")
                phone.taps(name)
            assert phone.page.tree.find("html").attributes["lang"] == "nl"
            cookies = phone.client._cookies or {}
            assert len(cookies) == 4
            for cookie in cookies.values():
                assert (cookie.same_site, cookie.http_only) == ("Lax", True), cookie.key
                assert cookie.secure is host.startswith("https"), cookie.key
                assert cookie.key.startswith("__Host-") is cookie.secure, cookie.key

    def test_only_the_hash_of_its_secret_is_stored(self, plain: Phone) -> None:
        plain.starts(1)
        cookie = plain.client.get_cookie("phone")
        assert cookie is not None
        assert cookie.value not in str(rows(plain))

    @pytest.mark.parametrize("junk", ["", "junk", "x" * 3000, "é", "' OR 1=1 --"])
    def test_a_cookie_of_nobody_is_a_phone_that_nobody_knows(self, plain: Phone, junk: str) -> None:
        plain.starts(1)
        stranger = Phone(plain.app)
        stranger.client.set_cookie("phone", junk)
        assert "Continue" not in stranger.opens("/").main.text
        assert stranger.opens(plain.game).status == 404


class TestReading:
    """A GET writes nothing, on any address, by anybody."""

    @pytest.mark.parametrize("over", [False, True])
    def test_no_page_changes_a_row(self, game: Phone, over: bool) -> None:
        game.starts(2, ["Ann", "Ben"], aids=True)
        game.plays(47, "up-1")
        if over:
            game.enters(kind="cannot-play")
        before = rows(game)
        stranger, nobody = Phone(game.app, scripts=game.scripts), Phone(game.app)
        stranger.client.set_cookie("phone", "somebody")
        statuses = set()
        for address in addresses(game).values():
            for phone in (game, stranger, nobody):
                for headers in (None, {"HX-Request": "true"}):
                    statuses.add(phone.opens(address, headers).status)
        assert statuses == {200, 404}
        assert rows(game) == before


def rows(phone: Phone) -> dict[str, list[Any]]:
    """Every row of the database but those of the cache, which anybody may fill at any time."""
    engine = create_engine(phone.app.config["DATABASE_URL"])
    with engine.connect() as connection:
        found = {
            table.name: [tuple(row) for row in connection.execute(select(table))]
            for table in schema.METADATA.sorted_tables
            if table is not schema.results
        }
    engine.dispose()
    return found
