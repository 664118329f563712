"""What no page of ours sends, and what nobody at a table means."""

from typing import Any

CARD: dict[str, Any] = {"kind": "card-played", "card": "50", "pile": "up-1"}
HAND: dict[str, Any] = {"kind": "hand-corrected", "player": "0", "cards": "5"}
MISSED: dict[str, Any] = {"kind": "cards-missed", "pile": "up-1", "count": "1", "top": "60"}
BACK: dict[str, Any] = {"kind": "taken-back", "target": "1"}

HUGE = "9" * 30  # more than a column of a database holds
LONG = "9" * 400  # more than a float holds
BOOK = "9" * 5000  # more digits than Python reads
HOSTILE = "<script>alert(1)</script>'\"&\x00\u202e%(name)s{{7*7}}"

NO_CARDS = ["0", "1", "100", "-47", "abc", "", "47.5", "4 7", HUGE, LONG, BOOK, HOSTILE, None]
NO_PILES = ["", "junk", "up-3", "UP-1", "0", HOSTILE, None]
NO_KINDS = ["", "junk", "changed", "inserted", "card_played", "cards-laid", HOSTILE, None]
NO_SEEN = [None, "", "-1", "2", HUGE, LONG, BOOK, "abc", "1.0", HOSTILE]
NO_LINES = ["-1", "0", "99", HUGE, LONG, BOOK, "abc", HOSTILE]
NO_SEATS = ["-1", "2", HUGE, LONG, "abc", "", HOSTILE, None]


UNREADABLE: list[tuple[dict[str, Any], str, list[Any]]] = [
    (CARD, "card", NO_CARDS),
    (CARD, "pile", NO_PILES),
    (CARD, "kind", NO_KINDS),
    (CARD, "seen", NO_SEEN),
    (CARD, "id", ["x" * 65, BOOK]),
    (CARD, "change", NO_LINES),
    (CARD, "before", NO_LINES),
    (CARD, "first", ["junk", "card-played", HOSTILE]),
    (CARD, "back", ["junk", "https://evil.example/", HOSTILE]),
    (HAND, "player", NO_SEATS),
    (HAND, "cards", ["-1", "abc", "", "-" + LONG, BOOK, HOSTILE, None]),
    (MISSED, "count", ["0", "-1", "abc", "", "-" + LONG, BOOK, HOSTILE, None]),
    (MISSED, "top", NO_CARDS),
    (MISSED, "pile", NO_PILES),
    (BACK, "target", [*NO_LINES, "", None]),
    (BACK, "change", ["1"]),
    (BACK, "before", ["1"]),
    ({"kind": "starter-chosen"}, "player", NO_SEATS),
]
"""An entry, one of its fields, and what cannot stand there; None leaves it out."""
