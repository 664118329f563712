"""The static files: what they are, that they are what they say, and how much comes first."""

import base64
import hashlib
import re
from pathlib import Path

import brotli
import pytest

from companion.games import GAMES, TILES
from companion.web import assets
from tests.support.client_phone import Phone
from tests.support.page import Page
from tests.web.routes import SCRIPT

MANIFEST = "/manifest.webmanifest"  # the one file without a version: it is asked for each time
STATIC = Path(__file__).parents[2] / "static"
LOADED = ("htmx.org", "idiomorph")
"""Those that every board loads; a script fetches the others when somebody needs them."""
FIRST_VIEW, REQUESTS = 30_000, 5  # bytes
OURS = 14_550  # bytes of all scripts of ours that one page loads
LISTED = 160  # bytes of addresses that each game adds to the worker


def linked(page: Page) -> list[str]:
    """The addresses that a browser fetches for this page, by itself."""
    head = [*page.tree.all("script"), *page.tree.all("link"), *page.tree.all("img")]
    return [e.attributes.get("src") or e.attributes["href"] for e in head]


def boards(phone: Phone) -> dict[str, Page]:
    """The board of each game on the shelf, for five players or as many as it takes."""
    found = {}
    for tile, game in TILES.items():
        seats = min(game.rules.seats, key=lambda seats: abs(seats - 5))
        found[tile] = phone.starts(seats, ["Ann", "Ben", "Cas", "Dee", "Eva"][:seats], tile=tile)
    return found


def pages(phone: Phone) -> dict[str, Page]:
    """The pages that somebody may open first, and a board on which something lies."""
    found = boards(phone)
    phone.starts(5, ["Ann", "Ben", "Cas", "Dee", "Eva"])
    phone.plays(47, "up-1")
    named = ("/", "/new/the-game", "/rules/the-game", phone.game)
    return found | {name: phone.opens(name) for name in named}


def later(page: Page) -> list[str]:
    """The addresses of what this page fetches when the phone has nothing else to do."""
    return [e.attributes["content"] for e in page.tree.all("meta", name="later")]


def test_a_set_up_shows_as_many_names_as_players() -> None:
    """For every number of players that a game of the shelf has, its most has all names."""
    most = max(game.rules.seats[-1] for game in GAMES.values())
    style = (STATIC / "style" / "setup.css").read_text()
    for players in range(1, most):
        chosen = f'.how-many [value="{players}"]:checked'
        assert f".setup:has({chosen}) li:nth-child(n + {players + 1})" in style


class TestVendored:
    def test_the_page_names_its_hash(self, game: Phone) -> None:
        page = game.opens(game.game)
        named = {e.attributes["content"]: e.attributes for e in page.tree.all("meta", name="later")}
        libraries = [address for address in named if "/vendor/" in address]
        assert len(libraries) == len(LOADED)
        for address in libraries:
            served = game.client.get(address, buffered=True).data
            digest = base64.b64encode(hashlib.sha384(served).digest()).decode()
            assert named[address]["data-integrity"] == f"sha384-{digest}"


def test_every_address_has_the_version_of_its_content(plain: Phone) -> None:
    """And is kept for ever, which nothing else is."""
    for page in pages(plain).values():
        for address in {*linked(page), *later(page)} - {MANIFEST}:
            served = plain.client.get(address, buffered=True)
            assert served.status_code == 200
            version = re.search(r"(?:\?v=|-)([0-9a-f]{12,})(?:\.js)?$", address)
            assert version, address
            assert hashlib.sha256(served.data).hexdigest().startswith(version[1])
            kept = served.headers["Cache-Control"]
            assert ("immutable" in kept, "max-age=31536000" in kept) == (True, True)
    for version in ("", "?v=", "?v=000000000000", "?w=1"):
        kept = plain.opens(f"/static/icon.svg{version}").answer.headers.get("Cache-Control", "")
        assert "immutable" not in kept
        assert not re.search(r"max-age=[1-9]\d{4}", kept)


