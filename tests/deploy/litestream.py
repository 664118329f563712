"""Litestream as deploy/litestream.yml has it, to a folder in place of another machine."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "litestream.service"
CHECKOUT = "/opt/companion"
PATIENCE = 60  # s


class Litestream:
    """The database in a folder, and where its copy lies."""

    def __init__(self, instance: Path, replica: Path) -> None:
        own = {"INSTANCE": str(instance), "REPLICA": f"file://{replica}"}
        self.environment = {"PATH": os.environ["PATH"], **own}
        self._instance, self._replica = instance, replica

    @contextmanager
    def replicating(self) -> Iterator[subprocess.Popen[bytes]]:
        """The command of the unit runs, and has copied what there was; it dies at the end."""
        process = subprocess.Popen(
            command(), env=self.environment, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            self._await_copy(process)
            yield process
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE)

    def restore(self, file: Path) -> bool:
        """What was copied until then is in this new file; whether there was anything."""
        program, _, *config = command()
        words = [program, "restore", *config, "-o", str(file)]
        words.append(str(self._instance / "companion.sqlite3"))
        done = subprocess.run(
            words, env=self.environment, capture_output=True, timeout=PATIENCE, check=False
        )
        return done.returncode == 0

    def _await_copy(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + PATIENCE
        while not any(self._replica.rglob("*.ltx")):
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"nothing is copied to {self._replica}")
            time.sleep(0.02)


def command() -> list[str]:
    """The command line of the unit, for this checkout; RuntimeError without Litestream."""
    found = re.search(r"^ExecStart=(.+)$", UNIT.read_text(), re.MULTILINE)
    assert found
    program, *words = shlex.split(found[1])
    beside = Path(sys.executable).with_name(Path(program).name)
    if not beside.exists() and shutil.which(beside.name) is None:
        raise RuntimeError("no litestream found: install requirements-test.txt")
    here = str(beside) if beside.exists() else beside.name
    return [here, *(word.replace(CHECKOUT, str(ROOT)) for word in words)]
