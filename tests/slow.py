"""Which tests `./test --quick` and `./test` leave out because of their time.

`slow.txt` has what `--quick` leaves out. Of what stands in `slower.txt`, `./test` runs the first
case, and nothing where there is only one. `python -m tests.slow quick` and `python -m tests.slow
usual` measure such a run and write its list anew: the slowest tests, until the others fit into the
budget. Do it on a machine with two cores that does nothing else.
"""

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
MEASURED = re.compile(
    r"^([\d.]+)s (?:call|setup|teardown) +(\S+?::[^\[\n]*?)(\[.*)? *$", re.MULTILINE
)

CORE = (
    # A whole game of each kind, by taps.
    "tests/browser/test_whole_games.py",
    "tests/browser/test_extreme.py::test_all_seven_commands_and_a_fire_by_taps_alone",
    "tests/browser/test_brain.py::test_an_attempt_is_won",
    "tests/browser/test_bluff.py::test_a_game_of_five_is_entered_to_its_end_in_five_taps_a_round",
    # What is entered goes in once: by the queue, without network, with several phones, and undone.
    "tests/browser/test_waiting.py",
    "tests/browser/test_offline.py",
    "tests/browser/test_offline_pages.py",
    "tests/browser/test_resilience.py",
    "tests/browser/test_live.py",
    "tests/browser/test_four_phones.py",
    "tests/browser/test_undo.py",
    # Each page can be read and tapped, at each size and in each language, and nothing moves.
    "tests/browser/test_accessibility.py",
    "tests/browser/test_bluff.py::test_places_can_be_read_and_tapped",
    "tests/browser/test_shifts.py",
    "tests/browser/test_policy.py",
)
"""The tests in a browser that `./test` always has."""

Took = Mapping[str, Mapping[str, float]]
"""The seconds that each case of each test takes."""


@dataclass(frozen=True)
class Run:
    """One of the runs of `./test`: what it can have, and what of that it always has."""

    file: Path
    options: tuple[str, ...]
    expression: str
    budget: float
    """Seconds, on all workers together."""
    kept: tuple[str, ...]
    """How the names of tests begin that are never left out."""
    has_first: bool
    """Whether the first of several cases stays."""
    once: tuple[str, ...] = ()
    """How the names of tests begin of which even the only case stays."""

    def names(self) -> frozenset[str]:
        """The tests of its list, without their cases."""
        return frozenset(self.file.read_text().split())

    def choose(self, took: Took) -> list[str]:
        """The slowest of these tests, in the order of their names, so that the others fit."""
        saves = {name: self._find_saved(name, cases) for name, cases in took.items()}
        left, slow = sum(sum(cases.values()) for cases in took.values()), list[str]()
        for name in sorted(saves, key=lambda each: saves[each], reverse=True):
            if left > self.budget and saves[name]:
                left -= saves[name]
                slow.append(name)
        return sorted(slow)

    def _find_saved(self, name: str, cases: Mapping[str, float]) -> float:
        """The seconds that it saves to list this test: which case is the first is not known."""
        if name.startswith(self.kept) or (len(cases) == 1 and name.startswith(self.once)):
            return 0
        total = sum(cases.values())
        return total - total / len(cases) if self.has_first and len(cases) > 1 else total

    def measure(self) -> Took:
        """Run all that the run can have. Raises `CalledProcessError` where a test fails."""
        command = [sys.executable, "-m", "pytest", *self.options, "-m", self.expression]
        ran = subprocess.run(
            [*command, "-vv", "--durations=0", "--dist=worksteal"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return read(ran.stdout)


def read(said: str) -> Took:
    """What pytest says of the time of each test."""
    took: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for seconds, name, case in MEASURED.findall(said):
        took[name][case] += float(seconds)
    return took


RUNS = {
    "quick": Run(
        ROOT / "tests" / "slow.txt",
        ("-p", "no:playwright", "--hypothesis-profile", "quick", "--numprocesses=auto"),
        "not long and not heavy and not more",
        50,
        ("tests/test_scripts.py",),
        has_first=False,
    ),
    "usual": Run(
        ROOT / "tests" / "slower.txt",
        ("--numprocesses=3",),
        "not long",
        1425,
        (
            *(f"tests/{folder}/" for folder in ("engine", "files", "games", "rulebook", "store")),
            "tests/test_",
            *CORE,
        ),
        has_first=True,
        once=("tests/history/", "tests/web/"),
    ),
}


if __name__ == "__main__":
    run = RUNS[sys.argv[1]]
    slow = run.choose(run.measure())
    run.file.write_text("".join(f"{name}\n" for name in slow))
    print(f"{len(slow)} tests stand in {run.file.name}")
