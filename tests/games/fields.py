"""Entries of a game by their fields, what these take, and what they do not."""

from collections.abc import Callable
from typing import Any

Field = tuple[dict[str, Any], str, tuple[object, ...], tuple[object, ...]]
"""An entry, one of its fields, what that takes, and what it does not."""

SEATS, NO_SEATS = (0, 2), (-1, 3, True, "0", None)
NO_COUNTS = (-1, "5", None)


def entry_of(kind: str, *fields: str) -> Callable[..., dict[str, Any]]:
    """Makes entries of this kind by the values of these fields; a value of None is not said."""

    def made(*values: object, **named: object) -> dict[str, Any]:
        assert len(values) <= len(fields), (kind, values)
        said = {**dict(zip(fields, values, strict=False)), **named}
        return {"kind": kind, **{name: each for name, each in said.items() if each is not None}}

    return made
