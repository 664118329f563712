"""The phone in somebody's hand: what is remembered of it, and how it likes its pages."""

from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from flask_babel import get_locale
from sqlalchemy import Engine, NullPool, create_engine, select
from werkzeug.test import TestResponse

from companion.store.database import schema
from tests.support.client_phone import Phone
from tests.support.own_app import open_app
from tests.web.test_reference import EVIL


def language(phone: Phone, **headers: str) -> str:
    page = phone.opens("/", {name.replace("_", "-"): value for name, value in headers.items()})
    return page.tree.find("html").attributes["lang"]


def prefers(phone: Phone, **values: str) -> Any:
    phone.opens("/")
    return phone.posts("/phone", {"csrf_token": phone.token, **values}, entry=False).answer


class TestLiking:
    def test_the_language_is_what_the_browser_likes_best(self, plain: Phone) -> None:
        for accepted, shown in (
            ("nl-NL,nl;q=0.9,en;q=0.8", "nl"),
            ("fr-CA,nl;q=0.5,en;q=0.4", "fr"),
            ("it,nl;q=0.5,en;q=0.4", "nl"),
            ("en-GB,nl;q=0.9", "en"),
            ("*", "en"),
            ("nl;q=junk,,;=\x7f", "en"),
            ("", "en"),
        ):
            assert language(plain, Accept_Language=accepted) == shown, accepted

    def test_dates_are_written_as_in_the_region_of_the_browser(self, app: Flask) -> None:
        for accepted, locale in (
            ("en-GB,en;q=0.9", "en_GB"), ("nl-be", "nl_BE"), ("en-US,de-CH", "en_US"),
            ("xx-GB,fr-CH;q=0.3", "fr_CH"), ("en-QQ", "en"), ("nl_\x7f,,;=", "en"), ("", "en"),
        ):  # fmt: skip
            with app.test_request_context(headers={"Accept-Language": accepted}):
                assert str(get_locale()) == locale, accepted

    def test_what_is_chosen_stays_and_leaves_the_rest_alone(self, plain: Phone) -> None:
        assert plain.opens("/").tree.find("html").attributes["data-theme"] == "system"
        assert not plain.page.tree.all("style", data_wide="")
        assert plain.taps("Dark").tree.find("html").attributes["data-theme"] == "dark"
        assert plain.taps("Nederlands").answer.request.path == "/"
        pressed = plain.page.main.find("button", name="language", aria_pressed="true")
        assert pressed.text == "Nederlands"
        assert prefers(plain, wide="y").status_code == 303  # a script says so
        for address in ("/", "/new/the-game", "/rules/the-game"):
            page = plain.opens(address, {"Accept-Language": "en"})
            root = page.tree.find("html").attributes
            assert (root["lang"], root["data-theme"]) == ("nl", "dark")
            assert page.tree.all("style", data_wide="")
        prefers(plain, language="en")
        plain.opens("/")
        assert plain.taps("Auto").tree.find("html").attributes["data-theme"] == "system"

    def test_nothing_else_is_kept(self, plain: Phone) -> None:
        for name, odd in (
            *(("language", odd) for odd in ("xx", "", "NL", "../nl", "nl\x00", "n" * 4000)),
            *((name, odd) for name in ("theme", "wide") for odd in ("neon", "", '"><script>')),
        ):
            assert prefers(plain, **{name: odd}).status_code == 303
            assert plain.cookie(name) is None, (name, odd)
        plain.likes(language="xx", theme="xx", wide="xx")
        page = plain.opens("/")
        root = page.tree.find("html").attributes
        assert (root["lang"], root["data-theme"]) == ("en", "system")
        assert not page.tree.all("style", data_wide="")


def test_the_next_page_is_never_elsewhere(plain: Phone) -> None:
    for address in ("/rules/the-game", *EVIL):
        answer = prefers(plain, theme="dark", next=address)
        there = address if address.startswith("/rules") else "/"
        assert (answer.status_code, answer.location) == (303, there), ascii(address)


