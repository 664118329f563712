"""The command that writes a site: the whole app for phones, with no server behind it."""

import fcntl
import gzip
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

import click

from companion.operations import local_app
from companion.operations.prerendering import LANGUAGES, MANIFEST, Pages
from companion.operations.settings import PATH
from companion.web.offline import local, shell
from companion.web.static import assets
from companion.web.static.packages import Package

MARK = "companion.json"
"""By this file a folder is known to be one of ours."""
MAKING = ".making-"
ROOT = "Set --root to / or to a path such as /companion/, with plain letters and digits."
NOT_OURS = "{} is not empty and not a site of Companion: choose another folder, or empty this one."
IN_THE_WAY = "{} does not belong to this site and would be overwritten: move it away."
WAITS = "Another site is being written in {}: waiting until it is done."
FOLDER = 0o755
PAGES = (".html", "/list.json", "sw.js")
READS = 0o644  # whoever serves it
ENDINGS = {"brotli": ".br", "gzip": ".gz"}
HEADERS = """\
{root}*
  Content-Security-Policy: frame-ancestors 'self'
  Cross-Origin-Opener-Policy: same-origin
  Referrer-Policy: same-origin
  X-Content-Type-Options: nosniff
{root}local/*
  Cache-Control: public, max-age=31536000, immutable
{root}scripts/*
  Cache-Control: public, max-age=31536000, immutable
{root}static/*
  Cache-Control: public, max-age=31536000, immutable
{root}sw.js
  Cache-Control: no-cache
{root}on-this-phone/*
  Cache-Control: no-cache
"""
"""What Netlify and Cloudflare Pages say with each file."""
OLDER = {
    *(*LANGUAGES, "here", "local", "on-this-phone", "scripts", "static"),
    *("index.html", "404.html", "sw.js", MANIFEST, "_headers", ".nojekyll", MARK),
}
"""What lies in a site that does not list its files."""


@click.command("site", short_help="Write a site that needs no server.")
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option("--root", default="/", help="The path of the site, such as /companion/.")
def site_command(out: Path, root: str) -> None:
    """Write Companion to OUT as a site without a server, for any host of static files.

    Each phone keeps the whole app and its own tables. If OUT is already such a site, its files are
    replaced; otherwise it must be empty or not exist. Other files there stay, such as .git.
    """
    if not PATH.fullmatch(root):
        raise click.ClickException(ROOT)
    out = out.resolve()
    check(out)
    try:
        package = local_app.find_or_make()
        write(out, root, package)
    except OSError as error:  # as where the disk is full
        raise click.ClickException(f"{error.filename or out}: {error.strerror}") from None
    click.echo(f"{out}: a site for {root}, {package.size / 1_000_000:.1f} MB to download")


def check(out: Path) -> None:
    """Raises `ClickException` where something else than a site lies in this folder."""
    is_empty = not out.exists() or all(path.name.startswith(".") for path in out.iterdir())
    if not is_empty and _find_old_files(out) is None:
        raise click.ClickException(NOT_OURS.format(out))


