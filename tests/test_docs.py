"""What the pages for people name is there: links, their anchors, files of the project, tests."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from companion.games import SHELF
from companion.rulebook.book import rulebook
from companion.runtime.version import VERSION
from companion.web.safety.phone import LANGUAGES
from tests.test_rooms import ROOMS

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").rglob("*.md")]
)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(
    r"`((?:companion|templates|static|tests|tools|docs|deploy)/[\w./-]+)(?:::([\w:]+))?`"
)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as GitHub makes them."""
    plain = (
        re.sub(r"[^\w\s-]", "", heading.lower()) for heading in HEADING.findall(page.read_text())
    )
    return {heading.replace(" ", "-") for heading in plain}


@cache
def cases_in(file: Path) -> set[str]:
    """The tests of a file, as pytest calls them."""
    body = ast.parse(file.read_text()).body
    classes = [each for each in body if isinstance(each, ast.ClassDef)]
    within = {f"{each.name}::{ast_name(test)}" for each in classes for test in each.body}
    return within | {ast_name(each) for each in body}


def ast_name(node: ast.stmt) -> str:
    return str(getattr(node, "name", ""))


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("file", PAGES, ids=name)
def test_every_link_leads_somewhere_and_every_file_that_is_named_is_there(file: Path) -> None:
    text = file.read_text()
    for link in LINK.findall(text):
        if link.startswith(("http:", "https:", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (file.parent / path).resolve() if path else file
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link
    for path, test in NAMED.findall(text):
        assert (ROOT / path).exists(), path
        assert not test or test in cases_in(ROOT / path), f"{path}::{test}"


def test_each_way_to_host_it_is_a_page_of_steps() -> None:
    """Who hosts it reads one of the four first, and perhaps nothing else."""
    page = (ROOT / "docs" / "deployment.md").read_text()
    ways = [
        page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
        for heading in ("One command", "A container", "systemd")
    ]
    ways.append((ROOT / "docs" / "site.md").read_text().partition("\n## Several phones\n")[0])
    for way in ways:
        assert len(way.split()) <= 400
        steps = re.findall(r"^(\d)\. ", way, re.MULTILINE)
        assert len(steps) > 2
        assert steps == [str(number) for number in range(1, len(steps) + 1)]
    assert len((ROOT / "README.md").read_text().split()) <= 700


def test_the_map_of_the_rooms_is_that_of_the_code() -> None:
    """All rooms, in their order; what a module is for it says itself."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    block = text[text.index("    runtime/ ") :].partition("\n\n")[0]
    named = re.findall(r"^ {4}( *)(\w+)/ .+$", block, re.MULTILINE)
    tops, inner = ({name for deep, name in named if bool(deep) == is_inner} for is_inner in (0, 1))
    assert tops == {room.partition(".")[0] for room in ROOMS}
    assert inner == {room.partition(".")[2] for room in ROOMS if "." in room}
    for module in (ROOT / "companion").rglob("*.py"):
        if "migrations" not in module.parts:
            assert ast.get_docstring(ast.parse(module.read_text())), module


def test_the_newest_version_is_that_of_the_package() -> None:
    package = (ROOT / "pyproject.toml").read_text()
    newest = re.search(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest
    assert f'\nversion = "{newest[1]}"\n' in package
    assert newest[1] == VERSION


@pytest.mark.parametrize("table", sorted((ROOT / "docs" / "leaflets").glob("*.md")), ids=name)
def test_every_paragraph_that_says_a_leaflet_is_there(table: Path) -> None:
    """The second column has anchors of the rules, which are there in every language."""
    rows = re.findall(r"^\|[^|]*\|([^|]*)\|", table.read_text(), re.MULTILINE)
    told = {anchor for cell in rows for anchor in re.findall(r"`#?([\w-]+)`", cell)}
    assert len(told) > 15
    for language in LANGUAGES:
        assert told <= set(rulebook(SHELF, table.stem, language).anchors)
