"""docs/configuration.md has every setting that the code reads, and no other."""

import ast
import re
from contextlib import suppress
from pathlib import Path

import pytest

from companion.operations import settings
from companion.runtime import places
from companion.runtime.server_log import LEVELS

ROOT = places.ABOVE
READ_HERE = Path(settings.__file__)
PACKING = ROOT / "companion" / "local" / "packing.py"  # tells a package how to be on a phone
SOURCES = [*(ROOT / "companion").rglob("*.py")]
ENVIRONMENT = {"os.environ.get", "os.getenv", "environ.get", "getenv"}
READING = {"self.given.get", "reading.number"}


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


def asked_directly(source: str) -> set[str]:
    """The variables that this code asks the environment itself for."""
    names = {str(name) for name, *_ in calls(source, ENVIRONMENT)}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Subscript(value=environ, slice=ast.Constant(value=name)):
                if ast.unparse(environ) in {"os.environ", "environ"}:
                    names.add(str(name))
    return names


def test_the_table_has_every_setting_and_no_other() -> None:
    read = {str(name) for name, *_ in calls(READ_HERE.read_text(), READING)}
    assert listed().keys() == read == {*settings.NAMES}


def test_ranges_and_defaults_of_numbers_are_those_of_the_code() -> None:
    numbers = calls(READ_HERE.read_text(), {"reading.number"})
    assert numbers
    for name, usual, least, most in numbers:
        assert listed()[str(name)][1:] == [f"{least} to {most}", usual], name


def test_other_limits_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in settings.NAMES:
        monkeypatch.delenv(name, raising=False)
    *levels, last = (f"`{level}`" for level in LEVELS)
    assert listed()["LOG_LEVEL"][1:] == [
        f"{', '.join(levels)} or {last}", f"`{settings.read().log_level}`"
    ]  # fmt: skip
    assert listed()["SECRET_KEY"][1] == f"{settings.SHORTEST_KEY} characters or more"
    assert (
        listed()["INSTANCE"][2]
        == f"`{settings.read().instance.relative_to(ROOT)}/` beside the code of a checkout, else "
        "`companion` among your user’s data (`~/.local/share` on Linux)"
    )


def test_which_settings_may_be_empty_is_what_the_page_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = (ROOT / "docs" / "configuration.md").read_text()
    sentence = re.search(r"^For ([^.]+) an empty\svalue means the default\.$", page, re.M)
    assert sentence
    for name in settings.NAMES:
        monkeypatch.delenv(name, raising=False)
    usual, allowed = settings.read(), set()
    for name in settings.NAMES:
        monkeypatch.setenv(name, "")
        with suppress(settings.Unusable):
            assert settings.read() == usual
            allowed.add(name)
        monkeypatch.delenv(name)
    assert {*re.findall(r"`([A-Z_]+)`", sentence[1])} == allowed


def test_no_other_module_reads_the_environment() -> None:
    """Else one part could go by another value than the others."""
    for path in SOURCES:
        if path not in (READ_HERE, PACKING):
            assert not asked_directly(path.read_text()), path


@pytest.mark.parametrize(
    "source",
    ['os.environ.get("NEW")', 'os.environ["NEW"]', 'os.getenv("NEW", "1")',
     'from os import environ\nenviron.get("NEW")'],
)  # fmt: skip
def test_a_new_one_would_be_found(source: str) -> None:
    assert asked_directly(f"import os\n{source}") == {"NEW"}
