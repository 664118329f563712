"""A site without a server: what `companion site` writes, and where each address in it leads."""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import stat
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import brotli
import pytest
from click.testing import CliRunner, Result

from companion.__main__ import cli
from companion.games import GAMES
from companion.operations import local_app, site
from companion.operations.prerendering import LANGUAGES
from companion.web import assets, packages
from tests import local_package
from tests.deploy.installed import ROOT

pytestmark = pytest.mark.heavy  # each site has all pages in all languages

FILES = {**local_package.FILES, "shell.js": b"// shows nothing\n"}
ROOTS = ("/", "/companion/")
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
    """A data folder with a package, and nothing else."""
    folder = tmp_path_factory.mktemp("instance")
    local_package.put(folder, files=FILES)
    return folder


@pytest.fixture(scope="module", params=ROOTS)
def made(
    request: pytest.FixtureRequest, instance: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, str]:
    """A site, and its root."""
    root: str = request.param
    out = tmp_path_factory.mktemp("sites") / "site"
    done = make(out, instance, "--root", root)
    assert done.exit_code == 0, done.output
    return out, root


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


def test_each_language_has_the_shelf_all_set_ups_and_all_rules(made: tuple[Path, str]) -> None:
    out, _ = made
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


def test_every_address_in_every_page_leads_to_a_file_or_into_the_app(
    made: tuple[Path, str],
) -> None:
    out, root = made
    lost = {
        (str(file.relative_to(out)), address)
        for file, document in documents(out)
        for address in map(unescape, ADDRESS.findall(document))
        if not find(out, root, address) and not is_of_the_app(root, address)
    }
    assert lost == set()


def test_every_form_leads_into_the_app(made: tuple[Path, str]) -> None:
    out, root = made
    for file, document in documents(out):
        for address in re.findall(r'<form\b[^>]*\baction="([^"]*)"', document):
            assert is_of_the_app(root, address), file


def test_nothing_leads_to_a_server(made: tuple[Path, str]) -> None:
    out, root = made
    for file, document in documents(out):
        for address in ADDRESS.findall(document):
            within = "/" + urlsplit(address).path.removeprefix(root)
            assert not within.removeprefix("/here").startswith(OF_SERVERS), file


def test_the_policy_of_each_page_allows_its_own_scripts_and_styles_only(
    made: tuple[Path, str],
) -> None:
    out, _ = made
    for file, document in documents(out):
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


def test_the_list_names_files_as_they_are(made: tuple[Path, str]) -> None:
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
    assert (out / "on-this-phone/script.js").read_bytes() == assets.bare("local")


def test_the_worker_knows_its_root_and_that_there_is_no_server(made: tuple[Path, str]) -> None:
    out, root = made
    first = (out / "sw.js").read_text().splitlines()[0]
    keep = json.loads(first.removeprefix("const KEEP = ").removesuffix(";"))
    assert keep == {
        "version": assets.edition(),
        "root": root.rstrip("/"),
        "files": [],
        "rules": [],
        "site": list(LANGUAGES),
    }


@pytest.mark.parametrize("language", ["", *LANGUAGES])
def test_each_manifest_is_of_the_whole_site_and_has_its_icons(
    made: tuple[Path, str], language: str
) -> None:
    out, root = made
    told = json.loads((out / language / "manifest.webmanifest").read_text())
    assert (told["id"], told["scope"], told["lang"]) == (root, root, language or LANGUAGES[0])
    assert find(out, root, told["start_url"])
    assert all(find(out, root, icon["src"]) for icon in told["icons"])
    for shortcut in told["shortcuts"]:
        assert find(out, root, shortcut["url"]) or is_of_the_app(root, shortcut["url"])
        assert all(find(out, root, icon["src"]) for icon in shortcut["icons"])


def test_what_lies_around_the_tables_answers_for_every_address(made: tuple[Path, str]) -> None:
    out, root = made
    around = (out / "here/index.html").read_text()
    assert f'data-root="{root.rstrip("/")}"' in around
    assert "data-server" not in around  # there is no shelf of a server to lead to
    lost = (out / "404.html").read_text()
    [guard] = re.findall(r'<script src="([^"]*)" data-lost></script>', lost)
    assert find(out, root, guard)
    assert lost.replace(f'<script src="{guard}" data-lost></script>', "") == around


