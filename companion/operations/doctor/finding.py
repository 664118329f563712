"""What the doctor says: well, worth a look, or wrong."""

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    OK = "ok"
    LOOK = "look"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor: how it is, what was looked at, and what to do about it."""

    health: Health
    what: str
    cure: str = ""

    def __str__(self) -> str:
        return f"{self.health:<7}{self.what}" + (f"\n       → {self.cure}" if self.cure else "")
