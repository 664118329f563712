"""A table of a phone comes onto the server, from here or from another address that is allowed.

A browser sends no cookie with such a request, and another program may: that changes nothing.
"""

import io
import secrets
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError
from werkzeug.datastructures import FileStorage
from werkzeug.test import Client, TestResponse, encode_multipart

from companion.engine.table import HOST, PLAYER, Away
from companion.files import parsing
from companion.files.handover import Handover, encode, write
from tests.support import handovers
from tests.support.client_phone import Phone
from tests.support.page import Page
from tests.web.conftest import Clock

SITE = "https://cards.example"
OTHER = "https://evil.example"
TABLE = handovers.table(games=2, acts=4)
BUNDLE = f"/t/{TABLE.id}/handover"


class Sender:
    """A phone whose tables live at another address: it has a secret, and keeps no cookies."""

    def __init__(self, app: Flask, origin: str = SITE) -> None:
        self.client = app.test_client(use_cookies=False)
        secret = f"Bearer {secrets.token_urlsafe(32)}"
        self.headers = {"Origin": origin, "Sec-Fetch-Site": "cross-site", "Authorization": secret}

    def sends(self, table: Handover | bytes, **headers: str) -> TestResponse:
        return sends(self.client, table, {**self.headers, **headers})

    def asks(self, address: str = BUNDLE, **headers: str) -> TestResponse:
        return self.client.get(address, headers={**self.headers, **headers})


def sends(client: Client, table: Handover | bytes, headers: dict[str, str]) -> TestResponse:
    """What is answered to this table, posted as a phone does."""
    data = table if isinstance(table, bytes) else write(table)
    boundary, body = encode_multipart({"table": FileStorage(io.BytesIO(data), "table.json")})
    kind = f"multipart/form-data; boundary={boundary}"
    return client.post("/handover", headers=headers, data=body, content_type=kind)