def test_a_host_gets_names_that_it_takes_and_what_to_say(made: tuple[Path, str]) -> None:
    out, root = made
    names = [path.name for path in out.rglob("*")]
    assert [name for name in names if not re.fullmatch(r"[\w.-]+", name)] == []
    assert {name for name in names if name.startswith(("_", "."))} == {"_headers", ".nojekyll"}
    headers = (out / "_headers").read_text()
    assert f"{root}sw.js\n  Cache-Control: no-cache\n" in headers
    for path in re.findall(r"^/.*$", headers, re.MULTILINE):
        assert list(out.glob(path.removeprefix(root))), path


@pytest.mark.parametrize("name", ["site.nginx.conf", "site.Caddyfile"])
def test_other_hosts_say_the_same_headers(name: str) -> None:
    said = (ROOT / "deploy" / name).read_text().replace('"', "")
    for header, value in re.findall(r"^  (.*): (.*)$", site.HEADERS, re.MULTILINE):
        assert header in said
        assert value in said


def test_only_what_is_used_is_there(made: tuple[Path, str]) -> None:
    out, root = made
    said = "".join(
        file.read_text() for file in out.rglob("*") if file.suffix in (".html", ".webmanifest")
    )
    for folder in ("scripts", "static"):
        for file in (out / folder).rglob("*"):
            if file.is_file():
                assert f"{root}{file.relative_to(out)}" in said


def test_everybody_may_read_it(made: tuple[Path, str]) -> None:
    out, _ = made
    for path in (out, *out.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o755 if path.is_dir() else 0o644)


def test_two_of_the_same_edition_are_the_same(
    made: tuple[Path, str], instance: Path, tmp_path: Path
) -> None:
    out, root = made
    make(tmp_path / "again", instance, "--root", root)
    assert contents(tmp_path / "again") == contents(out)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_a_folder_of_somebody_else_is_refused(instance: Path, tmp_path: Path) -> None:
    (tmp_path / "holiday.txt").write_text("mine")
    done = make(tmp_path, instance)
    assert done.exit_code == 1
    assert done.stderr == (
        f"Error: {tmp_path} is not empty, and no site of Companion: name another folder, or "
        "empty this one.\n"
    )
    assert contents(tmp_path) == {"holiday.txt": b"mine"}


@pytest.mark.parametrize("root", ["companion/", "/companion", "", "//", "/a b/", '/"/', "/../"])
def test_a_root_that_is_no_path_is_refused(instance: Path, tmp_path: Path, root: str) -> None:
    done = make(tmp_path / "site", instance, "--root", root)
    assert (done.exit_code, done.stderr) == (1, f"Error: {site.ROOT}\n")
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("listed", [True, False], ids=["this version", "0.13.3"])
def test_only_files_of_the_older_site_are_replaced(
    instance: Path, tmp_path: Path, listed: bool
) -> None:
    out = tmp_path / "site"
    (out / ".git").mkdir(parents=True)
    theirs = {".git/HEAD": b"ref", "CNAME": b"cards.example", "docs/read.me": b"mine"}
    assert make(out, instance).exit_code == 0
    (out / "docs").mkdir()
    for name, said in theirs.items():
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


def test_what_is_in_the_way_of_a_site_is_named_and_stays(instance: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    make(out, instance)
    told = json.loads((out / site.MARK).read_text())
    told["files"].remove("404.html")
    (out / site.MARK).write_text(json.dumps(told))
    (out / "404.html").write_text("mine")
    before = contents(out)
    done = make(out, instance)
    assert (done.exit_code, done.stderr) == (
        1, f"Error: {site.IN_THE_WAY.format(out / '404.html')}\n"
    )  # fmt: skip
    assert contents(out) == before


def test_what_fails_leaves_the_older_site_as_it_was(
    instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    make(out, instance)
    before = contents(out)

    monkeypatch.setattr(site, "HEADERS", None)  # of the last that is written
    assert make(out, instance).exit_code == 1
    assert contents(out) == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_it_is_written_from_any_folder(
    instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert make(Path("site"), instance).exit_code == 0
    assert (tmp_path / "site/index.html").is_file()
    assert sorted(os.listdir(tmp_path)) == ["site"]


def test_it_makes_no_database(instance: Path, tmp_path: Path) -> None:
    make(tmp_path / "site", instance)
    assert [path.name for path in instance.iterdir()] == ["local-app"]


def test_without_node_one_sentence_says_what_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_app, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(packages, "BUILT_IN", tmp_path / "none")
    done = make(tmp_path / "site", tmp_path / "instance")
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: A site needs Node.js 20 or newer to be made: ")
    assert not (tmp_path / "site").exists()
