"""Packs the local app. This runs in the Python that browsers get, which compiles what it packs.

The folders `/app` and `/packages` hold the app and the packages that it is made with, `/made` is
where the archives go. `app.zip` is enough to count what a server has; `tables.zip` has what only
tables of one's own need besides: the store, its packages, and the scripts of the pages.
"""

import json
import marshal
import os
import pickle
import sys
import zipfile
from collections.abc import Container, Iterable, Iterator, Mapping
from importlib.util import MAGIC_NUMBER
from pathlib import Path, PurePosixPath
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.local.serving import Serving

APP, PACKAGES, MADE = Path("/app"), Path("/packages"), Path("/made")
STDLIB = "/lib/python314.zip"
NEVER = ("app/companion/operations/", "app/companion/local/packing.py", "packages/babel/messages/")
STORE = "app/companion/store/"
COUNTING = tuple(
    f"{STORE}{name}.py" for name in ("__init__", "tables/__init__", "tables/join_codes")
)
"""What the app needs of the store that counts what a server has."""
MIGRATIONS = f"{STORE}database/migrations/"
SCRIPTS = ("made/*.js", "vendor/*.js")
STYLES = "static/made/"
STATIC, STATIC_INSTALLED = "app/static/", "app/companion/static/"
NO_PART = ("sw", "sw_here", "script", "arriving", "site", "site_setup", "site_reading")
"""Scripts that no page of a phone's own tables has."""
DATA = (".po", ".md", ".txt", ".dat", ".json", ".svg", ".mako")
ALWAYS = ("companion/**/*.py", "companion/**/*.po", "companion/**/*.md", "companion/**/*.txt")
UNUSED = {
    **{f"alembic.ddl.{name}": "" for name in ("mssql", "mysql", "oracle", "postgresql")},
    "werkzeug.serving": "run_simple = is_running_from_reloader = None",
}
"""What packages import for other databases, and to serve: on a phone they find no more in it."""
UNSAID = {
    "territories", "languages", "variants", "scripts", "time_zones", "zone_formats", "meta_zones",
    "currency_names", "currency_names_plural", "currency_symbols", "compact_currency_formats",
    "compact_decimal_formats", "unit_patterns", "compound_unit_patterns", "unit_display_names",
    "interval_formats", "datetime_skeletons", "date_fields", "likely_subtags", "all_currencies",
    "territory_currencies", "territory_languages", "territory_zones", "zone_territories",
    "windows_zone_mapping",
}  # fmt: skip
"""What Babel could say, and no page asks for: names, units, and times of other places."""
HEADER = MAGIC_NUMBER + b"\1\0\0\0" + bytes(8)
"""Of a file with code, for which Python asks no source."""
CODECS = ("utf_8", "latin_1", "ascii", "idna", "utf_8_sig", "cp437", "unicode_escape")
NEEDED = ("_strptime.py", "pyodide/", "_pyodide/", "_sysconfigdata", "importlib/", "zipimport.py")
OPTIONAL = ("pygments", "rich", "greenlet")  # which packages use where they find them
WHEN = (1980, 1, 1, 0, 0, 0)

opened: set[Path] = set()


def pack() -> None:
    """The archives of `/made` lie there, with all that both kinds of app need."""
    _prepare()
    _pack_app()
    _pack_stdlib()


def _prepare() -> None:
    """The app can be imported, as it is on a phone."""
    sys.path[:0] = [str(APP), str(PACKAGES)]
    sys.dont_write_bytecode = True
    os.environ["RAPIDFUZZ_IMPLEMENTATION"] = "python"
    sys.addaudithook(_note)
    for name in OPTIONAL:  # as if they were not there
        sys.modules[name] = None  # type: ignore[assignment]
    for name, source in UNUSED.items():
        sys.modules[name] = ModuleType(name)
        exec(source, sys.modules[name].__dict__)  # noqa: S102  # it is ours


