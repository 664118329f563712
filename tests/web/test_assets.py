"""The static files: what they are, that they are what they say, and how much comes first."""

import base64
import hashlib
import re
from pathlib import Path

import brotli
import pytest

from companion.games import GAMES, TILES
from companion.web.static import assets
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


def test_the_page_names_the_hash_of_what_is_vendored(game: Phone) -> None:
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
def test_a_first_view_is_small_and_needs_the_page_alone(plain: Phone) -> None:
    """The worker counts without its list of addresses, which is longer with each game."""

    def packed(address: str, encoding: str = "br") -> bytes:
        asked = {"Accept-Encoding": encoding}
        answer = plain.client.get(address, headers=asked, buffered=True)
        assert len(answer.data) < 500 or answer.headers.get("Content-Encoding"), address
        return answer.data

    _list, _, script = plain.client.get("/sw.js", buffered=True).data.partition(b"\n")
    worker = len(brotli.compress(script))
    assert len(packed("/sw.js")) - worker < LISTED * len(GAMES)
    for name, page in pages(plain).items():
        first, after = [page.answer.request.path, *linked(page)], later(page)
        assert not {*first} & {*after}, name
        for encoding in ("gzip", "br"):
            sizes = {each.partition("?")[0]: len(packed(each, encoding)) for each in first}
            assert sum(sizes.values()) <= FIRST_VIEW, (name, sizes)
        assert len(first) <= REQUESTS, (name, first)
        scripts = page.tree.all("script")
        addresses = [each.attributes["src"] for each in scripts]
        ours = [address for address in addresses + after if "/vendor/" not in address]
        assert sum(len(packed(each)) for each in ours) + worker < OURS, name
        assert not page.tree.all("link", rel="stylesheet")
        assert all("defer" in script.attributes for script in scripts)
        # First what tells an old browser so, then what meets a key that is held down.
        assert addresses[0].startswith("/scripts/old-"), name
        assert addresses[1].startswith("/scripts/able+held+"), name


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

    def test_others_are_not_packed(self, plain: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
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
