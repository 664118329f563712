"""How paragraphs that games share come into the book of one of them, each at its place."""

from collections.abc import Iterator, Sequence, Set
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from markdown_it.token import Token

Part: TypeAlias = "list[Token]"
"""A heading with what stands below it."""
Chapter: TypeAlias = "list[Part]"
"""Its own heading with what stands below it, then the parts of its paragraphs."""

HEADING = 3  # tokens: it opens, its title, it closes


def merge(own: Sequence[Chapter], common: Sequence[Chapter], wanted: Set[str]) -> Iterator[Chapter]:
    """The chapters of a book with those shared paragraphs whose ids are `wanted`.

    A heading of the book that has only an id is the place of the shared one, and what stands below
    it comes after the shared text. A paragraph that the book has itself does not come again. All
    others come at the end of their chapter, which comes at the end of the book if it has none.
    ValueError where the book names a place for what is not shared.
    """
    parts = {name_of(part): part for part in chain.from_iterable(common)}
    known = wanted | {name_of(chapter[0]) for chapter in common}
    said = {name_of(part) for part in chain.from_iterable(own)}
    more = {
        name_of(opening): [part for part in found if name_of(part) in wanted - said]
        for opening, *found in common
    }
    for chapter in own:
        filled = [fill(part, parts, known) for part in chapter]
        yield [*filled, *more.pop(name_of(chapter[0]), ())]
    for opening, *_found in common:
        if left := more.get(name_of(opening)):
            yield [opening, *left]


def fill(part: Part, parts: dict[str, Part], known: Set[str]) -> Part:
    """This part of a book, with the shared text if it has no title."""
    if part[1].content:
        return part
    if (name := name_of(part)) not in known:
        raise ValueError(f"no shared paragraph {name}")
    return [*parts[name], *part[HEADING:]]


def name_of(part: Part) -> str:
    """The id of the heading; "" without one."""
    return str(part[0].attrs.get("id", ""))
