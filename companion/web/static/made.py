"""The bundles of scripts and style: tools/bundle makes them, and they lie in the repository.

A checkout in which somebody has changed a script or the style serves its sources as they are, until
tools/bundle has run: `is_of_sources` looks for that, at most once a second.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from companion.runtime import places

FOLDER = places.STATIC / "made"
SOURCES = ("app", "style")
"""The folders of `static` that bundles are made of."""
REST = 1.0  # seconds between two looks

Stats = dict[Path, tuple[int, int]]


class Bundles:
    """What lies in the folder `made` of the static files, as its manifest says.

    `scripts` are the files of the scripts by their names, `styles` the hashes of the parts of the
    style, and `style_hashes` all of them as a policy says them; `others` the starts of the hashes
    of what pages name besides, and `sources` those of what all this was made of.
    """

    def __init__(self, static: Path, looks: bool) -> None:
        self._static, self._looks = static, looks
        self._looked, self._stats, self._is_of_sources = float("-inf"), Stats(), True
        self._read()

    def _read(self) -> None:
        manifest = (self._static / "made" / "manifest.json").read_text(encoding="utf-8")
        said: Mapping[str, Mapping[str, Any]] = json.loads(manifest)
        self.scripts: Mapping[str, str] = said["scripts"]
        self.styles: Mapping[str, str] = said["styles"]
        self.others: Mapping[str, str] = said["others"]
        self.style_hashes = " ".join(f"'sha256-{digest}'" for digest in self.styles.values())
        self.sources: Mapping[str, str] = said["sources"]

    def is_of_sources(self) -> bool:
        """Whether they were made of the scripts, the style and the pictures as they are."""
        now = time.monotonic()
        if self._looks and now - self._looked >= REST:
            stats = self._look()
            if stats != self._stats:
                self._read()
                self._is_of_sources = {**self.others, **self.sources} == self.find_sources()
            self._looked, self._stats = now, stats
        return self._is_of_sources

    def find_sources(self) -> dict[str, str]:
        """The start of the hash of each file that the manifest is about, as it is now."""
        return {
            path.relative_to(self._static).as_posix(): version_of(path.read_bytes())
            for path in self._find()
            if path.exists()
        }

    def _find(self) -> list[Path]:
        found = chain.from_iterable(os.walk(self._static / name) for name in SOURCES)
        sources = [
            Path(folder, name)
            for folder, _, names in found
            for name in names
            if name.endswith((".js", ".css"))
        ]
        return sources + [self._static / name for name in self.others]

    def _look(self) -> Stats:
        """When each file was written, and its size."""
        manifest = self._static / "made" / "manifest.json"
        stats = ((path, path.stat()) for path in (manifest, *self._find()) if path.exists())
        return {path: (found.st_mtime_ns, found.st_size) for path, found in stats}


def version_of(body: bytes) -> str:
    """The start of the hash of this, by which its address changes with it."""
    return hashlib.sha256(body).hexdigest()[:8]


@cache
def bundles() -> Bundles:
    """The bundles of this app. Nobody changes what is installed, or on a phone."""
    is_checkout = not places.IS_INSTALLED and sys.platform != "emscripten"
    return Bundles(places.STATIC, looks=is_checkout)


@cache
def script(file: str) -> bytes:
    """This bundle; by its name it is always the same."""
    return (FOLDER / file).read_bytes()


@cache
def style(part: str, _hash: str) -> str:
    """This part of the style, by its hash."""
    return (FOLDER / f"{part}.css").read_text(encoding="utf-8")
