"""SECURITY.md: each requirement is answered, each file and test that it names is there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
ID = re.compile(r"\b\d+\.\d+\.\d+\b")
APPLIES, APART = (
    [line for line in part.splitlines() if ID.match(line.removeprefix("| "))]
    for part in TEXT.partition("## ASVS 5.0")[2].split("## What does not apply")
)
LEVEL_1 = """
1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1
3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2
6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2
7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1
10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2
13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1
"""
"""The requirements of level 1 in OWASP ASVS 5.0.0; the chapters 16 and 17 have none."""

FORBIDDEN = {"pickle", "marshal", "shelve", "xml", "pty"}
CALLS = {"eval", "exec", "compile", "__import__"}
SYSTEM = {"system", "popen", "execv", "execve", "spawnv", "posix_spawn"}


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("| ").split(" | ")]


def named(row: str) -> list[str]:
    return re.findall(r"`(tests/[^`]+)`", cells(row)[-1])


def cases_in(file: Path) -> set[str]:
    """The tests of a file, as pytest calls them."""
    found = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            inner = (each for each in node.body if isinstance(each, ast.FunctionDef))
            found |= {f"{node.name}::{each.name}" for each in inner}
    return {name for name in found if name.rpartition("::")[2].startswith("test_")}


def test_every_requirement_is_answered() -> None:
    answered = [ID.findall(row)[0] for row in APPLIES]
    answered += [found for row in APART for found in ID.findall(cells(row)[0])]
    assert sorted(answered) == sorted(LEVEL_1.split())
    assert len(re.findall(r"\*\*\d+ days\*\*", TEXT)) == 3
    for row in APART:
        assert len(cells(row)[-1].split()) > 2, row  # it says why


@pytest.mark.parametrize("row", APPLIES, ids=lambda row: cells(row)[0].split()[0])
def test_what_a_row_names_is_there(row: str) -> None:
    said, measure, tests = cells(row)
    assert len(said.split()) > 1
    assert measure
    assert named(tests)
    for name in named(tests):
        path, _, test = name.partition("::")
        file = ROOT / path
        assert file.is_file(), name
        assert cases_in(file), name
        assert not test or test in cases_in(file), name
    for name in re.findall(r"`([\w.-]+/[\w./-]+|[\w-]+\.(?:md|txt|py))`", measure):
        assert (ROOT / name).exists(), name


RUNS = {
    "serve.py": {"os.execve(program[0], program, environment)"},
    "local_app.py": {
        "subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)",
        "subprocess.run([found, '--version'], capture_output=True, text=True, check=False)",
    },
}
"""The calls that start programs: lists of words of whoever runs the command, and no shell."""
PACKING = ROOT / "companion" / "local" / "packing.py"  # compiles our own modules, and runs none


def test_no_code_and_no_command_is_made_of_text() -> None:
    for file in (ROOT / "companion").rglob("*.py"):
        packs = {"marshal", "compile"} if file == PACKING else set()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            imported = (
                [name.name for name in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            assert not {name.split(".")[0] for name in imported} & FORBIDDEN - packs, file
            if isinstance(node, ast.Call):
                called = node.func
                assert not (isinstance(called, ast.Name) and called.id in CALLS - packs), file
                runs = isinstance(called, ast.Attribute) and called.attr in SYSTEM
                assert not runs or ast.unparse(node) in RUNS.get(file.name, ()), file
                assert not any(given.arg == "shell" for given in node.keywords), file


def test_no_script_makes_markup_of_text() -> None:
    makes = r"\.(inner|outer)HTML\s*\+?=|insertAdjacentHTML|document\.write|\beval\(|new Function"
    scripts = list((ROOT / "static").glob("*.js"))
    assert len(scripts) > 10
    for file in scripts:
        assert not re.search(makes, file.read_text(encoding="utf-8")), file


def test_no_hash_is_a_broken_one() -> None:
    used = set()
    for file in (ROOT / "companion").rglob("*.py"):
        used |= set(re.findall(r"hashlib\.(\w+)", file.read_text(encoding="utf-8")))
    assert "sha256" in used
    assert not used & {"md4", "md5", "sha1", "new"}
