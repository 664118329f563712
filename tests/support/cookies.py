"""What a server calls its cookies: each name has a mark of it behind."""

import re
from collections.abc import Iterable, Mapping

MARKED = re.compile(r"(?:__Host-)?(\w+)-([0-9a-f]{6})")


def find(cookies: Mapping[str, str], name: str) -> str | None:
    """The cookie of this name among those of a phone; None for none."""
    return next((said for each, said in cookies.items() if _bare(each) == name), None)


def name_of(cookies: Iterable[str], name: str) -> str:
    """What the server that gave these cookies calls one of its own; it takes it without mark too.

    Once it has given one of this name, only its own counts.
    """
    marks = (found[2] for each in cookies if (found := MARKED.fullmatch(each)))
    mark = next(marks, "")
    return f"{name}-{mark}" if mark else name


def _bare(name: str) -> str:
    found = MARKED.fullmatch(name)
    return found[1] if found else name.removeprefix("__Host-")