class TestCookies:
    def test_a_phone_is_known_by_a_cookie_that_no_script_reads(self, plain: Phone) -> None:
        plain.opens("/")
        assert plain.cookie("phone") is None
        plain.starts(1)
        cookie = plain.cookie("phone")
        assert (cookie.http_only, len(cookie.value) >= 43) == (True, True)  # 256 bits
        assert cookie.value not in str(rows(plain))  # only its hash is stored

    def test_every_cookie_is_secure_there_and_lax_everywhere(self, app: Any) -> None:
        for host in ("http://localhost", "https://localhost"):
            phone = Phone(app, host=host)
            phone.starts(1)
            for name in ("Dark", "Nederlands"):
                phone.opens("/")
                phone.taps(name)
            cookies = phone.client._cookies or {}
            assert len(cookies) == 5
            for cookie in cookies.values():
                assert (cookie.same_site, cookie.http_only) == ("Lax", True), cookie.key
                assert cookie.secure is host.startswith("https"), cookie.key
                assert cookie.key.startswith("__Host-") is cookie.secure, cookie.key
                assert (cookie.path, cookie.origin_only) == ("/", True)
            assert phone.sees().seen == 0

    def test_a_cookie_of_nobody_is_a_phone_that_nobody_knows(self, plain: Phone) -> None:
        plain.starts(1)
        for junk in ("", "junk", "x" * 3000, "é", "' OR 1=1 --"):
            stranger = Phone(plain.app)
            stranger.client.set_cookie("phone", junk)
            assert "Continue" not in stranger.opens("/").main.text
            assert stranger.opens(plain.game).status == 404


class TestTwoServers:
    """Cookies know no port: a browser gives one server what the other one gave it."""

    def test_both_keep_their_tables_likes_and_forms(self, plain: Phone, tmp_path: Path) -> None:
        with open_app(tmp_path, SECRET_KEY="j" * 32) as app:
            other = Phone(app)
            other.client._cookies = plain.client._cookies
            for phone in (plain, other):
                phone.opens("/")
            for phone, language in ((plain, "nl"), (other, "de"), (plain, "nl"), (other, "de")):
                if not phone.game:
                    phone.sends("/phone", {"csrf_token": phone.token, "language": language}, False)
                    phone.starts(2, ["Ann", "Ben"])
                card, page = len(phone.cards()) + 2, phone.opens(phone.game)
                assert (page.status, phone.plays(card, "up-1").status) == (200, 200)
                assert phone.opens("/").main.all("a", href=phone.game)
                assert phone.page.tree.find("html").attributes["lang"] == language

    def test_a_cookie_of_another_name_counts_where_it_is_known(self, plain: Phone) -> None:
        """It had no mark in earlier versions, and has another one with another key.

        An installation that forgot its proxy was once believed to speak https by itself.
        """
        plain.starts(2)
        mine = plain.cookie("phone")
        for name in ("phone", "phone-0123ab", "__Host-phone"):
            late = Phone(plain.app)
            late.client.set_cookie(name, mine.value)
            assert late.opens(plain.game).status == 200
            assert late.cookie("phone").value == mine.value
            assert late.client.get_cookie(name)
        # One of another server under its name, and one of ours for another database.
        new, unknown = Phone(plain.app), {"o" * 43, "u" * 43}
        new.client.set_cookie("phone", "o" * 43)
        new.client.set_cookie(plain.cookie_name("phone"), "u" * 43)
        new.starts(2)
        assert new.opens(new.game).status == 200
        assert unknown < {cookie.value for cookie in new.client._cookies.values()}


def brought(answer: TestResponse) -> list[str]:
    """The cookies that come with it, without the mark of their server."""
    return sorted(said.partition("-")[0] for said in answer.headers.getlist("Set-Cookie"))


def test_a_page_renews_what_is_kept_once_its_mark_of_a_week_is_gone(plain: Phone) -> None:
    prefers(plain, language="nl", theme="dark")
    plain.starts(1)
    for _ in range(2):
        plain.opens(plain.table)
    assert brought(plain.page.answer) == []
    plain.client.delete_cookie(plain.cookie_name("renewed"))
    for address in ("/sw.js", "/manifest.webmanifest", "/static/nothing.svg", "/nowhere"):
        assert brought(plain.client.get(address, buffered=True)) == [], address
    answer = plain.client.get(plain.table, headers={"HX-Request": "true"})
    assert answer.headers["Cache-Control"] == "no-store"
    assert brought(answer) == ["language", "phone", "renewed", "theme"]
    stranger = Phone(plain.app)
    for _ in range(2):
        stranger.opens("/")
    assert brought(stranger.page.answer) == []


def rows(phone: Phone) -> dict[str, list[Any]]:
    """Every row of the database but those of the cache, which anybody may fill at any time."""
    with _engine(phone.app.config["DATABASE_URL"]).connect() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table))]
            for table in schema.METADATA.sorted_tables
            if table is not schema.results
        }


@cache
def _engine(url: str) -> Engine:
    """Made once, as it keeps how it asks; the file is open only while it is asked."""
    return create_engine(url, poolclass=NullPool)
