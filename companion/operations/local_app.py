"""The command that makes the package of the local app: what a phone keeps to count by itself."""

import base64
import fcntl
import gzip
import hashlib
import json
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path

import brotli
import click
import flask

from companion import local
from companion.operations import node as nodes
from companion.operations import settings
from companion.operations.node import Node
from companion.runtime import places, private_files
from companion.web.static import assets, packages
from companion.web.static.made import bundles

PYODIDE = "pyodide@314.0.7"
INTEGRITY = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyM"
    "cWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""What the Subresource Integrity of the archive is that npm has of it."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
OURS = (
    *(f"local/{name}.mjs" for name in ("boot", "disk", "starting", "tables", "warm", "worker")),
    *(f"local/{name}.js" for name in ("app_worker", "changes", "counting", "line", "mirror")),
    *(f"local/{name}.js" for name in ("near", "notices", "own_board", "own_entries", "owner")),
    *(f"local/{name}.js" for name in ("page", "pages", "shell", "shown", "spoken")),
    "app/browser/storage.js",
    "app/screen/say.js",
    "app/screen/times.js",
)
STALE = "Scripts or the style have changed since tools/bundle ran: run it first."
MADE = ("app.zip", "stdlib.zip", "tables.zip")
LOCK, MAKING, LOG = ".lock", ".making-", "local-app.log"
BEST = 11
"""The quality at which Brotli makes files smallest."""

LACKING = "Phones cannot work offline yet: {}"
NOT_MADE = "`./run` builds the app for them in a few minutes; elsewhere, run `companion local-app`."
BUSY = "The app for phones is already being built: look again in a minute."


@click.command("local-app", short_help="Build the offline app for phones.")
def local_app_command() -> None:
    """Build the app that phones download for offline use, unless it exists.

    It fetches Pyodide with npm, and Node.js if there is none. This takes a few minutes. The server
    then offers it.
    """
    made = find_or_make()
    click.echo(f"{made.folder}: {made.size / 1_000_000:.1f} MB to download")


def find_or_make() -> packages.Package:
    """The package of this installation, made where it is not there yet.

    Raises `click.ClickException` where it cannot be made.
    """
    folder = packages.folder(settings.read().instance)
    private_files.make_folder(folder)
    if packages.find(folder) is None:
        make(folder, nodes.find())
    found = packages.find(folder)
    assert found
    return found


def explain_lacking(instance: Path) -> str:
    """Why phones cannot use these data offline yet, as `./run` logged it; "" if they can."""
    if packages.find(packages.folder(instance)):
        return ""
    try:
        said = (instance / LOG).read_text(errors="replace").splitlines()
    except OSError:
        said = []
    failed = [line.removeprefix("Error: ") for line in said if line.startswith("Error: ")]
    return LACKING.format(failed[-1] if failed else NOT_MADE)


@contextmanager
def _alone(folder: Path, wait: bool) -> Iterator[None]:
    """Nobody else makes a package in this folder meanwhile.

    Where somebody does, this waits for it, or raises ClickException.
    """
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise click.ClickException(BUSY) from None
        yield


def make(folder: Path, node: Node | None, quality: int = BEST, wait: bool = False) -> None:
    """The package of this edition lies in `folder`, whole; those of other editions are gone.

    Without a `node` one is fetched for the time. `quality` is that of Brotli, from 0 to 11: the
    best takes a minute longer than the least. Raises `click.ClickException` where it cannot be
    made, or, unless this is to `wait`, is being made.
    """
    if not bundles().is_of_sources():
        raise click.ClickException(STALE)
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder, wait):
        if packages.find(folder) is None:
            _make(folder, node, quality)


def _make(folder: Path, node: Node | None, quality: int) -> None:
    for left in folder.glob(f"{MAKING}*"):  # by one that was killed
        shutil.rmtree(left)
    with tempfile.TemporaryDirectory(prefix=MAKING, dir=folder) as making:
        pyodide, made = Path(making, "pyodide"), Path(making, "made")
        made.mkdir()
        node = node or nodes.fetch(Path(making, "node"))
        _fetch(node, pyodide)
        _pack(node, pyodide, made)
        for name in RUNTIME:
            shutil.copy(pyodide / name, made)
        for name in OURS:
            shutil.copy(places.STATIC / name, made)
        _compress(made, quality)
        newest = folder / assets.edition()
        shutil.rmtree(newest, ignore_errors=True)  # what is left of one that was being deleted
        made.rename(newest)
    for other in packages.editions(folder):
        if other != newest:
            shutil.rmtree(other)


def _fetch(node: Node, folder: Path) -> None:
    """What is needed of Pyodide is in this folder, out of the archive that npm has of it."""
    folder.mkdir()
    nodes.run([*node.npm, "pack", PYODIDE, "--silent", "--prefer-offline"], folder)
    [archive] = folder.glob("*.tgz")
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if f"sha512-{digest}" != INTEGRITY:
        raise click.ClickException(f"npm delivered another {PYODIDE} than expected.")
    with tarfile.open(archive) as packed:
        for name in (*RUNTIME, "pyodide-lock.json", "python_stdlib.zip", "package.json"):
            source = packed.extractfile(f"package/{name}")
            assert source
            (folder / name).write_bytes(source.read())


def _pack(node: Node, pyodide: Path, made: Path) -> None:
    app = places.PACKAGE.parent
    script = Path(local.__file__).with_name("pack.mjs")
    libraries = Path(flask.__file__).parents[1]
    nodes.run([node.node, str(script), str(pyodide), str(app), str(libraries), str(made)], made)


def _compress(made: Path, quality: int) -> None:
    """Each file is there as browsers take it, with a list of all: their sizes and their hashes."""
    files = sorted(made.iterdir())
    with ThreadPoolExecutor() as pool:
        packed = list(pool.map(_compress_one, files, repeat(quality)))
    listed = [
        {
            "name": file.name,
            "bytes": file.stat().st_size,
            "packed": size,
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        }
        for file, size in zip(files, packed, strict=True)
    ]
    for file in files:
        file.unlink()
    (made / packages.LIST).write_text(json.dumps({"edition": assets.edition(), "files": listed}))


def _compress_one(file: Path, quality: int) -> int:
    body = file.read_bytes()
    small = brotli.compress(body, quality=quality, lgwin=24)
    file.with_name(f"{file.name}.br").write_bytes(small)
    file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(body, min(quality, 9), mtime=0))
    return len(small)
