"""All drills, one after the other, or those that are named: `python -m tests.drills`."""

import argparse
import os
import platform
import re
import signal
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from tests.drills import alone, registry
from tests.drills.outcome import Outcome, leave

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- seen -->", "<!-- /seen -->"
HEAD = ("| drill | figures | came out | seen |", "| --- | --- | --- | --- |")
ROW = re.compile(r"^\| (\w+) \| .+ \|$", re.MULTILINE)


def main() -> None:
    """Each prints its line, and is written down, as it ends; 0 where all of them passed, else 1."""
    signal.signal(signal.SIGTERM, leave)
    found = list(registry.modules())
    parser = argparse.ArgumentParser(prog="python -m tests.drills", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(found))
    parser.add_argument("--small", action="store_true", help="as in the tests: in seconds")
    parser.add_argument("--write", action="store_true", help=f"into {README.name}, whatever passes")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(found):
        parser.error(f"no such drill: {', '.join(sorted(unknown))}")
    names, passed = [name for name in found if name in (asked.names or found)], True
    for name, outcome in outcomes(names, asked.small):
        passed &= outcome.passed
        if asked.write:
            README.write_text(written(README.read_text(), name, outcome, asked.small))
    sys.exit(not passed)


def outcomes(names: list[str], small: bool) -> Iterator[tuple[str, Outcome]]:
    """What these drills come down to, printed at once: some take many minutes."""
    for name in names:
        try:
            outcome = alone.outcome(name, small=small)
        except RuntimeError as broke_off:
            print(broke_off, file=sys.stderr)
            outcome = Outcome(f"{name}: broke off", False)
        print(f"{colour(outcome):5}  {outcome.line}", flush=True)
        yield name, outcome


def written(text: str, name: str, outcome: Outcome, small: bool) -> str:
    """This text with what was seen in the table between its markers; other drills keep their row.

    ValueError where it has no markers.
    """
    before, rest = text[: text.index(BEGIN)], text[text.index(END) :]
    rows = {row[1]: row[0] for row in ROW.finditer(text[len(before) : -len(rest)])}
    rows[name] = seen(name, outcome, small)
    ordered = [rows[name] for name in registry.ORDER if name in rows]
    return "\n".join([f"{before}{BEGIN}", *HEAD, *ordered, rest])


def seen(name: str, outcome: Outcome, small: bool) -> str:
    """A row of what was seen: the figures, whether they are right, when, and on which machine."""
    figures = outcome.line.removeprefix(f"{name}: ")
    size = "small, " if small else ""
    return f"| {name} | {figures} | {colour(outcome)} | {size}{today()}, {machine()} |"


def machine() -> str:
    """Cores, memory and Python of this machine."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3
    cores = len(os.sched_getaffinity(0))
    return f"{cores} cores, {memory:.0f} GiB, Python {platform.python_version()}"


def today() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d}"


def colour(outcome: Outcome) -> str:
    return "green" if outcome.passed else "red"


if __name__ == "__main__":
    main()
