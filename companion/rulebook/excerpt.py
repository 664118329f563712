"""What of a passage is shown where it was found: the part with the words that were looked for."""

from collections.abc import Iterator, Set

from companion.rulebook.index import WORD, fold

BEFORE = 30  # characters at most before the first word that was looked for
LONGEST = 110  # characters of a text that are shown


def mark(text: str, words: Set[str]) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is one of these words, which are folded."""
    end = 0
    for start, stop in _places(text, words):
        if start > end:
            yield text[end:start], False
        yield text[start:stop], True
        end = stop
    if end < len(text):
        yield text[end:], False


def cut(text: str, words: Set[str]) -> str:
    """So much of the text as is shown, from where most of these words stand together."""
    places = _places(text, words)

    def together(first: int) -> int:
        return len({fold(text[a:b]) for a, b in places if first <= a and b <= first + LONGEST})

    first = max((start for start, _ in places), key=together, default=0)
    first = text.rfind(" ", 0, first - BEFORE) + 1 if first > BEFORE else 0
    last = len(text)
    if last > first + LONGEST:
        last = max(text.rfind(" ", first, first + LONGEST), first + 1)
    return f"{'…' if first else ''}{text[first:last]}{'…' if last < len(text) else ''}"


def _places(text: str, words: Set[str]) -> list[tuple[int, int]]:
    return [found.span() for found in WORD.finditer(text) if fold(found[0]) in words]
