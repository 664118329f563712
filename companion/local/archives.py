"""The modules of a package, each of its archives in one file: an import asks for no other."""

import marshal
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from io import FileIO
from pathlib import Path, PurePath
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING

from companion.runtime import places

if TYPE_CHECKING:
    from importlib.resources.readers import FileReader

COUNTING, TABLES = "modules.counting", "modules.tables"
FIRST = (
    "app/companion/__init__.py", "app/companion/local/__init__.py",
    "app/companion/local/archives.py", "app/companion/runtime/__init__.py",
    "app/companion/runtime/places.py",
)  # fmt: skip
"""What is imported before there is an archive to import from."""
TEMPLATE = "tmpl_"
HEAD = 4  # bytes that say how many follow of the list

Place = tuple[str, int, int]
"""Of a module: the name of its file, and where its code begins and ends."""


def pack(modules: Mapping[str, bytes]) -> bytes:
    """An archive of this code, by the names of the files of its modules.

    Folders of modules are packages, with code or without.
    """
    folders = {str(folder) for file in modules for folder in PurePath(file).parents[:-2]}
    listed = {_name(folder): (f"{folder}/__init__.py", 0, 0) for folder in sorted(folders)}
    at = 0
    for file, code in modules.items():
        listed[_name(file)] = (file, at, at + len(code))
        at += len(code)
    said = marshal.dumps(listed)
    return b"".join((len(said).to_bytes(HEAD, "little"), said, *modules.values()))


def read_list(archive: bytes) -> dict[str, Place]:
    """The modules of this archive, or of its beginning, by their names."""
    size = int.from_bytes(archive[:HEAD], "little")
    listed: dict[str, Place] = marshal.loads(archive[HEAD : HEAD + size])  # noqa: S302  # is ours
    return listed


def use() -> None:
    """Import modules from the archives that are there, from now on."""
    files = [places.PACKAGE / name for name in (COUNTING, TABLES)]
    sys.meta_path[:0] = [Archive(file) for file in files if file.exists()]


class Archive:
    """Finds and loads the modules of an archive."""

    def __init__(self, file: Path) -> None:
        self._file = str(file)
        with file.open("rb") as opened:
            size = opened.read(HEAD)
            self._listed = read_list(size + opened.read(int.from_bytes(size, "little")))
            self._begin = opened.tell()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = self._find(name)
        if found is None:
            return None
        file = f"/{found[0]}"
        spec = ModuleSpec(name, self, origin=file)  # type: ignore[arg-type]
        spec.has_location = True
        if file.endswith("/__init__.py"):
            spec.submodule_search_locations = [file.removesuffix("/__init__.py")]
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """It is one like any other."""

    def exec_module(self, module: ModuleType) -> None:
        found = self._find(module.__name__)
        assert found
        _, begin, end = found
        if begin == end:
            return
        with FileIO(self._file) as opened:
            opened.seek(self._begin + begin)
            code = opened.read(end - begin)
        exec(marshal.loads(code), module.__dict__)  # noqa: S102, S302  # it is ours

    def get_resource_reader(self, name: str) -> "FileReader":
        """Files that belong to a package lie in its folder."""
        from importlib.resources.readers import FileReader

        found = self._find(name)
        assert found
        return FileReader(SimpleNamespace(path=f"/{found[0]}"))  # type: ignore[arg-type]

    def _find(self, name: str) -> Place | None:
        """Jinja asks for templates in a package that it makes up."""
        package, _, last = name.rpartition(".")
        return self._listed.get(last if package and last.startswith(TEMPLATE) else name)


def _name(file: str) -> str:
    """The name of the module in this file of an archive."""
    parts = file.removesuffix(".py").removesuffix("/__init__").split("/")[1:]
    return parts[-1] if parts[-1].startswith(TEMPLATE) else ".".join(parts)
