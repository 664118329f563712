"""The app on a phone: how it looks there, what is kept of it, and what counts by itself."""

import gzip
import hashlib
import json
import re
import shutil
import struct
from collections.abc import Iterator
from itertools import accumulate
from typing import Any
from urllib.parse import urljoin

import brotli
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games import GAMES, TILES
from companion.web.offline import install
from companion.web.static import assets
from tests.support import tiny_package
from tests.support.client_phone import Phone
from tests.support.tiny_package import FILES
from tests.web.test_assets import boards, later, linked

LANGUAGES = {
    "en": ("Keeps count while you play card games with real cards.", ["Continue", "Rules"]),
    "nl": ("Houdt de stand bij terwijl jullie met echte kaarten spelen.", ["Verder", "Regels"]),
}


def manifest(phone: Phone) -> Any:
    return json.loads(phone.opens("/manifest.webmanifest").answer.text)


def keep(phone: Phone, server: str = "http://localhost") -> Any:
    """What the worker is told to keep: the rules relative to the one before, made whole."""
    answer = phone.client.get("/sw.js", base_url=server)
    said = re.match(r"const KEEP = (.*);\n", answer.text)
    assert said, "run tools/bundle: static/made is not what it is made of"
    told = json.loads(said[1])
    return told | {"rules": list(accumulate(told["rules"], urljoin))}


class TestManifest:
    def test_its_words_and_colours_are_those_of_the_phone(self, plain: Phone) -> None:
        for language, (description, shortcuts) in LANGUAGES.items():
            plain.likes(language=language)
            told = manifest(plain)
            assert (told["lang"], told["description"]) == (language, description)
            assert [each["name"] for each in told["shortcuts"]] == shortcuts
            assert plain.page.answer.mimetype == "application/manifest+json"
            assert {told[name] for name in ("id", "start_url", "scope")} == {"/"}
            names = told["name"], told["display"], told["dir"]
            assert names == ("Companion", "standalone", "ltr")
            assert [plain.opens(each["url"]).status for each in told["shortcuts"]] == [200] * 2
        light, dark = ((assets.GROUNDS[name], name) for name in ("light", "dark"))
        for theme, colours in (("light", [light]), ("dark", [dark]), ("system", [light, dark])):
            plain.likes(theme=theme)
            told = manifest(plain)
            assert told["background_color"] == told["theme_color"] == colours[0][0]
            page = plain.opens("/")
            said = [e.attributes for e in page.tree.all("meta", name="theme-color")]
            both = theme == "system"
            assert [(each["content"], each.get("media")) for each in said] == [
                (ground, f"(prefers-color-scheme: {name})" if both else None)
                for ground, name in colours
            ]
            link = page.tree.find("link", rel="manifest")
            assert link.attributes["crossorigin"] == "use-credentials"  # with its cookies
        for (ground, _), part in ((light, "base"), (dark, "dark")):
            assert re.findall(r"--table:(#\w+)", assets.style(part)) == [ground]

    def test_every_icon_is_there_in_its_size_and_small(self, plain: Phone) -> None:
        told, found = manifest(plain), []
        for icon in told["icons"] + [icon for each in told["shortcuts"] for icon in each["icons"]]:
            read = plain.client.get(icon["src"], buffered=True)
            assert (read.status_code, read.mimetype) == (200, icon["type"])
            assert "immutable" in read.headers["Cache-Control"]
            assert len(read.data) < 6000
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", read.data[16:24])
                assert icon["sizes"] == f"{width}x{height}"
            found.append((icon.get("purpose"), icon["sizes"]))
        sizes = [(kind, size) for kind in ("any", "maskable") for size in ("192x192", "512x512")]
        assert found == [*sizes, (None, "any"), (None, "96x96"), (None, "96x96")]


