"""How many there are, as an operator reads it."""

import re
from collections.abc import Mapping


def count(number: int, noun: str) -> str:
    """The number with its noun, such as "1 game", "1,200 entries"; the noun is in the singular."""
    many = re.sub("(?<![aeiou])y$", "ie", noun) + "s"
    return f"{number:,} {noun if number == 1 else many}"


def count_all(numbers: Mapping[str, int]) -> str:
    """The same for several, by their nouns: "1 table, 2 games"."""
    return ", ".join(count(number, noun) for noun, number in numbers.items())
