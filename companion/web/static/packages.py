"""The package of the local app on this server: what a phone keeps to count without network."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.runtime import places
from companion.web.static import assets

LIST = "files.json"
BUILT_IN = places.ABOVE / "local-app"
"""Where the package lies that an image of a container has from its making."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package: where it lies, and its files, each with its name, sizes and hash."""

    folder: Path
    files: tuple[dict[str, Any], ...]

    @property
    def size(self) -> int:
        """How many bytes a phone downloads."""
        return sum(file["packed"] for file in self.files)


def folder(instance: Path) -> Path:
    """Where the packages lie of an installation with this data folder."""
    return Path(instance) / "local-app"


def editions(within: Path) -> list[Path]:
    """The packages that lie in this folder, of whatever edition; none where nobody may look."""
    try:
        return [listed.parent for listed in within.glob(f"[!.]*/{LIST}")]
    except OSError:
        return []


def find(within: Path) -> Package | None:
    """The package of this edition in this folder, or beside the app; None where there is none."""
    for folder in (within, BUILT_IN):
        listed = folder / assets.edition() / LIST
        try:
            return _read(listed, listed.stat().st_mtime_ns)
        except OSError:
            continue
    return None


@lru_cache(maxsize=2)
def _read(listed: Path, _changed: int) -> Package:
    said = json.loads(listed.read_text(encoding="utf-8"))
    return Package(listed.parent, tuple(said["files"]))
