"""The static files: what they are, that they are what they say, and how much comes first."""

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path

import brotli
import pytest

from companion.games import GAMES, TILES
from companion.web import assets
from tests.web.actor import Phone
from tests.web.pages import Page
from tests.web.routes import SCRIPT

MANIFEST = "/manifest.webmanifest"  # the one file without a version: it is asked for each time
STATIC = Path(__file__).parents[2] / "static"
VENDORED = json.loads((STATIC / "vendor" / "vendor.json").read_text())
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
    @pytest.mark.parametrize("library", VENDORED, ids=lambda library: library["name"])
    def test_a_library_is_the_one_that_was_taken_in(self, library: dict[str, str]) -> None:
        read = (STATIC / "vendor" / library["file"]).read_bytes()
        assert base64.b64encode(hashlib.sha384(read).digest()).decode() == library["sha384"]
        assert library["version"] in library["file"]

    def test_nothing_else_lies_there(self) -> None:
        named = {library["file"] for library in VENDORED}
        files = {path.name for path in (STATIC / "vendor").iterdir()}
        licences = {name for name in files if name.endswith(".LICENSE")}
        assert files == named | licences | {"vendor.json"}
        assert {re.sub(r"(\.min)?\.js$", "", name) for name in named} == {
            name.removesuffix(".LICENSE") for name in licences
        }

    def test_the_page_names_its_hash(self, game: Phone) -> None:
        page = game.opens(game.game)
        named = {e.attributes["content"]: e.attributes for e in page.tree.all("meta", name="later")}
        libraries = [address for address in named if "/vendor/" in address]
        assert len(libraries) == len(LOADED)
        for address in libraries:
            served = game.client.get(address, buffered=True).data
            digest = base64.b64encode(hashlib.sha384(served).digest()).decode()
            assert named[address]["data-integrity"] == f"sha384-{digest}"


class TestVersions:
    def test_every_address_has_the_version_of_its_content(self, plain: Phone) -> None:
        for page in pages(plain).values():
            for address in (*linked(page), *later(page)):
                served = plain.client.get(address, buffered=True)
                assert served.status_code == 200
                if address == MANIFEST:
                    continue
                version = re.search(r"(?:\?v=|-)([0-9a-f]{12,})(?:\.js)?$", address)
                assert version, address
                assert hashlib.sha256(served.data).hexdigest().startswith(version[1])

    def test_another_content_has_another_address(
        self, plain: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(assets, "ROOT", tmp_path)
        found = set()
        with plain.app.test_request_context():
            for content in ("one", "two", "one"):
                (tmp_path / "made-up.js").write_text(content)
                assets._made["_hash"].clear()
                found.add(assets.asset("made-up.js"))
        assets._made["_hash"].clear()
        assert len(found) == 2


# What compresses a file leaves closing it to Python, which does so at once, but says so.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
class TestFirstView:
    @pytest.mark.parametrize("encoding", ["gzip", "br", "gzip, deflate, br, zstd"])
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

    @pytest.mark.parametrize("encoding", ["gzip", "br"])
    def test_pages_and_files_come_compressed(self, game: Phone, encoding: str) -> None:
        page = game.opens(game.game)
        for address in (game.game, *linked(page)):
            asked = {"Accept-Encoding": encoding}
            answer = game.client.get(address, headers=asked, buffered=True)
            small = len(game.client.get(address, buffered=True).data) < 500
            small = small and "/scripts/" not in address
            assert answer.headers.get("Content-Encoding") == (None if small else encoding)
            if encoding == "gzip" and not small:
                assert gzip.decompress(answer.data)

    def test_a_key_that_is_held_down_is_met_before_all_other_scripts(self, plain: Phone) -> None:
        for name, page in pages(plain).items():
            old, first, *_ = (each.attributes["src"] for each in page.tree.all("script"))
            assert old.startswith("/scripts/old-"), name  # which needs no newer browser
            assert first.startswith("/scripts/able+held+"), name

    def test_the_first_paint_needs_the_page_alone(self, game: Phone) -> None:
        for page in (game.opens("/"), game.opens(game.game)):
            assert not page.tree.all("link", rel="stylesheet")
            for script in page.tree.all("script"):
                assert "defer" in script.attributes


class TestBundles:
    """Scripts of ours in one, by an address that says which ones and what is in them."""

    @pytest.mark.parametrize(
        "names",
        [
            pytest.param("sw", id="the worker"),
            pytest.param("vendor/htmx-2.0.11.min", id="a library"),
            pytest.param("../static/kept", id="a way out"),
            pytest.param("kept.js", id="with its ending"),
            pytest.param("kept+kept", id="one of them twice"),
            pytest.param("kept+nothing", id="none of ours"),
            pytest.param("kept+", id="one without a name"),
            pytest.param("x" * 300, id="longer than a file's name can be"),
        ],
    )
    def test_nothing_else_is_served(self, plain: Phone, names: str) -> None:
        for version in (SCRIPT["version"], "000000000000"):
            assert plain.opens(f"/scripts/{names}-{version}.js").status == 404

    def test_only_what_it_says_has_its_address(self, plain: Phone) -> None:
        versions = {"kept": SCRIPT["version"], "kept+screen": SCRIPT["version"]}
        served = [plain.opens(f"/scripts/{n}-{v}.js").status for n, v in versions.items()]
        assert served == [200, 404]

    def test_only_what_pages_name_is_packed_for_as_long_as_it_takes(
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

    def test_a_script_comes_without_what_only_its_readers_need(self, plain: Phone) -> None:
        text = plain.opens("/scripts/{names}-{version}.js".format(**SCRIPT)).answer.text
        assert not re.search(r"^\s|^//|\n$", text, re.MULTILINE)


class TestKept:
    def test_for_ever_is_only_what_has_its_version(self, plain: Phone) -> None:
        page = plain.opens("/new/the-game")
        addresses = [*linked(page), *later(page)]
        addresses.remove(MANIFEST)
        assert len(addresses) == 5
        for address in addresses:
            kept = plain.opens(address).answer.headers["Cache-Control"]
            assert "immutable" in kept
            assert "max-age=31536000" in kept

    @pytest.mark.parametrize("version", ["", "?v=", "?v=000000000000", "?w=1"])
    def test_nothing_else_is(self, plain: Phone, version: str) -> None:
        kept = plain.opens(f"/static/icon.svg{version}").answer.headers.get("Cache-Control", "")
        assert "immutable" not in kept
        assert not re.search(r"max-age=[1-9]\d{4}", kept)

    def test_nobody_looks_into_a_file_to_say_how_it_may_be_asked_for(self, plain: Phone) -> None:
        assert plain.client.options("/static/nowhere.svg").status_code == 200

    @pytest.mark.parametrize(
        "path", ["../companion/operations/settings.py", "..%2fREADME.md", "%2e%2e/run"]
    )
    def test_only_the_folder_is_served(self, plain: Phone, path: str) -> None:
        assert plain.opens(f"/static/{path}").status == 404
