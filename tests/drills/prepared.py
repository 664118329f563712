"""A phone that keeps the local app, and its server, for the drills that begin with one.

To make them takes longest. The tests make them once in the folder `$PREPARED`, and each run gets
copies.
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

FOLDER = "PREPARED"
SAID = "said.json"


@contextmanager
def prepared(
    name: str, folder: Path, prepare: Callable[[Server, Path], Any]
) -> Iterator[tuple[Server, Path, Any]]:
    """Copies in `folder` of a server and of the folder of a phone, and what `prepare` said of them.

    `prepare` is given the originals, and says what JSON can hold. It is called where nothing with
    this `name` was prepared yet.
    """
    made = Path(os.environ.get(FOLDER, folder)) / name
    if not (made / SAID).exists() or not is_free(read(made)[0]):
        shutil.rmtree(made, ignore_errors=True)
        packaged.find_or_make()
        packaged.serve(made / "instance")
        with started(Server(made / "instance")) as server:
            said = prepare(server, made / "phone")
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
