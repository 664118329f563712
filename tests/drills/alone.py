"""A drill in a process of its own, as its command line starts it."""

import subprocess
import sys
from pathlib import Path

from tests.drills.outcome import Outcome

ROOT = Path(__file__).parents[2]


def outcome(name: str, *, small: bool = False, broken: str | None = None) -> Outcome:
    """What this drill came down to; RuntimeError where it broke off without saying so.

    It is told to stop where whoever waits for it is.
    """
    command = [sys.executable, "-m", f"tests.drills.{name}"]
    command += ["--small"] if small else []
    command += ["--broken", broken] if broken else []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            said, _ = process.communicate()
        except BaseException:
            process.terminate()  # and not killed: it has servers of its own to stop
            raise
    lines = said.strip().splitlines()
    if not lines or process.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(command[2:])} broke off with {process.returncode}")
    return Outcome(lines[-1], process.returncode == 0)