# What compresses a file leaves closing it to Python, which does so at once, but says so.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
class TestFirstView:
    @pytest.mark.parametrize("encoding", ["gzip", "br"])
    def test_it_is_small_and_takes_few_requests(self, plain: Phone, encoding: str) -> None:
        for name, page in pages(plain).items():
            first = [page.answer.request.path, *linked(page)]
            assert not {*first} & {*later(page)}, name
            sizes = {}
            for address in first:
                answer = plain.client.get(
                    address, headers={"Accept-Encoding": encoding}, buffered=True
                )
                sizes[address.partition("?")[0]] = len(answer.data)
                small = answer.headers.get("Content-Encoding") is None
                assert not small or len(answer.data) < 500, address
            assert sum(sizes.values()) <= FIRST_VIEW, (name, sizes)
            assert len(first) <= REQUESTS, (name, first)

    def test_all_scripts_of_a_page_are_small(self, plain: Phone) -> None:
        """The worker counts without its list of addresses, which is longer with each game."""
        asked = {"Accept-Encoding": "br"}
        _list, _, script = plain.client.get("/sw.js", buffered=True).data.partition(b"\n")
        worker = len(brotli.compress(script))
        for name, page in pages(plain).items():
            ours = [e.attributes["src"] for e in page.tree.all("script")] + later(page)
            ours = [address for address in ours if "/vendor/" not in address]
            served = [plain.client.get(each, headers=asked, buffered=True).data for each in ours]
            sizes = {**dict(zip(ours, map(len, served), strict=True)), "/sw.js": worker}
            assert sum(sizes.values()) < OURS, (name, sizes)
        whole = plain.client.get("/sw.js", headers=asked, buffered=True).data
        assert len(whole) - worker < LISTED * len(GAMES)

    def test_the_first_paint_needs_the_page_alone(self, plain: Phone) -> None:
        for name, page in pages(plain).items():
            scripts = page.tree.all("script")
            assert not page.tree.all("link", rel="stylesheet")
            assert all("defer" in script.attributes for script in scripts)
            # First what tells an old browser so, then what meets a key that is held down.
            old, first, *_ = (each.attributes["src"] for each in scripts)
            assert old.startswith("/scripts/old-"), name
            assert first.startswith("/scripts/able+held+"), name


class TestBundles:
    """Scripts of ours in one, by an address that says which ones and what is in them."""

    def test_nothing_else_is_served(self, plain: Phone) -> None:
        names = (
            "sw", "vendor/htmx-2.0.11.min", "../static/kept", "kept.js", "kept+kept",
            "kept+nothing", "kept+", "x" * 300,
        )  # fmt: skip
        for name in (*names, "kept+screen"):
            for version in (SCRIPT["version"], "000000000000"):
                assert plain.opens(f"/scripts/{name}-{version}.js").status == 404, name
        assert plain.opens(f"/scripts/kept-{SCRIPT['version']}.js").status == 200
        for path in ("../companion/operations/settings.py", "..%2fREADME.md", "%2e%2e/run"):
            assert plain.opens(f"/static/{path}").status == 404

    def test_only_what_pages_name_is_packed(
        self, plain: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Anybody may ask for all scripts in any order, and each order is another file."""
        packed: list[bytes] = []

        def small(body: bytes, encoding: str) -> bytes:
            packed.append(body)
            return body

        monkeypatch.setattr(assets, "_small", small)
        stems = sorted(assets._scripts())
        for names in (stems, stems[::-1]):
            version = assets._version(assets.join_scripts(*names))
            address = f"/scripts/{'+'.join(names)}-{version}.js"
            answer = plain.client.get(address, headers={"Accept-Encoding": "br"})
            assert answer.headers["Content-Encoding"] == "br"
            assert brotli.decompress(answer.data) == assets.join_scripts(*names)
        assert packed == []
        named = [a for a in later(plain.opens("/new/the-game")) if a.startswith("/scripts/")]
        for address in named:
            plain.client.get(address, headers={"Accept-Encoding": "br"})
        assert len(packed) == len(named) > 0
