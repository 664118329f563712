"""A host of static files that knows of nothing: Python's own, below a path."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from companion.operations import site
from companion.web.static.packages import Package

ROOT = "/companion/"


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *values: object) -> None:
        """Nothing of what is asked is written anywhere."""


class StaticHost(ThreadingHTTPServer):
    """A site of this package, served from this empty folder below `ROOT`."""

    def __init__(self, folder: Path, package: Package) -> None:
        super().__init__(("127.0.0.1", 0), partial(Silent, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self.server_port}"
        site.write(folder / ROOT.strip("/"), ROOT, package)
        Thread(target=self.serve_forever, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()
