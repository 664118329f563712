"""A drill in a process of its own, as its command line starts it."""

import subprocess
import sys
from pathlib import Path

from tests.drills.outcome import Outcome

ROOT = Path(__file__).parents[2]


def outcome(name: str, *, small: bool = False, broken: str | None = None) -> Outcome:
    """What this drill came down to; RuntimeError where it broke off without saying so."""
    command = [sys.executable, "-m", f"tests.drills.{name}"]
    command += ["--small"] if small else []
    command += ["--broken", broken] if broken else []
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    lines = done.stdout.strip().splitlines()
    if not lines or done.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(command[2:])} broke off with {done.returncode}")
    return Outcome(lines[-1], done.returncode == 0)
