"""Companion and a site without a server behind nginx and Caddy: all comes through whole."""

import json
import re
import uuid
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path

import pytest

from companion.operations import site
from companion.web.handover.whole_tables import LARGEST
from companion.web.static import packages
from tests.deploy.conftest import Behind, Installed
from tests.deploy.echo import Echo
from tests.deploy.installed import PATIENCE, Client, place
from tests.deploy.proxies import Caddy, Nginx, Proxy
from tests.support import tiny_package

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
    def test_it_says_a_sentence(self, echo: Behind[Echo], address: str, size: int) -> None:
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


FOLDER = "/var/www/companion"
TYPES = {
    ".html": {"text/html"},
    ".js": {"text/javascript", "application/javascript"},
    ".mjs": {"text/javascript"},
    ".wasm": {"application/wasm"},
    ".webmanifest": {"application/manifest+json"},
}
"""What a browser runs or reads only where it is said to be just that."""
VERSIONED = ("/local/", "/scripts/", "/static/")


class Site(Proxy):
    """It serves a folder instead of a server: all of it, or one that lies in it."""

    root = "/"

    @property
    def out(self) -> Path:
        return self.folder / "site" / self.root.strip("/")

    def _behind(self) -> list[tuple[str, str, int]]:
        missing = (r" /404\.html", f" {self.root}404.html", 1)
        return [(FOLDER, str(self.folder / "site"), 1), missing]


class NginxSite(Site, Nginx):
    file, servers = "site.nginx.conf", 1


class CaddySite(Site, Caddy):
    file = "site.Caddyfile"


class NginxBelow(NginxSite):
    root = "/companion/"


class CaddyBelow(CaddySite):
    root = "/companion/"


@pytest.fixture(scope="module", params=[NginxSite, CaddySite, NginxBelow, CaddyBelow])
def host(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """One of them, with a site whose app is tiny."""
    folder, instance = tmp_path_factory.mktemp("www"), tmp_path_factory.mktemp("instance")
    tiny_package.put(instance)
    package = packages.find(packages.folder(instance))
    assert package
    proxy: Site = request.param(folder, 0)
    site.write(proxy.out, proxy.root, package)
    with proxy.started():
        proxy.ready()
        yield proxy


def files(host: Site) -> Iterator[tuple[str, Path]]:
    for file in sorted(host.out.rglob("*")):
        if file.is_file() and not file.name.startswith((".", "_")):
            yield f"{host.root}{file.relative_to(host.out)}", file


def test_each_file_comes_as_it_is_under_its_type_and_for_as_long_as_it_lasts(host: Site) -> None:
    phone, out, seen = Client(host.port, "", host.authority), host.out, set[str]()
    for address, file in files(host):
        with phone.asks("GET", address) as answer:
            assert answer.status == 200, address
            assert answer.read() == file.read_bytes(), address
            said, path = answer.headers, f"/{address.removeprefix(host.root)}"
        known = str(said["Content-Type"]).partition(";")[0]
        assert known in TYPES.get(file.suffix, {known}), address
        seen.add(file.suffix)
        assert ("immutable" in said["Cache-Control"]) == path.startswith(VERSIONED), address
        assert said["X-Content-Type-Options"] == "nosniff"
        assert said["Content-Security-Policy"] == "frame-ancestors 'self'"
        assert said["Cross-Origin-Opener-Policy"] == "same-origin"
    assert seen >= TYPES.keys()
    # A folder is its page, and whatever has no file the page for that.
    assert phone.opens(f"{host.root}en/") == (out / "en" / "index.html").read_bytes()
    with phone.asks("GET", f"{host.root}here/t/abc/def/") as answer:
        assert answer.status in (200, 404)
        assert answer.headers.get_content_type() == "text/html"
        assert answer.read() == (out / "404.html").read_bytes()
    # What lies there packed is sent packed.
    (address,) = [each for each, _ in files(host) if re.search(r"/local/.*/app\.zip$", each)]
    with phone.asks("GET", address, headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.read() == (out / f"{address.removeprefix(host.root)}.gz").read_bytes()
