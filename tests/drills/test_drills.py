"""Each drill passes, small, and sees what it is there to see; its figures are for others.

`./test --all` plays each with one of its broken builds, `DEEP=1` with all of them.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

from tests.drills import alone, registry
from tests.drills.__main__ import BEGIN, END, HEAD, README, machine, written
from tests.drills.outcome import Outcome

ROOT = Path(__file__).parents[2]
DRILLS = registry.modules()
DEEP = "DEEP" in os.environ
BROKEN = [(name, build) for name in DRILLS for build in DRILLS[name].BROKEN[: None if DEEP else 1]]
PATIENCE = 60  # s


@pytest.mark.long
@pytest.mark.parametrize("name", DRILLS)
def test_a_drill_passes(name: str) -> None:
    seen = alone.outcome(name, small=True)
    assert seen.passed, seen.line
    assert seen.line.startswith(f"{name}: ")


@pytest.mark.long
@pytest.mark.parametrize(("name", "build"), BROKEN)
def test_a_broken_build_is_seen(name: str, build: str) -> None:
    seen = alone.outcome(name, small=True, broken=build)
    assert not seen.passed, seen.line


def marked(mark: str) -> list[str]:
    """The command lines of the processes that have this in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile, or belongs to somebody else
            if mark.encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text().replace("\0", " "))
    return found


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.long
def test_a_drill_that_is_told_to_stop_leaves_no_server_behind() -> None:
    mark = f"MARK={uuid4().hex}"
    command = [sys.executable, "-m", "tests.drills", "junk"]
    environment = os.environ | dict([mark.split("=")])
    with subprocess.Popen(command, cwd=ROOT, env=environment) as drill:
        until(lambda: any("gunicorn" in line for line in marked(mark)))
        drill.terminate()
    assert drill.returncode == 128 + signal.SIGTERM
    until(lambda: not marked(mark))


def test_what_is_promised_is_what_there_is_and_the_readme_says_how_each_is_broken() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text().partition("\n## Drills\n")[2]
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == list(registry.ORDER) == list(DRILLS)
    row = re.compile(r"^\| .+ \| `python -m tests\.drills\.(\w+)` \| (.+) \|$", re.MULTILINE)
    rows = row.findall(README.read_text())
    said = [(name, re.findall("`(.+?)`", builds)) for name, builds in rows]
    assert said == [(name, list(module.BROKEN)) for name, module in DRILLS.items()]
    assert all(builds for _, builds in said)


def test_what_was_seen_is_written_and_the_rest_is_kept() -> None:
    page = f"a\n{BEGIN}\n{END}\nb\n"
    page = written(page, "killed", Outcome("killed: 1 entry", True), small=False)
    page = written(page, "junk", Outcome("junk: broke off", False), small=False)
    page = written(page, "killed", Outcome("killed: 2 entries", True), small=True)
    lines = page.splitlines()
    assert lines[:4] == ["a", BEGIN, *HEAD]
    assert lines[4].startswith("| killed | 2 entries | green | small, 2")
    assert lines[5].startswith("| junk | broke off | red | 2")
    assert all(row.endswith(f", {machine()} |") for row in lines[4:6])
    assert lines[6:] == [END, "b"]
    assert README.read_text().count(BEGIN) == README.read_text().count(END) == 1
