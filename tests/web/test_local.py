"""What a phone fetches to count by itself: the offer, its files, and the mirror of a game."""

import gzip
import hashlib
import json
import shutil
from collections.abc import Iterator

import brotli
import pytest
from flask import Flask

from companion.games import TILES
from companion.web import assets
from tests import local_package
from tests.local_package import FILES
from tests.web.actor import Phone
from tests.web.test_strangers import blanked

UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress}
WASM = "'wasm-unsafe-eval'"


@pytest.fixture
def package(app: Flask) -> Iterator[str]:
    """This server has a package of its edition; the address that its files begin with."""
    folder = local_package.put(app.config["INSTANCE"])
    yield f"/local/{assets.edition()}/"
    shutil.rmtree(folder)


def asks(phone: Phone, address: str, encoding: str = "br") -> tuple[int, bytes]:
    answer = phone.client.get(address, headers={"Accept-Encoding": encoding}, buffered=True)
    return answer.status_code, answer.data


class TestOffer:
    def test_without_a_package_nothing_is_offered(self, game: Phone) -> None:
        for address in ("/", game.game):
            assert "/on-this-phone" not in game.opens(address).answer.text
        assert game.opens("/on-this-phone/list.json").status == 404
        page = game.opens("/on-this-phone")
        assert page.tree.find(id="local").attributes["data-none"] == "True"

    @pytest.mark.usefixtures("package")
    def test_with_one_it_is_on_the_shelf_and_on_boards(self, game: Phone) -> None:
        for address in ("/", game.game):
            links = game.opens(address).tree.all("a", href="/on-this-phone")
            assert [link.text for link in links] == ["Count offline"], address

    def test_a_package_of_another_edition_is_none(self, plain: Phone, app: Flask) -> None:
        folder = local_package.put(app.config["INSTANCE"], "0123456789ab")
        assert plain.opens("/on-this-phone/list.json").status == 404
        assert plain.opens("/local/0123456789ab/page.js").status == 404
        shutil.rmtree(folder)

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

    def test_the_script_that_keeps_it_is_asked_for_anew(self, plain: Phone) -> None:
        answer = plain.opens("/on-this-phone/script.js").answer
        assert answer.mimetype == "text/javascript"
        assert "no-cache" in answer.headers["Cache-Control"]


class TestFiles:
    @pytest.mark.parametrize("encoding", UNPACK)
    def test_each_comes_as_it_was_made(self, plain: Phone, package: str, encoding: str) -> None:
        for name, body in FILES.items():
            status, packed = asks(plain, package + name, encoding)
            assert (status, UNPACK[encoding](packed)) == (200, body)

    def test_it_has_a_kind_a_policy_and_no_end(self, plain: Phone, package: str) -> None:
        kinds = {
            "page.js": "text/javascript",
            "worker.mjs": "text/javascript",
            "pyodide.asm.wasm": "application/wasm",
            "app.zip": "application/octet-stream",
        }
        for name, kind in kinds.items():
            asked = {"Accept-Encoding": "br"}
            answer = plain.client.get(package + name, headers=asked, buffered=True)
            assert answer.mimetype == kind
            assert "immutable" in answer.headers["Cache-Control"]
            assert "Accept-Encoding" in answer.headers["Vary"]
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none';")
            assert WASM in policy

    @pytest.mark.usefixtures("package")
    def test_no_page_may_compile_webassembly(self, game: Phone) -> None:
        for address in ("/", "/on-this-phone", game.game):
            assert WASM not in game.opens(address).answer.headers["Content-Security-Policy"]

    @pytest.mark.parametrize(
        "name", ["nothing.js", "files.json", "page.js.br", "..%2ffiles.json", ".lock"]
    )
    def test_nothing_else_is_served(self, plain: Phone, package: str, name: str) -> None:
        assert asks(plain, package + name)[0] == 404

    def test_of_another_edition_there_is_none(self, plain: Phone, package: str) -> None:
        assert asks(plain, "/local/0123456789ab/page.js")[0] == 404

    def test_a_browser_that_takes_neither_packing_gets_none(
        self, plain: Phone, package: str
    ) -> None:
        assert asks(plain, f"{package}page.js", "identity")[0] == 406


class TestShell:
    def test_without_a_package_there_are_no_tables_here(self, plain: Phone) -> None:
        assert plain.opens("/here/").status == 404
        for address in ("/", "/new/the-game"):
            assert list(plain.opens(address).tree.having("data-to-here")) == []

    def test_it_is_one_document_for_all_addresses_and_phones(
        self, plain: Phone, package: str
    ) -> None:
        first = plain.client.get("/here/").text
        plain.client.set_cookie("language", "nl")
        for address in ("/here/new/the-game", "/here/t/a/b/", f"{package}shell.html"):
            assert plain.client.get(address).text == first
        texts = json.loads(first.partition('id="texts">')[2].partition("</script>")[0])
        assert {*texts} == {"en", "de", "fr", "nl"}
        assert len({said["failed"] for said in texts.values()}) == len(texts)

    @pytest.mark.usefixtures("package")
    def test_it_may_have_a_frame_and_a_worker_and_compile_nothing(self, plain: Phone) -> None:
        policy = plain.client.get("/here/").headers["Content-Security-Policy"]
        assert policy.endswith("frame-src 'self'; worker-src 'self'")
        assert WASM not in policy

    @pytest.mark.usefixtures("package")
    def test_the_shelf_and_each_set_up_lead_there_where_a_script_shows_it(
        self, plain: Phone
    ) -> None:
        [section] = plain.opens("/").tree.having("data-to-here")
        assert "hidden" in section.attributes
        for slug in TILES:
            text = plain.opens(f"/new/{slug}").answer.text
            assert f'formaction="/here/new/{slug}"' in text


class TestMirror:
    def test_it_is_the_log_after_a_place(self, game: Phone) -> None:
        game.plays(48, "up-1")
        whole = game.opens(f"{game.game}mirror").answer.json
        after = game.opens(f"{game.game}mirror?since=1").answer.json
        assert whole
        assert after
        assert (whole["since"], after["since"]) == (0, 1)
        assert whole["game"]["log"][1:] == after["game"]["log"]
        assert len(whole["game"]["log"]) == 2

    def test_a_place_that_is_none_is_the_nearest_one(self, game: Phone) -> None:
        found = {
            since: game.opens(f"{game.game}mirror?since={since}").answer.json
            for since in ("-5", "x", "99")
        }
        assert {since: told and told["since"] for since, told in found.items()} == {
            "-5": 0,
            "x": 0,
            "99": 1,
        }

    def test_a_stranger_is_told_what_one_is_told_where_nothing_is(
        self, game: Phone, plain: Phone
    ) -> None:
        plain.opens("/")
        pages = [plain.opens(f"{address}mirror") for address in (game.game, "/t/none/none/")]
        assert [page.status for page in pages] == [404, 404]
        own = [blanked(page).replace(game.game, "/t/none/none/") for page in pages]
        assert own[0] == own[1]

    def test_it_holds_nothing_that_invites(self, game: Phone) -> None:
        said = game.opens(f"{game.game}mirror").answer.text
        for invitation in game.invitations().values():
            assert invitation.link not in said
