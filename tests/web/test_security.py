"""What every answer says to the browser, and what every form must bring."""

import base64
import difflib
import hashlib
import re
from pathlib import Path

import pytest
from flask import Flask, request

from companion.web.safety import limits
from tests.support.client_phone import Phone
from tests.support.own_app import open_app
from tests.support.page import Element, Page
from tests.web import headers
from tests.web.routes import addresses


def test_nothing_is_inline_but_styles_with_hashes(game: Phone) -> None:
    game.starts(2, ["Ann", "Ben"], aids=True)
    game.plays(47, "up-1")
    pages = [game.plays(30, "up-1"), game.opens("/nowhere")]
    pages += [game.opens(address) for address in addresses(game).values()]
    game.opens(game.game)
    pages.append(game.enters(kind="cannot-play"))
    pages.append(game.opens(f"{game.game}record"))
    pages = [page for page in pages if page.answer.mimetype == "text/html"]
    assert len(pages) > 10
    for page in pages:
        styles = page.tree.all("style") if page.whole else []
        assert bool(styles) is page.whole
        (said,) = page.answer.headers.getlist("Content-Security-Policy")
        allowed = said.partition("style-src ")[2].partition(";")[0].split()
        assert all(re.fullmatch(r"'sha256-[\w+/]{43}='", source) for source in allowed)
        for style in styles:
            digest = hashlib.sha256("".join(map(str, style.children)).encode()).digest()
            assert f"'sha256-{base64.b64encode(digest).decode()}'" in allowed
        for element in page.tree:
            assert_bare(element)


def assert_bare(element: Element) -> None:
    for name, value in element.attributes.items():
        assert not name.startswith(("on", "hx-on")), (element.tag, name)
        assert name != "style", element.tag
        assert not value.lower().strip().startswith(("javascript:", "data:", "js:"))
        if element.attributes.get("rel") == "external noreferrer":
            assert element.tag == "a"  # nothing is fetched before it is tapped
        elif name in ("src", "href", "action", "formaction"):
            assert not re.match(r"https?:|//", value), value
    if element.tag == "script":
        assert re.match(r"/\w", element.attributes["src"])
        assert not element.children


def test_a_host_and_a_query_are_no_longer_than_any_of_ours(game: Phone) -> None:
    """Drawing the link of a longer host takes very long, and of the longest it does not work."""
    client = game.app.test_client(use_cookies=False)
    for length, status in ((255, 200), (256, 400), (5_000, 400)):
        host = ("a" * 60 + ".") * (length // 61) + "a" * (length % 61)
        headers = {"Host": host, "Cookie": f"phone={game.cookie('phone').value}"}
        for address in ("/", f"{game.table}phones/"):
            assert client.get(address, headers=headers).status_code == status
    for length, status in ((2_000, 200), (2_001, 414)):
        page = game.opens(f"{game.game}?{'a' * length}")
        assert page.status == status
    assert "too large" in page.main.text


class TestOrigin:
    def test_a_form_is_ours_by_its_token_and_one_header(self, app: Flask) -> None:
        """A line of `origins.txt`: where a form comes in, with which headers, and which is odd."""
        for line in Path(__file__).with_name("origins.txt").read_text().splitlines():
            host, sent, doubt = line.split(" | ")
            headers = dict(each.split(": ") for each in sent.split("; ") if sent != "-")
            phone = Phone(app, host=host)
            app.extensions.pop("doubts", None)
            page, name = phone.opens("/"), phone.cookie_name("session")
            cookie = next(c for c in phone.client._cookies.values() if c.key == name)
            said = {**headers, "X-CSRFToken": page.meta("csrf-token")}
            said["Cookie"] = f"{name}={cookie.value}"
            bare, is_ours = app.test_client(use_cookies=False), doubt == "ours"
            answer = bare.post("/phone", headers=said, base_url=host)
            assert answer.status_code == (303 if is_ours else 403), line
            odd = doubt.removeprefix("ours").removeprefix("of another site")
            assert answer.headers.get("Refused-For", "") == odd, line
            assert (f"“{odd}”" in answer.text) is bool(odd), line
            if is_ours:
                del said["X-CSRFToken"]
                assert bare.post("/phone", headers=said, base_url=host).status_code == 400

    def test_the_log_tells_of_a_proxy(self, app: Flask, caplog: pytest.LogCaptureFixture) -> None:
        app.extensions.pop("doubts", None)
        for _ in range(2):
            app.test_client().post(
                "/phone", base_url="http://127.0.0.1", headers={"Origin": "https://cards.example"}
            )
        told = [each for each in caplog.messages if "proxy_set_header Host $http_host;" in each]
        assert len(told) == 1


PROXIED = {"X-Forwarded-For": "203.0.113.9, 198.51.100.7", "X-Forwarded-Proto": "http, https"}


def test_as_many_proxies_as_there_are_say_who_asks_and_how(tmp_path: Path) -> None:
    """And no more of them; no other host is believed."""
    evil = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil"}
    for proxies, address, url in (
        (0, "127.0.0.1", "http://localhost/seen"),
        (1, "198.51.100.7", "https://localhost/seen"),
        (2, "203.0.113.9", "http://localhost/seen"),
        (3, "127.0.0.1", "http://localhost/seen"),
    ):
        with open_app(tmp_path, TRUSTED_PROXIES=proxies) as app:
            app.add_url_rule("/seen", view_func=lambda: [limits.address(), request.url])
            for more in ({}, evil):
                answer = app.test_client().get("/seen", headers={**PROXIED, **more})
                assert answer.json == [address, url], proxies


def test_a_phone_that_sends_no_cookie_is_told_so(plain: Phone) -> None:
    plain.opens("/new/the-game")
    values = {"players": "2", "csrf_token": plain.token}
    assert plain.client.post("/new/the-game", data=values).status_code == 303
    answer = plain.app.test_client().post("/new/the-game", data=values)
    assert (answer.status_code, "Companion needs them" in Page(answer).main.text) == (400, True)


def test_an_old_form_is_sent_again_by_one_tap_as_it_was_filled_in(plain: Phone) -> None:
    """Its token is of another session."""
    filled = {"players": "3", "name": ["Ann", "<b>'\"&", ""], "csrf_token": "old"}
    plain.opens("/new/the-game")
    for said in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": plain.host}):
        answer = plain.client.post("/new/the-game?x=1", data=filled, headers=said)
        plain.page = Page(answer)
        assert (answer.status_code, "still here" in plain.page.main.text) == (400, True)
        form, button = plain.page.form_of("Send again")
        assert form.attributes["action"] == "/new/the-game?x=1"
        names = [each.attributes["value"] for each in form.all("input", name="name")]
        assert names == filled["name"]
        board = plain.submits(form, button, name=names)
        assert (board.status, "<b>'" in board.main.text) == (200, True)
    strangers: list[dict[str, str]] = [{}, {"Sec-Fetch-Site": "none"}, {"Origin": "null"}]
    for said in strangers:
        answer = plain.client.post("/new/the-game", data=filled, headers=said)
        assert (answer.status_code in (400, 403), "Ann" in answer.text) == (True, False), said


def test_every_kind_of_answer_says_what_it_did(tmp_path: Path) -> None:
    """After a change that is meant: `python -m tests.web.headers`, and read the difference."""
    before, now = headers.FILE.read_text(encoding="utf-8"), headers.told(tmp_path)
    differing = difflib.unified_diff(before.splitlines(), now.splitlines(), lineterm="", n=30)
    assert before == now, "\n".join(differing)
