"""A site without a server: what `companion site` writes, and where each address in it leads."""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import stat
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache, partial
from html import unescape
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlsplit

import brotli
import click
import pytest
from click.testing import CliRunner, Result

from companion.__main__ import cli
from companion.games import GAMES
from companion.operations import site
from companion.operations.prerendering import LANGUAGES
from companion.web.static import assets
from companion.web.static.packages import Package
from tests.support import tiny_package

FILES = {**tiny_package.FILES, "shell.js": b"// shows nothing\n"}
Made = tuple[Path, str]
SiteAt = Callable[[str], Path]
ADDRESS = re.compile(r'(?<![\w-])(?:href|src|action|formaction|content)="(/[^"]*)"')
SCRIPT = re.compile(r"<script\b(?![^>]*application/json)([^>]*)>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
OF_SERVERS = ("/join", "/https", "/on-this-phone", "/t/", "/j/")


def make(out: Path, instance: Path, *more: str) -> Result:
    """What the command comes to, for an installation with this data folder."""
    return CliRunner().invoke(cli, ["site", str(out), *more], env={"INSTANCE": str(instance)})


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("instance")
    tiny_package.put(folder, files=FILES)
    return folder


@pytest.fixture(scope="module")
def site_at(instance: Path, tmp_path_factory: pytest.TempPathFactory) -> SiteAt:
    """The folder of a site with this root, made when somebody asks for it first."""

    @cache
    def made_at(root: str) -> Path:
        out = tmp_path_factory.mktemp("sites") / "site"
        done = make(out, instance, "--root", root)
        assert done.exit_code == 0, done.output
        return out

    return made_at


@pytest.fixture(params=["/", pytest.param("/companion/", marks=pytest.mark.long)])
def made(request: pytest.FixtureRequest, site_at: SiteAt) -> Made:
    return site_at(request.param), request.param


def copied(site_at: SiteAt, folder: Path) -> Path:
    return Path(shutil.copytree(site_at("/"), folder / "site"))


def documents(out: Path) -> Iterator[tuple[Path, str]]:
    for file in sorted(out.rglob("*.html")):
        yield file, file.read_text()


def find(out: Path, root: str, address: str) -> Path | None:
    """The file that a plain host sends for this address, if it has one."""
    path = urlsplit(address).path
    if not path.startswith(root):
        return None
    file = out / path.removeprefix(root)
    file = file / "index.html" if path.endswith("/") else file
    return file if file.is_file() else None


def is_of_the_app(root: str, address: str) -> bool:
    """Whether the app on the phone has this page, and no host."""
    return urlsplit(address).path.startswith(f"{root}here/")


def test_each_language_has_the_shelf_all_set_ups_all_rules_and_a_manifest(made: Made) -> None:
    out, root = made
    tiles = {f"new/{tile.slug}" for game in GAMES.values() for tile in game.tiles}
    wanted = {".", "rules", *tiles, *(f"rules/{slug}" for slug in GAMES)}
    for language in LANGUAGES:
        found = {
            str(file.parent.relative_to(out / language))
            for file in (out / language).rglob("index.html")
        }
        assert found > wanted
        assert len(found) > 20
        shelf = (out / language / "index.html").read_text()
        assert f'<html lang="{language}"' in shelf
    for language in ("", *LANGUAGES):
        told = json.loads((out / language / "manifest.webmanifest").read_text())
        assert (told["id"], told["scope"], told["lang"]) == (root, root, language or LANGUAGES[0])
        assert find(out, root, told["start_url"])
        assert all(find(out, root, icon["src"]) for icon in told["icons"])
        for shortcut in told["shortcuts"]:
            assert find(out, root, shortcut["url"]) or is_of_the_app(root, shortcut["url"])
            assert all(find(out, root, icon["src"]) for icon in shortcut["icons"])
    first = (out / "sw.js").read_text().splitlines()[0]
    kept = {"version": assets.edition(), "root": root.rstrip("/"), "files": [], "rules": []}
    told = json.loads(first.removeprefix("const KEEP = ").removesuffix(";"))
    assert told == {**kept, "site": list(LANGUAGES)}


def test_each_page_leads_to_files_or_into_the_app_and_allows_its_own_scripts(made: Made) -> None:
    """None leads to a server, or allows other scripts and styles."""
    out, root = made
    for file, document in documents(out):
        for address in map(unescape, ADDRESS.findall(document)):
            assert find(out, root, address) or is_of_the_app(root, address), (file, address)
            within = "/" + urlsplit(address).path.removeprefix(root)
            assert not within.removeprefix("/here").startswith(OF_SERVERS), (file, address)
        for address in re.findall(r'<form\b[^>]*\baction="([^"]*)"', document):
            assert is_of_the_app(root, address), file
        [policy] = map(unescape, POLICY.findall(document))
        assert document.index(POLICY.pattern[:16]) < document.index("<style"), file
        assert "frame-ancestors" not in policy  # a page cannot say that of itself
        assert "unsafe" not in policy
        for style in STYLE.findall(document):
            digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy, file
        for said, within in SCRIPT.findall(document):
            assert "src=" in said, file
            assert within == "", file
        assert not re.search(r'\s(?:style|on\w+)="', document), file


def test_the_list_names_files_as_they_are(made: Made) -> None:
    out, root = made
    listed = json.loads((out / "on-this-phone/list.json").read_text())
    assert listed["folder"] == f"{root}local/{assets.edition()}/"
    assert {file["name"] for file in listed["files"]} == {*FILES, "shell.html"}
    assert listed["files"][-1]["name"] == "shell.html"  # what is around the others comes last
    for file in listed["files"]:
        found = find(out, root, listed["folder"] + file["name"])
        assert found
        body = found.read_bytes()
        assert (len(body), hashlib.sha256(body).hexdigest()) == (file["bytes"], file["sha256"])
        for how, ending in file.get("packings", {}).items():
            packed = found.with_name(f"{found.name}{ending}").read_bytes()
            unpack = {"brotli": brotli.decompress, "gzip": gzip.decompress}[how]
            assert unpack(packed) == body
    assert (out / "on-this-phone/script.js").read_bytes() == assets.read_script("script")


def test_what_lies_around_the_tables_answers_for_every_address(made: Made) -> None:
    out, root = made
    around = (out / "here/index.html").read_text()
    assert f'data-root="{root.rstrip("/")}"' in around
    assert "data-server" not in around  # there is no shelf of a server to lead to
    lost = (out / "404.html").read_text()
    [guard] = re.findall(r'<script src="([^"]*)" data-lost></script>', lost)
    assert find(out, root, guard)
    assert lost.replace(f'<script src="{guard}" data-lost></script>', "") == around


def test_a_host_gets_files_that_it_takes_and_that_are_used_and_what_to_say(made: Made) -> None:
    out, root = made
    for path in (out, *out.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o755 if path.is_dir() else 0o644)
    names = [path.name for path in out.rglob("*")]
    assert [name for name in names if not re.fullmatch(r"[\w.-]+", name)] == []
    assert {name for name in names if name.startswith(("_", "."))} == {"_headers", ".nojekyll"}
    headers = (out / "_headers").read_text()
    assert f"{root}sw.js\n  Cache-Control: no-cache\n" in headers
    for path in re.findall(r"^/.*$", headers, re.MULTILINE):
        assert list(out.glob(path.removeprefix(root))), path
    said = "".join(
        file.read_text() for file in out.rglob("*") if file.suffix in (".html", ".webmanifest")
    )
    for folder in ("scripts", "static"):
        for file in (out / folder).rglob("*"):
            if file.is_file():
                assert f"{root}{file.relative_to(out)}" in said


@pytest.mark.long
def test_two_of_the_same_edition_are_the_same_wherever_they_are_written(
    made: Made, instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, root = made
    monkeypatch.chdir(tmp_path)
    make(Path("again"), instance, "--root", root)
    assert contents(tmp_path / "again") == contents(out)
    assert os.listdir(tmp_path) == ["again"]
    assert os.listdir(instance) == ["local-app"], "it makes no database"


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_a_folder_of_somebody_else_or_no_root_is_refused(instance: Path, tmp_path: Path) -> None:
    (tmp_path / "holiday.txt").write_text("mine")
    done = make(tmp_path, instance)
    said = (
        f"{tmp_path} is not empty and not a site of Companion: choose another folder, or empty this"
    )
    assert (done.exit_code, done.stderr) == (1, f"Error: {said} one.\n")
    for root in ("companion/", "/companion", "", "//", "/a b/", '/"/', "/../"):
        done = make(tmp_path / "site", instance, "--root", root)
        assert (done.exit_code, done.stderr) == (1, f"Error: {site.ROOT}\n"), root
    assert contents(tmp_path) == {"holiday.txt": b"mine"}
    assert not (tmp_path / "site").exists()


@pytest.mark.long
@pytest.mark.parametrize("listed", [True, False], ids=["this version", "0.13.3"])
def test_what_is_replaced(site_at: SiteAt, instance: Path, tmp_path: Path, listed: bool) -> None:
    out = copied(site_at, tmp_path)
    theirs = {".git/HEAD": b"ref", "CNAME": b"cards.example", "docs/read.me": b"mine"}
    for name, said in theirs.items():
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_bytes(said)
    (out / "scripts/older").mkdir()
    (out / "scripts/older/older.js").write_text("of an older edition")
    told = json.loads((out / site.MARK).read_text())
    told["files"] += ["scripts/older/older.js", "../../elsewhere", "/elsewhere", "docs"]
    if not listed:
        del told["files"]
    (out / site.MARK).write_text(json.dumps(told))
    (tmp_path / "elsewhere").write_text("not in the site")
    before = contents(out)
    assert make(out, instance).exit_code == 0
    after = contents(out)
    assert not (out / "scripts/older").exists()
    assert {name: after[name] for name in theirs} == theirs
    assert set(before) - set(after) == {"scripts/older/older.js"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "site"]


def test_what_is_in_the_way_or_fails_leaves_the_older_site_as_it_was(
    site_at: SiteAt, instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = copied(site_at, tmp_path)
    before = contents(out)
    with monkeypatch.context() as patch:
        patch.setattr(site, "HEADERS", None)  # of the last that is written
        assert make(out, instance).exit_code == 1
    assert contents(out) == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    told = json.loads((out / site.MARK).read_text())
    told["files"].remove("404.html")
    (out / site.MARK).write_text(json.dumps(told))
    (out / "404.html").write_text("mine")
    before = contents(out)
    done = make(out, instance)
    said = f"Error: {site.IN_THE_WAY.format(out / '404.html')}\n"
    assert (done.exit_code, done.stderr) == (1, said)
    assert contents(out) == before


def test_a_site_without_room_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = OSError(28, "No space left on device", str(tmp_path / "page"))
    monkeypatch.setattr("companion.operations.local_app.find_or_make", Mock())
    monkeypatch.setattr(site, "write", Mock(side_effect=full))
    done = make(tmp_path / "out", tmp_path)
    said = f"Error: {tmp_path / 'page'}: No space left on device"
    assert (done.exit_code, done.output.splitlines()[-1]) == (1, said)


def test_a_site_made_twice_at_once_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one took what the first one had begun for a leftover, and removed it."""
    begun, goes_on = threading.Event(), threading.Event()

    class Slow:
        def __init__(self, folder: Path, *given: object) -> None:
            self.folder = folder

        def write(self) -> None:
            self.folder.mkdir()
            if not begun.is_set():
                begun.set()
                goes_on.wait(10)
            told = {"edition": "", "root": "/", "files": [site.MARK]}
            (self.folder / site.MARK).write_text(json.dumps(told))

    monkeypatch.setattr(site, "_Writer", Slow)
    monkeypatch.setattr(click, "echo", lambda *said, **how: goes_on.set())
    writes = partial(site.write, tmp_path / "site", "/", Package(tmp_path, ()))
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(writes)
        assert begun.wait(10)
        second = threads.submit(writes)
        wait([second], 2)
        goes_on.set()
        first.result()
        second.result()
