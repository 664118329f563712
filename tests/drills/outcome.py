"""What a drill comes down to, and how it is started: one line of figures, and 0 or 1."""

import argparse
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType


@dataclass(frozen=True)
class Outcome:
    """The figures of a drill in one line, and whether they are what protocol.md promises."""

    line: str
    passed: bool


def run(drill: Callable[..., Outcome], broken: tuple[str, ...]) -> None:
    """Start a drill as its command line says, and leave with 0 if it passed, else with 1.

    Told to stop, it clears away what it has started: a server is a process of its own.
    """
    signal.signal(signal.SIGTERM, leave)
    parser = argparse.ArgumentParser(description=sys.modules[drill.__module__].__doc__)
    parser.add_argument("--small", action="store_true", help="as in the tests: in seconds")
    parser.add_argument("--broken", choices=broken, help="a build that must not pass")
    given = parser.parse_args()
    outcome = drill(small=given.small, broken=given.broken)
    print(outcome.line)
    sys.exit(0 if outcome.passed else 1)


def leave(number: int, frame: FrameType | None) -> None:
    """Leave in good order, for a signal that would end the process at once."""
    sys.exit(128 + number)
