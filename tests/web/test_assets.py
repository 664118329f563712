"""The static files: what they are, that they are what they say, and how much comes first."""

import base64
import hashlib
import json
import re
import shutil
from base64 import b64decode
from pathlib import Path

import brotli
import pytest

from companion.games import GAMES, TILES
from companion.web.static import assets, made
from tests.support.client_phone import Phone
from tests.support.page import Page

MANIFEST = "/manifest.webmanifest"  # the one file without a version: it is asked for each time
ROOT = Path(__file__).parents[2]
STATIC = ROOT / "static"
LOADED = ("htmx.org", "idiomorph")
"""Those that every board loads; a script fetches the others when somebody needs them."""
FIRST_VIEW, REQUESTS = 30_000, 5  # bytes
OURS = 13_050  # bytes of all scripts of ours that one page loads
CLASS = re.compile(r"\.([a-z][\w-]*)")
LISTED = 160  # bytes of addresses that each game adds to the worker


@pytest.fixture
def bundled() -> made.Bundles:
    """The bundles, made of the scripts and the style as they are; else pages name those."""
    known = made.bundles()
    changed = {**known.others, **known.sources}.items() ^ known.find_sources().items()
    assert not changed, f"run tools/bundle: {sorted({name for name, _ in changed})}"
    return known


def linked(page: Page) -> list[str]:
    """The addresses that a browser fetches for this page, by itself."""
    head = [*page.tree.all("script"), *page.tree.all("link"), *page.tree.all("img")]
    found = [e.attributes.get("src") or e.attributes["href"] for e in head]
    return [address for address in found if not address.startswith("#")]


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
    libraries = [e.attributes["content"] for e in page.tree.all("meta", name="later")]
    live = page.tree.find("html").attributes.get("data-live")
    return [*libraries, live] if live else libraries


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
        digest = base64.b64encode(hashlib.sha256(served).digest()).decode()
        assert named[address]["data-integrity"] == f"sha256-{digest}"


@pytest.mark.usefixtures("bundled")
def test_every_address_has_the_version_of_its_content(plain: Phone) -> None:
    """And is kept for ever, which nothing else is."""
    for page in pages(plain).values():
        for address in {*linked(page), *later(page)} - {MANIFEST}:
            served = plain.client.get(address, buffered=True)
            assert served.status_code == 200
            version = re.search(r"(?:\?v=|-)([0-9a-f]{8,})(?:\.js)?$", address)
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
@pytest.mark.usefixtures("bundled")
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
        ids = [each.attributes.get("id") for each in page.tree]
        waits_for = [each.attributes["href"][1:] for each in page.tree.all("link", rel="expect")]
        assert waits_for == ["sheet"] * ("board" in ids), name  # a board is drawn as a whole
        assert all(ids.index(each) > ids.index("board") for each in waits_for), name
        # First what tells an old browser so, then what ends all scripts in it.
        assert addresses[0].startswith("/scripts/old-"), name
        assert b"selector(:has(a))" in plain.client.get(addresses[1]).data[:99], name


class TestBundles:
    """Scripts of ours in one, by an address that changes with what is in it."""

    def test_they_are_of_the_scripts_and_the_style_as_they_are(self, bundled: made.Bundles) -> None:
        """`tools/bundle --check`, which needs npm, says whether they are made so."""
        for file in bundled.scripts.values():
            assert made.version_of(made.script(file)) == file.rpartition("-")[2].removesuffix(".js")
        for part, digest in bundled.styles.items():
            assert hashlib.sha256(made.style(part, digest).encode()).digest() == b64decode(digest)
        told = json.loads((made.FOLDER / "manifest.json").read_text())
        for tool, version in told["tools"].items():
            assert made.version_of((ROOT / "tools" / "bundler" / tool).read_bytes()) == version

    def test_a_board_has_the_style_of_its_parts_and_none_of_other_games(self, plain: Phone) -> None:
        """What all boards share names parts of each; a bundle leaves out those of the others."""
        shared = set(CLASS.findall((STATIC / "style" / "parts" / "kinds.css").read_text()))
        parts = {"board": "band", "brain": "stack", "bluff": "rows-of-cards"}
        made_of = {part: (made.FOLDER / f"{part}.css").read_text() for part in parts}
        for page in boards(plain).values():
            [part] = (each for each, text in made_of.items() if text in page.answer.text)
            bundle = set(CLASS.findall(made_of[part]))
            seen = {name for e in page.tree for name in e.attributes.get("class", "").split()}
            assert seen & shared <= bundle, part
            assert bundle & {*parts.values()} == {parts[part]}, part

    def test_nothing_else_is_served(self, plain: Phone, bundled: made.Bundles) -> None:
        files = bundled.scripts
        odd = ("quiet.js", "quiet-000000000000.js", "../manifest.json", "x" * 300)
        for name in (*odd, files["sw"], files["sw_here"]):
            assert plain.opens(f"/scripts/{name}").status == 404, name
        assert plain.opens(f"/scripts/{files['quiet']}").status == 200
        for path in ("../companion/operations/settings.py", "..%2fREADME.md", "%2e%2e/run"):
            assert plain.opens(f"/static/{path}").status == 404
        assert plain.opens("/sources/app/queue/queue.js").status == 404

    def test_a_changed_script_or_style_is_served_as_it_is(
        self, plain: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """At the next request: all of them, until bundles are made or they are as before."""
        shutil.copytree(STATIC, tmp_path, dirs_exist_ok=True)
        checkout = made.Bundles(tmp_path, looks=True)
        monkeypatch.setattr(made, "REST", 0)
        monkeypatch.setattr(made, "bundles", lambda: checkout)
        monkeypatch.setattr(assets, "ROOT", tmp_path)
        before = plain.opens("/new/the-game")
        changed = tmp_path / "app" / "queue" / "queue.js"
        text = changed.read_text()
        changed.write_text(f"{text}// changed\n")
        page = plain.opens("/new/the-game")
        [first] = page.tree.all("script", type="module")
        assert first.attributes["src"] == "/sources/app/pages/setup.js"
        served = plain.client.get("/sources/app/queue/queue.js", buffered=True)
        kept = served.headers["Cache-Control"]
        assert (served.data, "no-cache" in kept) == (changed.read_bytes(), True)
        for style in page.tree.all("style"):
            digest = base64.b64encode(hashlib.sha256(style.text.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in page.answer.headers["Content-Security-Policy"]
            assert re.fullmatch(r'@import url\("/sources/style/\w+\.css"\);', style.text)
        assert "/sources/app/workers/sw_here.js" in plain.opens("/sw.js?here").answer.text
        assert plain.opens("/sw.js?told").answer.text.startswith("self.KEEP = {")
        changed.write_text(text)
        assert linked(plain.opens("/new/the-game")) == linked(before)
