"""What people type who do not know the words of the rules: everyday words, compounds and slips.

A line of `queries.txt` has the passages of which one has to be found first (`t` The Game, `b` One
Brain, `g` Game of Bluff), and then a query in English, Dutch, German and French, or one in the
language that it names.
"""

from collections.abc import Iterator
from pathlib import Path

SLUGS = {"t": "the-game", "b": "one-brain", "g": "game-of-bluff"}
ORDER = ("en", "nl", "de", "fr")


def queries() -> Iterator[tuple[str, str, set[tuple[str, str]]]]:
    """Language, query, and the passages of which one has to be first."""
    lines = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    for line in filter(None, lines):
        written, *said = (cell.strip() for cell in line.split("|"))
        pairs = (each.split(":") for each in written.split())
        places = {(SLUGS[game], anchor) for game, anchor in pairs}
        if len(said) == 1:
            language, _, query = said[0].partition(": ")
            yield language, query, places
        else:
            yield from ((*each, places) for each in zip(ORDER, said, strict=True))
