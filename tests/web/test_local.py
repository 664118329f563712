"""What a phone fetches to count by itself: the offer, its files, and the mirror of a game."""

import gzip
import hashlib
import json
import shutil
from collections.abc import Iterator
from typing import Any

import brotli
import pytest
from flask import Flask

from companion.games import TILES
from companion.web.static import assets
from tests.support import tiny_package
from tests.support.client_phone import Phone
from tests.support.tiny_package import FILES

UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress}
WASM = "'wasm-unsafe-eval'"


@pytest.fixture
def package(app: Flask) -> Iterator[str]:
    """This server has a package of its edition; the address that its files begin with."""
    folder = tiny_package.put(app.config["INSTANCE"])
    yield f"/local/{assets.edition()}/"
    shutil.rmtree(folder)


def asks(phone: Phone, address: str, encoding: str = "br") -> tuple[int, bytes]:
    answer = phone.client.get(address, headers={"Accept-Encoding": encoding}, buffered=True)
    return answer.status_code, answer.data


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
            text = game.opens(f"/new/{slug}").answer.text
            assert f'formaction="/here/new/{slug}"' in text
        for address in ("/", "/on-this-phone", game.game):  # and none of them compiles anything
            assert WASM not in game.opens(address).answer.headers["Content-Security-Policy"]

    def test_the_list_has_every_file_with_its_hash(self, plain: Phone, package: str) -> None:
        told = plain.opens("/on-this-phone/list.json").answer.json
        assert told
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


class TestFiles:
    def test_each_comes_as_it_was_made_and_nothing_else(self, plain: Phone, package: str) -> None:
        for encoding, unpack in UNPACK.items():
            for name, body in FILES.items():
                status, packed = asks(plain, package + name, encoding)
                assert (status, unpack(packed)) == (200, body)
        for name in ("nothing.js", "files.json", "page.js.br", "..%2ffiles.json", ".lock"):
            assert asks(plain, package + name)[0] == 404, name
        assert asks(plain, f"{package}page.js", "identity")[0] == 406

    def test_it_has_a_kind_a_policy_and_no_end(self, plain: Phone, package: str) -> None:
        for name, kind in (
            ("page.js", "text/javascript"),
            ("worker.mjs", "text/javascript"),
            ("pyodide.asm.wasm", "application/wasm"),
            ("app.zip", "application/octet-stream"),
        ):
            asked = {"Accept-Encoding": "br"}
            answer = plain.client.get(package + name, headers=asked, buffered=True)
            assert answer.mimetype == kind
            assert "immutable" in answer.headers["Cache-Control"]
            assert "Accept-Encoding" in answer.headers["Vary"]
            policy = answer.headers["Content-Security-Policy"]
            assert (policy[:19], WASM in policy) == ("default-src 'none';", True)


class TestShell:
    def test_it_is_one_document_for_all_phones(self, plain: Phone, package: str) -> None:
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