@pytest.fixture
def sender(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Sender:
    """A phone of a site that may put its tables here."""
    monkeypatch.setitem(app.config, "ALLOWED_ORIGINS", (SITE,))
    return Sender(app)


def granted(answer: TestResponse) -> dict[str, str]:
    """What this answer says that another origin may."""
    said = answer.headers.items()
    return {name: value for name, value in said if name.startswith("Access-Control-")}


READABLE = {"Access-Control-Allow-Origin": SITE, "Access-Control-Expose-Headers": "Companion"}


def preflight(sender: Sender, address: str, method: str) -> TestResponse:
    """What a browser is answered that asks first."""
    asked = {"Access-Control-Request-Method": method, "Origin": sender.headers["Origin"]}
    return sender.client.options(address, headers=asked)


class TestWho:
    def test_no_other_origin_may(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        own = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
        for allowed, status, origins in (
            ((SITE,), 403, (OTHER, "null", "http://cards.example", f"{SITE}:8443")),
            ((SITE,), 403, ("https://x.cards.example",)),
            ((SITE, "http://localhost"), 400, ("http://localhost",)),  # whose form has no token
            ((), 403, (SITE,)),
        ):
            monkeypatch.setitem(app.config, "ALLOWED_ORIGINS", allowed)
            for origin in origins:
                stranger = Sender(app, origin)
                answer = stranger.sends(TABLE, **(own if status == 400 else {}))
                assert (answer.status_code, granted(answer)) == (status, {}), origin
                assert granted(preflight(stranger, "/handover", "POST")) == {}
                assert granted(stranger.asks()) == {}
                assert "Origin" in answer.vary

    def test_whoever_says_no_secret_is_nobody(self, sender: Sender) -> None:
        for said in ("", "Bearer short", "Bearer " + "ü" * 43, "Basic " + "x" * 43):
            for told in (sender.sends(TABLE, Authorization=said), sender.asks(Authorization=said)):
                assert (told.status_code, granted(told)) == (401, READABLE), said

    def test_a_cookie_that_comes_along_does_nothing(self, sender: Sender, plain: Phone) -> None:
        """Else a page there could do whatever somebody may who only looks at it."""
        plain.starts(1)
        kept = [plain.cookie(name) for name in ("phone", "session")]
        said = "; ".join(["language=de", *(f"{each.key}={each.value}" for each in kept if each)])
        answer = sender.sends(TABLE, Cookie=said)
        assert answer.status_code == 201
        assert plain.store.tables.find(plain.id, TABLE.id) is None
        assert sender.asks(f"{plain.table}handover", Cookie=said).status_code == 404
        assert sender.asks(Authorization="", Cookie=said).status_code == 401
        refused = sender.sends(b"", Cookie=said)
        assert (plain.token in refused.text, 'lang="en"' in refused.text) == (False, True)
        for each in (answer, refused, sender.asks(), sender.asks("/t/x/handover")):
            assert "Set-Cookie" not in each.headers, each.status_code


class TestWhat:
    def test_a_table_is_put_here_and_read_again(self, sender: Sender) -> None:
        for address, method in (("/handover", "POST"), (BUNDLE, "GET")):
            answer = preflight(sender, address, method)
            assert (answer.status_code, "Origin" in answer.vary) == (204, True)
            assert granted(answer) == {
                **READABLE,
                "Access-Control-Allow-Methods": method,
                "Access-Control-Allow-Headers": "Authorization",
                "Access-Control-Max-Age": "600",
            }
        for status in (201, 200):  # to send it again is harmless
            sent, read = sender.sends(TABLE), sender.asks()
            assert (sent.status_code, read.status_code) == (status, 200)
            assert granted(sent) == granted(read) == READABLE
            assert read.json == encode(replace(TABLE, mine=None))  # its browser says whose it is
            assert "Companion" in read.headers

    def test_what_went_wrong_can_be_read(
        self, sender: Sender, app: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Gone:
            def __getattr__(self, name: str) -> Any:
                raise Away(OperationalError("", None, Exception()))

        sender.sends(TABLE)
        another, large = Sender(app), b" " * (parsing.LARGEST_FILE + 1)
        answers = [*map(sender.sends, (b"", handovers.other_end(TABLE), large))]
        answers += [another.sends(TABLE), another.asks()]
        monkeypatch.setattr(app.extensions["store"], "phones", Gone())
        answers.append(sender.sends(TABLE))
        assert [answer.status_code for answer in answers] == [422, 409, 413, 404, 404, 503]
        for answer in answers:
            assert (granted(answer), "Origin" in answer.vary) == (READABLE, True)
            assert Page(answer).main.classed("lead")[0].text
        [why] = Page(answers[1]).main.having("data-game")
        assert why.attributes["data-game"] == TABLE.games[0].id

    def test_nothing_else_may_be_asked_for(self, sender: Sender, plain: Phone) -> None:
        plain.starts(1)
        for address in ("/", "/token", plain.game, f"{plain.table}table.json", "/nowhere"):
            assert granted(sender.asks(address)) == {}, address
            assert granted(preflight(sender, address, "GET")) == {}, address
        for address in (f"{plain.game}entries", "/phone", f"{plain.table}close", "/join"):
            answer = sender.client.post(address, headers=sender.headers)
            assert (answer.status_code, granted(answer)) == (403, {}), address
        assert granted(sender.client.head(BUNDLE, headers=sender.headers)) == {}
        for method in ("PUT", "DELETE", "PATCH"):
            answer = sender.client.open("/handover", method=method, headers=sender.headers)
            assert (answer.status_code in (403, 405), granted(answer)) == (True, {})

    def test_it_is_counted_as_any_is(self, sender: Sender, app: Flask, limited: Clock) -> None:
        said = [sender.sends(TABLE) for _ in range(12)]
        assert [answer.status_code for answer in said] == [201, *[200] * 10, 429]
        assert (granted(said[-1]), Sender(app).sends(b"").status_code) == (READABLE, 422)
        limited.passes(61)
        assert sender.sends(TABLE).status_code == 200


def test_its_browser_joins_it_and_hosts_it(sender: Sender, plain: Phone) -> None:
    """The phone that sent it sends it again as a player."""
    way = sender.sends(TABLE).get_json()["way"]
    for _ in range(2):
        plain.opens(way)
        assert not plain.cookie("phone")  # to open it changes nothing
    page = plain.taps("Ann")
    assert page.answer.request.path == f"/t/{TABLE.id}/phones/"
    assert page.main.classed("qr")
    members = plain.store.phones.find_members(plain.id, TABLE.id)
    found = {(each.role, each.name, each.person) for each in members}
    assert found == {(HOST, "Ann", TABLE.mine), (PLAYER, "cards.example", None)}
    assert "This phone is already at this table." in plain.opens(way).main.text
    plain.store.tables.close(plain.id, TABLE.id)
    assert sender.sends(TABLE).get_json()["way"] == f"/t/{TABLE.id}/phones/"


def test_it_goes_on_with_several_phones(plain: Phone) -> None:
    """Whom nobody knows gets its cookie first: the answer could be lost, the way to the table too.

    That all of it is there as it was, tests/store/test_handover.py shows.
    """
    phones, board = f"/t/{TABLE.id}/phones/", f"/t/{TABLE.id}/{TABLE.games[-1].id}/"
    came, alone = {"address": phones, "board": board}, replace(TABLE, games=())  # as old apps send
    for table, status, said in (
        (TABLE, 428, None),
        (TABLE, 201, came),
        (alone, 200, {"address": phones}),
    ):
        plain.opens("/")
        token = {"X-CSRFToken": plain.token}
        answer = sends(plain.client, table, token)
        assert (answer.status_code, answer.get_json(silent=True)) == (status, said)
        assert bool(plain.store.tables.find_all(plain.id)) == (status != 428)
    assert "You host this table" in plain.opens(phones).main.text
    assert plain.opens(board).main.having("data-seen")
