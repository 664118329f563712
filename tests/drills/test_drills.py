"""Each drill passes, small, and sees what it is there to see; its figures are for others.

`./test --all` plays each with one of its broken builds, `DEEP=1` with all of them.
"""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.drills import NAMES

ROOT = Path(__file__).parents[2]
BROKEN = {name: import_module(f"tests.drills.{name}").BROKEN for name in NAMES}
MANY = None if "DEEP" in os.environ else 1
CASES = [(name, build) for name in NAMES for build in ("", *BROKEN[name][:MANY])]


@pytest.mark.long
@pytest.mark.parametrize(("name", "build"), CASES)
def test_a_drill_passes_and_sees_a_broken_build(name: str, build: str) -> None:
    words = [name, "--small", *(["--broken", build] if build else [])]
    done = subprocess.run(
        [sys.executable, "-m", "tests.drills", *words],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    colour = "red  " if build else "green"
    assert done.stdout.startswith(f"{colour} {name}: "), done.stdout + done.stderr


def test_what_is_promised_is_what_there_is() -> None:
    text = (ROOT / "tests" / "drills" / "README.md").read_text()
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == list(NAMES)