class TestWorker:
    def test_it_keeps_what_every_board_and_page_of_rules_loads(self, plain: Phone) -> None:
        told = keep(plain)
        addresses = told["files"] + told["rules"]
        assert len(set(addresses)) == len(addresses)
        for address in addresses:
            assert plain.opens(address).status == 200, address
        assert boards(plain).keys() == TILES.keys()
        shown = [*boards(plain).values(), *(plain.opens(each) for each in ("/", *told["rules"]))]
        for page in shown:
            loaded = {*linked(page), *later(page)} - {"/manifest.webmanifest"}
            assert loaded <= set(told["files"]), page.title
        assert {f"/rules/{slug}" for slug in GAMES} < set(told["rules"])
        assert {"/offline", "/rules/", "/rules/game-of-bluff/characters"} < set(told["rules"])
        with plain.app.test_request_context():
            assert told["rules"] == install.rules()

    def test_below_a_path_all_it_keeps_is_below_it(self, plain: Phone) -> None:
        told = keep(plain, "http://localhost/x")
        assert told["root"] == "/x"
        assert {each[:3] for each in told["files"] + told["rules"]} == {"/x/"}
        assert 'data-root="/x"' in plain.client.get("/", base_url="http://localhost/x").text
        for number in range(20):  # invented paths are not kept for ever
            root = f"http://localhost/x{number}"
            assert plain.client.get("/sw.js", base_url=root).status_code == 200
        assert install._make_worker.cache_info().currsize <= 8

    def test_it_is_asked_for_each_time_and_sent_when_it_is_another(self, plain: Phone) -> None:
        for address in ("/sw.js", "/manifest.webmanifest"):
            answer = plain.opens(address).answer
            assert answer.headers["Cache-Control"] == "no-cache"
            again = {"If-None-Match": answer.headers["ETag"]}
            assert plain.client.get(address, headers=again).status_code == 304


def test_the_shortcut_leads_to_the_newest_game_that_is_not_over(plain: Phone) -> None:
    assert plain.client.get("/continue").location == "/"
    plain.starts(2, ["Ann", "Ben"])
    first = plain.game
    plain.starts(2, ["Cas", "Dee"])
    assert plain.opens("/continue").answer.request.path == plain.game
    plain.enters(kind="cannot-play")
    answer = plain.client.get("/continue")
    assert (answer.status_code, answer.location) == (302, first)
    assert answer.headers["Cache-Control"] == "no-store"


def test_pages_lead_to_what_is_there(plain: Phone) -> None:
    main = plain.opens("/offline").main
    assert {a.attributes["href"] for a in main.all("a")} == {"", "/", "/rules/"}
    links = [a.attributes["href"] for a in plain.opens("/rules/").main.all("a")]
    assert [each for each in links if each != "/"] == [f"/rules/{slug}" for slug in GAMES]
    text = plain.opens("/https").main.text
    for word in ("Caddy", "Tailscale", "mkcert", "X-Forwarded-Proto", "TRUSTED_PROXIES=1"):
        assert word in text
    (line,) = plain.opens("/").main.having("data-insecure")
    assert "hidden" in line.attributes  # a script shows it
    assert line.find("a").attributes["href"] == "/https"


WASM = "'wasm-unsafe-eval'"


@pytest.fixture
def package(app: Flask) -> Iterator[str]:
    """This server has a package of its edition; the address that its files begin with."""
    folder = tiny_package.put(app.config["INSTANCE"])
    yield f"/local/{assets.edition()}/"
    shutil.rmtree(folder)


def asks(phone: Phone, address: str, encoding: str = "br") -> TestResponse:
    return phone.client.get(address, headers={"Accept-Encoding": encoding}, buffered=True)


