"""An app under gunicorn as it is installed, on a port of its own, and the CPU that it takes."""

import http.client
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.operations.settings import GUNICORN
from tests.support.postgresql import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 30  # s
BARE = "tests.benchmarks.bare:app"


def companion(instance: Path) -> str:
    """How gunicorn is told to serve Companion with the data in this folder, as fast as it can."""
    return f"companion:create_app({{'INSTANCE': {str(instance)!r}, 'LIMITED': False}})"


class Served:
    """This app answers on a loopback port, for `with Served(app) as served`."""

    def __init__(self, app: str) -> None:
        self.app = app
        self.port = free_port()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        unset = ("DATABASE_URL", "SECRET_KEY", "WEB_CONCURRENCY", "GUNICORN_CMD_ARGS", "LOG_LEVEL")
        environment = {name: value for name, value in os.environ.items() if name not in unset}
        self._aside = tempfile.TemporaryDirectory()  # the app is told its folder, gunicorn is not
        environment["INSTANCE"] = self._aside.name
        bind = f"127.0.0.1:{self.port}"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", str(GUNICORN), "--bind", bind, self.app],
            cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            self._await_answer()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._aside.cleanup()

    @property
    def cpu(self) -> float:
        """Seconds of CPU that its workers have taken so far (Linux; else 0)."""
        ticks = 0
        master = self._process.pid
        for children in Path(f"/proc/{master}/task").glob("*/children"):
            for worker in children.read_text().split():
                after_name = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
                ticks += int(after_name[11]) + int(after_name[12])  # utime, stime
        return ticks / os.sysconf("SC_CLK_TCK")

    def _await_answer(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self._process.poll() is None:
            asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                asking.request("GET", "/")
                if asking.getresponse().status == 200:
                    return
            except OSError:
                time.sleep(0.05)
            finally:
                asking.close()
        raise RuntimeError(f"gunicorn does not serve {self.app}")
