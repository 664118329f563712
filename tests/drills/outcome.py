"""What a drill comes down to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """The figures of a drill in one line, and whether they are what README.md promises."""

    line: str
    passed: bool
