"""What no page of ours sends, and what nobody at a table means."""

from typing import Any

CARD: dict[str, Any] = {"kind": "card-played", "card": "50", "pile": "up-1"}

HUGE = "9" * 30  # more than a column of a database holds
LONG = "9" * 400  # more than a float holds
BOOK = "9" * 5000  # more digits than Python reads
HOSTILE = "<script>alert(1)</script>'\"&\x00\u202e%(name)s{{7*7}}"

NO_FACTS = ("", "-1", "x", "1.5", BOOK, HOSTILE, None)
"""What cannot stand in a field of an entry, but for words; None leaves it out."""
NO_LINES = ("-1", "0", "99", HUGE, LONG, BOOK, "abc", HOSTILE)
ODD_FORMS: tuple[tuple[dict[str, Any], str, tuple[Any, ...]], ...] = (
    (CARD, "kind", ("", "junk", "changed", "inserted", "card_played", "cards-laid", HOSTILE, None)),
    (CARD, "seen", (None, "", "-1", "2", HUGE, LONG, BOOK, "abc", "1.0", HOSTILE)),
    (CARD, "id", ("x" * 65, BOOK)),
    *((CARD, line, NO_LINES) for line in ("change", "before")),
    (CARD, "first", ("junk", "card-played", HOSTILE)),
    (CARD, "back", ("junk", "https://evil.example/", HOSTILE)),
    *((CARD, "card", (card,)) for card in ("0", "1", "100", "-47", "4 7")),
    *((CARD, "pile", (pile,)) for pile in ("up-3", "UP-1")),
    ({"kind": "starter-chosen"}, "player", ("2",)),
    ({"kind": "taken-back", "target": "1"}, "target", (*NO_LINES, "", None)),
    *(({"kind": "taken-back", "target": "1"}, about, ("1",)) for about in ("change", "before")),
)
"""An entry, what is in any form beside its facts, and what cannot stand there."""
