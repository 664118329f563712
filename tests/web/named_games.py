"""Which games a test of the pages is about, by what its code says."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import companion.games
from companion.games import GAMES
from companion.games.pad import FOLDER

HELPERS = ("tests.web.", "tests.games.")


def find_named(test: FunctionType) -> set[str]:
    """The slugs of the games that a test names, itself or by what it calls of our helpers.

    One that names a score sheet is about each of them: they share most of their code.
    """
    said = set(_read(test, set()))
    named = {slug for slug in GAMES if any(slug in text for text in said)}
    return named | _sheets() if named & _sheets() else named


@cache
def _sheets() -> frozenset[str]:
    """The games that are made of the score pad."""
    package = Path(companion.games.__path__[0])
    return frozenset(
        slug
        for slug, game in GAMES.items()
        for text in [(package / game.folder / "__init__.py").read_text(encoding="utf-8")]
        if f"companion.games.{FOLDER}" in text
    )


def _read(value: Any, seen: set[int]) -> Iterator[str]:
    """The texts in this value, and in whatever a function of ours reaches."""
    if id(value) in seen:
        return
    seen.add(id(value))
    match value:
        case str():
            yield value
        case tuple():
            for each in value:
                yield from _read(each, seen)
        case FunctionType() if value.__module__.startswith(HELPERS):
            yield value.__module__.replace("_", "-")
            yield from _read_code(value.__code__, value.__globals__, seen)


def _read_code(code: CodeType, known: dict[str, Any], seen: set[int]) -> Iterator[str]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _read_code(each, known, seen)
        else:
            yield from _read(each, seen)
    for name in code.co_names:
        yield from _read(known.get(name), seen)
