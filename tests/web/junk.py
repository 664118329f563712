"""What no page of ours sends, and what nobody at a table means."""

import random
from typing import Any

from companion.engine.names import clean, name_key

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

PIECES = (
    "<b>", "</b>", "<script>", "</script>", "<img src=x>", "<svg onload=a()>", "</title>", "-->",
    "<!--", "]]>", "\"", "'", "`", "=", "&lt;", "&amp;", "&#60;", "&", "\\", "\\u003c", "/>", "%3C",
    "{{7*7}}", "{%", "%}", "{#", "${1}", "%(name)s", "%s", "%%", "\r\n", "\n", "\t", "\x00", "\x1b",
    "\u202e", "\u2066", "\u200f", "\u200b", "\u200d", "\u00ad", "\ufeff", "\u2028", "\ue000",
    "e\u0301", "ﷺ", "İ", "ß", "👩‍👧‍👦", "🏳️‍🌈", "🇧🇪", "ஹா", "مرحبا", "שלום", "漢字", "Ann", " ",
    "onload=",
    "javascript:", "data-seat-of", "' OR 1=1 --", ";", "../",
)  # fmt: skip


def hostile(many: int = 200) -> list[str]:
    """So many that somebody may type, the same each time; most of them cannot be names."""
    chance = random.Random(7)
    told = ["".join(chance.choices(PIECES, k=chance.randint(1, 5))) for _ in range(many - 1)]
    return [HOSTILE, *told]


def allowed(many: int = 200) -> list[str]:
    """So many of these that can be names, no two of which are one."""
    made = {name_key(name): name for said in hostile(20 * many) if (name := clean(said))}
    return [name for name in made.values() if "Ann" not in name][:many]
