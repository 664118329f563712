"""Packs the local app. This runs in the Python that browsers get, which compiles what it packs.

The folders `/app` and `/packages` hold the app and the packages that it is made with, `/made` is
where the archives go.
"""

import json
import marshal
import os
import sys
import zipfile
from collections.abc import Iterable, Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import Path, PurePosixPath

APP, PACKAGES, MADE = Path("/app"), Path("/packages"), Path("/made")
STDLIB = "/lib/python314.zip"
NEVER = ("app/companion/operations/", "app/companion/store/", "app/companion/local/packing.py")
STORE = ("app/companion/store/__init__.py", "app/companion/store/join_codes.py")
DATA = (".po", ".md", ".txt", ".dat", ".json", ".svg", ".mako")
ALWAYS = ("companion/**/*.py", "companion/**/*.po", "companion/**/*.md", "companion/**/*.txt")
CODECS = ("utf_8", "latin_1", "ascii", "idna", "utf_8_sig", "cp437", "unicode_escape")
NEEDED = ("_strptime.py", "pyodide/", "_pyodide/", "_sysconfigdata", "importlib/", "zipimport.py")
OPTIONAL = ("pygments", "rich")  # which packages use where they find them
WHEN = (1980, 1, 1, 0, 0, 0)

opened: set[Path] = set()


def pack() -> None:
    """The archives `app.zip` and `stdlib.zip` lie in `/made`, with all that the app needs."""
    sys.path[:0] = [str(APP), str(PACKAGES)]
    sys.dont_write_bytecode = True
    os.environ["RAPIDFUZZ_IMPLEMENTATION"] = "python"
    sys.addaudithook(_note)
    for name in OPTIONAL:  # as if they were not there
        sys.modules[name] = None  # type: ignore[assignment]
    from companion.local import start
    from companion.local.walk import walk
    from companion.web import assets

    local = start()
    walk(local)
    folder = Path("/templates")
    local.app.jinja_env.compile_templates(folder, zip=None, ignore_errors=False)
    with zipfile.ZipFile(MADE / "app.zip", "w", zipfile.ZIP_STORED) as archive:
        for name, body in sorted(_contents(folder)):
            archive.writestr(zipfile.ZipInfo(name, WHEN), body)
        made = json.dumps(assets.list_made(), sort_keys=True)
        archive.writestr(zipfile.ZipInfo("app/companion/made.json", WHEN), made)
    _pack_stdlib()
    print(json.dumps({"edition": assets.edition(), "python": sys.version.split()[0]}))


def _note(event: str, given: tuple[object, ...]) -> None:
    if event == "open" and isinstance(given[0], str) and given[0].endswith(DATA):
        opened.add(Path(given[0]))


def _contents(templates: Path) -> Iterator[tuple[str, bytes]]:
    """Each file of the app and its packages that was used, by its name in the archive."""
    used = {Path(file) for file in _modules() if file.startswith((f"{APP}/", f"{PACKAGES}/"))}
    used |= {path for path in opened if {APP, PACKAGES} & {*path.parents} and path.is_file()}
    used |= {path for pattern in ALWAYS for path in APP.glob(pattern)}
    for path in used:
        name = str(path.relative_to("/"))
        if ".dist-info/" in name or (name.startswith(NEVER) and name not in STORE):
            continue
        body = path.read_bytes()
        yield _compiled(name, body) if path.suffix == ".py" else (name, body)
    for path in templates.iterdir():
        yield _compiled(f"app/companion/compiled/{path.name}", path.read_bytes())


def _pack_stdlib() -> None:
    used = {str(PurePosixPath(file).relative_to(STDLIB)) for file in _modules() if STDLIB in file}
    used |= {f"encodings/{codec}.py" for codec in CODECS}
    with (
        zipfile.ZipFile(STDLIB) as whole,
        zipfile.ZipFile(MADE / "stdlib.zip", "w", zipfile.ZIP_STORED) as archive,
    ):
        for name in sorted(whole.namelist()):
            if name.endswith(".py") and (name in used or name.startswith(NEEDED)):
                name, body = _compiled(name, whole.read(name), f"{STDLIB}/")
                archive.writestr(zipfile.ZipInfo(name, WHEN), body)


def _modules() -> Iterable[str]:
    """The files of all modules that were imported."""
    return [
        file for each in list(sys.modules.values()) if (file := getattr(each, "__file__", None))
    ]


def _compiled(name: str, source: bytes, folder: str = "/") -> tuple[str, bytes]:
    """A module as Python has it in memory, without its docstrings, for which it asks no source."""
    code = compile(source, f"{folder}{name}", "exec", dont_inherit=True, optimize=2)
    return f"{name}c", MAGIC_NUMBER + b"\1\0\0\0" + bytes(8) + marshal.dumps(code)