def _pack_app() -> None:
    from companion.local import archives, ready

    at_once: dict[bytes, Any] = {}
    with ready.reuse(at_once, adds=True):
        from companion.local import asking

        local = asking.start()
    from companion.local.walk import walk
    from companion.web.static import assets

    of_counting = {*at_once}
    walk(local)
    counting = _used() | {path for pattern in ALWAYS for path in APP.glob(pattern)}
    with ready.reuse(at_once, adds=True):
        from companion.local import serving

        tables = serving.start()
    _tour(tables)
    folder = Path("/templates")
    local.app.jinja_env.compile_templates(folder, zip=None, ignore_errors=False)
    made = json.dumps({"edition": assets.edition()}).encode()
    compiled = {path: f"app/companion/compiled/{path.name}" for path in folder.iterdir()}
    whole = _named(_used() | counting)
    of_tables = {path: name for path, name in whole.items() if _is_of_tables(path, name, counting)}
    of_both = {path: name for path, name in whole.items() if path not in of_tables}
    both = [("app/companion/made.json", made), _ready(ready.COUNTING, at_once, of_counting)]
    more = [*_scripts(), _ready(ready.TABLES, at_once, {*at_once} - of_counting)]
    counted = _contents(archives.COUNTING, {**of_both, **compiled}, _unused("werkzeug"))
    _write("app.zip", [*counted, *both])
    _write("tables.zip", [*_contents(archives.TABLES, of_tables, _unused("alembic")), *more])
    print(json.dumps({"edition": assets.edition(), "python": sys.version.split()[0]}))


def _tour(tables: "Serving") -> None:
    """All is loaded that tables of one's own need."""
    from companion.local import serving
    from companion.local.tour import Tour

    _make_older(serving.DATA / serving.DATABASE)
    tables.open("", "http://localhost")
    tour = Tour(tables)
    tour.go()
    assert not tour.failed, tour.failed


def _make_older(file: Path) -> None:
    """This is a database of the first version: all is loaded that brings one up to date."""
    from companion.store.database import connections, migrations

    file.parent.mkdir()
    writer, _ = connections.make_engines(connections.address(connections.in_file(file)), True)
    with writer.begin() as connection:
        migrations.upgrade(connection, "0001")
    writer.dispose()


def _note(event: str, given: tuple[object, ...]) -> None:
    if event == "open" and isinstance(given[0], str):
        name = given[0]
        if name.endswith(DATA) or (STYLES in name and name.endswith(".css")):
            opened.add(Path(name))


def _used() -> set[Path]:
    """The files of the app and its packages that were used so far."""
    used = {Path(file) for file in _modules() if file.startswith((f"{APP}/", f"{PACKAGES}/"))}
    return used | {path for path in opened if {APP, PACKAGES} & {*path.parents} and path.is_file()}


def _named(files: Iterable[Path]) -> dict[Path, str]:
    """These files by their names in an archive, without what no phone has a use for."""
    named = {path: _name(path) for path in files}
    return {
        path: name
        for path, name in named.items()
        if ".dist-info/" not in name and not name.startswith(NEVER)
    }


def _name(path: Path) -> str:
    """Its name in an archive, which is the same whether this is a checkout or was installed."""
    name = str(path.relative_to("/"))
    if name.startswith(STATIC_INSTALLED):
        return STATIC + name.removeprefix(STATIC_INSTALLED)
    return name


def _is_of_tables(path: Path, name: str, counting: Container[Path]) -> bool:
    """Whether only tables of one's own need this file."""
    if name.startswith(STORE):
        return name not in COUNTING
    return path not in counting


def _contents(
    archive: str, files: Mapping[Path, str], more: Mapping[str, bytes]
) -> Iterator[tuple[str, bytes]]:
    """What an archive has of these files, by its name there: modules in one, as Python has them.

    Alembic looks for the sources of the migrations.
    """
    from companion.local import archives

    sources = dict(more)
    for path, name in files.items():
        if path.suffix == ".py" and not name.startswith(MIGRATIONS):
            sources[name] = path.read_bytes()
        else:
            yield _made_of(path, name)
    modules = {name: _code(name, sources[name]) for name in sorted(sources)}
    for name in archives.FIRST:
        if name in modules:
            yield f"{name}c", HEADER + modules.pop(name)
    yield f"app/companion/{archive}", archives.pack(modules)


