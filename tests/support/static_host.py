"""A host of static files that knows of nothing: Python's own, below a path."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import unquote
from urllib.request import urlopen

from companion.operations import site
from companion.web.packages import Package
from tests.support.postgresql import free_port

ROOT = "/companion/"
PATIENCE = 30  # s
PAUSE = 0.05  # s


class StaticHost:
    """A site of this package, served from this empty folder below `ROOT`; a log has what for."""

    def __init__(self, folder: Path, package: Package, log: Path = Path(os.devnull)) -> None:
        self.folder, self.log, self.port = folder, log, free_port()
        self.write(package)
        with log.open("wb") as asked:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "http.server", str(self.port), "--bind", "127.0.0.1",
                 "--directory", str(folder)],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=asked,
            )  # fmt: skip
        self._await_listening()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def write(self, package: Package) -> None:
        """The site is of this package."""
        site.write(self.folder / ROOT.strip("/"), ROOT, package)

    def asked(self) -> list[Path]:
        """The files that were sent so far, one after the other, since it was seen to listen."""
        sent = re.findall(r'"GET ([^ ?]+)\S* HTTP/1.1" 200', self.log.read_text())
        files = [self.folder / unquote(path).lstrip("/") for path in sent[1:]]
        return [file / "index.html" if file.is_dir() else file for file in files]

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
