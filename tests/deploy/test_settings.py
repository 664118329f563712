"""The page on deployment: its table has every setting that there is, and no other."""

import ast
import re
from pathlib import Path

import pytest

from companion.operations import settings
from tests.deploy import test_container, test_unit
from tests.deploy.installed import ROOT

pytestmark = pytest.mark.long

PAGE = (ROOT / "docs" / "deployment.md").read_text()
SOURCES = [*(ROOT / "companion").rglob("*.py"), ROOT / "gunicorn.conf.py"]
READING = {"os.environ.get", "os.getenv", "environ.get", "getenv"}


def read(source: str) -> set[str]:
    """The names of the variables that this code asks its environment for."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=called, args=[name, *_]) if ast.unparse(called) in READING:
                found.add(str(ast.literal_eval(name)))
            case ast.Subscript(value=ast.Attribute(attr="environ") as value, slice=name):
                if ast.unparse(value) == "os.environ":
                    found.add(str(ast.literal_eval(name)))
    return found


def listed() -> list[str]:
    """The variables of the table under Settings."""
    table = PAGE.partition("\n## Settings\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([A-Z_]+)` \|", table, re.MULTILINE)


def test_the_table_has_what_is_read_and_nothing_else() -> None:
    assert sorted(listed()) == sorted(settings.NAMES)
    named = {*re.findall(r'"([A-Z_]+)"', (ROOT / "companion" / "settings.py").read_text())}
    assert named == set(settings.NAMES)


def test_they_are_read_in_one_place() -> None:
    """Else one part could go by another value than the others."""
    for path in SOURCES:
        if path.name != "settings.py":
            assert not read(path.read_text()), path


def test_what_is_set_in_deploy_is_in_it() -> None:
    named = {*test_unit.environment(), *test_container.settings()}
    assert named - {"PATH", "PYTHONDONTWRITEBYTECODE"} <= {*listed()}


@pytest.mark.parametrize(
    "source",
    ['os.environ.get("NEW")', 'os.environ["NEW"]', 'os.getenv("NEW", "1")',
     'from os import environ\nenviron.get("NEW")'],
)  # fmt: skip
def test_a_new_one_is_found(source: str) -> None:
    assert read(f"import os\n{source}") == {"NEW"}


@pytest.mark.parametrize("path", sorted({*re.findall(r"`(deploy/[\w.]+|tools/\w+)`", PAGE)}))
def test_what_it_names_is_there(path: str) -> None:
    assert Path(ROOT / path).exists()