def _made_of(path: Path, name: str) -> tuple[str, bytes]:
    """A file that is no module, by its name, as a phone reads it soonest."""
    from companion.web.pages.words import compile_catalogue

    if path.suffix == ".po":
        return name.removesuffix(".po") + ".mo", compile_catalogue(path)
    body = path.read_bytes()
    return name, _shorter(body) if path.suffix == ".dat" else body


def _shorter(data: bytes) -> bytes:
    """What Babel knows of a language, or of all, without what no page says."""
    known = pickle.loads(data)  # noqa: S301  # it is that of an installed package
    return pickle.dumps({key: said for key, said in known.items() if key not in UNSAID})


def _scripts() -> Iterator[tuple[str, bytes]]:
    """What pages load, as small as it is made."""
    from companion.runtime import places

    for path in sorted(path for pattern in SCRIPTS for path in places.STATIC.glob(pattern)):
        if path.stem.rpartition("-")[0] not in NO_PART:
            yield _name(path), path.read_bytes()


def _unused(package: str) -> dict[str, bytes]:
    """What is there of this package by name alone."""
    return {
        f"packages/{name.replace('.', '/')}.py": source.encode()
        for name, source in UNUSED.items()
        if name.startswith(package)
    }


def _ready(name: str, made: Mapping[bytes, Any], keys: Iterable[bytes]) -> tuple[str, bytes]:
    """What the app compiles of texts in each start, as far as it has these keys.

    Templates lie among the modules there, and are compiled from text while it is packed alone.
    """
    found = {
        key: _unnumbered(made[key]) if isinstance(made[key], CodeType) else made[key]
        for key in sorted(keys)
        if not getattr(made[key], "co_filename", "").endswith(".html")
    }
    return f"app/companion/{name}", marshal.dumps(found)


def _write(name: str, contents: Iterable[tuple[str, bytes]]) -> None:
    """This archive lies in `/made`; of equal contents its bytes are equal."""
    with zipfile.ZipFile(MADE / name, "w", zipfile.ZIP_STORED) as archive:
        for within, body in sorted(contents):
            archive.writestr(zipfile.ZipInfo(within, WHEN), body)


def _pack_stdlib() -> None:
    used = {str(PurePosixPath(file).relative_to(STDLIB)) for file in _modules() if STDLIB in file}
    used |= {f"encodings/{codec}.py" for codec in CODECS}
    with (
        zipfile.ZipFile(STDLIB) as whole,
        zipfile.ZipFile(MADE / "stdlib.zip", "w", zipfile.ZIP_STORED) as archive,
    ):
        for name in sorted(whole.namelist()):
            if name.endswith(".py") and (name in used or name.startswith(NEEDED)):
                body = HEADER + _code(name, whole.read(name), f"{STDLIB}/")
                archive.writestr(zipfile.ZipInfo(f"{name}c", WHEN), body)


def _modules() -> Iterable[str]:
    """The files of all modules that were imported."""
    return [
        file for each in list(sys.modules.values()) if (file := getattr(each, "__file__", None))
    ]


def _code(name: str, source: bytes, folder: str = "/") -> bytes:
    """A module as Python has it in memory, without its docstrings, for which it asks no source.

    Of lines it knows where each function begins: all others are a third of what is packed.
    """
    code = compile(source, f"{folder}{name}", "exec", dont_inherit=True, optimize=2)
    return marshal.dumps(_unnumbered(code))


def _unnumbered(code: CodeType) -> CodeType:
    """All of it stands in its first line: an entry tells so much of eight units at most."""
    whole, rest = divmod(len(code.co_code) // 2, 8)
    lines = b"\xef\0" * whole + (bytes((0xE7 + rest, 0)) if rest else b"")
    inner = (_unnumbered(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=lines, co_consts=tuple(inner))
