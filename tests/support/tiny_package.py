"""A package of the local app that is tiny: its files do nothing but say what they are."""

from collections.abc import Mapping
from pathlib import Path

from companion.operations import local_app
from companion.web.static import assets, packages

FILES = {
    "app.zip": b"an archive " * 1000,
    "page.js": b"globalThis.counts = 'here';\n",
    "pyodide.asm.wasm": b"\0asm" * 1000,
    "warm.mjs": b"// starts nothing either\n",
    "worker.mjs": b"// starts nothing\n",
}


def put(instance: Path, edition: str | None = None, files: Mapping[str, bytes] = FILES) -> Path:
    """The folder of a package of this edition, which lies in this data folder from now on."""
    folder = packages.folder(instance) / (edition or assets.edition())
    folder.mkdir(parents=True)
    for name, body in files.items():
        (folder / name).write_bytes(body)
    local_app._compress(folder, 1)
    return folder
