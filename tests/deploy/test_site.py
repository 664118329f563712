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
