"""How the drills begin that are about a phone which keeps the local app: that takes the longest.

The tests run each of them several times, and let them make it once: `$BEGUN` says where.
"""

import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import packaged
from tests.browser.server import Server

FOLDER = "BEGUN"
SAID = "said.json"


@contextmanager
def begun(
    name: str, folder: Path, begin: Callable[[Server, Path], Any]
) -> Iterator[tuple[Server, Path, Any]]:
    """A server that offers the app, the folder of a phone, and what `begin` said of them, as JSON.

    Both are copies, in `folder`, of what `begin` was given; what has this `name` begins alike.
    """
    made = Path(os.environ.get(FOLDER, folder)) / name
    if not (made / SAID).exists() or not is_free(read(made)[0]):
        shutil.rmtree(made, ignore_errors=True)
        packaged.find_or_make()
        packaged.serve(made / "instance")
        with started(Server(made / "instance")) as server:
            said = begin(server, made / "phone")
        (made / SAID).write_text(json.dumps([server.port, said]))
    port, said = read(made)
    copy = shutil.copytree(made, folder / "copy", symlinks=True)
    server = Server(copy / "instance")
    server.port = port  # what the phone keeps is of this one
    with started(server):
        yield server, copy / "phone", said


@contextmanager
def started(server: Server) -> Iterator[Server]:
    server.start()
    try:
        yield server
    finally:
        server.stop()


def read(made: Path) -> tuple[int, Any]:
    """The port of the server, and what was said."""
    port, said = json.loads((made / SAID).read_text())
    return port, said


def is_free(port: int) -> bool:
    """Whether nobody answers there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
