"""Companion behind nginx and behind Caddy: pages, entries, streams and files come through whole."""

import json
import re
import uuid
from http.client import HTTPResponse

import pytest

from companion.web.handover.whole_tables import LARGEST
from tests.deploy.conftest import Behind, Installed
from tests.deploy.echo import Echo
from tests.deploy.installed import PATIENCE, Client, place
from tests.deploy.proxies import Nginx

pytestmark = pytest.mark.long

OWN = {"alt-svc", "connection", "date", "keep-alive", "server", "transfer-encoding", "via"}
"""Headers of a connection, or of whoever answers: a proxy has its own."""
FORGED = {
    "X-Forwarded-For": "198.51.100.7",
    "X-Forwarded-Proto": "gopher",
    "X-Forwarded-Host": "elsewhere.example",
}


class TestCompanion:
    def test_an_entry_goes_in_and_a_stream_tells_of_it(self, companion: Behind[Installed]) -> None:
        """The stream stays open all the while: nobody waits until something is full."""
        with companion.phone().asks("GET", "/") as answer:
            cookies = answer.headers.get_all("Set-Cookie") or ()
            assert answer.read().rstrip().endswith(b"</html>")
        assert ["Secure" in cookie for cookie in cookies if "session-" in cookie] == [True]
        table = companion.server.table
        host, other = (companion.phone(secret) for secret in table.phones[:2])
        host.opens(table.address)
        with other.asks("GET", f"{table.address}live") as stream:
            assert stream.status == 200
            before = place(stream)
            card = {"kind": "card-played", "card": 2 + before, "pile": "up-1"}
            assert host.enters(table.address, **card, id=uuid.uuid4().hex) == 303
            assert place(stream) == before + 1
            assert not stream.isclosed()

    def test_its_files_come_as_they_were_sent(self, companion: Behind[Installed]) -> None:
        table = companion.server.table
        phone, direct = companion.phone(table.phones[0]), Client(companion.server.port)
        page = phone.opens(table.address).decode()
        files = {*re.findall(r'(?:src|href|content)="(/(?:static|scripts)[^"]+)"', page)}
        assert len(files) > 3
        for address in files:
            asked = {"Accept-Encoding": "gzip, br"}
            with phone.asks("GET", address, asked) as through:
                came = (through.status, headers(through), through.read())
            with direct.asks("GET", address, asked | {"X-Forwarded-Proto": "https"}) as straight:
                assert came == (200, headers(straight), straight.read()), address


class TestEcho:
    def test_what_a_browser_claims_to_be_is_overwritten(self, echo: Behind[Echo]) -> None:
        with echo.phone().asks("GET", "/", FORGED) as told:
            answer = json.loads(told.read())
        found: dict[str, list[str]] = {}
        for name, value in answer["headers"]:
            found.setdefault(name.lower(), []).append(value)
        here = f"localhost:{echo.proxy.port}"
        assert found["host"] == [here]
        assert found["x-forwarded-for"] == ["127.0.0.1"]
        assert found["x-forwarded-proto"] == ["https"]
        assert found["x-forwarded-host"] == [here]
        assert answer["version"] == "HTTP/1.1"

    def test_a_stream_ends_with_its_phone(self, echo: Behind[Echo]) -> None:
        """Were it not ended, Companion would go on telling phones that went home."""
        with echo.phone().asks("GET", "/silence") as stream:
            assert stream.readline() == b"data: first\n"
        assert echo.server.left.wait(PATIENCE)

    def test_a_file_of_the_largest_size_reaches_it(self, echo: Behind[Echo]) -> None:
        """What is too large, Companion refuses in the words of its player."""
        with echo.phone().asks("POST", "/", body=b"x" * LARGEST) as answer:
            assert json.loads(answer.read())["size"] == LARGEST

    @pytest.mark.parametrize(("address", "size"), [("/gone", 9), ("/", LARGEST + 2_000_000)])
    def test_what_it_says_itself_is_a_sentence(
        self, echo: Behind[Echo], address: str, size: int
    ) -> None:
        """What a form had in it is sent again by a reload, if only somebody says so."""
        with echo.phone().asks("POST", address, body=b"x" * size) as answer:
            assert answer.status in (413, 502)
            assert answer.headers["Content-Type"] == "text/html"
            assert b"Reload this page in a minute" in answer.read()

    def test_what_companion_says_comes_through(self, echo: Behind[Echo]) -> None:
        echo.server.status = 503
        try:
            with echo.phone().asks("GET", "/") as answer:
                assert (answer.status, b"headers" in answer.read()) == (503, True)
        finally:
            echo.server.status = 200


@pytest.mark.parametrize("echo", ["nginx"], indirect=True)
def test_plain_http_is_sent_to_https(echo: Behind[Echo]) -> None:
    """Caddy does so by itself, for every name that it has a certificate of."""
    assert isinstance(echo.proxy, Nginx)
    with Client(echo.proxy.plain).asks("GET", "/rules/the-game?now=1") as answer:
        assert answer.status == 301
        assert answer.headers["Location"] == "https://localhost/rules/the-game?now=1"


def headers(answer: HTTPResponse) -> dict[str, str]:
    found = {name.lower(): value for name, value in answer.headers.items()}
    return {name: value for name, value in found.items() if name not in OWN}
