"""Names that try to be more than names, and what they would be if a page let them."""

import random

from companion.engine.names import clean, name_key
from tests.web.junk import HOSTILE

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