class TestOffer:
    def test_without_a_package_nothing_is_offered(self, game: Phone, app: Flask) -> None:
        folder = tiny_package.put(app.config["INSTANCE"], "0123456789ab")
        for address in ("/", game.game, "/new/the-game"):
            page = game.opens(address)
            assert "/on-this-phone" not in page.answer.text
            assert list(page.tree.having("data-to-here")) == []
        for gone in ("/on-this-phone/list.json", "/local/0123456789ab/page.js", "/here/"):
            assert game.opens(gone).status == 404
        page = game.opens("/on-this-phone")
        assert page.tree.find(id="local").attributes["data-none"] == "True"
        shutil.rmtree(folder)

    @pytest.mark.usefixtures("package")
    def test_with_one_it_is_on_the_shelf_on_boards_and_set_ups(self, game: Phone) -> None:
        for address in ("/", game.game):
            links = game.opens(address).tree.all("a", href="/on-this-phone")
            assert [link.text for link in links] == ["Use offline"], address
        [section] = game.opens("/").tree.having("data-to-here")
        assert "hidden" in section.attributes  # a script shows it
        for slug in TILES:
            assert f'formaction="/here/new/{slug}"' in game.opens(f"/new/{slug}").answer.text
        for address in ("/", "/on-this-phone", game.game):  # and none of them compiles anything
            assert WASM not in game.opens(address).answer.headers["Content-Security-Policy"]

    def test_the_list_has_every_file_with_its_hash(self, plain: Phone, package: str) -> None:
        told = plain.opens("/on-this-phone/list.json").answer.json
        assert told["folder"] == package
        assert told["later"].startswith("/scripts/")
        assert told["files"][-1]["name"] == "shell.html"  # the others are there before it
        there = {**FILES, "shell.html": plain.client.get(f"{package}shell.html").data}
        hashes = {name: hashlib.sha256(body).hexdigest() for name, body in there.items()}
        assert {each["name"]: each["sha256"] for each in told["files"]} == hashes
        assert {each["name"]: each["bytes"] for each in told["files"]} == {
            name: len(body) for name, body in there.items()
        }
        answer = plain.opens("/on-this-phone/script.js").answer  # it is asked for anew
        assert answer.mimetype == "text/javascript"
        assert "no-cache" in answer.headers["Cache-Control"]


KINDS = {"js": "text/javascript", "mjs": "text/javascript", "wasm": "application/wasm"}


def test_a_file_comes_as_it_was_made_with_a_kind_and_a_policy(plain: Phone, package: str) -> None:
    for encoding, unpack in {"br": brotli.decompress, "gzip": gzip.decompress}.items():
        for name, body in FILES.items():
            answer = asks(plain, package + name, encoding)
            assert (answer.status_code, unpack(answer.data)) == (200, body)
            kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
            assert answer.mimetype == kind, name
            assert "immutable" in answer.headers["Cache-Control"]
            assert "Accept-Encoding" in answer.headers["Vary"]
            policy = answer.headers["Content-Security-Policy"]
            assert (policy[:19], WASM in policy) == ("default-src 'none';", True)
    for name in ("nothing.js", "files.json", "page.js.br", "..%2ffiles.json", ".lock"):
        assert asks(plain, package + name).status_code == 404, name
    assert asks(plain, f"{package}page.js", "identity").status_code == 406


def test_it_is_one_document_for_all_phones(plain: Phone, package: str) -> None:
    first = plain.client.get("/here/")
    policy = first.headers["Content-Security-Policy"]
    assert policy.endswith("frame-src 'self'; worker-src 'self'")
    assert WASM not in policy
    plain.client.set_cookie("language", "nl")
    for address in ("/here/new/the-game", "/here/t/a/b/", f"{package}shell.html"):
        assert plain.client.get(address).text == first.text
    texts = json.loads(first.text.partition('id="texts">')[2].partition("</script>")[0])
    assert {*texts} == {"en", "de", "fr", "nl"}
    assert len({said["failed"] for said in texts.values()}) == len(texts)


def test_the_mirror_is_the_log_after_a_place(game: Phone) -> None:
    game.plays(48, "up-1")
    told: dict[str, Any] = {}
    for since in ("0", "1", "-5", "x", "99"):
        answer = game.opens(f"{game.game}mirror?since={since}").answer
        told[since] = answer.json
        for invitation in game.invitations().values():  # nothing that invites
            assert invitation.link not in answer.text
    assert [each["since"] for each in told.values()] == [0, 1, 0, 0, 2]  # the nearest one
    assert told["0"]["game"]["log"][1:] == told["1"]["game"]["log"]
    assert len(told["0"]["game"]["log"]) == 2
