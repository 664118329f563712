"""docs/configuration.md has every setting that the code reads, and no other."""

import ast
import re
from pathlib import Path

import pytest

from companion.operations import settings
from companion.runtime import places

ROOT = places.ABOVE
READ_HERE = Path(settings.__file__)
PACKING = ROOT / "companion" / "local" / "packing.py"  # tells a package how to be on a phone
READING = {"self.given.get", "reading.number", "reading.choice"}


def listed() -> dict[str, list[str]]:
    """The cells behind each variable in the table of the page: effect, values, default."""
    page = (ROOT / "docs" / "configuration.md").read_text()
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.+) \|$", page, re.MULTILINE)
    assert len(dict(rows)) == len(rows), "a setting stands there twice"
    return {name: cells.split(" | ") for name, cells in rows}


def calls(source: str, functions: set[str]) -> list[list[object]]:
    """The literal arguments of each call of one of these functions, if its first one is literal."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=called, args=[ast.Constant(), *_] as given):
                if ast.unparse(called) in functions:
                    literal = [each.value for each in given if isinstance(each, ast.Constant)]
                    found.append(literal)
    return found


def test_the_table_has_every_setting_and_no_other() -> None:
    read = {str(name) for name, *_ in calls(READ_HERE.read_text(), READING)}
    assert listed().keys() == read == {*settings.NAMES}


def test_ranges_and_defaults_of_numbers_are_those_of_the_code() -> None:
    numbers = calls(READ_HERE.read_text(), {"reading.number"})
    assert numbers
    for name, usual, least, most in numbers:
        assert listed()[str(name)][1:] == [f"{least} to {most}", usual], name


def test_no_other_module_reads_the_environment() -> None:
    """Else one part could go by another value than the others."""
    for path in (ROOT / "companion").rglob("*.py"):
        if path not in (READ_HERE, PACKING):
            assert not re.search(
                r"os\.environ(\.get|\[)|getenv|import environ", path.read_text()
            ), path


def test_which_settings_may_be_empty_is_what_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "configuration.md").read_text()
    sentence = re.search(r"^An empty value means the default, except for ([^.]+)\.$", page, re.M)
    assert sentence
    for name in settings.NAMES:
        monkeypatch.delenv(name, raising=False)
    usual, refused = settings.read(), set()
    for name in settings.NAMES:
        monkeypatch.setenv(name, "")
        try:
            assert settings.read() == usual
        except settings.Unusable:
            refused.add(name)
        monkeypatch.delenv(name)
    assert {*re.findall(r"`([A-Z_]+)`", sentence[1])} == refused
