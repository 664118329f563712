"""The drills that are named, or all of them: `python -m tests.drills live --broken deaf`.

Each prints a line of figures; 0 where all passed, else 1. Told to stop, they clear away what they
have started.
"""

import argparse
import signal
import sys
import traceback
from importlib import import_module

from tests.drills import NAMES


def main() -> None:
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    parser = argparse.ArgumentParser(prog="python -m tests.drills", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(NAMES))
    parser.add_argument("--small", action="store_true", help="as in the tests: in seconds")
    parser.add_argument("--broken", help="a build that must not pass: the README names them")
    asked, passed = parser.parse_args(), True
    for name in asked.names or NAMES:
        drill = import_module(f"tests.drills.{name}").drill
        try:
            outcome = drill(small=asked.small, broken=asked.broken)
        except Exception:
            traceback.print_exc()
            passed = False
        else:
            print("green" if outcome.passed else "red  ", f"{name}: {outcome.line}", flush=True)
            passed &= outcome.passed
    sys.exit(not passed)


if __name__ == "__main__":
    main()
