"""A host of static files that knows of nothing: Python's own, below a path."""

import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

from companion.operations import site
from companion.web.static.packages import Package
from tests.support.postgresql import free_port

ROOT = "/companion/"
PATIENCE = 30  # s
PAUSE = 0.05  # s


class StaticHost:
    """A site of this package, served from this empty folder below `ROOT`."""

    def __init__(self, folder: Path, package: Package) -> None:
        self.folder, self.port = folder, free_port()
        self.write(package)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "http.server", str(self.port), "--bind", "127.0.0.1",
             "--directory", str(folder)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._await_listening()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def write(self, package: Package) -> None:
        """The site is of this package."""
        site.write(self.folder / ROOT.strip("/"), ROOT, package)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()

    def _await_listening(self) -> None:
        latest = time.monotonic() + PATIENCE
        while time.monotonic() < latest and self._process.poll() is None:
            try:
                urlopen(f"{self.url}{ROOT}", timeout=PATIENCE).close()
            except OSError:
                time.sleep(PAUSE)
            else:
                return
        self.stop()
        raise AssertionError("the static host does not answer")
