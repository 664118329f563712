"""Which tests `./test --quick` leaves out because of their time; slow.txt has their names.

`python -m tests.slow` measures all that the run could have and writes that list anew: the slowest
of them, until the others take `BUDGET`. Do it on a machine that does nothing else.
"""

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_suffix(".txt")
BUDGET = 50.0  # s, on all workers together
QUICK = ("-p", "no:playwright", "--hypothesis-profile", "quick")
FIRST_CASES = "not long and not heavy and not more"
MEASURED = re.compile(r"^([\d.]+)s (?:call|setup|teardown) +(\S+?)(?:\[.*)?$", re.MULTILINE)
KEPT = "tests/test_scripts.py"
"""All tests of scripts are one test here, and belong to each run."""


def names() -> frozenset[str]:
    """The tests that are listed, without their cases."""
    return frozenset(LIST.read_text().split())


def choose(took: Mapping[str, float]) -> list[str]:
    """The slowest of these tests, in the order of their names, so that the others fit."""
    left, slow = sum(took.values()), list[str]()
    for name in sorted(took, key=lambda each: took[each], reverse=True):
        if left > BUDGET and not name.startswith(KEPT):
            left -= took[name]
            slow.append(name)
    return sorted(slow)


def measure() -> Mapping[str, float]:
    """The seconds that the first case of each test takes which needs no other program."""
    command = [sys.executable, "-m", "pytest", *QUICK, "-m", FIRST_CASES, "-vv", "--durations=0"]
    ran = subprocess.run(
        [*command, "--numprocesses=auto", "--dist=worksteal"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    took: dict[str, float] = defaultdict(float)
    for seconds, name in MEASURED.findall(ran.stdout):
        took[name] += float(seconds)
    return took


if __name__ == "__main__":
    slow = choose(measure())
    LIST.write_text("".join(f"{name}\n" for name in slow))
    print(f"{len(slow)} tests are left out of ./test --quick")
