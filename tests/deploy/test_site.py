"""A site without a server, as nginx and Caddy serve it with the files that deploy/ has for them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.operations import site
from companion.web.static import packages
from tests.deploy.installed import Client
from tests.deploy.proxies import Caddy, Nginx, Proxy
from tests.support import tiny_package

pytestmark = pytest.mark.long

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
    """It serves a folder instead of a server."""

    def _behind(self) -> tuple[str, str, int]:
        return FOLDER, str(self.folder / "site"), 1


class NginxSite(Site, Nginx):
    file, servers = "site.nginx.conf", 1


class CaddySite(Site, Caddy):
    file = "site.Caddyfile"


@pytest.fixture(scope="module", params=[NginxSite, CaddySite])
def host(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    """One of the two, with a site whose app is tiny."""
    folder, instance = tmp_path_factory.mktemp("www"), tmp_path_factory.mktemp("instance")
    tiny_package.put(instance)
    package = packages.find(packages.folder(instance))
    assert package
    site.write(folder / "site", "/", package)
    proxy: Proxy = request.param(folder, 0)
    with proxy.started():
        proxy.ready()
        yield proxy


def files(host: Proxy) -> Iterator[tuple[str, Path]]:
    """The address of each file of the site."""
    for file in sorted((host.folder / "site").rglob("*")):
        if file.is_file() and not file.name.startswith((".", "_")):
            yield f"/{file.relative_to(host.folder / 'site')}", file


def test_each_file_comes_as_it_is_under_its_type_and_for_as_long_as_it_lasts(host: Proxy) -> None:
    phone, out, seen = Client(host.port, "", host.authority), host.folder / "site", set[str]()
    for address, file in files(host):
        with phone.asks("GET", address) as answer:
            assert answer.status == 200, address
            assert answer.read() == file.read_bytes(), address
            said = answer.headers
        known = str(said["Content-Type"]).partition(";")[0]
        assert known in TYPES.get(file.suffix, {known}), address
        seen.add(file.suffix)
        assert ("immutable" in said["Cache-Control"]) == address.startswith(VERSIONED), address
        assert said["X-Content-Type-Options"] == "nosniff"
        assert said["Content-Security-Policy"] == "frame-ancestors 'self'"
        assert said["Cross-Origin-Opener-Policy"] == "same-origin"
    assert seen >= TYPES.keys()
    # A folder is its page, and whatever has no file the page for that.
    assert phone.opens("/en/") == (out / "en" / "index.html").read_bytes()
    with phone.asks("GET", "/here/t/abc/def/") as answer:
        assert answer.status in (200, 404)
        assert answer.headers.get_content_type() == "text/html"
        assert answer.read() == (out / "404.html").read_bytes()
    # What lies there packed is sent packed.
    (address,) = [each for each, _ in files(host) if re.fullmatch(r"/local/.*/app\.zip", each)]
    with phone.asks("GET", address, headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.read() == (out / f"{address[1:]}.gz").read_bytes()