def write(out: Path, root: str, package: Package) -> None:
    """The folder `out` is the site of this package.

    Until all of it is made, what was there before stays. Then each file takes its place, and those
    go that only the site before had. Raises `ClickException`, and changes nothing, where a file of
    somebody else's is in the way.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    with _alone(out.parent):
        for left in out.parent.glob(f".{out.name}{MAKING}*"):  # by one that was killed
            shutil.rmtree(left)
        with tempfile.TemporaryDirectory(prefix=f".{out.name}{MAKING}", dir=out.parent) as making:
            made = Path(making, "site")
            _Writer(made, root, package).write()
            old = _find_old_files(out) or set()
            _replace(made, out, _list_files(made), old)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else makes a site in this folder meanwhile: who does ends first."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            click.echo(WAITS.format(folder), err=True)
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError:  # no disk of this machine
            pass
        yield
    finally:
        os.close(handle)


def _replace(made: Path, out: Path, new: Sequence[str], old: Set[str]) -> None:
    """These new files are in `out`, and of the old ones none but those.

    What pages load comes first, and the pages last: a visitor meanwhile gets whole pages.
    """
    folders = sorted({folder for name in new for folder in PurePosixPath(name).parents})
    for path in (out / folder for folder in folders[1:]):
        if os.path.lexists(path) and (path.is_symlink() or not path.is_dir()):
            raise click.ClickException(IN_THE_WAY.format(path))
    for path in (out / name for name in new if name not in old):
        if os.path.lexists(path):
            raise click.ClickException(IN_THE_WAY.format(path))
    for folder in folders:
        (out / folder).mkdir(exist_ok=True)
        (out / folder).chmod(FOLDER)
    for name in sorted(new, key=lambda name: (name == MARK, name.endswith(PAGES))):
        (made / name).replace(out / name)
    for name in old - set(new):
        if not (out / name).is_dir():
            (out / name).unlink(missing_ok=True)
        for folder in PurePosixPath(name).parents[:-1]:
            with suppress(OSError):  # something else is in it
                (out / folder).rmdir()


def _list_files(folder: Path) -> list[str]:
    files = (path for path in folder.rglob("*") if not path.is_dir())
    return sorted(path.relative_to(folder).as_posix() for path in files)


def _find_old_files(out: Path) -> Set[str] | None:
    """The files of the site in this folder, as it says itself; None where there is no site."""
    try:
        told = json.loads((out / MARK).read_bytes())
        known = {"edition", "root"} <= told.keys()
        said = [PurePosixPath(name) for name in told.get("files", _list_unlisted(out))]
    except (OSError, ValueError, TypeError, AttributeError):
        return None
    within = {str(path) for path in said if path.parts and not {"/", ".."} & set(path.parts)}
    return within if known else None


def _list_unlisted(out: Path) -> list[str]:
    """The files of a site of version 0.13.3 or older, which has no list: those in its folders."""
    return [name for name in _list_files(out) if name.split("/")[0] in OLDER]


class _Writer:
    def __init__(self, folder: Path, root: str, package: Package) -> None:
        self._folder, self._root, self._package = folder, root, package
        self._pages = Pages(root.rstrip("/"))

    def write(self) -> None:
        app = f"{self._root}local/{assets.edition()}/"
        for name, document in self._pages.render():
            self._put(name, document)
        around = self._pages.render_shell(app)
        self._put("here/index.html", around)
        self._put("404.html", self._pages.guard(around))
        self._put("sw.js", self._pages.worker())
        self._put_app(app, around.encode())
        for name, body in self._pages.scripts.items():
            self._put(name, body)
        for name, body in self._pages.static.items():
            self._put(f"static/{name}", body)
        self._put("_headers", HEADERS.format(root=self._root))
        self._put(".nojekyll", "")
        files = [*_list_files(self._folder), MARK]
        told = {"edition": assets.edition(), "root": self._root, "files": files}
        self._put(MARK, json.dumps(told))
        for path in (self._folder, *self._folder.rglob("*")):
            path.chmod(FOLDER if path.is_dir() else READS)

    def _put_app(self, folder: str, around: bytes) -> None:
        """The files that phones keep, with their list, and the script that keeps them."""
        within = folder.removeprefix(self._root)
        for file in self._package.files:
            name = file["name"]
            for ending in ENDINGS.values():
                packed = self._package.folder / f"{name}{ending}"
                self._put(f"{within}{name}{ending}", packed.read_bytes())
            self._put(within + name, gzip.decompress(packed.read_bytes()))
        self._put(within + shell.NAME, around)
        listed = [
            {**file, "type": local.kind(file["name"]), "packings": ENDINGS}
            for file in self._package.files
        ]
        last = {"name": shell.NAME, "bytes": len(around), "type": "text/html; charset=utf-8"}
        last["sha256"] = hashlib.sha256(around).hexdigest()
        told = {"folder": folder, "later": "", "files": [*listed, last]}
        self._put("on-this-phone/list.json", json.dumps(told))
        self._put("on-this-phone/script.js", assets.read_script("script"))

    def _put(self, name: str, said: str | bytes) -> None:
        file = self._folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(said.encode() if isinstance(said, str) else said)
