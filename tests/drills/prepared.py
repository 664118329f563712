"""A phone that keeps the local app, and its server, for the drills that begin with one.

Making them is the slowest part of these drills. The tests make them once, in the folder
`$PREPARED`, and each run gets copies.
"""

import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support import local_app_package
from tests.support.live_server import Server

FOLDER = "PREPARED"
RESULT = "result.json"


@contextmanager
def prepared(
    name: str, folder: Path, prepare: Callable[[Server, Path], Any]
) -> Iterator[tuple[Server, Path, Any]]:
    """A running server, the folder of a phone, and what `prepare` returned, which JSON can hold.

    Both are copies in `folder`. `prepare` makes the originals, if there are none with this `name`.
    """
    originals = Path(os.environ.get(FOLDER, folder)) / name
    if not (originals / RESULT).exists() or not is_free(read(originals)[0]):
        shutil.rmtree(originals, ignore_errors=True)
        local_app_package.find_or_make()
        local_app_package.serve(originals / "instance")
        with started(Server(originals / "instance")) as server:
            result = prepare(server, originals / "phone")
        (originals / RESULT).write_text(json.dumps([server.port, result]))
    port, result = read(originals)
    copy = shutil.copytree(originals, folder / "copy", symlinks=True)
    server = Server(copy / "instance")
    server.port = port  # what the phone keeps belongs to this one
    with started(server):
        yield server, copy / "phone", result


@contextmanager
def started(server: Server) -> Iterator[Server]:
    server.start()
    try:
        yield server
    finally:
        server.stop()


def read(originals: Path) -> tuple[int, Any]:
    """The port of the server, and what `prepare` returned."""
    port, result = json.loads((originals / RESULT).read_text())
    return port, result


def is_free(port: int) -> bool:
    """Whether nobody answers there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
