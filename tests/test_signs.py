"""One sign stands for one thing: `signs.txt` says for what, and which templates mean it."""

import re
from collections import defaultdict
from pathlib import Path

from companion.runtime import places

SIGN = re.compile(r'icon\("(i-[a-z]+)"|"(i-[a-z]+)"\) }}')  # alone, or the last of a button


def test_each_sign_is_where_its_meaning_is() -> None:
    """A sign on another template: read what it means, then name the template there."""
    found = defaultdict(set)
    for template in places.TEMPLATES.rglob("*.html"):
        name = template.relative_to(places.TEMPLATES).with_suffix("").as_posix()
        for alone, last in SIGN.findall(template.read_text(encoding="utf-8")):
            found[alone or last].add(name)
    told = Path(__file__).with_name("signs.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in told]
    assert dict(found) == {sign: set(where.split()) for sign, _meaning, where in rows}
